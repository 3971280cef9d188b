//! Sparse points: one entry per fiber at most.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run};
use typenum::U2;

type Point = SparsePoint<Value>;

/// A row with nothing, and at the borders.
const ROWS: [[i64; 4]; 5] = [[0, 7, 0, 0], [0; 4], [3, 0, 0, 0], [0, 0, 0, 5], [0, 7, 0, 0]];

conformance! {
    Point, |level| [level.idx(), level.child().val()];
    stores {
        some H6, 1 => [2] [1];
        some Z4, 0 => [4] [0];
        rows ROWS, 4 => [1 4 0 3 1] [7 0 3 5 7];
    }
    draws {
        H6 => "6 tensor of i64, fill 0, 1 stored" "SparsePoint [6]" "├─ [2]: 1";
        [0; 3] => "3 tensor of i64, fill 0, 0 stored" "SparsePoint [3]";
    }
    refuses {
        |idx: &[i16], len: usize| Dense::new(2, SparsePoint::new(6, idx.to_vec(), zeros(len)));
        &[0, 6], 2;
        &[0], 2 => "1 indices where 2 fibers";
        &[0, 7], 2 => "index 7 of fiber 1";
        &[-1, 0], 2 => "index -1 of fiber 0";
        &[0, 0], 1 => "2 are needed";
    }
    rejects { SparsePoint::new(usize::MAX, vec![0_u64], zeros(1)) => TooLarge; }
    widest { SparsePoint<Value, Vec<u8>>: u8 255 }
    holds_nothing { Dense<Point>, SparsePoint<Line> }
    survives_panics { H6, 1, false }
}

#[test]
fn parts_are_taken_and_given_back() {
    let level = SparsePoint::new(3, vec![2_u8, 3, 9], Element::<i64>::new(vec![4, 5, 6]));
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&m), [0, 0, 4, 0, 0, 0]);
    let (extent, idx, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, idx, child.val().len()), (3, vec![2, 3, 9], 3));
}

/// What arrays hold beyond the fibers that there are is no entry of those that are appended.
#[test]
fn longer_arrays_are_cut_off_when_more_is_written() {
    let points = SparsePoint::new(2, vec![0_u8, 1, 0], Element::<i64>::new(vec![5, 7, 9]));
    let mut a = Tensor::new(SparseList::new(3, vec![0, 1], vec![0], points)).unwrap();
    assert_eq!(all(&a), [5, 0, 0, 0, 0, 0]);
    let mut writer = a.reopen().unwrap();
    writer.put([1, 0], 8).unwrap();
    writer.freeze().unwrap();
    assert_eq!(all(&a), [5, 0, 8, 0, 0, 0])
}

#[test]
fn a_second_entry_is_refused() {
    let a = Csr::<i64>::from_triplets([3, 5], [([0, 2], 1), ([1, 1], 2), ([1, 4], 3), ([2, 0], 4)], Add).unwrap();
    let mut y = PointMatrix::<i64>::default();
    for _ in 0..2 {
        refused(
            U2::set(&mut y, &a),
            ErrorKind::Order,
            &["fiber 1", "SparsePoint", "index 4"],
        );
        y.validate().unwrap();
        assert_eq!(y.level().child().idx(), &[2, 1, 0]);
    }
    assert!(PointVector::<i64>::from_triplets([9], [([1], 1), ([2], 1)], Add).is_err());
    assert!(PointVector::<i64>::from_triplets([9], [([1], 1), ([1], 1)], Add).is_ok());
    // Rows of rows.
    let mut deep = Tensor::<SparsePoint<List>>::default();
    let words = "fiber 0 of a SparsePoint level is full: index 1";
    refused(U2::set(&mut deep, &a), ErrorKind::Order, &[words]);
    assert_eq!(all(&deep), [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn the_same_entry_may_be_assigned_again() {
    // Added up over k, one index at a time.
    let a = Csr::<i64>::from_triplets([3, 5], [([0, 2], 1), ([1, 2], 2), ([2, 2], 4)], Add).unwrap();
    let mut y = PointVector::<i64>::default();
    run! { y .= 0; for k, i { y[i] += a[k, i]; } }
    assert_eq!(stored(&y), [(2, 7)]);
    run! { mut y; for k, i { y[i] += a[k, i]; } }
    assert_eq!(stored(&y), [(2, 14)]);
    refused(
        finch! { mut y; for i in 0..2 { y[i] += constant(1); } }.run(),
        ErrorKind::Order,
        &[],
    );
    assert_eq!(stored(&y), [(2, 14)]);
}

#[test]
fn an_entry_that_is_open_may_lose_its_place() {
    // Index i is open while the inner loop writes index k.
    indices!(i, k);
    let (a, b) = (listed(5, [3]), listed(5, [1]));
    let mut y = PointVector::<i64>::default();
    let both = program().declare(&mut y).body(|(y,)| {
        let turns = interleave(y.at((k,)).set(b.at((k,))), y.at((i,)).add(a.at((i,)) * b.at((k,))));
        forall(i, forall(k, turns))
    });
    refused(both.run(), ErrorKind::Order, &[]);
    assert_eq!(stored(&y).len(), 1);
}

#[test]
fn reads_with_others() {
    let m = matrix::<Dense<Point>>([5, 4], ROWS.as_flattened());
    assert_eq!(m.to_triplets().len(), 4);
    holds_and_merges::<Dense<Point>>([5, 4], ROWS.as_flattened());
    of_types! { holds_beside_lists([5, 4], ROWS.as_flattened()): SparseList<Point>, RunList<Point> }
    for held in [
        holds_beside_lists::<SparsePoint<Line>>,
        holds_beside_lists::<SparsePoint<List>>,
        holds_beside_lists::<SparsePoint<SparseBlockList<Value>>>,
    ] {
        held([3, 4], &[0, 0, 0, 0, 3, 0, 4, 5, 0, 0, 0, 0])
    }
    holds_and_merges::<SparsePoint<Point>>([3, 4], &[0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
    holds_and_merges::<SparsePoint<Point>>([3, 4], &[0; 12]);
}

#[test]
fn a_permutation_is_points_of_truth() {
    let entries = [([0, 2], true), ([1, 0], true), ([2, 1], true)];
    let p = Tensor::<Dense<SparsePoint<Pattern>>>::from_triplets([3, 3], entries, Or).unwrap();
    assert_eq!(p.level().child().idx(), &[2, 0, 1]);
    let (x, mut y) = (Vector::<f64>::from(vec![1.0, 2.0, 3.0]), Vector::<f64>::default());
    run! { y .= 0; for j, i { if p[j, i] { y[j] = x[i]; } } }
    assert_eq!(y.values(), [3.0, 1.0, 2.0]);
}

#[test]
fn patterns_are_taken_back() {
    let (on, off) = (
        Vector::<bool>::from([false, false, true]),
        Vector::<bool>::from([false; 3]),
    );
    let mut y = Tensor::<SparsePoint<Pattern>>::default();
    run! { y .= _; for i { y[i] := on[i]; y[i] := off[i]; } }
    assert_eq!(y.count_stored(), 0);
    run! { y .= _; for i { y[i] := off[i]; y[i] := on[i]; } }
    assert_eq!(all(&y), [false, false, true]);
    run! { mut y; for i in 2..3 { y[i] := off[i]; } }
    assert_eq!(y.count_stored(), 0);
}
