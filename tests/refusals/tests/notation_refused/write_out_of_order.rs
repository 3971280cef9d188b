//! A list that is written where data says.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let p = Vector::<usize>::from(vec![1, 2, 0]);
    let mut y = SparseVector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { y[p[i]] += x[i]; }
    };
    let _ = (program.run(), &x);
}
