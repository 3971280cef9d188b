//! What is assigned has the type of the output.

use finch_formats::prelude::*;

fn main() {
    let mut s = Scalar::<f64>::new(0.0);
    let _ = program().declare(&mut s).body(|(s,)| s.at(()).add(constant(1.0_f32)));
}
