//! A number beside an array has the type of its values.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = &a * 2;
}
