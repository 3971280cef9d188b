//! A reducer without `<<` and `>>`.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let mut y = VectorWithFill::<f64, Inf>::default();
    let _ = finch! {
        y .= inf;
        for j, i { y[j] min= a[j, i]; }
    };
}
