//! A scalar without brackets.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, _) = inputs();
    let mut s = Scalar::new(0.0);
    let program = finch! {
        s .= 0;
        for i { s += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
