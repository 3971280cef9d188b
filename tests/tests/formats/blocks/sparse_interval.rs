//! Sparse intervals: one run per fiber at most.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types};
use finch_traits::algebra::logic::No;
use finch_traits::lifecycle::WriteLevel;
use typenum::U2;

type Interval = SparseInterval<Value>;
type Unmerged = SparseInterval<Value, Vec<u32>, No>;

/// Rows with a run, with nothing, and with all.
const ROWS: [[i64; 4]; 5] = [[0, 7, 7, 0], [0; 4], [3, 0, 0, 0], [5; 4], [0, 0, 7, 7]];

conformance! {
    Interval, |level| [level.left(), level.right(), level.child().val()];
    stores {
        some H6, 1 => [2] [3] [1];
        some Z4, 0 => [0] [0] [0];
        rows ROWS, 4 => [1 0 0 0 2] [3 0 1 4 4] [7 0 3 5 7];
    }
    draws {
        [0, 4, 4, 0] => "4 tensor of i64, fill 0, 1 stored" "SparseInterval [4]" "├─ [1..3]: 4";
        [0; 3] => "3 tensor of i64, fill 0, 0 stored" "SparseInterval [3]";
    }
    refuses {
        |left: &[i16], right: &[i16], len: usize| {
            Dense::new(2, SparseInterval::new(6, left.to_vec(), right.to_vec(), zeros(len)))
        };
        &[0, 6], &[6, 6], 2;
        &[0], &[1, 1], 2 => "1 starts and 2 ends";
        &[0, 0], &[1], 2 => "2 starts and 1 ends";
        &[0, 3], &[1, 2], 2 => "fiber 1 of a SparseInterval level goes from 3 to 2";
        &[0, 3], &[7, 3], 2 => "goes from 0 to 7";
        &[-1, 3], &[0, 3], 2 => "fiber 0";
        &[0, 0], &[0, 0], 1 => "2 are needed";
    }
    fibers_ascend { 4, &[0, 1, 0, 0, 0, 0, 1, 0] }
    widest { SparseInterval<Value, Vec<u8>>: u8 255 }
    holds_nothing { Dense<Interval>, SparseInterval<Line> }
}

fn write<L: WriteLevel<T = i64, Fill = Zero, Rank = typenum::U1>>(
    y: &mut Tensor<L>,
    range: std::ops::Range<usize>,
    value: i64,
) -> finch_formats::Result<()> {
    finch! { mut y; for i in range { y[i] = value; } }.run()
}

#[test]
fn a_range_is_written_as_one_run() {
    let mut y = Tensor::<Interval>::empty([9]).unwrap();
    write(&mut y, 2..6, 1).unwrap();
    assert_eq!(arrays(y.level()), [[2], [6], [1]]);
    let mut z = Tensor::<Unmerged>::empty([9]).unwrap();
    write(&mut z, 2..6, 1).unwrap();
    assert_eq!((z.level().left(), z.level().right()), (&vec![2], &vec![6]));
    // It goes on where it ends.
    write(&mut y, 6..7, 1).unwrap();
    assert_eq!(arrays(y.level()), [[2], [7], [1]]);
    for (range, value) in [(7..8, 2), (8..9, 1), (0..2, 1), (2..7, 1), (3..4, 5)] {
        let says = format!("fiber 0 of a SparseInterval level is full: index {}", range.start);
        refused(write(&mut y, range, value), ErrorKind::Order, &[&says]);
        y.validate().unwrap();
        assert_eq!(arrays(y.level()), [[2], [7], [1]]);
    }
    refused(write(&mut z, 6..7, 1), ErrorKind::Order, &["index 6"]);
}

#[test]
fn a_second_run_is_refused() {
    for values in [&[0, 1, 0, 1][..], &[1, 2], &[1, 1, 2, 2]] {
        refused(
            IntervalVector::<i64>::from_dense([values.len()], values),
            ErrorKind::Order,
            &[],
        );
    }
    let a = csr(3, 4, &[0, 1, 1, 0, 2, 0, 2, 2, 0, 0, 0, 3]);
    let mut y = IntervalMatrix::<i64>::default();
    let words = "fiber 1 of a SparseInterval level is full: index 2";
    refused(U2::set(&mut y, &a), ErrorKind::Order, &[words]);
    assert_eq!(all(&y), [0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 3]);
    // Rows of rows.
    let mut deep = Tensor::<SparseInterval<List>>::default();
    let words = "fiber 0 of a SparseInterval level is full: index 1";
    refused(U2::set(&mut deep, &a), ErrorKind::Order, &[words]);
    assert_eq!(all(&deep), [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn parts_are_taken_and_given_back() {
    let level = SparseInterval::new(3, vec![1_u8, 3, 9], vec![3, 3, 8], Element::<i64>::new(vec![4, 5, 6]));
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&m), [0, 4, 4, 0, 0, 0]);
    let (extent, left, right, child) = m.into_level().into_child().unmerged().into_parts();
    assert_eq!(
        (extent, left, right, child.val().len()),
        (3, vec![1, 3, 9], vec![3, 3, 8], 3)
    );
}

#[test]
fn reads_with_others() {
    let m = matrix::<Dense<Interval>>([5, 4], ROWS.as_flattened());
    assert_eq!(m.to_triplets().len(), 9);
    holds_and_merges::<Dense<Interval>>([5, 4], ROWS.as_flattened());
    of_types! { holds_beside_lists([5, 4], ROWS.as_flattened()): SparseList<Interval>, RunList<Interval> }
    let rectangle = [0, 0, 0, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 0, 0, 0];
    for held in [
        holds_and_merges::<SparseInterval<Interval>>,
        holds_beside_lists::<SparseInterval<RunList<Value>>>,
        holds_beside_lists::<SparseInterval<Line>>,
        holds_beside_lists::<SparseInterval<List>>,
        holds_beside_lists::<SparseInterval<SparseBlockList<Value>>>,
        holds_beside_lists::<SparseInterval<SparseBand<Value>>>,
    ] {
        held([5, 4], &rectangle)
    }
    holds_and_merges::<SparseInterval<Interval>>([5, 4], &[0; 20]);
}
