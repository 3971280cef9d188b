//! Patterns, other fills, other leaves, and comparing arrays: over every level.

use finch_formats::bit::Bit;
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_formats::tensor::leaf::{AnyFill, Blank, WithFill, WithLeaf};
use finch_formats::tensor::storage::SameStorage;
use finch_tests::of_types;
use finch_traits::algebra::{Fill, Reducer};
use finch_traits::level::{Contents, Level};
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::Rank;
use typenum::{U1, U2, U3};

type E = Element<f64>;

/// Entries of a shape of two dimensions: an explicit zero among them, and an empty row.
const ENTRIES: [([usize; 2], f64); 5] = [
    ([0, 0], 1.0),
    ([0, 1], 2.0),
    ([2, 1], 0.0),
    ([2, 2], 3.0),
    ([3, 0], 3.0),
];

/// What a nest over `f64` is over other leaves.
fn checks<L>()
where
    L: WriteLevel<T = f64, Fill = Zero, Rank = U2> + WithLeaf<Leaf = E> + SameStorage + Default + Clone,
    WithFill<L, Inf>: Blank + WriteLevel + Default + Clone + SameStorage,
    L::Rank: Axes,
{
    let a = Tensor::<L>::from_triplets([4, 4], ENTRIES, Add).unwrap();
    let stored: Vec<_> = a.to_triplets();

    let pattern = a.pattern();
    pattern.validate().unwrap();
    assert_eq!(pattern.shape(), a.shape());
    assert_eq!(
        pattern.to_triplets(),
        stored.iter().map(|(index, _)| (*index, true)).collect::<Vec<_>>()
    );
    let consumed = a.clone().into_pattern();
    consumed.validate().unwrap();
    assert_eq!(consumed.to_triplets(), pattern.to_triplets());

    let mut high = a.clone().set_fill::<Inf>();
    high.validate().unwrap();
    assert_eq!(high.to_triplets(), stored);
    let values: Vec<f64> = a.to_dense().unwrap();
    for (place, value) in high.to_dense().unwrap().into_iter().enumerate() {
        let index = [place / 4, place % 4];
        let expected = if stored.iter().any(|(at, _)| at[..] == index) {
            values[place]
        } else {
            f64::INFINITY
        };
        assert_eq!(value, expected, "{index:?}");
    }
    assert!(high.same_storage(&high.clone()));

    // What was no entry starts out from the new fill, where the nest can be written again.
    if high
        .reopen_by(Min)
        .map(|mut writer| drop(writer.put([3, 3], 7.0)))
        .is_ok()
    {
        high.validate().unwrap();
        let value = high.get([3, 3]).unwrap();
        assert!([7.0, f64::INFINITY].contains(&value) || stored.iter().any(|(at, _)| at[..] == [3, 3]));
    }

    assert!(a.same_storage(&a.clone()));
    let mut entries = ENTRIES;
    entries[3].1 = 4.0;
    assert!(!a.same_storage(&Tensor::from_triplets([4, 4], entries, Add).unwrap()));
    assert!(!a.same_storage(&Tensor::from_triplets([4, 5], ENTRIES, Add).unwrap_or_else(|_| Tensor::default())));
    assert!(Tensor::<L>::default().same_storage(&Tensor::default()));

    let mapped = a
        .clone()
        .map_leaf(|leaf| Element::<i64>::new(leaf.val().iter().map(|&value| value as i64).collect()));
    let mapped = mapped.unwrap();
    assert_eq!(mapped.to_triplets().len(), stored.len());
    assert!(
        mapped
            .to_triplets()
            .iter()
            .zip(&stored)
            .all(|(one, other)| one.1 as f64 == other.1)
    );
}

/// Pairs stay pairs over other values, and list what has no value.
#[test]
fn pairs_over_other_leaves() {
    let a = PackedCsr::<f64>::from_triplets([4, 4], ENTRIES, Add).unwrap();
    let integers = |leaf: E| Element::<i64>::new(leaf.val().iter().map(|&value| value as i64).collect());
    let mapped: PackedCsr<i64> = a.clone().map_leaf(integers).unwrap();
    let expected = PackedCsr::<i64>::from_triplets([4, 4], ENTRIES.map(|(index, value)| (index, value as i64)), Add);
    assert!(mapped.same_storage(&expected.unwrap()));
    let high: PackedCsrWithFill<f64, Inf> = a.clone().set_fill();
    assert_eq!(high.level().child().pairs(), a.level().child().pairs());
    let edges: CsrPattern = a.pattern();
    assert_eq!(edges.level().child().idx(), &[0, 1, 1, 2, 0]);
    assert_eq!(
        a.map_leaf(|_| Element::<u8>::new(vec![1])).unwrap_err().kind(),
        finch_formats::ErrorKind::Invalid
    );
}

#[test]
fn over_every_level() {
    of_types! { checks():
        Dense<Dense<E>>, Dense<SparseList<E>>, Dense<SparsePairs<f64>>, SparseList<SparseList<E>>,
        SparseBlockList<SparseBlockList<E>>, SparseBand<SparseBand<E>>, Ragged<Ragged<E>>,
        SparseByteMap<SparseByteMap<E>>, SparseByteMap<Dense<E>>, SparseByteMap<SparseList<E>>,
        Dense<UnsortedList<E>>, UnsortedList<UnsortedList<E>>, SparseDict<SparseDict<E>>,
        SparseDict<SparseByteMap<E>>, SparseDict<Dense<E>>, SparseCoo<U2, E>, SparseCoo<U1, SparseCoo<U1, E>>,
        Dense<RunList<E>>, RunList<SparseRunList<E>>, SparseRunList<Dense<E>>, Dense<Hybrid<E>>,
        Dense<Separate<SparseList<E>>>, Counted<Dense<Counted<SparseList<E>>>>, SparseByteMap<Ragged<E>>,
        SparseByteMap<Hybrid<E>>, Hybrid<Hybrid<E>>, Hybrid<SparseList<E>>, Hybrid<RunList<E>>, RunList<Hybrid<E>>
    }
}

/// Reads as `L` does, through everything that there is between.
fn reads<L: Level<T = f64, Rank: Rank>>(tensor: &Tensor<L>, expected: &[f64]) {
    tensor.validate().unwrap();
    assert_eq!(tensor.to_dense().unwrap(), expected);
}

#[test]
fn points_and_intervals() {
    let inf = f64::INFINITY;
    let points = PointMatrix::<f64>::from_triplets([3, 3], [([0, 1], 2.0), ([2, 0], 0.0)], Add).unwrap();
    let mut high = points.clone().set_fill::<Inf>();
    reads(&high, &[inf, 2.0, inf, inf, inf, inf, 0.0, inf, inf]);
    let mut writer = high.reopen_by(Min).unwrap();
    writer.put([1, 1], 9.0).unwrap();
    writer.freeze().unwrap();
    assert_eq!(high.get([1, 1]), Some(9.0));
    assert!(points.same_storage(&points.clone()) && points.pattern().to_triplets().len() == 2);

    let spans = IntervalMatrix::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([0, 2], 2.0)], Add).unwrap();
    let high = spans.clone().set_fill::<Inf>();
    reads(&high, &[inf, 2.0, 2.0, inf, inf, inf]);
    assert!(spans.same_storage(&spans.clone()) && spans.pattern().to_triplets().len() == 2);
}

#[test]
fn halves() {
    let inf = f64::INFINITY;
    let lower = LowerMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add).unwrap();
    reads(&lower.clone().set_fill::<Inf>(), &[0.0, inf, 5.0, 0.0]);
    assert_eq!(lower.pattern().to_dense().unwrap(), [true, false, true, true]);
    assert!(lower.same_storage(&lower.clone()));
    let symmetric = SymmetricMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add).unwrap();
    reads(&symmetric.clone().set_fill::<Inf>(), &[0.0, 5.0, 5.0, 0.0]);
    assert!(symmetric.pattern().to_dense().unwrap().iter().all(|&stored| stored));
    assert!(symmetric.same_storage(&symmetric.clone()));
}

#[test]
fn bits() {
    let x = BitVector::from_dense([70], &[true; 70]).unwrap();
    let mut y = x.clone();
    assert!(x.same_storage(&y));
    let mut writer = y.reopen().unwrap();
    writer.put([69], false).unwrap();
    writer.freeze().unwrap();
    assert!(!x.same_storage(&y));
    let sparse = Tensor::<SparseByteMap<Bit>>::from_triplets([70], [([3], false)], Or).unwrap();
    let mut sparse = sparse.set_fill::<True>();
    assert_eq!((sparse.get([3]), sparse.get([4])), (Some(false), Some(true)));
    let mut writer = sparse.reopen_by(And).unwrap();
    writer.put([66], true).unwrap();
    writer.freeze().unwrap();
    assert_eq!(sparse.get([66]), Some(true));
}

/// Bits of fibers that are not listed are those of the new fill: what is written next to one of them does not bring back the old one.
#[test]
fn bits_that_are_not_listed() {
    fn changed<F: Fill<bool>, G: Fill<bool>>(by: impl Reducer<bool>) {
        let (old, new) = (F::value(), G::value());
        let a = Tensor::<SparseByteMap<Dense<Bit<F>>>>::from_triplets([3, 70], [([1, 69], new)], Overwrite).unwrap();
        let mut b = a.set_fill::<G>();
        let mut writer = b.reopen_by(by).unwrap();
        writer.put([2, 68], old).unwrap();
        writer.freeze().unwrap();
        let expected = |at: usize| match at {
            70..139 => old,
            208 => old,
            _ => new,
        };
        assert_eq!(b.to_dense().unwrap(), Vec::from_iter((0..210).map(expected)))
    }
    changed::<False, True>(And);
    changed::<True, False>(Or);
}

/// What blocks hold beyond the extents is fill, whichever it is; zeros within them stay.
#[test]
fn padding_of_blocks() {
    let inf = f64::INFINITY;
    let entries = [([0, 0, 0], 1.0), ([0, 4, 3], 2.0), ([1, 2, 3], 3.0), ([1, 4, 1], 4.0)];
    let a = Tensor::<Dense<SparseBlocks<U2, U3, E>>>::from_triplets([2, 5, 4], entries, Add).unwrap();
    let high = a.clone().set_fill::<Inf>();
    assert_eq!(high.to_triplets().len(), 6 + 1 + 2 + 3);
    let expected = [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [2.0, inf, inf, inf, inf, inf],
        [3.0, inf, inf, 0.0, inf, inf],
        [0.0, 4.0, 0.0, inf, inf, inf],
    ];
    assert_eq!(high.level().child().child().val()[..], expected.concat());
}

#[test]
fn borrowed_arrays() {
    let (ptr, idx, val) = ([0, 1, 2], [2, 0], [1.0, 2.0]);
    let a = CsrView::<f64>::from_parts(2, 3, &ptr[..], &idx[..], &val[..]).unwrap();
    assert_eq!(a.pattern().level().child().idx(), &&idx[..]);
    let high = a.clone().set_fill::<Inf>();
    assert_eq!(high.get([1, 1]), Some(f64::INFINITY));
    assert_eq!(high.level().child().child().val().as_ptr(), val.as_ptr());
    let fewer = a.map_leaf(|_| Element::<f64>::new(vec![1.0]));
    assert_eq!(
        fewer.unwrap_err().to_string(),
        "an Element level holds 1 values where 2 are needed"
    );
}

#[test]
fn nothing_is_copied_that_is_consumed() {
    let a = Csr::<f64>::from_triplets([4, 4], ENTRIES, Add).unwrap();
    let (idx, val) = (
        a.level().child().idx().as_ptr(),
        a.level().child().child().val().as_ptr(),
    );
    let a = a.set_fill::<Inf>();
    assert_eq!(
        (
            a.level().child().idx().as_ptr(),
            a.level().child().child().val().as_ptr()
        ),
        (idx, val)
    );
    assert_eq!(a.into_pattern().level().child().idx().as_ptr(), idx);
}

#[test]
fn nan_is_the_same_as_nan() {
    let x = Vector::<f64>::from(vec![f64::NAN, 1.0]);
    assert!(x != x.clone() && x.same_storage(&x.clone()));
    assert!(!x.same_storage(&Vector::from(vec![1.0, 1.0])));
}

#[test]
fn scalars() {
    let s = Tensor::<E>::from_triplets([], [([], 2.0)], Add).unwrap();
    assert_eq!(s.pattern().get([]), Some(true));
    assert_eq!(s.set_fill::<Inf>().get([]), Some(2.0));
}

/// Leaves that take a fill are leaves.
#[test]
fn leaves() {
    fn fill<M: AnyFill<T = f64>>(leaf: M) -> f64 {
        leaf.with_fill::<Inf>().get(0, &[])
    }
    assert_eq!(fill(Element::<f64>::new(vec![3.0])), 3.0);
}
