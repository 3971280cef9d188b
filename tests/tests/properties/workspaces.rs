//! Workspaces that are filled and emptied again and again, by what random data leave in them.

use crate::data::{Case, holds};
use finch_tests::check::{Given, Made};
use finch_tests::prelude::*;
use finch_traits::Result;

/// The output, and the workspace as the last turn leaves it, are what the oracle makes of `text`.
fn agrees<Nests>(
    text: &str,
    case: &Case,
    inputs: &[(&str, &dyn Given)],
    outcome: Result<()>,
    (y, w): (&dyn Made, &dyn Made),
) {
    Check::of::<Nests>(text).with_workspaces(format!("{case:?}"), inputs, outcome, &[("y", y)], &[("w", w)])
}

/// A matrix for each row of `a` and `b`, in a workspace of nest `W`.
fn outer_products<W: MatrixOutput>() {
    holds(100, |case| {
        let [count, rows, columns] = case.extents();
        let (a, b) = case.inputs::<Csr, Csr>(&[count, rows], &[count, columns]);
        let (mut y, mut w) = (Output::<FlatFlat>::stale(), Output::<W>::stale());
        indices!(l, j, i);
        let outcome = program()
            .declare(&mut y.tensor)
            .workspace(&mut w.tensor)
            .body(|(y, w)| {
                let product = forall(j, forall(i, w.at((j, i)).add(a.at2(l, j) * b.at2(l, i))));
                let sum = forall(j, forall(i, y.at((j, i)).add(w.read((j, i)))));
                forall(l, w.within(product, sum))
            })
            .run();
        let text =
            "for l { with w { for j, i { w[j, i] += a[l, j] * b[l, i] } } then { for j, i { y[j, i] += w[j, i] } } }";
        agrees::<W>(text, &case, &[("a", &a), ("b", &b)], outcome, (&y, &w));
    })
}

/// A row for each row of `a`, in a workspace of nest `W`: what is at even places is then copied.
fn rows<W: VectorOutput>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, x) = case.inputs::<Dcsr, List>(&[rows, columns], &[columns]);
        let (mut y, mut w) = (Output::<Csr>::stale(), Output::<W>::stale());
        indices!(j, i);
        let outcome = program()
            .declare(&mut y.tensor)
            .workspace(&mut w.tensor)
            .body(|(y, w)| {
                let sum = forall(i, w.at((i,)).set(a.at2(j, i) + x.at(i)));
                forall(
                    j,
                    w.within(sum, forall(i, sieve(i.from(1), y.at((j, i)).set(w.read((i,)) * 2.0)))),
                )
            })
            .run();
        let text =
            "for j { with w { for i { w[i] = a[j, i] + x[i] } } then { for i { if i >= 1 { y[j, i] = w[i] * 2 } } } }";
        agrees::<W>(text, &case, &[("a", &a), ("x", &x)], outcome, (&y, &w));
    })
}

each!(outer_products: matrix_outputs);
each!(rows: vector_outputs);
