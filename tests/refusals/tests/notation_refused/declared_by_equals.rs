//! An output that is declared by `=`.
use finch_formats::prelude::*;

fn main() {
    let a = Matrix::<f64>::default();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y = 0;
        for i { y[i] = x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
