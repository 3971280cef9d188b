//! Resizing: what stays, what is dropped, what is new; every nest that can be copied into.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::of_types;
use finch_traits::level::Contents;
use finch_traits::lifecycle::WriteLevel;
use std::iter::zip;
use typenum::U2;

type E = Element<i64>;

const SHAPES: [[usize; 2]; 8] = [[4, 5], [0, 0], [1, 9], [9, 1], [4, 0], [2, 3], [7, 7], [4, 6]];

fn checks<L: WriteLevel<T = i64, Fill = Zero, Rank = U2> + Default>()
where
    L::Rank: Axes,
{
    let entries = zip([[0, 0], [0, 4], [1, 1], [1, 2], [3, 0], [3, 4]], [1, 2, 3, 3, 4, 5]);
    for shape in SHAPES {
        let mut a = Tensor::<L>::from_triplets([4, 5], entries.clone(), Add).unwrap();
        let before = a.to_dense().unwrap();
        a.resize(shape).unwrap();
        a.validate().unwrap();
        assert_eq!(&a.shape()[..], shape);
        let expected: Vec<i64> = (0..shape[0])
            .flat_map(|row| (0..shape[1]).map(move |column| (row, column)))
            .map(|(row, column)| {
                if row < 4 && column < 5 {
                    before[row * 5 + column]
                } else {
                    0
                }
            })
            .collect();
        assert_eq!(a.to_dense().unwrap(), expected, "{shape:?}");
        // Twice is once, and back again only what stayed.
        let again = a.to_dense().unwrap();
        a.resize(shape).unwrap();
        assert_eq!(a.to_dense().unwrap(), again);
        a.resize([4, 5]).unwrap();
        for (place, value) in a.to_dense().unwrap().into_iter().enumerate() {
            let kept = place / 5 < shape[0] && place % 5 < shape[1];
            assert_eq!(value, if kept { before[place] } else { 0 });
        }
    }
}

#[test]
fn every_nest() {
    of_types! { checks():
        Dense<Dense<E>>, Dense<SparseList<E>>, SparseList<SparseList<E>>, SparseList<RunList<E>>,
        Dense<SparseRunList<E>>, Dense<Hybrid<E>>, SparseByteMap<SparseDict<E>>, Dense<UnsortedList<E>>,
        UnsortedList<SparseList<E>>, SparseCoo<U2, E>, SparseBand<SparseBlockList<E>>,
        Ragged<Separate<SparseList<E>>>
    }
}

#[test]
fn explicit_fills_stay() {
    let mut x = SparseVector::<i64>::from_triplets([9], [([1], 0), ([3], 2), ([8], 3)], Add).unwrap();
    x.resize([5]).unwrap();
    assert_eq!(x.level().idx(), &[1, 3]);
    assert_eq!(x.level().extent(), 5);
    let mut s = Tensor::<E>::from_triplets([], [([], 2)], Add).unwrap();
    s.resize([]).unwrap();
    assert_eq!(s.get([]), Some(2));
}

#[test]
fn time_is_that_of_what_is_stored() {
    let mut a = WideDcsr::<f64>::from_triplets([1 << 40, 1 << 40], [([5, 7], 1.0), ([1 << 39, 2], 2.0)], Add).unwrap();
    a.resize([1 << 50, 6]).unwrap();
    assert_eq!(a.to_triplets().len(), 1);
    a.resize([1 << 20, 1 << 60]).unwrap();
    assert_eq!(a.to_triplets().len(), 0);
}

#[test]
fn symmetric_squares() {
    fn checks<L: WriteLevel<T = i64, Rank = U2> + Default>() {
        let mut a = Tensor::<L>::from_triplets([3, 3], [([1, 0], 4), ([2, 2], 5), ([0, 2], 6)], Add).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0, 4, 6, 4, 0, 0, 6, 0, 5]);
        a.resize([2, 2]).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0, 4, 4, 0]);
        a.resize([3, 3]).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0, 4, 0, 4, 0, 0, 0, 0, 0]);
        a.resize([0, 0]).unwrap();
        a.resize([1, 1]).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0]);
    }
    checks::<Symmetric<Lower, E>>();
    checks::<Symmetric<Upper, E>>();
}

#[test]
fn what_fails_leaves_the_tensor_as_it_was() {
    let mut x = Tensor::<SparseList<E, Vec<usize>, Vec<u8>>>::from_triplets([9], [([1], 4)], Add).unwrap();
    let error = x.resize([1000]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert_eq!((x.level().extent(), x.get([1])), (9, Some(4)));
    let mut a = SymmetricMatrix::<i64>::from_triplets([2, 2], [([1, 0], 4)], Add).unwrap();
    assert!(a.resize([3, 2]).is_err());
    assert_eq!(a.to_dense().unwrap(), [0, 4, 4, 0]);
    let mut fixed = Tensor::<Dense<E, Fixed<U2>>>::from_dense([2], &[1, 2]).unwrap();
    assert!(fixed.resize([3]).is_err());
    assert_eq!(fixed.to_dense().unwrap(), [1, 2]);
    assert_eq!(fixed.level().get(0, &[1]), 2);
}
