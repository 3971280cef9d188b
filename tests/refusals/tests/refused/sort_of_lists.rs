//! What is below rows that are sorted changes places, which fibers of lists cannot.

use finch_formats::prelude::*;

fn main() {
    let a = Tensor::<Dense<UnsortedList<SparseList<Element<f64>>>>>::default();
    let _ = a.sort();
}
