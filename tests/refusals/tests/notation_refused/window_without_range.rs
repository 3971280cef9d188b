//! A window without a range, and one with two numbers in its place.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { y[i] += x[window(i)]; }
    };
    let other = finch! {
        y .= 0;
        for i { y[i] += x[window(i, 0, 2)]; }
    };
    let _ = (program.run(), other.run(), &a, &x);
}
