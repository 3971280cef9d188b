//! A sum in what `let` names.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for j in 0..2 { let t = 0; for i { t += x[i]; } y[j] = t; }
    };
    let _ = (program.run(), &x);
}
