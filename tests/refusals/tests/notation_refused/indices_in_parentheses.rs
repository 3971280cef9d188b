//! Indices as the tuple that ndarray takes.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for j, i { y[j] += a[(j, i)]; }
    };
}
