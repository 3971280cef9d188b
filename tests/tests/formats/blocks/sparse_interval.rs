//! Sparse intervals: one run per fiber at most.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_traits::algebra::logic::No;

type Interval = SparseInterval<Value>;
type Unmerged = SparseInterval<Value, Vec<u32>, No>;

const H6: [i64; 6] = [0, 0, 1, 0, 0, 0];
/// Rows with a run, with nothing, and with all.
const ROWS: [[i64; 4]; 5] = [[0, 7, 7, 0], [0; 4], [3, 0, 0, 0], [5; 4], [0, 0, 7, 7]];

fn arrays(tensor: &Tensor<Interval>) -> (&[u32], &[u32], &[i64]) {
    let level = tensor.level();
    (level.left(), level.right(), level.child().val())
}

#[test]
fn storage() {
    let h = some1::<Interval>(&H6);
    assert_eq!(arrays(&h), (&[2][..], &[3][..], &[1][..]));
    assert_eq!((h.count_stored(), h.to_dense().unwrap()), (1, H6.to_vec()));
    let z = some1::<Interval>(&[0; 4]);
    assert_eq!(arrays(&z), (&[0][..], &[0][..], &[0][..]));
    assert_eq!((z.count_stored(), z.to_dense().unwrap()), (0, vec![0; 4]));
    let m = IntervalMatrix::<i64>::from_dense([5, 4], ROWS.as_flattened()).unwrap();
    let level = m.level().child();
    assert_eq!(
        (&level.left()[..], &level.right()[..]),
        (&[1, 0, 0, 0, 2][..], &[3, 0, 1, 4, 4][..])
    );
    assert_eq!(level.child().val(), &[7, 0, 3, 5, 7]);
    assert_eq!(
        (m.get([4, 2]), m.get([4, 1]), m.get([1, 3])),
        (Some(7), Some(0), Some(0))
    );
    assert_eq!((m.count_stored(), m.to_triplets().len()), (4, 9));
    assert_eq!(m.to_dense().unwrap(), ROWS.as_flattened());
}

#[test]
fn a_range_is_written_as_one_run() {
    indices!(i);
    let (mut y, mut z) = (
        Tensor::<Interval>::empty([9]).unwrap(),
        Tensor::<Unmerged>::empty([9]).unwrap(),
    );
    program()
        .update(&mut y)
        .body(|(y,)| forall_in(i, 2..6, y.at((i,)).set(constant(1))))
        .run()
        .unwrap();
    assert_eq!(arrays(&y), (&[2][..], &[6][..], &[1][..]));
    program()
        .update(&mut z)
        .body(|(z,)| forall_in(i, 2..6, z.at((i,)).set(constant(1))))
        .run()
        .unwrap();
    assert_eq!((&z.level().left()[..], &z.level().right()[..]), (&[2][..], &[6][..]));
    // It goes on where it ends.
    program()
        .update(&mut y)
        .body(|(y,)| forall_in(i, 6..7, y.at((i,)).set(constant(1))))
        .run()
        .unwrap();
    assert_eq!(arrays(&y), (&[2][..], &[7][..], &[1][..]));
    for (range, value) in [(7..8, 2), (8..9, 1), (0..2, 1), (2..7, 1), (3..4, 5)] {
        let error = program()
            .update(&mut y)
            .body(|(y,)| forall_in(i, range.clone(), y.at((i,)).set(constant(value))))
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let says = format!("fiber 0 of a SparseInterval level is full: index {}", range.start);
        assert!(error.to_string().contains(&says), "{error}");
        y.validate().unwrap();
        assert_eq!(arrays(&y), (&[2][..], &[7][..], &[1][..]));
    }
    let error = program()
        .update(&mut z)
        .body(|(z,)| forall_in(i, 6..7, z.at((i,)).set(constant(1))))
        .run()
        .unwrap_err();
    assert!(error.to_string().contains("index 6"), "{error}");
}

#[test]
fn a_second_run_is_refused() {
    for values in [&[0, 1, 0, 1][..], &[1, 2], &[1, 1, 2, 2]] {
        let error = IntervalVector::<i64>::from_dense([values.len()], values).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
    }
    indices!(j, i);
    let rows = [[0, 1, 1, 0], [2, 0, 2, 2], [0, 0, 0, 3]];
    let a: Csr<i64> = Csr::from_dense([3, 4], rows.as_flattened()).unwrap();
    let mut y = IntervalMatrix::<i64>::default();
    let error = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("fiber 1 of a SparseInterval level is full: index 2"),
        "{error}"
    );
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), [0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 3]);
    // Rows of rows.
    let mut deep = Tensor::<SparseInterval<SparseList<Value>>>::default();
    let error = program()
        .declare(&mut deep)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("fiber 0 of a SparseInterval level is full: index 1"),
        "{error}"
    );
    deep.validate().unwrap();
    assert_eq!(deep.to_dense().unwrap(), [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn fibers_ascend() {
    indices!(k, j, i);
    let a = Csr::<i64>::from_triplets([2, 4], [([0, 1], 1), ([1, 2], 1)], Add).unwrap();
    let ones = Vector::<i64>::from(vec![1, 1]);
    let mut y = IntervalMatrix::<i64>::default();
    let error = program()
        .declare(&mut y)
        .body(|(y,)| forall(k, forall(j, forall(i, y.at((j, i)).add(a.at((j, i)) * ones.at((k,)))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    y.validate().unwrap();
    assert_eq!(y, a);
}

#[test]
fn drawing() {
    assert_eq!(
        some1::<Interval>(&[0, 4, 4, 0]).to_string().lines().collect::<Vec<_>>(),
        [
            "4 tensor of i64, fill 0, 1 stored",
            "SparseInterval [4]",
            "├─ [1..3]: 4"
        ]
    );
    assert_eq!(some1::<Interval>(&[0; 3]).to_string().lines().count(), 2);
}

#[test]
fn parts_are_taken_and_given_back() {
    let level = SparseInterval::new(3, vec![1_u8, 3, 9], vec![3, 3, 8], Element::<i64>::new(vec![4, 5, 6]));
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(m.to_dense().unwrap(), [0, 4, 4, 0, 0, 0]);
    let (extent, left, right, child) = m.into_level().into_child().unmerged().into_parts();
    assert_eq!(
        (extent, left, right, child.val().len()),
        (3, vec![1, 3, 9], vec![3, 3, 8], 3)
    );
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |left: &[i16], right: &[i16], len: usize| {
        let level = SparseInterval::new(6, left.to_vec(), right.to_vec(), Element::<i64>::new(vec![0; len]));
        Tensor::new(Dense::new(2, level))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(make(&[0, 6], &[6, 6], 2), Ok(()));
    for (made, says) in [
        (make(&[0], &[1, 1], 2), "1 starts and 2 ends"),
        (make(&[0, 0], &[1], 2), "2 starts and 1 ends"),
        (
            make(&[0, 3], &[1, 2], 2),
            "fiber 1 of a SparseInterval level goes from 3 to 2",
        ),
        (make(&[0, 3], &[7, 3], 2), "goes from 0 to 7"),
        (make(&[-1, 3], &[0, 3], 2), "fiber 0"),
        (make(&[0, 0], &[0, 0], 1), "2 are needed"),
    ] {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}")
    }
}

#[test]
fn narrow_integers_are_refused() {
    type Narrow = SparseInterval<Value, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([255]).is_ok());
    let error = Tensor::<Narrow>::empty([256]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error.to_string().contains("256") && error.to_string().contains("u8"),
        "{error}"
    );
}

#[test]
fn extents_of_zero() {
    assert!(some1::<Interval>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Interval>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseInterval<Dense<Value>>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    holds_and_merges::<Dense<Interval>>([5, 4], ROWS.as_flattened());
    holds_and_merges::<SparseList<Interval>>([5, 4], ROWS.as_flattened());
    holds_and_merges::<RunList<Interval>>([5, 4], ROWS.as_flattened());
    let rectangle = [0, 0, 0, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 0, 0, 0];
    holds_and_merges::<SparseInterval<Interval>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<Dense<Value>>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<SparseList<Value>>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<RunList<Value>>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<SparseBlockList<Value>>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<SparseBand<Value>>>([5, 4], &rectangle);
    holds_and_merges::<SparseInterval<SparseInterval<Value>>>([5, 4], &[0; 20]);
}
