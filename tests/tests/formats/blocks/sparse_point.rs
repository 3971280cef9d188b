//! Sparse points: one entry per fiber at most.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Point = SparsePoint<Value>;

const H6: [i64; 6] = [0, 0, 1, 0, 0, 0];
/// A row with nothing, and at the borders.
const ROWS: [[i64; 4]; 5] = [[0, 7, 0, 0], [0; 4], [3, 0, 0, 0], [0, 0, 0, 5], [0, 7, 0, 0]];

#[test]
fn storage() {
    let h = some1::<Point>(&H6);
    assert_eq!(
        (&h.level().idx()[..], &h.level().child().val()[..]),
        (&[2][..], &[1][..])
    );
    assert_eq!((h.count_stored(), h.to_dense().unwrap()), (1, H6.to_vec()));
    // Nothing at all.
    let z = some1::<Point>(&[0; 4]);
    assert_eq!(
        (&z.level().idx()[..], &z.level().child().val()[..]),
        (&[4][..], &[0][..])
    );
    assert_eq!((z.count_stored(), z.to_dense().unwrap()), (0, vec![0; 4]));
    let m = PointMatrix::<i64>::from_dense([5, 4], ROWS.as_flattened()).unwrap();
    assert_eq!(m.level().child().idx(), &[1, 4, 0, 3, 1]);
    assert_eq!(m.level().child().child().val(), &[7, 0, 3, 5, 7]);
    assert_eq!(
        (m.get([3, 3]), m.get([3, 2]), m.get([1, 3])),
        (Some(5), Some(0), Some(0))
    );
    assert_eq!((m.count_stored(), m.to_triplets().len()), (4, 4));
    assert_eq!(m.to_dense().unwrap(), ROWS.as_flattened());
}

#[test]
fn drawing() {
    assert_eq!(
        some1::<Point>(&H6).to_string().lines().collect::<Vec<_>>(),
        ["6 tensor of i64, fill 0, 1 stored", "SparsePoint [6]", "├─ [2]: 1"]
    );
    assert_eq!(some1::<Point>(&[0; 3]).to_string().lines().count(), 2);
}

#[test]
fn parts_are_taken_and_given_back() {
    let level = SparsePoint::new(3, vec![2_u8, 3, 9], Element::<i64>::new(vec![4, 5, 6]));
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(m.to_dense().unwrap(), [0, 0, 4, 0, 0, 0]);
    let (extent, idx, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, idx, child.val().len()), (3, vec![2, 3, 9], 3));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |idx: &[i16], len: usize| {
        let level = SparsePoint::new(6, idx.to_vec(), Element::<i64>::new(vec![0; len]));
        Tensor::new(Dense::new(2, level))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(make(&[0, 6], 2), Ok(()));
    for (made, says) in [
        (make(&[0], 2), "1 indices where 2 fibers"),
        (make(&[0, 7], 2), "index 7 of fiber 1"),
        (make(&[-1, 0], 2), "index -1 of fiber 0"),
        (make(&[0, 0], 1), "2 are needed"),
    ] {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}")
    }
    let level = SparsePoint::new(usize::MAX, vec![0_u64], Element::<i64>::new(vec![0]));
    assert_eq!(Tensor::new(level).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_second_entry_is_refused() {
    indices!(j, i);
    let a = Csr::<i64>::from_triplets([3, 5], [([0, 2], 1), ([1, 1], 2), ([1, 4], 3), ([2, 0], 4)], Add).unwrap();
    let mut y = PointMatrix::<i64>::default();
    for _ in 0..2 {
        let error = program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let message = error.to_string();
        for part in ["fiber 1", "SparsePoint", "index 4"] {
            assert!(message.contains(part), "{message}")
        }
        y.validate().unwrap();
        assert_eq!(y.level().child().idx(), &[2, 1, 0]);
    }
    assert!(PointVector::<i64>::from_triplets([9], [([1], 1), ([2], 1)], Add).is_err());
    assert!(PointVector::<i64>::from_triplets([9], [([1], 1), ([1], 1)], Add).is_ok());
    // Rows of rows.
    let mut deep = Tensor::<SparsePoint<SparseList<Value>>>::default();
    let error = program()
        .declare(&mut deep)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("fiber 0 of a SparsePoint level is full: index 1"),
        "{error}"
    );
    deep.validate().unwrap();
    assert_eq!(deep.to_dense().unwrap(), [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn the_same_entry_may_be_assigned_again() -> Result<()> {
    indices!(k, i);
    // Added up over k, one index at a time.
    let a = Csr::<i64>::from_triplets([3, 5], [([0, 2], 1), ([1, 2], 2), ([2, 2], 4)], Add)?;
    let mut y = PointVector::<i64>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(k, forall(i, y.at((i,)).add(a.at((k, i))))))
        .run()?;
    assert_eq!(stored(&y), [(2, 7)]);
    program()
        .update(&mut y)
        .body(|(y,)| forall(k, forall(i, y.at((i,)).add(a.at((k, i))))))
        .run()?;
    assert_eq!(stored(&y), [(2, 14)]);
    let error = program()
        .update(&mut y)
        .body(|(y,)| forall_in(i, 0..2, y.at((i,)).add(constant(1))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    assert_eq!(stored(&y), [(2, 14)]);
    Ok(())
}

#[test]
fn an_entry_that_is_open_may_lose_its_place() {
    // Index i is open while the inner loop writes index k.
    indices!(i, k);
    let (a, b) = (list(5, &[3]), list(5, &[1]));
    let mut y = PointVector::<i64>::default();
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            forall(
                i,
                forall(
                    k,
                    in_turns(y.at((k,)).set(b.at((k,))), y.at((i,)).add(a.at((i,)) * b.at((k,)))),
                ),
            )
        })
        .run();
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::Order);
    y.validate().unwrap();
    assert_eq!(stored(&y).len(), 1);
}

#[test]
fn narrow_integers_are_refused() {
    type Narrow = SparsePoint<Value, Vec<u8>>;
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
    assert!(some1::<Point>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Point>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparsePoint<Dense<Value>>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    holds_and_merges::<Dense<Point>>([5, 4], ROWS.as_flattened());
    holds_and_merges::<SparseList<Point>>([5, 4], ROWS.as_flattened());
    holds_and_merges::<RunList<Point>>([5, 4], ROWS.as_flattened());
    let one = [0, 0, 0, 0, 3, 0, 4, 5, 0, 0, 0, 0];
    holds_and_merges::<SparsePoint<Dense<Value>>>([3, 4], &one);
    holds_and_merges::<SparsePoint<SparseList<Value>>>([3, 4], &one);
    holds_and_merges::<SparsePoint<SparseBlockList<Value>>>([3, 4], &one);
    holds_and_merges::<SparsePoint<Point>>([3, 4], &[0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
    holds_and_merges::<SparsePoint<Point>>([3, 4], &[0; 12]);
}

#[test]
fn a_permutation_is_points_of_truth() {
    let p = Tensor::<Dense<SparsePoint<Pattern>>>::from_triplets(
        [3, 3],
        [([0, 2], true), ([1, 0], true), ([2, 1], true)],
        Or,
    )
    .unwrap();
    assert_eq!(p.level().child().idx(), &[2, 0, 1]);
    let x = Vector::<f64>::from(vec![1.0, 2.0, 3.0]);
    let mut y = Vector::<f64>::default();
    indices!(j, i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, when(p.at((j, i)), y.at((j,)).set(x.at((i,)))))))
        .run()
        .unwrap();
    assert_eq!(y.values(), [3.0, 1.0, 2.0]);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let a = Vector::<i64>::from(vec![0, 1, 2]);
    let mut y = some1::<Point>(&H6);
    let run = catch_unwind(AssertUnwindSafe(|| {
        program()
            .declare(&mut y)
            .body(|(y,)| {
                let value = map1(
                    finch_traits::algebra::Unary(|x: i64| if x == 2 { panic!("two") } else { x }),
                    a.at((i,)),
                );
                forall(i, when(a.at((i,)).ne(constant(0)), y.at((i,)).set(value)))
            })
            .run()
    }));
    assert!(run.is_err());
    y.validate().unwrap();
    assert_eq!(y.count_stored(), 0);
}
