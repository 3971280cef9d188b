//! A scalar has no index.

use finch_formats::prelude::*;

fn main() {
    let s = Scalar::new(1.0);
    indices!(i);
    let _ = s.at((i,));
}
