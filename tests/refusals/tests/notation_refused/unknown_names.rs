//! Names that stand for nothing: an index that no loop binds, and a tensor.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let index = finch! {
        y .= 0;
        for j, i { y[j] += a[j, k] * x[i]; }
    };
    let tensor = finch! {
        y .= 0;
        for j, i { y[j] += aa[j, i] * x[i]; }
    };
    let _ = (index.run(), tensor.run(), &a, &x);
}
