//! The mean of integers is no integer.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<i32>::default();
    let _ = a.mean();
}
