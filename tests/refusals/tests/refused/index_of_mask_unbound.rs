//! Masks name indices of loops too.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    indices!(j, i);
    let _ = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, sieve(j.le(i), s.at(()).add(x.at((i,))))))
        .run();
}
