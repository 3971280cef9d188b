//! Values by their indices, entries one by one, and vectors of what an iterator yields.

use finch_formats::prelude::*;
use finch_formats::tensor::index::Borrowable;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use std::panic::catch_unwind;
use typenum::U2;

const ENTRIES: [([usize; 2], i64); 5] = [([2, 3], 5), ([0, 1], 3), ([2, 0], -1), ([2, 3], 2), ([3, 4], 0)];

/// Each value is that of `get`; entries are those of `for_each`, from the front and from the back.
fn holds<L: WriteLevel<T = i64, Fill = Zero, Rank = U2> + Borrowable + Default + Debug>() {
    let a = Tensor::<L>::from_triplets([4, 5], ENTRIES, Add).unwrap();
    for j in 0..4 {
        for i in 0..5 {
            assert_eq!(a[[j, i]], a.get([j, i]).unwrap(), "{a}")
        }
    }
    let mut visited = Vec::new();
    a.for_each(|index, value| visited.push(([index[0], index[1]], value)));
    assert!(visited.contains(&([2, 3], 7)));
    assert_eq!(a.iter().len(), visited.len());
    assert_eq!(a.iter().collect::<Vec<_>>(), visited);
    visited.reverse();
    assert_eq!(a.iter().rev().collect::<Vec<_>>(), visited);
    let again = Tensor::<L>::from_triplets([4, 5], &a, Add).unwrap();
    assert_eq!(again, a);
}

#[test]
fn values_and_entries_over_nests() {
    holds::<Dense<Dense<Element<i64>>>>();
    holds::<Dense<SparseList<Element<i64>>>>();
    holds::<SparseList<SparseList<Element<i64>>>>();
    holds::<Dense<SparsePairs<i64>>>();
    holds::<Dense<RunList<Element<i64>>>>();
    holds::<RunList<SparseList<Element<i64>>>>();
    holds::<Dense<SparseByteMap<Element<i64>>>>();
}

#[test]
fn booleans() {
    let bits = BitMatrix::from_dense([2, 2], &[true, false, false, true]).unwrap();
    let pattern = CsrPattern::from_tensor(&bits).unwrap();
    for at in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        assert_eq!((bits[at], pattern[at]), (at[0] == at[1], at[0] == at[1]));
    }
    assert_eq!(pattern.iter().map(|(at, _)| at).collect::<Vec<_>>(), [[0, 0], [1, 1]]);
}

#[test]
fn beyond_the_extents() {
    let a = Csr::from_triplets([4, 5], ENTRIES, Add).unwrap();
    for at in [[4, 0], [0, 5], [usize::MAX, 0]] {
        let panic = catch_unwind(|| a[at]).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(
            message.contains(&format!("{at:?}")) && message.contains("[4, 5]"),
            "{message}"
        );
    }
    let none = SparseVector::<f64>::empty([0]).unwrap();
    assert!(catch_unwind(|| none[[0]]).is_err());
    assert_eq!(none.iter().next(), None);
}

#[test]
fn vectors_of_what_comes() {
    let x: Vector<i64> = ENTRIES.iter().map(|entry| entry.1).collect();
    assert_eq!(x.values(), [5, 3, -1, 2, 0]);
    let none: VectorWithFill<f64, Inf> = std::iter::empty().collect();
    assert_eq!(none.shape()[..], [0]);
}
