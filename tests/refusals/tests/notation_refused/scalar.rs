//! A scalar without brackets.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let mut s = Scalar::new(0.0);
    let _ = &mut y;
    let program = finch! {
        s .= 0;
        for i { s += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
