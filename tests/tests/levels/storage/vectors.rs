//! Vectors.

use super::{B6, Bytes, Coordinates, Flat, H6, List, V9, Z4, holds, sparse};
use finch_algebra::Add;
use finch_tests::nests::{Runs, RunsApart, SparseRuns, SparseRunsApart};
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;

#[test]
fn v9() {
    holds(
        &sparse::<List>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    holds(
        &sparse::<Coordinates>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    let set = [0, 1, 1, 1, 1, 0, 0, 1, 0];
    holds(&sparse::<Bytes>(&V9), &[&[0, 5], &[1, 2, 3, 4, 7], &set], &V9);
    holds(
        &sparse::<Runs>(&V9),
        &[&[0, 6], &[1, 3, 5, 7, 8, 9]],
        &[0.0, 1.0, 2.0, 0.0, 3.0, 0.0],
    );
    holds(
        &sparse::<RunsApart>(&V9),
        &[&[0, 8], &[1, 2, 3, 4, 5, 7, 8, 9]],
        &[0.0, 1.0, 1.0, 2.0, 2.0, 0.0, 3.0, 0.0],
    );
    holds(
        &sparse::<SparseRuns>(&V9),
        &[&[0, 3], &[1, 3, 7], &[3, 5, 8]],
        &[1.0, 2.0, 3.0],
    );
    holds(
        &sparse::<SparseRunsApart>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7], &[2, 3, 4, 5, 8]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    let stored = [
        sparse::<Flat>(&V9).count_stored(),
        sparse::<List>(&V9).count_stored(),
        sparse::<Bytes>(&V9).count_stored(),
        sparse::<Runs>(&V9).count_stored(),
        sparse::<SparseRuns>(&V9).count_stored(),
    ];
    assert_eq!(stored, [9, 5, 9, 6, 3]);
}

#[test]
fn b6_and_h6() {
    holds(&sparse::<List>(&B6), &[&[0, 3], &[1, 2, 5]], &[1.0; 3]);
    holds(&sparse::<Coordinates>(&B6), &[&[0, 3], &[1, 2, 5]], &[1.0; 3]);
    holds(&sparse::<Bytes>(&B6), &[&[0, 3], &[1, 2, 5], &[0, 1, 1, 0, 0, 1]], &B6);
    holds(&sparse::<Runs>(&B6), &[&[0, 4], &[1, 3, 5, 6]], &[0.0, 1.0, 0.0, 1.0]);
    holds(&sparse::<SparseRuns>(&B6), &[&[0, 2], &[1, 5], &[3, 6]], &[1.0; 2]);
    // A single entry.
    holds(&sparse::<List>(&H6), &[&[0, 1], &[2]], &[1.0]);
    holds(&sparse::<Bytes>(&H6), &[&[0, 1], &[2], &[0, 0, 1, 0, 0, 0]], &H6);
    holds(&sparse::<Runs>(&H6), &[&[0, 3], &[2, 3, 6]], &[0.0, 1.0, 0.0]);
    holds(&sparse::<SparseRuns>(&H6), &[&[0, 1], &[2], &[3]], &[1.0]);
}

#[test]
fn all_fill_and_no_extent() {
    holds(&sparse::<List>(&Z4), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Coordinates>(&Z4), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Bytes>(&Z4), &[&[0, 0], &[], &[0; 4]], &Z4);
    holds(&sparse::<Runs>(&Z4), &[&[0, 1], &[4]], &[0.0]);
    holds(&sparse::<RunsApart>(&Z4), &[&[0, 1], &[4]], &[0.0]);
    holds(&sparse::<SparseRuns>(&Z4), &[&[0, 0], &[], &[]], &[]);
    let stored = [
        sparse::<Flat>(&Z4).count_stored(),
        sparse::<List>(&Z4).count_stored(),
        sparse::<Runs>(&Z4).count_stored(),
        sparse::<SparseRuns>(&Z4).count_stored(),
    ];
    assert_eq!(stored, [4, 0, 1, 0]);
    holds(&sparse::<List>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Coordinates>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Bytes>(&[]), &[&[0, 0], &[], &[]], &[]);
    holds(&sparse::<Runs>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<SparseRuns>(&[]), &[&[0, 0], &[], &[]], &[]);
}

/// A fill that is stored stays stored, and takes part in runs.
#[test]
fn stored_fills() {
    let source = Tensor::<List>::from_triplets([6], [([1], 0.0), ([2], 0.0), ([3], 4.0), ([5], 0.0)], Add).unwrap();
    holds(&source, &[&[0, 4], &[1, 2, 3, 5]], &[0.0, 0.0, 4.0, 0.0]);
    holds(
        &source.convert::<Coordinates>().unwrap(),
        &[&[0, 4], &[1, 2, 3, 5]],
        &[0.0, 0.0, 4.0, 0.0],
    );
    holds(
        &source.convert::<Bytes>().unwrap(),
        &[&[0, 4], &[1, 2, 3, 5], &[0, 1, 1, 1, 0, 1]],
        &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0],
    );
    // In a run list, a zero that is stored is the same as one that is not.
    holds(
        &source.convert::<Runs>().unwrap(),
        &[&[0, 3], &[3, 4, 6]],
        &[0.0, 4.0, 0.0],
    );
    holds(
        &source.convert::<SparseRuns>().unwrap(),
        &[&[0, 3], &[1, 3, 5], &[3, 4, 6]],
        &[0.0, 4.0, 0.0],
    );
    // Without them.
    holds(&source.drop_fills::<List>().unwrap(), &[&[0, 1], &[3]], &[4.0]);
    holds(
        &source.drop_fills::<SparseRuns>().unwrap(),
        &[&[0, 1], &[3], &[4]],
        &[4.0],
    );
}

/// A vector minus itself: nothing but zeros.
pub(crate) fn difference<L>() -> Tensor<L>
where
    L: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U1> + Default,
{
    let (a, mut y) = (sparse::<List>(&B6), Tensor::<L>::default());
    indices!(i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)) - a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(y.drop_fills::<List>().unwrap().count_stored(), 0);
    y
}

/// What a difference stores: an entry for each operand's, zero or not.
#[test]
fn a_minus_a_stores_zeros() {
    let y = difference::<List>();
    holds(&y, &[&[0, 3], &[1, 2, 5]], &[0.0; 3]);
    holds(&y.drop_fills::<List>().unwrap(), &[&[0, 0], &[]], &[]);
}

/// A loop over a part writes that part.
#[test]
fn one_run_over_a_part() {
    fn written<L: WriteLevel<T = f64, Rank = U1> + Default>() -> Tensor<L> {
        let mut y = Tensor::<L>::empty([9]).unwrap();
        indices!(i);
        program()
            .declare(&mut y)
            .body(|(y,)| forall_in(i, 2..6, y.at((i,)).set(constant(1.0))))
            .run()
            .unwrap();
        y.validate().unwrap();
        y
    }
    holds(&written::<SparseRuns>(), &[&[0, 1], &[2], &[6]], &[1.0]);
    // An extent that is given by no other is as it was before.
    holds(&written::<Runs>(), &[&[0, 3], &[2, 6, 9]], &[0.0, 1.0, 0.0]);
    holds(&written::<List>(), &[&[0, 4], &[2, 3, 4, 5]], &[1.0; 4]);
}
