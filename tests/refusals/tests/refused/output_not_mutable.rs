//! An output is borrowed mutably.

use finch_formats::prelude::*;

fn main() {
    let y = Vector::<f64>::from(vec![]);
    let _ = program().declare(&y);
}
