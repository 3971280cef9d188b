//! `:=` in a declaration.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y := 0;
        for i { y[i] = x[i]; }
    };
}
