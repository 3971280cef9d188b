//! A program has sixteen outputs at most.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s0 = Scalar::new(0.0);
    let mut s1 = Scalar::new(0.0);
    let mut s2 = Scalar::new(0.0);
    let mut s3 = Scalar::new(0.0);
    let mut s4 = Scalar::new(0.0);
    let mut s5 = Scalar::new(0.0);
    let mut s6 = Scalar::new(0.0);
    let mut s7 = Scalar::new(0.0);
    let mut s8 = Scalar::new(0.0);
    let mut s9 = Scalar::new(0.0);
    let mut s10 = Scalar::new(0.0);
    let mut s11 = Scalar::new(0.0);
    let mut s12 = Scalar::new(0.0);
    let mut s13 = Scalar::new(0.0);
    let mut s14 = Scalar::new(0.0);
    let mut s15 = Scalar::new(0.0);
    let mut s16 = Scalar::new(0.0);
    let _ = finch! {
        s0 .= 0;
        s1 .= 0;
        s2 .= 0;
        s3 .= 0;
        s4 .= 0;
        s5 .= 0;
        s6 .= 0;
        s7 .= 0;
        s8 .= 0;
        s9 .= 0;
        s10 .= 0;
        s11 .= 0;
        s12 .= 0;
        s13 .= 0;
        s14 .= 0;
        s15 .= 0;
        s16 .= 0;
        for i { s16[] += x[i]; }
    }
    .run();
}
