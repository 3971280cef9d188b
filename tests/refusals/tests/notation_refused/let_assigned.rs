//! What `let` names is assigned again.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { let t = x[i]; t = t * 2.0; y[i] = t; }
    };
    let _ = (program.run(), &x);
}
