//! A range that data give runs up.

use finch_formats::prelude::*;

fn main() {
    let ptr = Vector::from(vec![0_usize, 1, 2]);
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for j in 0..2 { for p in (ptr[j]..ptr[j + 1]).rev() { s[] += x[p]; } }
    }
    .run();
}
