//! A window without a range, and one with two numbers in its place.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] += x[window(i)]; }
    };
    let other = finch! {
        y .= 0;
        for i { y[i] += x[window(i, 0, 2)]; }
    };
    let _ = (program.run(), other.run(), &a, &x);
}
