//! Indices as the tuple that ndarray takes.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, _, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for j, i { y[j] += a[(j, i)]; }
    };
}
