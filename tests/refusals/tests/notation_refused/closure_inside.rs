//! A closure that a program names.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        let relu = |v| max(v, 0.0);
        for i { y[i] = relu(x[i]); }
    };
    let _ = (program.run(), &a, &x);
}
