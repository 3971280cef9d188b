//! A protocol around an access, and not around its index.

use finch_formats::prelude::*;

fn main() {
    let x = SparseVector::<f64>::default();
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i { s[] += gallop(x[i]); }
    }
    .run();
}
