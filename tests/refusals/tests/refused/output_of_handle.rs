//! The handle of an output can be copied, so it is no output itself.

use finch_formats::prelude::*;

fn main() {
    let mut y = Vector::<f64>::default();
    let (handle,) = program().declare(&mut y).handles();
    let _ = program().declare(handle).declare(handle);
}
