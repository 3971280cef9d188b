//! Norms and places of extremes along each dimension of tensors of two to four, over several nests, beside loops over dense arrays.

use crate::common::{below, in_runs};
use finch_formats::random::Random;
use finch_formats::traits::level::Level;
use finch_kernels::ReducedAlong;
use finch_kernels::norm::{L1, L2, LInf, Norm};
use finch_kernels::prelude::*;

/// How many tensors of each nest are tried.
const CASES: u64 = 25;

/// Small whole numbers, most of them zero, and in every third case of one sign, so that what is not stored is least or greatest.
fn values(random: &mut Random, count: usize, case: u64) -> Vec<f64> {
    let values = in_runs(random, count, |random| match below(random, 3) {
        0 => below(random, 7) as f64 - 3.0,
        _ => 0.0,
    });
    let signed = values.into_iter().map(|value| match case % 3 {
        0 => value.abs(),
        1 => -value.abs(),
        _ => value,
    });
    signed.collect()
}

/// What `of` makes of each fiber along the dimension, in the order of the others.
fn fibers<R>(shape: &[usize], axis: usize, values: &[f64], of: impl Fn(&[f64]) -> R) -> Vec<R> {
    let (before, behind) = (&shape[..axis], &shape[axis + 1..]);
    let stride: usize = behind.iter().product();
    let mut all = Vec::new();
    for outer in 0..before.iter().product() {
        for inner in 0..stride {
            let place = |k: usize| (outer * shape[axis] + k) * stride + inner;
            all.push(of(&(0..shape[axis]).map(|k| values[place(k)]).collect::<Vec<_>>()))
        }
    }
    all
}

fn sum(fiber: &[f64]) -> f64 {
    fiber.iter().map(|value| value.abs()).sum()
}

fn root(fiber: &[f64]) -> f64 {
    fiber.iter().map(|value| value * value).sum::<f64>().sqrt()
}

fn most(fiber: &[f64]) -> f64 {
    fiber.iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// The first place that no other one beats.
fn first(fiber: &[f64], beats: fn(f64, f64) -> bool) -> usize {
    let mut best: Option<usize> = None;
    for (place, &value) in fiber.iter().enumerate() {
        if !value.is_nan() && best.is_none_or(|best| beats(value, fiber[best])) {
            best = Some(place)
        }
    }
    best.unwrap_or(usize::MAX)
}

/// One norm and the place of the least or the greatest along dimension number `AXIS`, in results of the nests `Y` and `P`.
macro_rules! check {
    ($tensor:expr, $shape:expr, $values:expr, $axis:literal, $norm:ident $naive:ident, $result:ident, $extreme:ident $beats:tt) => {{
        let (tensor, shape, values) = (&$tensor, &$shape[..], &$values[..]);
        let y: $result<f64> = norm::along($norm, Axis::<$axis>, tensor).unwrap();
        y.validate().unwrap();
        let wanted = fibers(shape, $axis, values, $naive);
        assert_eq!(y.to_dense().unwrap(), wanted, "axis {} of {values:?}, {shape:?}", $axis);
        let places: Result<$result<usize>, Error> = extremum::$extreme(Axis::<$axis>, tensor);
        match places {
            Ok(places) => {
                let wanted = fibers(shape, $axis, values, |fiber| first(fiber, |a, b| a $beats b));
                let places = places.to_dense().unwrap();
                assert_eq!(places, wanted, "axis {} of {values:?}, {shape:?}", $axis);
            }
            Err(error) => {
                assert_eq!(shape[$axis], 0, "{error}");
                assert_eq!(error.kind(), ErrorKind::Invalid);
            }
        }
    }};
}

/// Runs over random tensors of a nest. Of the least and the greatest, which differ in how values are compared, each dimension has one.
macro_rules! nests {
    ($($name:ident: $rank:literal, $nest:ty, ($($axis:literal $norm:ident $naive:ident $result:ident $beats:tt),*);)*) => { $(
        #[test]
        fn $name() {
            let mut random = Random::seeded(3);
            for case in 0..CASES {
                let shape: [usize; $rank] = [(); $rank].map(|()| below(&mut random, 5));
                let values = values(&mut random, shape.iter().product(), case);
                let x = Tensor::<$nest>::from_dense(shape, &values).unwrap();
                $( nests!(@$beats x, shape, values, $axis, $norm $naive, $result); )*
            }
        }
    )* };
    (@< $($of:tt)*) => { check!($($of)*, argmin_along <) };
    (@> $($of:tt)*) => { check!($($of)*, argmax_along >) };
}

type Lists4 = SparseList<SparseList<SparseList<SparseList<Element<f64>>>>>;
type Coo4 = SparseCoo<finch_formats::traits::algebra::typenum::U4, Element<f64>>;

nests! {
    dense_matrix: 2, Dense<Dense<Element<f64>>>, (0 L1 sum Vector <, 1 L2 root SparseVector >);
    rows: 2, SparseList<SparseList<Element<f64>>>, (0 LInf most SparseVector >, 1 L1 sum Vector <);
    dense_cube: 3, Dense<Dense<Dense<Element<f64>>>>, (0 L2 root Matrix >, 1 LInf most Csr <, 2 L1 sum Dcsr >);
    fibers_of_lists: 3, SparseList<SparseList<SparseList<Element<f64>>>>, (0 L1 sum Dcsr <, 1 L2 root Dcsr >, 2 LInf most Dcsr <);
    coordinates: 3, SparseCoo<finch_formats::traits::algebra::typenum::U3, Element<f64>>, (0 LInf most Csr <, 1 L1 sum Coo >, 2 L2 root Csr <);
    runs: 3, SparseList<Dense<RunList<Element<f64>>>>, (1 L1 sum Csr <, 2 L2 root Csr >);
    lists_of_four: 4, Lists4, (0 L1 sum Csf >, 1 L2 root Csf <, 2 LInf most Csf >, 3 L1 sum Csf <);
    coordinates_of_four: 4, Coo4, (0 L2 root Cube <, 2 L1 sum Cube >);
}

#[test]
fn all_entries() {
    let mut random = Random::seeded(4);
    for case in 0..CASES {
        let shape: [usize; 4] = [(); 4].map(|()| below(&mut random, 4));
        let values = values(&mut random, shape.iter().product(), case);
        let index = |place: usize, shape: &[usize]| {
            let mut rest = place;
            let mut index = vec![0; shape.len()];
            for axis in (0..shape.len()).rev() {
                index[axis] = rest % shape[axis];
                rest /= shape[axis]
            }
            index
        };
        let at = |beats, shape: &[usize]| match first(&values, beats) {
            usize::MAX => None,
            place => Some(index(place, shape)),
        };
        let four = Tensor::<Lists4>::from_dense(shape, &values).unwrap();
        assert_eq!(norm::hypercube(L2, &four).unwrap(), root(&values));
        // Rows of which each is stored: of lists of lists the loop over what is beside entries holds such loops itself.
        let rows = four.convert::<Dense<Dense<Dense<SparseList<Element<f64>>>>>>().unwrap();
        let found = extremum::argmin_hypercube(&rows).unwrap();
        assert_eq!(found.map(Vec::from), at(|a, b| a < b, &shape));
        let shape = [shape[0], shape[1], shape[2] * shape[3]];
        let three = Csf::<f64>::from_dense(shape, &values).unwrap();
        assert_eq!(norm::cube(L1, &three).unwrap(), sum(&values));
        let found = extremum::argmax_cube(&three).unwrap();
        assert_eq!(found.map(Vec::from), at(|a, b| a > b, &shape));
    }
}

#[test]
fn what_is_no_number_and_other_fills() {
    let values = [f64::NAN, 1.0, f64::NAN, f64::INFINITY, 1.0, f64::NAN];
    let x = Cube::from_dense([3, 1, 2], &values).unwrap();
    let y: Matrix<usize> = extremum::argmin_along(Axis::<0>, &x).unwrap();
    assert_eq!(y.values(), [2, 0]);
    let y: Matrix<usize> = extremum::argmax_along(Axis::<2>, &x).unwrap();
    assert_eq!(y.values(), [1, 1, 0]);
    let y: Matrix<usize> = extremum::argmin_along(Axis::<1>, &x).unwrap();
    assert_eq!(y.values(), [usize::MAX, 0, usize::MAX, 0, 0, usize::MAX]);
    let entries = [([0, 1, 1], 2.0), ([2, 0, 1], f64::NEG_INFINITY), ([2, 1, 1], 7.0)];
    let x = CsfWithFill::<f64, Inf>::from_triplets([3, 2, 3], entries, Min).unwrap();
    let y: Dcsr<usize> = extremum::argmin_along(Axis::<1>, &x).unwrap();
    assert_eq!(y.to_dense().unwrap(), [0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let y: Dcsr<usize> = extremum::argmin_along(Axis::<2>, &x).unwrap();
    assert_eq!(y.to_dense().unwrap(), [0, 1, 0, 0, 1, 1]);
    let y: Dcsr<usize> = extremum::argmax_along(Axis::<0>, &x).unwrap();
    assert_eq!(y.to_dense().unwrap(), [0, 0, 0, 0, 1, 0]);
}

/// What is read and what is stored are what the operand stores, whatever its extents are.
#[test]
fn costs_what_is_stored() {
    type Lists = SparseList<SparseList<SparseList<Counted<Element<f64>>>>>;
    const WIDE: usize = 1_000_000;
    let entries = [([7, 5, 9], -2.0), ([7, 6, 9], -1.0), ([900_000, 5, 9], 5.0)];
    let x = Tensor::<Lists>::from_triplets([WIDE; 3], entries, Add).unwrap();
    let reads = || x.level().child().child().child().count();
    fn one<
        L: Level<T = f64, Rank: ReducedAlong<AXIS, Left = finch_formats::traits::algebra::typenum::U2>>,
        const AXIS: usize,
    >(
        x: &Tensor<L>,
        entries: usize,
        least: &[([usize; 2], usize)],
    ) where
        L1: Norm<f64>,
    {
        let y: Dcsr<f64> = norm::along(L1, Axis::<AXIS>, x).unwrap();
        assert_eq!(y.count_stored(), entries);
        let y: DcsrWithFill<usize, Zero> = extremum::argmin_along(Axis::<AXIS>, x).unwrap();
        assert_eq!(y.count_stored(), entries);
        for &(place, found) in least {
            assert_eq!(y[place], found)
        }
    }
    one::<_, 2>(&x, 3, &[([7, 5], 9), ([7, 6], 9), ([900_000, 5], 0)]);
    one::<_, 1>(&x, 2, &[([7, 9], 5), ([900_000, 9], 0)]);
    one::<_, 0>(&x, 2, &[([5, 9], 7), ([6, 9], 7)]);
    assert!(reads() <= 3 * 3 * 3, "{} values were read", reads());
}
