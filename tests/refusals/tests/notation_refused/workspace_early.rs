//! A workspace that is read while it is filled, in a format that cannot be.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let mut w = Tensor::<SparseDict<Element<f64>>>::default();
    let program = finch! {
        y .= 0;
        for j {
            w .= 0;
            for i { w[i] += a[j, i]; y[j] += w[i]; }
            for i { y[j] += w[i]; }
        }
    };
    let _ = (program.run(), &a, &x);
}
