//! Scalars that know whether they were assigned, as workspaces and outputs, beside the oracle.

use finch_algebra::Min;
use finch_algebra::fill::Inf;
use finch_formats::{SparseScalar, SparseShortScalar};
use finch_tests::prelude::*;

/// A product of matrix and vector, of which only rows with summands are stored.
fn products<A: Matrix>() {
    let check = Check::of::<A>("for j { with s { for i { s[] += a[j, i] * b[i] } } then { y[j] = s[] } }");
    indices!(j, i);
    for a in &data::matrices() {
        let (x, b) = (Input::<A>::new(a), Input::<Flat>::new(&data::vector_for(a.shape()[1])));
        let (mut y, mut s) = (Output::<List>::stale(), SparseScalar::<f64>::default());
        let outcome = program()
            .declare(&mut y.tensor)
            .workspace(&mut s)
            .body(|(y, s)| {
                let row = forall(i, s.at(()).add(x.at2(j, i) * b.at(i)));
                forall(j, s.within(row, y.at((j,)).set(s.read(()))))
            })
            .run();
        check.with_workspaces(a, &[("a", &x), ("b", &b)], outcome, &[("y", &y)], &[("s", &s)]);
    }
}

/// The least of a vector, as an output that may be left alone.
fn least<A: Vector>() {
    let check = Check::of::<A>("for i { least[] min= a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut least, mut early) = <(SparseScalar<f64, Inf>, SparseShortScalar<f64, Inf>)>::default();
        let outcome = program()
            .declare(&mut least)
            .body(|(least,)| forall(i, least.at(()).reduce(Min, x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("least", &least)]);
        let outcome = program()
            .declare(&mut early)
            .body(|(least,)| forall(i, least.at(()).reduce(Min, x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("least", &early)]);
    }
}

/// Rows without entries have no sum.
fn rows<A: Matrix>() {
    indices!(j, i);
    for a in &data::matrices() {
        let (x, mut y, mut s) = (
            Input::<A>::new(a),
            Output::<List>::stale(),
            SparseScalar::<f64>::default(),
        );
        program()
            .declare(&mut y.tensor)
            .workspace(&mut s)
            .body(|(y, s)| {
                let row = forall(i, s.at(()).add(x.at2(j, i)));
                forall(j, s.within(row, y.at((j,)).set(s.read(()))))
            })
            .run()
            .unwrap();
        let stored: Vec<usize> = y.tensor.to_triplets().iter().map(|(index, _)| index[0]).collect();
        let mut rows: Vec<usize> = a.entries().iter().map(|(index, _)| index[0]).collect();
        rows.dedup();
        assert_eq!(stored, rows, "{a}");
    }
}

each!(products: some_matrices);
each!(least: some_vectors);
some!(rows: Csr, Dcsr, DcsrGallop, Coo);
