//! A statement that is not part of a program does nothing.

#![deny(unused_must_use)]

use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::U0;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let (mut s, mut w) = (Scalar::new(0.0), Scalar::new(0.0));
    indices!(i);
    let _ = program().declare(&mut s).workspace(&mut w).body(|(s, w)| {
        let sum = s.at(()).add(x.at((i,)));
        x.at((i,)) + 1.0;
        s.at(()).add(x.at((i,)));
        s.at(()).set(x.at((i,)));
        s.at(()).reduce(Max, x.at((i,)));
        forall(i, sum);
        forall_in(i, 0..1, sum);
        sieve(i.below(1), sum);
        block(sum, sum);
        define::<U0, _, _>(x.at((i,)), |x| s.at(()).add(x));
        w.within(sum, sum);
        forall(i, sum)
    });
}
