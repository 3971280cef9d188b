//! A matrix has no axis number 2.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = a.sum_axis::<2>();
}
