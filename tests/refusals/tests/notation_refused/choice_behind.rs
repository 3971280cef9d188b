//! A choice behind its value.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { y[i] = x[i] if x[i] > 0 else 0; }
    };
    let _ = (program.run(), &x);
}
