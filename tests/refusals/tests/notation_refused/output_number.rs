//! A number as an output.
use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut s = 0.0;
    let program = finch! {
        s .= 0;
        for i { s[] += x[i]; }
    };
    let _ = (program.run(), &x);
}
