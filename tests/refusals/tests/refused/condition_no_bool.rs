//! A condition is true or false.

use finch_formats::prelude::*;

fn main() {
    let mut s = Scalar::new(0.0);
    let _ = program().declare(&mut s).body(|(s,)| sieve(constant(1), s.at(()).add(constant(1.0))));
}
