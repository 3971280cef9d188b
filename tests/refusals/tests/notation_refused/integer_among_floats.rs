//! An integer where a float is set.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { if x[i] > 1.0 { y[i] = 1 } else { y[i] = -1 } }
    };
}
