//! An output that cannot be borrowed mutably.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, _) = inputs();
    let z = Vector::<f64>::default();
    let program = finch! {
        z .= 0;
        for i { z[i] += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
