//! A name that stands for nothing.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for j, i { y[j] += aa[j, i] * x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
