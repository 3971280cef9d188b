//! An update without its semicolon.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let program = finch! {
        mut y
        for i { y[i] = x[i]; }
    };
    let _ = (program.run(), &x);
}
