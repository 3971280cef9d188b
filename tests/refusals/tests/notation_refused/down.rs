//! A loop that runs down, into a level that is written in ascending order.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = SparseVector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i in (0..3).rev() { y[i] = x[i]; }
    };
    let _ = program.run();
}
