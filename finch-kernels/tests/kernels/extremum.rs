//! Places of extremes, and norms, over formats of all kinds, beside what the dense arrays say.

use crate::common::{below, in_runs};
use finch_formats::random::Random;
use finch_kernels::norm::{L1, L2, LInf};
use finch_kernels::prelude::*;

/// How many matrices and vectors of each format are tried.
const CASES: u64 = 40;

/// Small whole numbers, in runs, many of them zero.
fn values(random: &mut Random, count: usize) -> Vec<f64> {
    in_runs(random, count, |random| below(random, 7) as f64 - 3.0)
}

/// The first of the places whose value no other one beats.
fn first<P: Copy>(places: impl Iterator<Item = (P, f64)> + Clone, beats: fn(f64, f64) -> bool) -> Option<P> {
    let mut all = places.clone();
    let unbeaten = |value: f64| !value.is_nan() && places.clone().all(|(_, other)| !beats(other, value));
    all.find(|&(_, value)| unbeaten(value)).map(|(place, _)| place)
}

/// A norm of values whose sums are exact.
fn norms(values: impl Iterator<Item = f64> + Clone) -> [f64; 3] {
    let squares: f64 = values.clone().map(|value| value * value).sum();
    [
        values.clone().map(f64::abs).sum(),
        squares.sqrt(),
        values.fold(0.0, |most: f64, value| most.max(value.abs())),
    ]
}

// One norm of a matrix, along each dimension, and of a vector: norms differ in what they make of a value, and formats in where values are. Places
// of the least or of the greatest of a matrix, along each dimension, and of a vector: the two differ in how values are compared.
macro_rules! formats {
    ($($name:ident: $matrix:ident, $vector:ident, $norm:ident ($which:literal), $of_all:ident $of_rows:ident $of_columns:ident;)*) => { $(
        #[test]
        fn $name() {
            let mut random = Random::seeded(5);
            for case in 0..CASES {
                let (rows, columns) = (below(&mut random, 6), below(&mut random, 7));
                let mut dense = values(&mut random, rows * columns);
                // Signs that are all alike, so that what is not stored is least or greatest.
                match case % 3 {
                    0 => dense.iter_mut().for_each(|value| *value = value.abs()),
                    1 => dense.iter_mut().for_each(|value| *value = -value.abs()),
                    _ => {}
                }
                let a = $matrix::<f64>::from_dense([rows, columns], &dense).unwrap();
                let at = |row: usize, column: usize| dense[row * columns + column];
                let row = |row: usize| (0..columns).map(move |column| (column, at(row, column)));
                let column = |column: usize| (0..rows).map(move |row| (row, at(row, column)));
                let all = (0..rows).flat_map(|row| (0..columns).map(move |column| ([row, column], at(row, column))));
                let found = |place: Option<usize>| place.unwrap_or(usize::MAX);
                let (less, more) = (|a, b| a < b, |a, b| a > b);

                let place = formats!(@$of_all extremum::argmin_matrix, extremum::argmax_matrix)(&a).unwrap();
                assert_eq!(place, first(all.clone(), formats!(@$of_all less, more)));
                let places = formats!(@$of_rows extremum::argmin_rows, extremum::argmax_rows)(&a).unwrap();
                let wanted: Vec<_> = (0..rows).map(|j| found(first(row(j), formats!(@$of_rows less, more)))).collect();
                assert_eq!(places.values(), wanted, "{dense:?}");
                let places = formats!(@$of_columns extremum::argmin_columns, extremum::argmax_columns)(&a).unwrap();
                let wanted: Vec<_> = (0..columns).map(|i| found(first(column(i), formats!(@$of_columns less, more)))).collect();
                assert_eq!(places.values(), wanted, "{dense:?} of {columns}");

                let entries = all.map(|(_, value)| value);
                let wanted = norms(entries);
                assert_eq!(norm::matrix($norm, &a).unwrap(), wanted[$which]);
                let by_rows: Vec<_> = (0..rows).map(|j| norms(row(j).map(|entry| entry.1))).collect();
                let by_columns: Vec<_> = (0..columns).map(|i| norms(column(i).map(|entry| entry.1))).collect();
                let pick = |norms: &[[f64; 3]], which: usize| norms.iter().map(|norm| norm[which]).collect::<Vec<_>>();
                assert_eq!(norm::rows($norm, &a).unwrap().values(), pick(&by_rows, $which));
                assert_eq!(norm::columns($norm, &a).unwrap().values(), pick(&by_columns, $which));
                let greatest = |norms: &[f64]| norms.iter().copied().fold(0.0, f64::max);
                assert_eq!(norm::induced_one(&a).unwrap(), greatest(&pick(&by_columns, 0)));
                assert_eq!(norm::induced_infinity(&a).unwrap(), greatest(&pick(&by_rows, 0)));

                let x = $vector::<f64>::from_dense([dense.len()], &dense).unwrap();
                let places = dense.iter().copied().enumerate();
                let place = formats!(@$of_rows extremum::argmin, extremum::argmax)(&x).unwrap();
                assert_eq!(place, first(places, formats!(@$of_rows less, more)));
                assert_eq!(norm::vector($norm, &x).unwrap(), wanted[$which]);
            }
        }
    )* };
    (@argmin $least:expr, $greatest:expr) => { $least };
    (@argmax $least:expr, $greatest:expr) => { $greatest };
}

formats! {
    dense: Matrix, Vector, L1 (0), argmin argmax argmin;
    lists: Csr, SparseVector, L2 (1), argmax argmin argmax;
    hypersparse: Dcsr, DictVector, LInf (2), argmin argmax argmin;
    runs: RunMatrix, RunVector, L2 (1), argmax argmin argmax;
    sparse_runs: SparseRunMatrix, SparseRunVector, L1 (0), argmin argmax argmin;
    blocks: BlockCsr, BlockVector, LInf (2), argmax argmin argmax;
}

#[test]
fn what_no_value_is_beyond() {
    let x = Vector::from(vec![f64::NAN, f64::INFINITY, f64::INFINITY]);
    assert_eq!(
        (extremum::argmin(&x).unwrap(), extremum::argmax(&x).unwrap()),
        (Some(1), Some(1))
    );
    assert_eq!(extremum::argmin(&Vector::from(vec![f64::NAN; 3])).unwrap(), None);
    let white = Matrix::from_dense([1, 2], &[u8::MAX; 2]).unwrap();
    assert_eq!(extremum::argmin_matrix(&white).unwrap(), Some([0, 0]));
    assert_eq!(extremum::argmin_rows(&white).unwrap().values(), [0]);
    assert_eq!(extremum::argmin_columns(&white).unwrap().values(), [0, 0]);
    assert_eq!(
        extremum::argmax_columns(&Matrix::<u8>::empty([0, 2]).unwrap())
            .unwrap()
            .values(),
        [usize::MAX; 2]
    );
}

#[test]
fn other_fills() {
    let entries = [([0, 1], 2.0), ([2, 1], f64::INFINITY), ([2, 2], -1.0)];
    let a = CsrWithFill::<f64, Inf>::from_triplets([3, 3], entries, Min).unwrap();
    assert_eq!(extremum::argmin_rows(&a).unwrap().values(), [1, 0, 2]);
    assert_eq!(extremum::argmin_columns(&a).unwrap().values(), [0, 0, 2]);
    assert_eq!(extremum::argmax_columns(&a).unwrap().values(), [0, 1, 0]);
}

#[test]
fn norms_of_what_is_not_real_or_no_number() {
    let x = Vector::from(vec![1.0, f64::NAN, 2.0]);
    assert!(norm::vector(L1, &x).unwrap().is_nan() && norm::vector(L2, &x).unwrap().is_nan());
    assert!(norm::vector(LInf, &x).unwrap().is_nan());
    let whole = Csr::from_triplets([2, 2], [([0, 1], -3), ([1, 1], 2)], Add).unwrap();
    assert_eq!(
        (
            norm::matrix(L1, &whole).unwrap(),
            norm::columns(LInf, &whole).unwrap().values()
        ),
        (5, &[0, 3][..])
    );
}

/// Places and norms of a million rows take what is stored.
#[test]
fn costs_what_is_stored() {
    type Rows = Tensor<Dense<SparseList<Counted<Element<f64>>>>>;
    let a = Rows::from_triplets([4, 1_000_000], [([0, 7], 2.0), ([3, 500], -1.0), ([3, 600], 5.0)], Add).unwrap();
    let reads = || a.level().child().child().count();
    assert_eq!(extremum::argmin_rows(&a).unwrap().values(), [0, 0, 0, 500]);
    assert!(reads() <= 6, "{} values were read", reads());
    let before = reads();
    assert_eq!(norm::rows(L1, &a).unwrap().values(), [2.0, 0.0, 0.0, 6.0]);
    assert_eq!(reads() - before, 3);
}
