//! Levels that are written in order, or once.

use super::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::{U1, U2};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

type Number = Element<f64>;

fn x() -> Vector<f64> {
    Vector::from(vec![1.0, 2.0, 3.0, 4.0])
}

/// Two loops, one after the other, write the same fiber of `L`.
#[track_caller]
fn refuses_a_second_loop<L: WriteLevel<T = f64, Rank = U1> + Default>(words: &[&str]) {
    let (x, mut y) = (x(), Tensor::<L>::default());
    indices!(i);
    let mut write = |first: std::ops::Range<usize>, second: std::ops::Range<usize>| {
        let outcome = program()
            .declare(&mut y)
            .body(|(y,)| {
                block(
                    forall_in(i, first, y.at((i,)).set(x.at((i,)))),
                    forall_in(i, second, y.at((i,)).set(x.at((i,)) * 10.0)),
                )
            })
            .run();
        y.validate().unwrap();
        (outcome, y.to_dense().unwrap())
    };
    // In order, it is written by as many loops as one likes.
    let (outcome, values) = write(0..2, 2..4);
    outcome.unwrap();
    assert_eq!(values, [1.0, 2.0, 30.0, 40.0]);
    let (outcome, values) = write(0..3, 2..4);
    refused(outcome, ErrorKind::Order, words);
    assert_eq!(values[..3], [1.0, 2.0, 3.0], "what was written first is kept");
    // The next program is not affected.
    let (outcome, values) = write(0..3, 3..4);
    outcome.unwrap();
    assert_eq!(values, [1.0, 2.0, 3.0, 40.0]);
}

#[test]
fn two_loops_write_what_is_written_in_order() {
    refuses_a_second_loop::<SparseList<Number>>(&["index 2", "fiber 0", "SparseList", "ascending order"]);
    refuses_a_second_loop::<SparseCoo<U1, Number>>(&["SparseCoo", "ascending order"]);
    refuses_a_second_loop::<RunList<Number>>(&["RunList", "ascending order"]);
    refuses_a_second_loop::<SparseRunList<Number>>(&["SparseRunList", "ascending order"]);
    refuses_a_second_loop::<Hybrid<Number>>(&["fiber 0", "ascending order"]);
}

/// What is written in any order holds what the second loop has written.
#[test]
fn two_loops_write_what_is_written_in_any_order() {
    fn check<L: WriteLevel<T = f64, Rank = U1> + Default>() {
        let (x, mut y) = (x(), Tensor::<L>::default());
        indices!(i);
        program()
            .declare(&mut y)
            .body(|(y,)| {
                block(
                    forall_in(i, 0..4, y.at((i,)).set(x.at((i,)))),
                    forall_in(i, 1..3, y.at((i,)).set(x.at((i,)) * 10.0)),
                )
            })
            .run()
            .unwrap();
        y.validate().unwrap();
        assert_eq!(y.to_dense().unwrap(), [1.0, 20.0, 30.0, 4.0]);
    }
    check::<Dense<Number>>();
    check::<SparseByteMap<Number>>();
}

/// Two assignments of one loop write the same fiber of `L`.
#[track_caller]
fn refuses_a_second_assignment<L: WriteLevel<T = f64, Rank = U1> + Default>(words: &[&str]) {
    let (x, mut y) = (x(), Tensor::<L>::default());
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            forall(
                i,
                block(
                    y.at((i,)).add(x.at((i,))),
                    sieve(i.below(2), y.at((i,)).add(x.at((i,)))),
                ),
            )
        })
        .run();
    refused(outcome, ErrorKind::Order, words);
    y.validate().unwrap();
    y.copy_from(&x).unwrap();
    assert!(y == x);
}

#[test]
fn two_assignments_write_what_is_written_in_order() {
    let words = ["two assignments", "fiber 0", "`ByteMapVector`"];
    refuses_a_second_assignment::<SparseList<Number>>(&[&words[..], &["SparseList"]].concat());
    refuses_a_second_assignment::<SparseCoo<U1, Number>>(&[&words[..], &["SparseCoo"]].concat());
    refuses_a_second_assignment::<RunList<Number>>(&["RunList"]);
    refuses_a_second_assignment::<SparseRunList<Number>>(&[&words[..], &["SparseRunList"]].concat());
}

/// The error says from which index of the level on the second assignment writes, wherever the loop starts.
#[test]
fn a_second_assignment_is_moved() {
    fn check<L: WriteLevel<T = f64, Rank = U1, Fill = Zero> + Default>() {
        let (x, mut y) = (x(), Tensor::<L>::default());
        let outcome = finch! { y .= 0; for i { y[i] += x[i]; y[i + 3] += x[i]; } }.run();
        refused(outcome, ErrorKind::Order, &["two assignments", "from index 3 on"]);
        let outcome = finch! { y .= 0; for i in 2..4 { y[i] += x[i]; y[~(i - 1)] += x[i]; } }.run();
        refused(outcome, ErrorKind::Order, &["two assignments", "from index 1 on"]);
    }
    check::<SparseList<Number>>();
    check::<SparseRunList<Number>>();
}

/// A reducer in an inner loop over the same rows appends to each row more than once.
#[test]
fn rows_come_again() {
    fn check<L: WriteLevel<T = f64, Rank = U2> + Level + Default>(words: &[&str]) {
        let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 1.0), ([1, 0], 2.0), ([1, 2], 3.0)], Add).unwrap();
        let (x, mut y) = (x(), Tensor::<L>::default());
        indices!(k, j, i);
        let outcome = program()
            .declare(&mut y)
            .body(|(y,)| forall(k, forall(j, forall(i, y.at((j, i)).add(a.at((j, i)) * x.at((k,)))))))
            .run();
        refused(outcome, ErrorKind::Order, words);
        y.validate().unwrap();
        y.copy_from(&a).unwrap();
        assert!(y == a);
    }
    check::<Dense<SparseList<Number>>>(&["SparseList", "ascending order"]);
    check::<SparseList<SparseList<Number>>>(&["SparseList", "ascending order"]);
    check::<SparseCoo<U2, Number>>(&["SparseCoo", "ascending order"]);
    check::<Dense<RunList<Number>>>(&["RunList", "ascending order"]);
    check::<Dense<SparseRunList<Number>>>(&["SparseRunList", "ascending order"]);
    check::<SparseList<Dense<Number>>>(&["SparseList", "ascending order"]);
}

/// Levels that are written once cannot be updated; what they hold, and what other outputs hold, stays.
#[test]
fn runs_cannot_be_updated() {
    fn check<L: WriteLevel<T = f64, Rank = U2> + Default>() {
        let a = Matrix::<f64>::from_dense([2, 3], &[1.0, 1.0, 0.0, 0.0, 2.0, 2.0]).unwrap();
        let mut y = a.convert::<L>().unwrap();
        let mut z = SparseVector::<f64>::from_triplets([5], [([1], 8.0)], Add).unwrap();
        indices!(j, i);
        let outcome = program()
            .update(&mut z)
            .update(&mut y)
            .body(|(z, y)| {
                block(
                    forall(j, forall(i, y.at((j, i)).add(a.at((j, i))))),
                    forall_in(i, 3..4, z.at((i,)).add(constant(1.0))),
                )
            })
            .run();
        refused(outcome, ErrorKind::Lifecycle, &["RunList", "updated in place"]);
        y.validate().unwrap();
        z.validate().unwrap();
        assert!(y == a);
        assert_eq!(z.to_dense().unwrap(), [0.0, 8.0, 0.0, 0.0, 0.0]);
        // Both can be written afterwards.
        program()
            .update(&mut z)
            .body(|(z,)| forall_in(i, 3..4, z.at((i,)).add(constant(1.0))))
            .run()
            .unwrap();
        assert_eq!(z.to_dense().unwrap(), [0.0, 8.0, 0.0, 1.0, 0.0]);
        y.copy_from(&a).unwrap();
        assert!(y == a);
    }
    check::<Dense<RunList<Number>>>();
    check::<SparseList<RunList<Number>>>();
    check::<SparseRunList<RunList<Number>>>();
    check::<RunList<Dense<Number>>>();
    check::<RunList<SparseList<Number>>>();
    check::<SparseByteMap<RunList<Number>>>();
}

/// Only behind what a level holds, it is appended to.
#[test]
fn updating_before_the_end() {
    fn check<L: WriteLevel<T = f64, Rank = U1> + Default>(words: &[&str]) {
        let mut y = Tensor::<L>::from_triplets([6], [([1], 1.0), ([3], 3.0)], Add).unwrap();
        indices!(i);
        let outcome = program()
            .update(&mut y)
            .body(|(y,)| forall_in(i, 2..6, y.at((i,)).add(constant(5.0))))
            .run();
        refused(outcome, ErrorKind::Order, words);
        y.validate().unwrap();
        assert_eq!(y.get([1]), Some(1.0));
        assert_eq!(y.get([3]), Some(3.0));
    }
    check::<SparseList<Number>>(&["index 2", "SparseList"]);
    check::<SparseCoo<U1, Number>>(&["SparseCoo"]);
    check::<SparseRunList<Number>>(&["SparseRunList"]);
}

/// Faults do not know names, and the program does.
#[test]
fn faults_are_told_with_names() {
    let (x, p) = (Vector::from(vec![1.0, 2.0]), Vector::from(vec![0_usize, 7]));
    let (mut y, mut z) = (SparseVector::<f64>::default(), Vector::<f64>::default());
    let outcome = finch! {
        y .= 0;
        for i {
            if i < 1 { y[i] = x[i]; }
            if i >= 1 { y[i] = 2.0 * x[i]; }
        }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Order,
        &["`y`: two assignments", "select(condition, a, b)"],
    );
    let outcome = finch! {
        z .= 0;
        for i { z[i] = x[p[i]]; }
    }
    .run();
    refused(
        outcome,
        ErrorKind::OutOfBounds,
        &["`x` (axis 0): data names the place 7", "extent 2", "`~`"],
    );
}
