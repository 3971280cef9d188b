//! Indices that are too many, or too few, of tensors that are read and written.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let (mut y, mut s) = (SparseVector::<f64>::default(), Scalar::new(0.0));
    let cube = Tensor::<Dense<Dense<Dense<Element<f64>>>>>::empty([2, 2, 2]).unwrap();
    let _ = finch! { y .= 0; for j, i { y[j, i] = x[j] * x[i]; } };
    let _ = finch! { s .= 0; for i { s[i] = x[i]; } };
    let _ = finch! { s .= 0; for j, i { s[] += cube[j, i]; } };
}
