//! Two reducers on one output without a boundary between them, and what is one.

use super::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::algebra;

fn x() -> Vector<f64> {
    Vector::from(vec![3.0, 1.0, 2.0])
}

#[test]
fn a_loop_combines_an_output_in_two_ways() {
    let (x, mut y) = (x(), Vector::<f64>::default());
    let outcome = finch! {
        y .= 0;
        for i { y[i] += x[i]; y[i] <<max>>= 2.0 * x[i]; }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["`y` is written both by `+=` and by `<<max>>=`", "a loop of its own"],
    );
    y.validate().unwrap();
}

#[test]
fn an_output_is_set_and_added_to() {
    let (x, mut y) = (x(), Vector::<f64>::default());
    let outcome = finch! {
        y .= 0;
        for i { y[i] = x[i]; for j in 0..2 { y[i] += 1.0; } }
    }
    .run();
    refused(outcome, ErrorKind::Lifecycle, &["`y`", "`=`", "`+=`"]);
    let outcome = finch! {
        y .= 0;
        for i { y[i] := x[i]; y[i] = x[i]; }
    }
    .run();
    refused(outcome, ErrorKind::Lifecycle, &["`y`", "`:=`", "`=`"]);
}

#[test]
fn branches_combine_an_output_in_two_ways() {
    let (x, mut s) = (x(), Scalar::new(0.0));
    let outcome = finch! {
        s .= 0;
        for i { if i < 2 { s[] += x[i]; } else { s[] <<min>>= x[i]; } }
    }
    .run();
    refused(outcome, ErrorKind::Lifecycle, &["`s`", "`+=`", "`<<min>>=`"]);
}

#[test]
fn a_workspace_is_combined_in_two_ways() {
    let (x, mut s, mut w) = (x(), Scalar::new(0.0), Scalar::new(0.0));
    let outcome = finch! {
        s .= 0;
        for j in 0..2 {
            w .= 0;
            for i { w[] += x[i]; w[] <<max>>= x[i]; }
            s[] += w[];
        }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["`w`", "`+=`", "`<<max>>=`", "a workspace of its own"],
    );
}

/// Statements of a program are done one after the other, and each workspace is its own.
#[test]
fn boundaries() {
    let (x, mut y) = (x(), Vector::<f64>::default());
    finch! {
        y .= 0;
        for i { y[i] = x[i]; }
        for i in 0..3 { for j in 0..2 { y[i] += 1.0; } }
        for i { y[i] <<min>>= x[i] * x[i]; }
    }
    .run()
    .unwrap();
    assert_eq!(y, Vector::from(vec![5.0, 1.0, 4.0]));

    let (mut s, mut sum, mut greatest) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
    finch! {
        s .= 0;
        for j in 0..2 {
            sum .= 0;
            for i { sum[] += x[i]; }
            greatest .= 0;
            for i { greatest[] <<max>>= x[i]; }
            s[] += sum[] * greatest[];
        }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 36.0);
}

/// A boundary in one loop: the order at each index is meant.
#[test]
fn in_turns_at_each_index() {
    let (x, mut s) = (x(), Scalar::new(0.0));
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| {
            let body = interleave(s.at(()).add(x.at((i,))), s.at(()).reduce(algebra::Mul, constant(2.0)));
            forall(i, body)
        })
        .run()
        .unwrap();
    assert_eq!(s.get(), 32.0);
    // Not for what stands in front of the boundary.
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| {
            let mixed = block(s.at(()).add(x.at((i,))), s.at(()).reduce(algebra::Max, x.at((i,))));
            forall(i, interleave(mixed, s.at(()).add(x.at((i,)))))
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`+=`", "`<<max>>=`", "interleave"]);
}

/// Two assignments by the same reducer, in whatever branches, are one way.
#[test]
fn one_reducer_twice() {
    let (x, mut s) = (x(), Scalar::new(0.0));
    finch! {
        s .= 0;
        for i { s[] += x[i]; if i < 2 { s[] += x[i]; } else { s[] += 10.0; } }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 20.0);
}
