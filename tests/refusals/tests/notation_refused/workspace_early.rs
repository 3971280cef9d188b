//! A workspace that is read while it is filled, in a format that cannot be.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let mut w = Tensor::<SparseDict<Element<f64>>>::default();
    let program = finch! {
        y .= 0;
        for j {
            w .= 0;
            for i { w[i] += a[j, i]; y[j] += w[i]; }
            for i { y[j] += w[i]; }
        }
    };
    let _ = (program.run(), &a, &x);
}
