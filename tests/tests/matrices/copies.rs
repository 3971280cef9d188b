//! From every nest to every nest.

use finch_algebra::Overwrite;
use finch_tests::prelude::*;

case! {
    copy<A: Matrix, Y: MatrixOutput>(j, i): "for j, i { y[j, i] = a[j, i] }";
    over a in &data::matrices();
    reads a: A;
    writes y: Y;
    forall(j, forall(i, y.at((j, i)).set(a.at2(j, i))))
}

/// Every matrix, to one.
fn to_dcsr<A: Matrix>() {
    copy::<A, Dcsr>()
}

case! {
    /// Every place is assigned.
    overwrite<A: Matrix, Y: MatrixOutput>(j, i): "for j, i { y[j, i] := a[j, i] }";
    over a in &data::matrices();
    reads a: A;
    writes y: Y;
    forall(j, forall(i, y.at((j, i)).reduce(Overwrite, a.at2(j, i))))
}

/// A row for each entry of a vector: rows that are equal, or not there.
fn rows<Y: MatrixOutput>() {
    let check = Check::of::<Y>("for j, i { y[j, i] = v[j] * w[i] } for j { for i in 0..5 { z[j, i] = r[j] } }");
    indices!(j, i);
    for (v, w) in &data::pairs() {
        let (v_, w_, r) = (Input::<List>::new(v), Input::<List>::new(w), Input::<Runs>::new(v));
        let (mut y, mut z) = (Output::<Y>::stale(), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                block(
                    forall(j, forall(i, y.at((j, i)).set(v_.at(j) * w_.at(i)))),
                    forall(j, forall_in(i, 0..5, z.at((j, i)).set(r.at(j)))),
                )
            })
            .run();
        let check = &check;
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("v", &v_), ("w", &w_), ("r", &r)];
        check.case(format!("{v}, {w}"), &inputs, outcome, &[("y", &y), ("z", &z)]);
    }
}

once!(copy: some_matrices, matrix_outputs);
each!(to_dcsr: more_matrices);
once!(overwrite: few_matrices, matrix_outputs);
each!(rows: matrix_outputs);
