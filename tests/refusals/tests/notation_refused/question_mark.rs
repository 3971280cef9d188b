//! A choice as C has it.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { y[i] = x[i] > 0 ? x[i] : 0; }
    };
    let _ = (program.run(), &x);
}
