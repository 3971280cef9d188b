//! A program that is not run does nothing.

#![deny(unused_must_use)]

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    indices!(i);
    program().declare(&mut s);
    program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add(x.at((i,)))));
    program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add(x.at((i,))))).run();
}
