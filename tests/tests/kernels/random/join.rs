//! Concatenation and slices of lists, runs and blocks, and Kronecker products over formats of all kinds, against what the dense arrays say. The
//! suite `all_join` concatenates and cuts every nest.

use crate::common::{below, in_runs};
use finch_formats::random::Random;
use finch_kernels::prelude::*;

/// How many matrices and vectors of each format are tried.
const CASES: u64 = 60;

/// Values many of which are zero, and many of which repeat.
fn values(random: &mut Random, count: usize) -> Vec<i32> {
    in_runs(random, count, |random| below(random, 4).saturating_sub(1) as i32)
}

/// A part of what has `extent` indices.
fn part(random: &mut Random, extent: usize) -> (usize, usize) {
    let from = below(random, extent + 1);
    (from, from + below(random, extent + 1 - from))
}

/// Rows and columns, and values many of which are zero and many of which repeat.
#[derive(Clone, Debug)]
struct Small {
    rows: usize,
    columns: usize,
    values: Vec<i32>,
}

impl Small {
    fn random(random: &mut Random) -> Small {
        let (rows, columns) = (below(random, 6), below(random, 7));
        Small {
            rows,
            columns,
            values: values(random, rows * columns),
        }
    }

    fn at(&self, row: usize, column: usize) -> i32 {
        self.values[row * self.columns + column]
    }

    fn of(rows: usize, columns: usize, value: impl Fn(usize, usize) -> i32) -> Small {
        let all = (0..rows * columns).map(|place| value(place / columns, place % columns));
        Small {
            rows,
            columns,
            values: all.collect(),
        }
    }
}

/// Concatenation and slices of matrices and vectors, in a module of a format.
macro_rules! joined {
    ($matrix:ident, $vector:ident) => {
        #[test]
        fn below_and_beside() {
            let mut random = Random::seeded(1);
            for _ in 0..CASES {
                let (a, b) = (Small::random(&mut random), Small::random(&mut random));
                let low = Small::of(b.rows, a.columns, |j, i| {
                    if b.columns == 0 { 1 } else { b.at(j, i % b.columns) }
                });
                let below = join::vstack(&matrix(&a), &matrix(&low)).unwrap();
                check(
                    below,
                    Small::of(a.rows + low.rows, a.columns, |j, i| {
                        if j < a.rows {
                            a.at(j, i)
                        } else {
                            low.at(j - a.rows, i)
                        }
                    }),
                );
                let thin = Small::of(a.rows, b.columns, |j, i| {
                    if b.rows == 0 { 1 } else { b.at(j % b.rows, i) }
                });
                let beside = join::hstack(&matrix(&a), &matrix(&thin)).unwrap();
                check(
                    beside,
                    Small::of(a.rows, a.columns + thin.columns, |j, i| {
                        if i < a.columns {
                            a.at(j, i)
                        } else {
                            thin.at(j, i - a.columns)
                        }
                    }),
                );
                if a.columns != b.columns {
                    assert!(join::vstack::<$matrix<i32>>(&matrix(&a), &matrix(&b)).is_err());
                }
            }
        }

        #[test]
        fn parts() {
            let mut random = Random::seeded(2);
            for _ in 0..CASES {
                let a = Small::random(&mut random);
                let ((top, bottom), (left, right)) = (part(&mut random, a.rows), part(&mut random, a.columns));
                let found = join::submatrix(&matrix(&a), top..bottom, left..right).unwrap();
                check(
                    found,
                    Small::of(bottom - top, right - left, |j, i| a.at(top + j, left + i)),
                );
                assert!(join::submatrix::<$matrix<i32>>(&matrix(&a), 0..a.rows + 1, 0..a.columns).is_err());
                assert!(join::submatrix::<$matrix<i32>>(&matrix(&a), 0..a.rows, 0..a.columns + 1).is_err());
            }
        }

        #[test]
        fn vectors() {
            let mut random = Random::seeded(4);
            for _ in 0..CASES {
                let [a, b] = [(); 2].map(|()| {
                    let count = below(&mut random, 20);
                    values(&mut random, count)
                });
                let vector = |values: &[i32]| $vector::<i32>::from_dense([values.len()], values).unwrap();
                let both: $vector<i32> = join::concatenate(&vector(&a), &vector(&b)).unwrap();
                both.validate().unwrap();
                let all = [a, b].concat();
                assert_eq!(both.to_dense().unwrap(), all);
                let (from, to) = part(&mut random, all.len());
                let found: $vector<i32> = join::slice(&both, from..to).unwrap();
                found.validate().unwrap();
                assert_eq!(found.to_dense().unwrap(), all[from..to]);
                assert!(join::slice::<$vector<i32>>(&both, from..all.len() + 1).is_err());
            }
        }
    };
}

/// Kronecker products of a format, and what is joined of it where a vector is named.
macro_rules! formats {
    ($($name:ident: $matrix:ident $(, $vector:ident)?;)*) => { $( mod $name {
        use super::*;

        fn matrix(small: &Small) -> $matrix<i32> {
            $matrix::from_dense([small.rows, small.columns], &small.values).unwrap()
        }

        fn check(found: $matrix<i32>, wanted: Small) {
            found.validate().unwrap();
            assert_eq!(found.shape()[..], [wanted.rows, wanted.columns]);
            assert_eq!(found.to_dense().unwrap(), wanted.values);
            // What was fill is not stored.
            assert!(found.count_stored() <= matrix(&wanted).count_stored());
        }

        #[test]
        fn products() {
            let mut random = Random::seeded(3);
            for _ in 0..CASES {
                let (a, b) = (Small::random(&mut random), Small::random(&mut random));
                let found = join::kron(&matrix(&a), &matrix(&b)).unwrap();
                check(found, Small::of(a.rows * b.rows, a.columns * b.columns, |j, i| {
                    a.at(j / b.rows, i / b.columns) * b.at(j % b.rows, i % b.columns)
                }));
            }
        }

        $( joined! { $matrix, $vector } )?
    } )* };
}

formats! {
    dense: Matrix;
    lists: Csr, SparseVector;
    hypersparse: Dcsr;
    runs: RunMatrix, RunVector;
    sparse_runs: SparseRunMatrix;
    blocks: BlockCsr, BlockVector;
    packed: PackBitsMatrix;
    coordinates: Coo;
}

#[test]
fn fills_that_differ() {
    let a = VectorWithFill::<f64, Inf>::from(vec![1.0, f64::INFINITY]);
    let b = SparseVector::<f64>::from_triplets([3], [([1], 2.0)], Add).unwrap();
    let c: SparseVector<f64> = join::concatenate(&a, &b).unwrap();
    assert_eq!(c.to_dense().unwrap(), [1.0, f64::INFINITY, 0.0, 2.0, 0.0]);
    assert_eq!(c.count_stored(), 3);
    let c: Tensor<SparseList<Element<f64, Inf>>> = join::concatenate(&b, &a).unwrap();
    assert_eq!(c.to_dense().unwrap(), [0.0, 2.0, 0.0, 1.0, f64::INFINITY]);
}

/// An output whose memory is used again has the extents of the result, whatever it had before.
#[test]
fn outputs_that_were_larger() {
    let (a, x) = (
        Csr::from_dense([1, 2], &[1, 0]).unwrap(),
        SparseVector::from_dense([2], &[0, 3]).unwrap(),
    );
    let mut y = Vector::from(vec![7; 9]);
    join::concatenate_into(&mut y, &x, &x).unwrap();
    assert_eq!(y.values(), [0, 3, 0, 3]);
    let larger = || Matrix::from_dense([5, 6], &[7; 30]).unwrap();
    let check = |c: Matrix<i32>, shape: [usize; 2], wanted: &[i32]| {
        assert_eq!((&c.shape()[..], c.values()), (&shape[..], wanted));
    };
    let mut c = larger();
    join::vstack_into(&mut c, &a, &a).unwrap();
    check(c, [2, 2], &[1, 0, 1, 0]);
    let mut c = larger();
    join::hstack_into(&mut c, &a, &a).unwrap();
    check(c, [1, 4], &[1, 0, 1, 0]);
    let mut c = larger();
    join::kron_into(&mut c, &a, &a).unwrap();
    check(c, [1, 4], &[1, 0, 0, 0]);
    let mut c = larger();
    convolve::full_into(&mut c, &a, &a).unwrap();
    check(c, [1, 3], &[0, 1, 0]);
    let mut places = Vector::from(vec![7; 9]);
    extremum::argmax_columns_into(&mut places, &a).unwrap();
    assert_eq!(places.values(), [0, 0]);
}

#[test]
fn products_that_are_too_large() {
    let wide = WideDcsr::<f64>::from_triplets([1 << 40, 2], [([1 << 39, 1], 1.0)], Add).unwrap();
    let error = join::kron::<WideDcsr<f64>>(&wide, &wide).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}
