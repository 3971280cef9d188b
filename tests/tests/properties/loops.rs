//! Loops in loops: what is read twice in a row, conditions on three indices, names and conditions around what ends early.

use crate::data::holds;
use finch_tests::check::Made;
use finch_tests::prelude::algebra::{Choose, Max, NegInf, Or, Zero};
use finch_tests::prelude::*;

/// Each row is read twice: for its mean, and to take that away; and once more for what is left.
fn rows_twice<A: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, x) = case.inputs::<A, List>(&[rows, columns], &[columns]);
        let (mut y, mut s) = (Output::<FlatFlat>::stale(), Scalar::new(0.0));
        let mut most = Output::<Element<f64, NegInf>>::stale();
        indices!(j, i);
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut s)
            .workspace(&mut most.tensor)
            .body(|(y, s, most)| {
                let find = forall(i, most.at(()).reduce(Max, a.at2(j, i)));
                let differ = forall(i, y.at((j, i)).set(a.at2(j, i) - most.read(())));
                let twice = block(
                    forall(i, s.at(()).add(a.at2(j, i))),
                    forall(i, s.at(()).add(a.at2(j, i) * x.at(i))),
                );
                forall(j, block(most.within(find, differ), twice))
            })
            .run();
        let text = "for j {
            with most { for i { most[] max= a[j, i] } } then { for i { y[j, i] = a[j, i] - most[] } }
            for i { s[] += a[j, i] }
            for i { s[] += a[j, i] * x[i] }
        }";
        Check::of::<A>(text).with_workspaces(
            format!("{case:?}"),
            &[("a", &a), ("x", &x)],
            outcome,
            &[("y", &y), ("s", &s)],
            &[("most", &most)],
        );
    })
}

/// Comparisons of three indices, in each order of binding.
fn corners<A: Cube>() {
    holds(100, |case| {
        let a = Input::<A>::new(&case.first(&case.extents()));
        let (mut s, mut t, mut y) = (Scalar::new(0.0), Scalar::new(0.0), Output::<List>::stale());
        indices!(k, j, i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut t)
            .declare(&mut y.tensor)
            .body(|(s, t, y)| {
                let ascending = sieve(k.lt(j) & j.lt(i), s.at(()).add(a.at3(k, j, i)));
                let others = sieve(!(i.le(k) | j.eq(k)), t.at(()).add(a.at3(k, j, i)));
                let band = sieve(i.band(k, -1, 1), y.at((k,)).add(a.at3(k, j, i)));
                block(
                    forall(k, forall(j, forall(i, ascending))),
                    forall(k, forall(j, forall(i, block(others, band)))),
                )
            })
            .run();
        let text = "for k, j, i { if (k < j) & (j < i) { s[] += a[k, j, i] } }
            for k, j, i {
                if !((i <= k) | (j == k)) { t[] += a[k, j, i] }
                if (i + 1 >= k) & (i <= k + 1) { y[k] += a[k, j, i] }
            }";
        let outputs: [(&str, &dyn Made); 3] = [("s", &s), ("t", &t), ("y", &y)];
        Check::of::<A>(text).case(format!("{case:?}"), &[("a", &a)], outcome, &outputs);
    })
}

/// Names and conditions around statements that end early, each at its own place.
fn named_and_early<A: Matrix, B: Vector>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, b) = case.inputs::<A, B>(&[rows, columns], &[columns]);
        let (mut some, mut first) = (ShortScalar::new(false), ShortScalar::new(0.0));
        let (mut sum, mut y) = (Scalar::new(0.0), Output::<List>::stale());
        indices!(j, i);
        let outcome = program()
            .declare(&mut some)
            .declare(&mut first)
            .declare(&mut sum)
            .declare(&mut y.tensor)
            .body(|(some, first, sum, y)| {
                let zero = literal::<f64, Zero>;
                let body = define::<U0, _, _>(a.at2(j, i) * b.at(i), |x| {
                    let some = sieve(b.at(i).gt(zero()), some.at(()).reduce(Or, x.lt(zero())));
                    let first = first.at(()).reduce(Choose::<Zero>::new(), x + a.at2(j, i));
                    block(block(some, first), block(sum.at(()).add(x), y.at((j,)).add(x * x)))
                });
                forall(j, forall(i, body))
            })
            .run();
        let text = "for j, i {
            let x = a[j, i] * b[i];
            if b[i] > 0 { some[] |= x < 0 }
            first[] choose= x + a[j, i];
            sum[] += x;
            y[j] += x * x
        }";
        let outputs: [(&str, &dyn Made); 4] = [("some", &some), ("first", &first), ("sum", &sum), ("y", &y)];
        Check::of::<(A, B)>(text).case(format!("{case:?}"), &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

each!(rows_twice: some_matrices);
each!(corners: few_cubes);
some!(named_and_early: Csr List, Coo Flat, FlatRuns Runs, Dcsr Map);
