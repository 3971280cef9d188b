//! Hybrid rows through programs, and their arrays.

use finch_formats::hybrid::LIST;
use finch_formats::prelude::*;
use finch_traits::algebra::Overwrite;
use finch_traits::level::Level;
use finch_traits::level::{RowsFollow, RowsGallop};
use typenum::U2;

type Rows<L> = Tensor<Dense<Hybrid<L>>>;

/// Row 0 stores 1 and 4, row 1 is dense, row 2 is empty, row 3 stores 0, row 4 is dense.
fn rows() -> Rows<Element<i64>> {
    let lists = vec![10, 11, 12];
    let child = Element::new([lists, vec![1, 2, 3, 4, 5], vec![0, 7, 0, 8, 9]].concat());
    let hybrid = Hybrid::new(
        5,
        vec![0, 2, 2, 2, 3, 3],
        vec![1, 4, 0],
        vec![LIST, 0, LIST, LIST, 1],
        child,
    );
    Tensor::new(Dense::new(5, hybrid)).unwrap()
}

fn plain() -> Matrix<i64> {
    let values = [
        [0, 10, 0, 0, 11],
        [1, 2, 3, 4, 5],
        [0, 0, 0, 0, 0],
        [12, 0, 0, 0, 0],
        [0, 7, 0, 8, 9],
    ];
    Matrix::from_dense([5, 5], values.as_flattened()).unwrap()
}

#[test]
fn parts_are_read_in_place() {
    let a = rows();
    assert_eq!(a, plain());
    assert_eq!(a.count_stored(), 13);
    assert_eq!(a.get([4, 3]), Some(8));
    assert_eq!(a.get([0, 3]), Some(0));
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

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |ptr: &[usize], idx: &[u32], slot: &[u32], len: usize| {
        let hybrid = Hybrid::new(
            3,
            ptr.to_vec(),
            idx.to_vec(),
            slot.to_vec(),
            Element::<i64>::new(vec![0; len]),
        );
        Tensor::new(Dense::new(2, hybrid))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(make(&[0, 1, 1], &[2], &[LIST, 0], 4), Ok(()));
    assert!(
        make(&[0, 1, 1], &[2], &[LIST, 0], 3)
            .unwrap_err()
            .contains("4 are needed")
    );
    assert!(make(&[0, 1, 1], &[2], &[LIST], 4).unwrap_err().contains("slots"));
    assert!(make(&[0, 1, 1], &[2], &[LIST, 1], 9).unwrap_err().contains("number 1"));
    assert!(make(&[0, 0, 0], &[], &[1, 0], 9).unwrap_err().contains("number 1"));
    assert!(
        make(&[0, 0, 1], &[2], &[LIST, 0], 9)
            .unwrap_err()
            .contains("has a list")
    );
    assert!(
        make(&[0, 1, 2], &[2, 3], &[LIST, LIST], 9)
            .unwrap_err()
            .contains("extent 3")
    );
}

/// What programs compute over `a` and `b`, read by each protocol, is what loops over their values compute.
fn check<A, B>(a: &Tensor<A>, b: &Tensor<B>)
where
    A: Level<T = i64, Rank = U2> + RowsGallop + RowsFollow,
    B: Level<T = i64, Rank = U2> + RowsGallop + RowsFollow,
{
    indices!(j, i);
    let values = || a.to_dense().unwrap().into_iter().zip(b.to_dense().unwrap());
    let product: Vec<i64> = values().map(|(a, b)| a * b).collect();
    let sum: Vec<i64> = values().map(|(a, b)| a + b).collect();
    macro_rules! expect {
        ($expected:expr, $value:expr) => {{
            let mut y = Matrix::<i64>::default();
            program()
                .declare(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).add($value))))
                .run()
                .unwrap();
            assert_eq!(y.values(), $expected, "{}", stringify!($value))
        }};
    }
    expect!(product, a.at((j, i)) * b.at((j, i)));
    expect!(product, a.at((j, gallop(i))) * b.at((j, gallop(i))));
    expect!(product, a.at((j, follow(i))) * b.at((j, i)));
    expect!(product, a.at((j, i)) * b.at((j, follow(i))));
    expect!(sum, a.at((j, i)) + b.at((j, i)));
    expect!(sum, a.at((j, gallop(i))) + b.at((j, follow(i))));
}

#[test]
fn programs_see_lists_and_dense_fibers_alike() {
    let a = rows();
    let entries = [([0, 1], 3), ([0, 2], 5), ([1, 0], 2), ([4, 4], 1)];
    check(&a, &a);
    check(&a, &Csr::<i64>::from_triplets([5, 5], entries, Add).unwrap());
    // Below lists, merged fibers may be absent.
    let below: Tensor<SparseList<Hybrid<Element<i64>>>> = a.drop_fills().unwrap();
    check(&below, &Dcsr::<i64>::from_triplets([5, 5], entries, Add).unwrap());
}

#[test]
fn fibers_that_are_more_than_half_full_become_dense() {
    let entries = [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [3, 1],
        [3, 2],
        [3, 3],
    ];
    let a = HybridCsr::<f64>::from_triplets([4, 4], entries.map(|index| (index, 1.0)), Add).unwrap();
    let level = a.level().child();
    assert_eq!(level.slot(), &[LIST, 0, LIST, 1]);
    assert_eq!(level.ptr(), &[0, 2, 2, 3, 3]);
    assert_eq!(level.idx(), &[0, 1, 3]);
    assert_eq!(
        level.child().val(),
        &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0]
    );
    a.validate().unwrap();
}

#[test]
fn updating_in_place_keeps_what_is_there() {
    indices!(j, i);
    let mut a = HybridCsr::<f64>::from_triplets([2, 3], [([0, 0], 1.0), ([0, 2], 2.0), ([1, 0], 3.0)], Add).unwrap();
    assert_eq!(a.level().child().slot(), &[0, LIST]);
    let more = Csr::<f64>::from_triplets([2, 3], [([1, 2], 4.0)], Add).unwrap();
    program()
        .update(&mut a)
        .body(|(a,)| forall(j, forall(i, a.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 2.0, 3.0, 0.0, 4.0]);
    assert_eq!(a.level().child().slot(), &[0, 1]);
    // A dense fiber is full.
    let result = program()
        .update(&mut a)
        .body(|(a,)| forall(j, forall(i, a.at((j, i)).add(more.at((j, i))))))
        .run();
    assert!(result.is_err());
    a.validate().unwrap();
    assert_eq!(a.get([1, 2]), Some(4.0));
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
    let a = Tensor::<RunList<Hybrid<Element<i64>>>>::from_triplets([5, 3], entries, Overwrite).unwrap();
    assert_eq!(a.level().right(), &[2, 3, 5]);
    assert_eq!(a.to_dense().unwrap(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 1, 0, 5, 1, 0]);
    let again = a.convert::<Dense<SparseList<Element<i64>>>>().unwrap();
    assert!(
        Tensor::<RunList<Hybrid<Element<i64>>>>::from_tensor(&again)
            .unwrap()
            .same_storage(&a)
    );
}
