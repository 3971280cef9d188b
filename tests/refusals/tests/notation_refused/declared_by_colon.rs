//! `:=` in a declaration.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y := 0;
        for i { y[i] = x[i]; }
    };
}
