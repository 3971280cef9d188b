//! A scalar without its brackets.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let s = Scalar::new(2.0);
    let _ = finch! {
        y .= 0;
        for i { y[i] = s * x[i]; }
    }
    .run();
}
