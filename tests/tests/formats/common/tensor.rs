//! Every way into a tensor and out of it, over a nest of each kind and rank, against maps and nested loops. Trips through every nest are those of
//! the suites `levels` and `all_nests`.

use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_formats::{Error, ErrorKind};
use finch_tests::conformance::{all, refused};
use finch_tests::{of_types, run};
use finch_traits::algebra::fill::Fill;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::{Rank, Shape};
use generic_array::GenericArray;
use quickcheck::quickcheck;
use std::collections::BTreeMap;
use typenum::{U0, U2};

/// A nest with values of type `i64` over zero.
trait Nest: WriteLevel<T = i64, Fill = Zero, Rank: Axes> + Default + Clone + std::fmt::Debug {}

impl<L: WriteLevel<T = i64, Fill = Zero, Rank: Axes> + Default + Clone + std::fmt::Debug> Nest for L {}

fn array<R: Rank>(index: &[usize]) -> Shape<R> {
    GenericArray::from_iter(index.iter().copied())
}

/// Every index of a shape, in order.
fn indices_of(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |above, &extent| {
        let below = |index: Vec<usize>| (0..extent).map(move |here| [&index[..], &[here]].concat());
        above.into_iter().flat_map(below).collect()
    })
}

/// Entries of a shape, with duplicates and explicit fills, out of arbitrary numbers.
fn entries_of(shape: &[usize], seeds: &[(u16, i8)]) -> Vec<(Vec<usize>, i64)> {
    if shape.contains(&0) {
        return Vec::new();
    }
    let entry = |&(seed, value): &(u16, i8)| {
        let mut seed = seed as usize;
        let mut digit = |&extent: &usize| {
            let digit = seed % extent;
            seed = (seed / extent).wrapping_mul(31) ^ seed;
            digit
        };
        (shape.iter().map(&mut digit).collect(), i64::from(value / 16))
    };
    seeds.iter().map(entry).collect()
}

fn combined(entries: &[(Vec<usize>, i64)]) -> BTreeMap<Vec<usize>, i64> {
    let mut map = BTreeMap::new();
    for (index, value) in entries {
        *map.entry(index.clone()).or_insert(0) += value
    }
    map
}

fn from_entries<L: Nest>(shape: &[usize], entries: &[(Vec<usize>, i64)]) -> Tensor<L> {
    let entries = entries.iter().map(|(index, value)| (array::<L::Rank>(index), *value));
    Tensor::from_triplets(array::<L::Rank>(shape), entries, Add).unwrap()
}

/// The tensor is valid, and every way of asking for a value agrees with `map`.
fn holds<L: Level<T = i64, Fill = Zero>>(tensor: &Tensor<L>, shape: &[usize], map: &BTreeMap<Vec<usize>, i64>) {
    assert_eq!(&tensor.shape()[..], shape);
    let (values, indices) = (all(tensor), indices_of(shape));
    assert_eq!(tensor.to_dense().unwrap(), values);
    for (index, value) in indices.iter().zip(values) {
        assert_eq!(map.get(index).copied().unwrap_or(0), value, "{index:?} of {tensor}");
        assert_eq!(tensor.get(array::<L::Rank>(index)), Some(value));
        for axis in 0..shape.len() {
            let mut outside = index.clone();
            outside[axis] = shape[axis];
            assert_eq!(tensor.get(array::<L::Rank>(&outside)), None);
        }
    }
    let triplets = tensor.to_triplets();
    let stored: BTreeMap<_, _> = triplets.iter().map(|(index, value)| (index.to_vec(), *value)).collect();
    assert!(triplets.len() == stored.len() && triplets.is_sorted_by(|one, next| one.0 < next.0));
    let mut entries = map.iter();
    assert!(
        entries.all(|(index, value)| stored.get(index) == Some(value)),
        "{tensor} lacks some of {map:?}"
    );
}

/// Stores exactly `map`.
fn holds_only<L: Level<T = i64, Fill = Zero>>(tensor: &Tensor<L>, map: &BTreeMap<Vec<usize>, i64>) {
    assert_eq!(tensor.count_stored(), map.len());
    let stored = tensor
        .to_triplets()
        .into_iter()
        .map(|(index, value)| (index.to_vec(), value));
    assert_eq!(&stored.collect::<BTreeMap<_, _>>(), map)
}

/// Makes a tensor of nest `L` from entries, one of `M` from it, and one of `M` from its values. Each is a program that has
/// to be compiled: few programs, many shapes and entries.
fn round_trips<L: Nest, M: Nest<Rank = L::Rank>>(shape: &[usize], seeds: &[(u16, i8)]) {
    let entries = entries_of(shape, seeds);
    let map = combined(&entries);
    let a = from_entries::<L>(shape, &entries);
    holds(&a, shape, &map);

    let mut b: Tensor<M> = a.convert().unwrap();
    holds(&b, shape, &map);
    assert_eq!(a, b);
    assert_eq!(b, a);
    // A copy loses what was there.
    let c = from_entries::<L>(shape, &[]);
    assert_eq!(a == c, map.values().all(|&value| value == 0));
    b.copy_from(&c).unwrap();
    holds(&b, shape, &BTreeMap::new());

    let mut values = a.to_dense().unwrap();
    let b = Tensor::<M>::from_dense(array::<L::Rank>(shape), &values).unwrap();
    holds(&b, shape, &map.into_iter().filter(|&(_, value)| value != 0).collect());
    assert_eq!(b, a);
    if let Some(last) = values.last_mut() {
        *last += 1;
        let b = Tensor::<M>::from_dense(array::<L::Rank>(shape), &values).unwrap();
        assert_ne!(b, a);
        assert_ne!(a, b);
    }
}

/// For nests that store what they are given and nothing else.
fn keeps<L: Nest>(shape: &[usize], seeds: &[(u16, i8)]) {
    let entries = entries_of(shape, seeds);
    let map = combined(&entries);
    let a = from_entries::<L>(shape, &entries);
    holds_only(&a, &map);
    let nonzero = map.into_iter().filter(|&(_, value)| value != 0).collect();
    holds_only(&a.drop_fills::<L>().unwrap(), &nonzero);
    holds_only(
        &Tensor::<L>::from_dense(array::<L::Rank>(shape), &a.to_dense().unwrap()).unwrap(),
        &nonzero,
    )
}

type E = Element<i64>;
type NarrowList<L> = SparseList<L, Vec<u32>, Vec<u8>>;

const VECTORS: [[usize; 1]; 4] = [[0], [1], [7], [40]];
const MATRICES: [[usize; 2]; 6] = [[0, 0], [0, 3], [3, 0], [1, 1], [5, 4], [3, 17]];
const CUBES: [[usize; 3]; 5] = [[0, 2, 2], [2, 0, 2], [2, 2, 0], [2, 3, 4], [4, 1, 3]];

/// Round trips of each nest in a list and the next one.
macro_rules! trips {
    ($shape:ident, $seeds:ident: $from:ty, $to:ty $(, $next:ty)*) => {
        round_trips::<$from, $to>($shape, &$seeds);
        trips! { $shape, $seeds: $to $(, $next)* }
    };
    ($shape:ident, $seeds:ident: $last:ty) => {};
}

quickcheck! {
    fn scalars(seeds: Vec<(u16, i8)>) -> bool {
        round_trips::<E, E>(&[], &seeds);
        let entries = entries_of(&[], &seeds);
        let a = from_entries::<E>(&[], &entries);
        a.get([]) == Some(entries.iter().map(|entry| entry.1).sum())
    }

    fn vectors(seeds: Vec<(u16, i8)>) -> bool {
        for shape in &VECTORS {
            trips! { shape, seeds: Dense<E>, SparseList<E>, RunList<E>, Counted<NarrowList<Counted<E>>>, Dense<E> }
            keeps::<SparseList<E>>(shape, &seeds);
        }
        true
    }

    fn matrices(seeds: Vec<(u16, i8)>) -> bool {
        for shape in &MATRICES {
            trips! { shape, seeds:
                Dense<Dense<E>>, Dense<SparseList<E>>, SparseCoo<U2, E>, SparseList<RunList<E>>, SparseList<SparseByteMap<E>>,
                Dense<Dense<E>>
            }
            keeps::<SparseList<NarrowList<E>>>(shape, &seeds);
            keeps::<SparseCoo<U2, E>>(shape, &seeds);
        }
        true
    }

    fn cubes(seeds: Vec<(u16, i8)>) -> bool {
        for shape in &CUBES {
            trips! { shape, seeds:
                SparseList<SparseList<SparseList<E>>>, SparseList<Dense<RunList<E>>>, SparseCoo<U2, Dense<E>>,
                SparseList<SparseList<SparseList<E>>>
            }
        }
        true
    }
}

#[test]
fn tensors_of_one_value() {
    fn check<L: Nest>(shape: &[usize]) -> usize {
        let tensor = Tensor::<L>::filled(array::<L::Rank>(shape), 7).unwrap();
        holds(
            &tensor,
            shape,
            &indices_of(shape).into_iter().map(|index| (index, 7)).collect(),
        );
        holds(
            &Tensor::<L>::empty(array::<L::Rank>(shape)).unwrap(),
            shape,
            &BTreeMap::new(),
        );
        tensor.count_stored()
    }
    for [rows, cols] in MATRICES {
        assert_eq!(check::<Dense<Dense<E>>>(&[rows, cols]), rows * cols);
        assert_eq!(check::<SparseList<SparseList<E>>>(&[rows, cols]), rows * cols);
        assert!(check::<Dense<RunList<E>>>(&[rows, cols]) <= rows);
    }
}

#[test]
fn up_to_six_dimensions() {
    type Six = SparseList<Dense<SparseList<Dense<SparseList<SparseList<E>>>>>>;
    let entries = [([1, 0, 2, 1, 0, 3], 5), ([0, 1, 0, 0, 1, 1], 4)];
    let a = Tensor::<Six>::from_triplets([2, 2, 3, 2, 2, 4], entries, Add).unwrap();
    assert_eq!(a.get([1, 0, 2, 1, 0, 3]), Some(5));
    assert_eq!(a.to_dense().unwrap().iter().sum::<i64>(), 9);
}

#[test]
fn duplicates_are_combined_in_their_order() {
    let entries = [([1], 1.0), ([0], 9.0), ([1], 2.0), ([1], 3.0)];
    let horner = finch_traits::algebra::reducers::Reduce(|old: f64, new: f64| old * 10.0 + new);
    let x = SparseVector::<f64>::from_triplets([3], entries, horner).unwrap();
    assert_eq!(x.to_dense().unwrap(), [9.0, 123.0, 0.0]);
    let last = SparseVector::<f64>::from_triplets([3], entries, Overwrite).unwrap();
    assert_eq!(last.get([1]), Some(3.0));
    // A large shape is sorted by comparing.
    let entries = [([1 << 20], 1.0), ([0], 9.0), ([1 << 20], 2.0)];
    let x = SparseVector::<f64>::from_triplets([1 << 30], entries, horner).unwrap();
    assert_eq!(x.get([1 << 20]), Some(12.0));
    assert_eq!(x.count_stored(), 2);
}

#[test]
fn explicit_fills_are_kept_until_dropped() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 0.0), ([1, 1], 3.0)], Add).unwrap();
    assert_eq!(a.count_stored(), 2);
    let b: Csr<f64> = a.drop_fills().unwrap();
    assert_eq!(b.count_stored(), 1);
    assert_eq!(a, b);
    let far = f64::INFINITY;
    let a = CsrWithFill::<f64, Inf>::from_dense([1, 3], &[far, 1.0, far]).unwrap();
    assert_eq!(a.count_stored(), 1);
    assert_eq!(a.fill(), far);
    assert_eq!(a.get([0, 2]), Some(far));
}

/// A fill that equals nothing.
#[derive(Clone, Copy, Debug, Default)]
struct NotANumber;

impl Fill<f64> for NotANumber {
    type Known = finch_traits::algebra::known::Tagged<finch_traits::algebra::known::UserTag<U0>>;
    const VALUE: &'static f64 = &f64::NAN;
}

#[test]
fn a_fill_that_is_nan_is_not_stored_and_equals_nothing() {
    let x = SparseVectorWithFill::<f64, NotANumber>::from_dense([3], &[f64::NAN, 1.0, f64::NAN]).unwrap();
    assert_eq!(x.count_stored(), 1);
    assert_ne!(x, x.clone());
    let full = SparseVectorWithFill::<f64, NotANumber>::from_dense([2], &[2.0, 1.0]).unwrap();
    assert_eq!(full, Vector::<f64>::from(vec![2.0, 1.0]));
    let nan = Vector::<f64>::from(vec![f64::NAN]);
    assert_ne!(nan, nan.clone());
}

#[test]
fn fills_that_differ_are_copied_as_values() {
    let x = SparseVector::<f64>::from_triplets([4], [([1], 2.0)], Add).unwrap();
    let y: SparseVectorWithFill<f64, Inf> = x.convert().unwrap();
    assert_eq!(y.to_dense().unwrap(), [0.0, 2.0, 0.0, 0.0]);
    assert_eq!(x, y);
    assert_eq!(y, x);
    let z = SparseVectorWithFill::<f64, Inf>::from_triplets([4], [([1], 2.0)], Add).unwrap();
    assert_ne!(x, z);
    let empty = SparseVectorWithFill::<f64, Inf>::empty([0]).unwrap();
    assert_eq!(empty, SparseVector::<f64>::empty([0]).unwrap());
    // Too many places to look at each.
    let large = Tensor::<SparseList<Element<f64, Inf>, Vec<usize>, Vec<u64>>>::empty([1 << 60]).unwrap();
    assert_ne!(
        large,
        Tensor::<SparseList<Element<f64>, Vec<usize>, Vec<u64>>>::empty([1 << 60]).unwrap()
    );
}

#[test]
fn shapes_tell_tensors_apart() {
    assert_ne!(
        Csr::<f64>::empty([2, 3]).unwrap(),
        Matrix::<f64>::empty([3, 2]).unwrap()
    );
    assert_eq!(
        Csr::<f64>::empty([2, 3]).unwrap(),
        Matrix::<f64>::empty([2, 3]).unwrap()
    );
}

#[test]
fn hostile_shapes_are_refused() {
    type Wide<L> = SparseList<L, Vec<usize>, Vec<u64>>;
    let far = 1 << 60;
    let one = [([5, 7], 1.0)];
    let too_large = |outcome: Result<(), Error>| drop(refused(outcome, ErrorKind::TooLarge, &[]));
    too_large(Matrix::<f64>::from_triplets([far, far], one, Add).map(drop));
    too_large(Matrix::<f64>::empty([far, 4]).map(drop));
    too_large(Matrix::<f64>::filled([far, 4], 1.0).map(drop));
    too_large(Csr::<f64>::from_triplets([far, 9], one, Add).map(drop));
    too_large(Csr::<f64>::from_triplets([9, far], one, Add).map(drop));
    too_large(Dcsr::<f64>::empty([usize::MAX, 1]).map(drop));
    too_large(Tensor::<Wide<Wide<Element<f64>>>>::empty([usize::MAX, 1]).map(drop));
    too_large(Tensor::new(Dense::new(far, Dense::new(far, Pattern))).map(drop));

    let a = Tensor::<Wide<Wide<Element<f64>>>>::from_triplets([far, far], one, Add).unwrap();
    assert_eq!(a.get([5, 7]), Some(1.0));
    assert_eq!(a.get([far, 7]), None);
    too_large(a.to_dense().map(drop));
    too_large(a.convert::<Dense<Wide<Element<f64>>>>().map(drop));
    assert!(a.to_string().contains("[7]: 1.0"));

    assert!(Matrix::<f64>::empty([far, 0]).unwrap().to_dense().unwrap().is_empty());
    assert!(Matrix::<f64>::empty([0, far]).unwrap().to_dense().unwrap().is_empty());
}

#[test]
fn indices_out_of_bounds_are_named() {
    let outside = Csr::<f64>::from_triplets([2, 3], [([0, 0], 1.0), ([1, 3], 1.0)], Add);
    let words = "entry 1 has index 3 along axis 1, whose extent is 3";
    assert_eq!(refused(outside, ErrorKind::OutOfBounds, &[]).to_string(), words);
    let none = Csr::<f64>::from_triplets([0, 3], [([0, 0], 1.0)], Add);
    refused(none, ErrorKind::OutOfBounds, &[]);
}

#[test]
fn too_few_and_too_many_values_are_refused() {
    for len in [0, 5, 7] {
        let error = refused(Csr::<f64>::from_dense([2, 3], &vec![0.0; len]), ErrorKind::Invalid, &[]);
        assert_eq!(
            error.to_string(),
            format!("a tensor of shape [2, 3] is made of {len} values")
        );
    }
    assert!(Csr::<f64>::from_dense([1 << 40, 1 << 40], &[]).is_err());
    assert!(Csr::<f64>::from_dense([0, 1 << 20], &[]).is_ok());
}

#[test]
fn parts_are_taken_and_given_back() {
    let (ptr, idx, val) = (vec![0, 1, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]);
    let a = Csr::<f64>::from_parts(2, 3, ptr.clone(), idx.clone(), val.clone()).unwrap();
    let view = CsrView::<f64>::from_parts(2, 3, &ptr, &idx, &val).unwrap();
    assert_eq!(a, view);
    assert_eq!(a.view(), view);
    assert_eq!(a.into_parts(), (2, 3, ptr.clone(), idx.clone(), val.clone()));

    assert!(Csr::<f64>::from_parts(3, 3, ptr.clone(), idx.clone(), val.clone()).is_err());
    assert!(Csr::<f64>::from_parts(2, 2, ptr.clone(), idx.clone(), val.clone()).is_err());
    assert!(Csr::<f64>::from_parts(2, 3, ptr.clone(), vec![2, 1, 0], val.clone()).is_err());
    assert!(Csr::<f64>::from_parts(2, 3, vec![0, 3, 1], idx.clone(), val.clone()).is_err());
    assert!(Csr::<f64>::from_parts(2, 3, ptr, idx, vec![1.0]).is_err());

    let x = SparseVector::<f64>::from_parts(5, vec![1, 4], vec![1.0, 2.0]).unwrap();
    assert_eq!(x.to_dense().unwrap(), [0.0, 1.0, 0.0, 0.0, 2.0]);
    assert_eq!(x.into_parts(), (5, vec![1, 4], vec![1.0, 2.0]));
    assert!(SparseVector::<f64>::from_parts(4, vec![1, 4], vec![1.0, 2.0]).is_err());
    let narrow =
        Tensor::<SparseList<Element<u8>, Vec<u8>, Vec<u16>>>::from_parts(999, (0..300).collect(), vec![1; 300]);
    refused(narrow, ErrorKind::TooLarge, &[]);

    let values = [1, 2, 3, 4, 5, 6];
    let m = MatrixView::<i32>::from_parts(2, 3, &values).unwrap();
    assert_eq!(m.get([1, 0]), Some(4));
    assert_eq!(m.values(), values);
    assert_eq!(m.into_parts(), (2, 3, &values[..]));
    assert!(MatrixView::<i32>::from_parts(2, 4, &values).is_err());
    let v = VectorView::<i32>::from_parts(4, &values).unwrap();
    assert_eq!(v.values(), &values[..4]);
    assert_eq!(Vec::from(Vector::<i32>::from_parts(2, vec![1, 2, 3]).unwrap()), [1, 2]);
}

#[test]
fn drawings() {
    let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 5.0), ([1, 0], 4.0)], Add).unwrap();
    assert_eq!(
        a.to_string(),
        "2 x 3 tensor of f64, fill 0.0, 2 stored\nDense [2]\n├─ [0]: SparseList [3]\n├─ [1]: SparseList [3]\n\
         │  ├─ [0]: 4.0\n│  ├─ [2]: 5.0"
    );
    assert_eq!(Tensor::<E>::default().to_string(), "tensor of i64, fill 0, 1 stored\n0");
    assert!(format!("{a:?}").starts_with("Tensor(Dense"));
    // What is left out of a long fiber is more than the line that says so.
    let drawn = |stored: usize| {
        let entries = (0..stored).map(|i| ([i], 1.0));
        let v = SparseVector::<f64>::from_triplets([9], entries, Add).unwrap();
        v.to_string()
    };
    assert!(drawn(7).ends_with("[6]: 1.0"), "{}", drawn(7));
    assert!(drawn(8).ends_with("[5]: 1.0\n├─ ... 2 more"), "{}", drawn(8));
}

/// The tensor that a program reads can be shared and sent wherever its values can.
#[test]
fn tensors_are_send_and_sync() {
    fn check<T: Send + Sync>() {}
    of_types! { check():
        Vector<f64>, Matrix<f64>, Csr<f64>, CsrView<'static, f64>, DcsrWithFill<f64, Inf>, CsrPattern, HybridCsr<f64>,
        Coo<f64>, Coo3<f64>, RunMatrix<f64>, SparseRunMatrix<f64>, ByteMapVector<f64>,
        Tensor<Dense<Counted<SparseList<Counted<Element<f64>>>>>>, Scalar<f64>, ShortScalar<bool>, Error
    }
}

// ---- as operands and outputs ----

#[test]
fn a_rank_0_tensor_is_an_output_an_input_and_a_workspace() {
    let x = Vector::<f64>::from(vec![1.0, 2.0, 4.0]);
    let (mut s, mut w) = (Tensor::<Element<f64>>::default(), Tensor::<Element<f64>>::default());
    let mut y = Vector::<f64>::default();
    run! { s .= 0; for i { s[] += x[i]; } }
    assert_eq!(s.get([]), Some(7.0));
    run! { mut s; for i { s[] += x[i]; } }
    assert_eq!(s.get([]), Some(14.0));
    run! { y .= 0; for i { w .= 0; for j { w[] += x[j] * x[i]; } y[i] = w[] + s[]; } }
    assert_eq!(y.values(), [21.0, 28.0, 42.0]);
}

#[test]
fn a_workspace_for_which_there_is_no_memory_is_empty() {
    let a = Dcsr::<f64>::from_triplets([1 << 31; 2], [([5, 2], 1.0)], Add).unwrap();
    let (mut w, mut s) = (
        Matrix::<f64>::from_dense([1, 1], &[5.0]).unwrap(),
        Scalar::<f64>::default(),
    );
    let sum = finch! { s .= 0; { w .= 0; for j, i { w[j, i] += a[j, i]; } for j, i { s[] += w[j, i]; } } };
    refused(sum.run(), ErrorKind::TooLarge, &[]);
    w.validate().unwrap();
    assert_eq!(w.shape()[..], [0, 0]);
}

#[test]
fn programs_are_generic_over_nests() {
    fn sum<L: Level<T = i64, Rank = U2>>(a: &Tensor<L>) -> i64 {
        let mut s = Scalar::new(0);
        run! { s .= 0; for j, i { s[] += a[j, i]; } }
        s.get()
    }
    fn copy_of<L: Level, M: WriteLevel<T = L::T, Rank = L::Rank> + Default>(a: &Tensor<L>) -> Tensor<M>
    where
        L::Rank: Axes,
    {
        a.convert().unwrap()
    }
    let a = Tensor::<Dense<SparseList<E>>>::from_dense([2, 2], &[1, 0, 3, 4]).unwrap();
    assert_eq!(sum(&a), 8);
    assert_eq!(sum(&copy_of::<_, SparseList<Dense<E>>>(&a)), 8);
}

/// What was validated once need not be again, and is where promises are tested.
#[test]
fn unchecked_parts_are_checked_in_checked_mode() {
    let good = || Dense::new(2, E::new(vec![3, 4]));
    // SAFETY: both values are there.
    let a = unsafe { Tensor::<Dense<E>>::new_unchecked(good()) };
    assert_eq!(a.to_dense().unwrap(), [3, 4]);
    let wrong = std::panic::catch_unwind(|| {
        // SAFETY: nothing is read of it: it panics, or is dropped.
        drop(unsafe { Tensor::<Dense<E>>::new_unchecked(Dense::new(3, E::new(vec![3, 4]))) })
    });
    assert_eq!(wrong.is_err(), finch_traits::promise::CHECKED);
}
