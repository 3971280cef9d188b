//! Reading an output of the same program, in a format that cannot be read while it is written.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = SparseVector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i in 1..3 { y[i] = x[i] + y[i - 1]; }
    };
    let _ = program.run();
}
