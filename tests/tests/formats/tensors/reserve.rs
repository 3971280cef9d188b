//! Room for what will be appended: lists stay where they are, whatever they hold, and other levels are none the worse for it.

use finch_formats::prelude::*;
use finch_formats::{ErrorKind, UnsortedCsr};
use finch_traits::finch;

/// Where the arrays of a matrix are.
fn arrays(c: &Csr<i64>) -> (*const u32, *const i64) {
    let rows = c.level().child();
    (rows.idx().as_ptr(), rows.child().val().as_ptr())
}

/// The entries of a matrix of 40 by 40, some of whose rows hold nothing.
fn entries() -> impl Iterator<Item = ([usize; 2], i64)> {
    let places = (0..40).flat_map(|row| (0..40).map(move |column| [row, column]));
    places
        .filter(|[row, column]| row % 3 != 1 && (row * column) % 5 == 2)
        .map(|place| (place, (place[0] * 40 + place[1]) as i64))
}

#[test]
fn lists_stay_where_they_are() {
    let a = Csr::from_triplets([40, 40], entries(), Add).unwrap();
    let mut c = Csr::default();
    c.reserve(a.count_stored()).unwrap();
    let reserved = arrays(&c);
    for _ in 0..3 {
        finch! { c .= 0; for j, i { c[j, i] = a[j, i]; } }.run().unwrap();
        assert_eq!((arrays(&c), &c), (reserved, &a));
    }
    // It holds what it held.
    c.reserve(1 << 16).unwrap();
    assert_eq!(c, a);
    c.shrink_to_fit();
    assert_eq!(c.level().child().idx().capacity(), a.count_stored());
}

#[test]
fn more_may_come_and_less() {
    let a = Csr::from_triplets([40, 40], entries(), Add).unwrap();
    for room in [0, 1, 7, a.count_stored() - 1, a.count_stored(), 5000] {
        let (mut sorted, mut unsorted) = (Csr::<i64>::default(), UnsortedCsr::<i64>::default());
        let (mut pairs, mut dense) = (Tensor::<Dense<SparsePairs<i64>>>::default(), Matrix::<i64>::default());
        let (mut places, mut lists) = (Coo::<i64>::default(), Dcsr::<i64>::default());
        let mut tiles = Tensor::<SparseList<Dense<Element<i64>>>>::default();
        sorted.reserve(room).unwrap();
        unsorted.reserve(room).unwrap();
        pairs.reserve(room).unwrap();
        dense.reserve(room).unwrap();
        places.reserve(room).unwrap();
        lists.reserve(room).unwrap();
        tiles.reserve(room).unwrap();
        sorted.copy_from(&a).unwrap();
        unsorted.copy_from(&a).unwrap();
        pairs.copy_from(&a).unwrap();
        dense.copy_from(&a).unwrap();
        places.copy_from(&a).unwrap();
        lists.copy_from(&a).unwrap();
        tiles.copy_from(&a).unwrap();
        let expected = a.to_dense().unwrap();
        assert_eq!(sorted.to_dense().unwrap(), expected);
        assert_eq!(unsorted.to_dense().unwrap(), expected);
        assert_eq!(pairs.to_dense().unwrap(), expected);
        assert_eq!(dense.to_dense().unwrap(), expected);
        assert_eq!(places.to_dense().unwrap(), expected);
        assert_eq!(lists.to_dense().unwrap(), expected);
        assert_eq!(tiles.to_dense().unwrap(), expected);
    }
}

/// Pointers of a byte count 255 entries, however much room there is.
#[test]
fn no_more_than_can_be_counted() {
    type Narrow = Tensor<Dense<SparseList<Element<i64>, Vec<u8>, Vec<u16>>>>;
    type NarrowUnsorted = Tensor<Dense<UnsortedList<Element<i64>, Vec<u8>, Vec<u16>>>>;
    for (rows, fits) in [(12, true), (13, false)] {
        let a = Csr::from_triplets([rows, 20], (0..20 * rows).map(|n| ([n / 20, n % 20], 1)), Add).unwrap();
        let (mut b, mut c) = (Narrow::default(), NarrowUnsorted::default());
        b.reserve(1000).unwrap();
        c.reserve(1000).unwrap();
        for copied in [b.copy_from(&a), c.copy_from(&a)] {
            assert_eq!(
                copied.map_err(|error| error.kind()),
                if fits { Ok(()) } else { Err(ErrorKind::TooLarge) }
            );
        }
    }
}

#[test]
fn too_much_is_refused() {
    let mut c = Csr::from_triplets([2, 2], [([0, 1], 5)], Add).unwrap();
    assert_eq!(c.reserve(usize::MAX).unwrap_err().kind(), ErrorKind::TooLarge);
    assert_eq!(c.to_dense().unwrap(), [0, 5, 0, 0]);
}

/// There is room for all indices of the fiber that was written last, but not for those of another one.
#[test]
fn late_fibers_are_refused_behind_full_ones() {
    let rows = Vector::from(vec![1, 0]);
    for columns in [1, 3, 40] {
        let a = Matrix::from_dense([2, columns], &vec![7_i64; 2 * columns]).unwrap();
        for room in [0, columns, 1000] {
            let mut c = UnsortedCsr::<i64>::filled([2, columns], 0).unwrap();
            c.reserve(room).unwrap();
            let late = finch! { mut c; for j, i { c[rows[j], i] += a[j, i]; } }.run();
            assert_eq!(late.unwrap_err().kind(), ErrorKind::Order);
            finch! { c .= 0; for j, k, i { c[j, i] += a[j, i] * a[k, i]; } }
                .run()
                .unwrap();
            assert_eq!(c.to_dense().unwrap(), vec![98; 2 * columns]);
        }
    }
}
