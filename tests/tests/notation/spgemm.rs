//! Matrix times matrix: Finch paper, figures 11 and 17.

use crate::data::{Grid, Made, grid, values};
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use typenum::{U1, U2};

fn product(a: &Grid<f64>, b: &Grid<f64>) -> Vec<f64> {
    Grid::full(a.rows, b.cols, 0.0)
        .map(|j, i, _: f64| (0..a.cols).map(|k| a.at(j, k) * b.at(k, i)).sum())
        .values
}

/// A nest that is read as a matrix.
trait Operand: Level<T = f64, Rank = U2> {}

impl<L: Level<T = f64, Rank = U2>> Operand for L {}

/// Inner products: `b` is transposed.
fn inner<C: Made<f64, U2>>(a: &Tensor<impl Operand>, bt: &Tensor<impl Operand>) -> Vec<f64> {
    let mut c = Tensor::<C>::default();
    finch! {
        c .= 0;
        for j {
            for i {
                for k {
                    c[j, i] += a[j, k] * bt[i, k];
                }
            }
        }
    }
    .run()
    .unwrap();
    values(&c)
}

/// Gustavson's algorithm.
fn gustavson<C: Made<f64, U2>, W: Made<f64, U1>>(a: &Tensor<impl Operand>, b: &Tensor<impl Operand>) -> Vec<f64> {
    let (mut c, mut w) = (Tensor::<C>::default(), Tensor::<W>::default());
    finch! {
        c .= 0;
        for j {
            w .= 0;
            for k, i {
                w[i] += a[j, k] * b[k, i];
            }
            for i {
                c[j, i] = w[i];
            }
        }
    }
    .run()
    .unwrap();
    values(&c)
}

/// Outer products: `a` is transposed, and the workspace lives outside of all loops.
fn outer<C: Made<f64, U2>, W: Made<f64, U2>>(at: &Tensor<impl Operand>, b: &Tensor<impl Operand>) -> Vec<f64> {
    let (mut c, mut w) = (Tensor::<C>::default(), Tensor::<W>::default());
    finch! {
        c .= 0;
        {
            w .= 0;
            for k {
                for j {
                    for i {
                        w[j, i] += at[k, j] * b[k, i];
                    }
                }
            }
            for j, i {
                c[j, i] = w[j, i];
            }
        }
    }
    .run()
    .unwrap();
    values(&c)
}

/// The same as figure 17 has it: two passes of one program, over two outputs.
fn outer_in_passes<C: Made<f64, U2>>(at: &Tensor<impl Operand>, b: &Tensor<impl Operand>) -> Vec<f64> {
    let (mut c, mut w) = (Tensor::<C>::default(), DictMatrix::<f64>::default());
    finch! {
        w .= 0;
        for k {
            for j {
                for i { w[j, i] += at[k, j] * b[k, i]; }
            }
        }
        c .= 0;
        for j, i { c[j, i] = w[j, i]; }
    }
    .run()
    .unwrap();
    values(&c)
}

type Rows = Dense<SparseList<Element<f64>>>;
type Sparse = SparseList<SparseList<Element<f64>>>;

#[test]
fn inner_products() {
    let (a, b) = (grid(6, 8, 40, 10), grid(8, 5, 40, 11));
    let (expected, rows) = (product(&a, &b), b.transposed().tensor::<Rows>());
    assert_eq!(
        inner::<Dense<Dense<Element<f64>>>>(&a.tensor::<Rows>(), &rows),
        expected
    );
    assert_eq!(inner::<Rows>(&a.tensor::<Sparse>(), &rows), expected);
}

#[test]
fn gustavsons() {
    let (a, b) = (grid(6, 8, 40, 12), grid(8, 5, 40, 13));
    let (sparse, doubly, expected) = (a.tensor::<Rows>(), b.tensor::<Sparse>(), product(&a, &b));
    assert_eq!(
        gustavson::<Rows, SparseByteMap<Element<f64>>>(&sparse, &doubly),
        expected
    );
    assert_eq!(gustavson::<Sparse, Dense<Element<f64>>>(&sparse, &doubly), expected);
}

#[test]
fn outer_products() {
    type Map = Dense<SparseByteMap<Element<f64>>>;
    let (a, b) = (grid(6, 8, 40, 14), grid(8, 5, 40, 15));
    let (at, rows, expected) = (a.transposed(), b.tensor::<Rows>(), product(&a, &b));
    assert_eq!(outer::<Rows, Map>(&at.tensor::<Rows>(), &rows), expected);
    assert_eq!(
        outer::<Sparse, Dense<Dense<Element<f64>>>>(&at.tensor::<Sparse>(), &rows),
        expected
    );
    assert_eq!(outer_in_passes::<Rows>(&at.tensor::<Rows>(), &rows), expected);
}

/// Figure 11: one extent is given, the others are inferred, and the output is resized.
#[test]
fn extents_are_inferred() {
    let (a, b) = (grid(3, 4, 60, 16), grid(4, 5, 60, 17));
    let (left, right) = (a.tensor::<Rows>(), b.transposed().tensor::<Rows>());
    let mut c = Matrix::<f64>::empty([7, 7]).unwrap();
    finch! {
        c .= 0;
        for i in 0..3 {
            for j {
                for k {
                    c[i, j] += left[i, k] * right[j, k];
                }
            }
        }
    }
    .run()
    .unwrap();
    // A loop of given extent makes the output at least as large, see `c`.
    assert_eq!(c.shape()[1], 5);
    for i in 0..3 {
        for j in 0..5 {
            assert_eq!(c.get([i, j]), Some(product(&a, &b)[i * 5 + j]));
        }
    }
    let wrong = b.tensor::<Rows>();
    let refused = finch! {
        c .= 0;
        for i, j, k { c[i, j] += left[i, k] * wrong[j, k]; }
    }
    .run()
    .unwrap_err();
    assert_eq!(refused.kind(), finch_formats::traits::ErrorKind::Mismatch);
    assert!(refused.to_string().contains("`k` has extent 4 in `left`"), "{refused}");
}
