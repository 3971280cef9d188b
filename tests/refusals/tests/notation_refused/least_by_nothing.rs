//! `<<minby>>=` of numbers without keys.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::default();
    let mut s = Scalar::<f64>::new(0.0);
    let _ = finch! {
        s .= 0;
        for i { s[] <<minby>>= x[i]; }
    }
    .run();
}
