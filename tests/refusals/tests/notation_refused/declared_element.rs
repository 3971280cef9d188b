//! An element of a slice is declared by a name.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut ys = [Vector::<f64>::default(), Vector::<f64>::default()];
    let _ = finch! {
        ys[1] .= 0;
        for i { ys[1][i] = x[i]; }
    }
    .run();
}
