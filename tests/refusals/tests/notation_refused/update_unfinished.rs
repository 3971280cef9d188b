//! An update without its semicolon.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    let program = finch! {
        mut y
        for i { y[i] = x[i]; }
    };
    let _ = (program.run(), &x);
}
