//! Sums in any order under conditions: each accumulator gets what its condition lets through, and nothing else.

use crate::data::holds;
use finch_tests::check::Made;
use finch_tests::prelude::algebra::{FastAdd, Zero};
use finch_tests::prelude::*;

/// A scalar, a dense row sum and one that is stored only where something was added; conditions on data, on indices, and one
/// in another.
fn under_conditions<A: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let a = Input::<A>::new(&case.first(&[rows, columns]));
        let x = Input::<Flat>::new(&case.second(&[columns]));
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
                let s = when(a.at2(j, i).gt(zero()), s.at(()).reduce(FastAdd, a.at2(j, i)));
                let y = when(stored(), y.at((j,)).reduce(FastAdd, x.at(i)));
                let z = when(a.at2(j, i).lt(zero()), z.at((j,)).reduce(FastAdd, x.at(i) + 1.0));
                let w = when(
                    i.from(1),
                    when(x.at(i).lt(constant(3.0)), w.at((j,)).reduce(FastAdd, a.at2(j, i) * 2.0)),
                );
                let (first, second) = (forall(j, forall(i, s)), forall(j, forall(i, y)));
                then(
                    then(first, second),
                    then(forall(j, forall(i, z)), forall(j, forall(i, w))),
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
