//! Fibers that are lists or dense.

use finch_formats::hybrid::LIST;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, maps};
use finch_traits::level::Level;
use finch_traits::level::{RowsFollow, RowsGallop};
use typenum::U2;

type Mixed = Hybrid<Value>;

const ROWS: [[i64; 5]; 5] = [
    [0, 10, 0, 0, 11],
    [1, 2, 3, 4, 5],
    [0; 5],
    [12, 0, 0, 0, 0],
    [0, 7, 0, 8, 9],
];

/// Row 0 stores 1 and 4, row 1 is dense, row 2 is empty, row 3 stores 0, row 4 is dense.
fn rows() -> Tensor<Dense<Mixed>> {
    let child = Element::new(vec![10, 11, 12, 1, 2, 3, 4, 5, 0, 7, 0, 8, 9]);
    let slots = vec![LIST, 0, LIST, LIST, 1];
    Tensor::new(Dense::new(
        5,
        Hybrid::new(5, vec![0, 2, 2, 2, 3, 3], vec![1, 4, 0], slots, child),
    ))
    .unwrap()
}

conformance! {
    Mixed, |level| [level.ptr(), level.idx(), level.slot(), level.child().val()];
    refuses {
        |ptr: &[usize], idx: &[u32], slot: &[u32], len: usize| {
            Dense::new(2, Hybrid::new(3, ptr.to_vec(), idx.to_vec(), slot.to_vec(), zeros(len)))
        };
        &[0, 1, 1], &[2], &[LIST, 0], 4;
        &[0, 1, 1], &[2], &[LIST, 0], 3 => "4 are needed";
        &[0, 1, 1], &[2], &[LIST], 4 => "slots";
        &[0, 1, 1], &[2], &[LIST, 1], 9 => "number 1";
        &[0, 0, 0], &[], &[1, 0], 9 => "number 1";
        &[0, 0, 1], &[2], &[LIST, 0], 9 => "has a list";
        &[0, 1, 2], &[2, 3], &[LIST, LIST], 9 => "extent 3";
    }
}

#[test]
fn parts_are_read_in_place() {
    let a = rows();
    holds(&a, ROWS.as_flattened(), 13);
    assert_eq!(a, plane(5, ROWS.as_flattened()));
    assert_eq!(a.to_triplets().len(), 13);
    let drawn = a.to_string();
    assert!(
        drawn.contains("[0]: Hybrid [5]") || drawn.contains("[0]: SparseList [5]"),
        "{drawn}"
    );
    assert!(drawn.contains("[1]: Dense [5]"), "{drawn}");
    let (extent, ptr, idx, slot, child) = a.into_level().into_child().into_parts();
    assert_eq!((extent, idx.len(), slot.len(), child.val().len()), (5, 3, 5, 13));
    assert_eq!(ptr, [0, 2, 2, 2, 3, 3]);
}

/// What programs compute over `a` and `b`, read by each protocol, is what loops over their values compute.
fn check<A, B>(a: &Tensor<A>, b: &Tensor<B>)
where
    A: Level<T = i64, Rank = U2> + RowsGallop + RowsFollow,
    B: Level<T = i64, Rank = U2> + RowsGallop + RowsFollow,
{
    let (x, y) = (all(a), all(b));
    maps! { for j, i; x, y;
        |x, y| x * y => (a[j, i] * b[j, i]);
        |x, y| x * y => (a[j, gallop(i)] * b[j, gallop(i)]);
        |x, y| x * y => (a[j, follow(i)] * b[j, i]);
        |x, y| x * y => (a[j, i] * b[j, follow(i)]);
        |x, y| x + y => (a[j, i] + b[j, i]);
        |x, y| x + y => (a[j, gallop(i)] + b[j, follow(i)]);
    }
}

#[test]
fn programs_see_lists_and_dense_fibers_alike() {
    let a = rows();
    let entries = [([0, 1], 3), ([0, 2], 5), ([1, 0], 2), ([4, 4], 1)];
    check(&a, &a);
    check(&a, &Csr::<i64>::from_triplets([5, 5], entries, Add).unwrap());
    // Below lists, merged fibers may be absent.
    let below: Tensor<SparseList<Mixed>> = a.drop_fills().unwrap();
    check(&below, &Dcsr::<i64>::from_triplets([5, 5], entries, Add).unwrap());
}

#[test]
fn fibers_that_are_more_than_half_full_become_dense() {
    let a: Tensor<Dense<Mixed>> = copied(&csr(4, 4, &[1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1]));
    let val = vec![1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1];
    let slots = [LIST, 0, LIST, 1].map(i64::from).to_vec();
    assert_eq!(
        arrays(a.level().child()),
        [vec![0, 2, 2, 3, 3], vec![0, 1, 3], slots, val]
    );
}

#[test]
fn updating_in_place_keeps_what_is_there() {
    let mut a = HybridCsr::<i64>::from_triplets([2, 3], [([0, 0], 1), ([0, 2], 2), ([1, 0], 3)], Add).unwrap();
    assert_eq!(a.level().child().slot(), &[0, LIST]);
    let more = csr(2, 3, &[0, 0, 0, 0, 0, 4]);
    U2::add(&mut a, &more).unwrap();
    assert_eq!(all(&a), [1, 0, 2, 3, 0, 4]);
    assert_eq!(a.level().child().slot(), &[0, 1]);
    // A dense fiber is full.
    assert!(U2::add(&mut a, &more).is_err());
    a.validate().unwrap();
    assert_eq!(a.get([1, 2]), Some(4));
}

#[test]
fn fibers_that_become_dense_are_merged_by_their_values() {
    // What is stored in the first two rows differs while they are lists; the third row is no longer than a list.
    let rows = [
        (0, 0, 0),
        (0, 2, 0),
        (1, 0, 0),
        (1, 1, 0),
        (2, 1, 0),
        (3, 0, 5),
        (3, 1, 1),
        (4, 0, 5),
        (4, 1, 1),
    ];
    let entries = rows.map(|(row, column, value)| ([row, column], value));
    let a = Tensor::<RunList<Mixed>>::from_triplets([5, 3], entries, Overwrite).unwrap();
    assert_eq!(a.level().right(), &[2, 3, 5]);
    assert_eq!(all(&a), [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 1, 0, 5, 1, 0]);
    let again = a.convert::<Dense<List>>().unwrap();
    assert!(Tensor::<RunList<Mixed>>::from_tensor(&again).unwrap().same_storage(&a));
}
