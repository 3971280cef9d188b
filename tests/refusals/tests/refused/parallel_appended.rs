//! Parts write pieces of an output whose levels can be put together again. In a `Hybrid` level, dense fibers come behind all lists.

use finch_formats::Hybrid;
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Tensor::<Dense<Hybrid<Element<f64>>>>::default();
    let _ = finch! { c .= 0; parallel for j, i { c[j, i] = a[j, i] } }.run();
}
