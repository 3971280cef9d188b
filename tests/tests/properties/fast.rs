//! Sums in any order. Under conditions each accumulator gets what its condition lets through, and nothing else.

use crate::data::holds;
use finch_tests::check::{Given, Made};
use finch_tests::prelude::algebra::{FastAdd, Zero};
use finch_tests::prelude::*;
use finch_traits::index::arithmetic::plus;
use finch_traits::index::permissive;

/// A scalar, a dense row sum and one that is stored only where something was added; conditions on data, on indices, and one
/// in another.
fn under_conditions<A: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, x) = case.inputs::<A, Flat>(&[rows, columns], &[columns]);
        let (mut s, mut y) = (Scalar::new(0.0), Output::<Flat>::stale());
        let (mut z, mut w) = (Output::<List>::stale(), Output::<Flat>::stale());
        indices!(j, i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut w.tensor)
            .body(|(s, y, z, w)| {
                let zero = literal::<f64, Zero>;
                let stored = || a.at2(j, i).ne(zero());
                let s = sieve(a.at2(j, i).gt(zero()), s.at(()).reduce(FastAdd, a.at2(j, i)));
                let y = sieve(stored(), y.at((j,)).reduce(FastAdd, x.at(i)));
                let z = sieve(a.at2(j, i).lt(zero()), z.at((j,)).reduce(FastAdd, x.at(i) + 1.0));
                let w = sieve(
                    i.from(1),
                    sieve(x.at(i).lt(constant(3.0)), w.at((j,)).reduce(FastAdd, a.at2(j, i) * 2.0)),
                );
                let (first, second) = (forall(j, forall(i, s)), forall(j, forall(i, y)));
                block(
                    block(first, second),
                    block(forall(j, forall(i, z)), forall(j, forall(i, w))),
                )
            })
            .run();
        let text = "for j, i { if a[j, i] > 0 { s[] += a[j, i] } }
            for j, i { if a[j, i] != 0 { y[j] += x[i] } }
            for j, i { if a[j, i] < 0 { z[j] += x[i] + 1 } }
            for j, i { if i >= 1 { if x[i] < 3 { w[j] += a[j, i] * 2 } } }";
        let outputs: [(&str, &dyn Made); 4] = [("s", &s), ("y", &y), ("z", &z), ("w", &w)];
        Check::of::<A>(text).case(format!("{case:?}"), &[("a", &a), ("x", &x)], outcome, &outputs);
    })
}

some!(under_conditions: FlatFlat, Csr, CsrGallop, FlatBlocks, FlatSparseRuns, Coo, FlatMixed);

/// Products of what is stored in stretches, whose arrays start at other places for the same index, and of a dense vector, as
/// it is and moved.
fn over_stretches<A: Matrix, B: Matrix>() {
    holds(60, |case| {
        let [rows, columns, _] = case.extents();
        let (a, b) = case.inputs::<A, B>(&[rows, columns], &[rows, columns]);
        let x = Input::<Flat>::new(&case.first(&[columns]));
        let (mut s, mut y, mut z) = (Scalar::new(0.0), Output::<Flat>::stale(), Output::<Flat>::stale());
        indices!(j, i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(s, y, z)| {
                let both = || a.at2(j, i) * b.at2(j, i);
                let next = x.tensor.at((permissive(plus(i, 1)),)).coalesce(constant(0.0));
                let s = forall(j, forall(i, s.at(()).reduce(FastAdd, both())));
                let y = forall(j, forall(i, y.at((j,)).reduce(FastAdd, x.at(i) * both())));
                block(
                    s,
                    block(y, forall(j, forall(i, z.at((j,)).reduce(FastAdd, a.at2(j, i) * next)))),
                )
            })
            .run();
        let text = "for j, i { s[] += a[j, i] * b[j, i] }
            for j, i { y[j] += x[i] * a[j, i] * b[j, i] }
            for j, i { z[j] += a[j, i] * coalesce(x[~(i + 1)], 0) }";
        let outputs: [(&str, &dyn Made); 3] = [("s", &s), ("y", &y), ("z", &z)];
        let inputs: [(&str, &dyn Given); 3] = [("a", &a), ("b", &b), ("x", &x)];
        Check::of::<(A, B)>(text).case(format!("{case:?}"), &inputs, outcome, &outputs);
    })
}

some!(over_stretches: FlatBlocks FlatBlocks, FlatBlocks FlatPackBits, FlatPackBits FlatRagged, BandBand FlatBlocks, FlatMixed FlatBlocks, FlatBlocks FlatSparseRuns);
