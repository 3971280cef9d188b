//! A workspace that is written when it is filled.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let mut w = ByteMapVector::<f64>::default();
    let program = finch! {
        y .= 0;
        for j {
            w .= 0;
            for i { w[i] += a[j, i]; }
            for i { w[i] += a[j, i]; }
        }
    };
    let _ = (program.run(), &a, &x);
}
