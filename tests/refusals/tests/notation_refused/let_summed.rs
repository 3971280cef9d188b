//! A sum in what `let` names.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j in 0..2 { let t = 0; for i { t += x[i]; } y[j] = t; }
    };
    let _ = (program.run(), &x);
}
