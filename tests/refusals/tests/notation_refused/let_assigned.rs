//! What `let` names is assigned again.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { let t = x[i]; t = t * 2.0; y[i] = t; }
    };
    let _ = (program.run(), &x);
}
