//! The handle of an output can be copied, so it is no output itself.

use finch_formats::prelude::*;
use finch_formats::traits::program::IntoOutput;

fn main() {
    let mut y = Vector::<f64>::default();
    let handle = (&mut y).into_output();
    let _ = program().declare(handle).declare(handle);
}
