//! Operators over pairs of formats, as one table: values, the format that is inferred, and how much is stored.

use crate::name;
use finch_formats::array::{ArrayExpr, Compute, Uncomputed};
use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::{Error, Result};
use std::fmt::Debug;

const SHAPE: [usize; 2] = [4, 6];

/// Rows that are empty, full, runs, and single entries; negative numbers, and entries that cancel each other.
#[rustfmt::skip]
const LEFT: [f64; 24] = [
    0.0, 2.0, 2.0, 0.0, 0.0, -1.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    3.0, 3.0, 3.0, 3.0, 3.0, 3.0,
    0.0, 0.0, 4.0, 0.0, 0.0, 0.0,
];

#[rustfmt::skip]
const RIGHT: [f64; 24] = [
    0.0, 0.0, 2.0, 2.0, 0.0, 1.0,
    5.0, 0.0, 0.0, 0.0, 0.0, 5.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, -4.0, -4.0, -4.0, 0.0,
];

/// Where a result is stored, of places where the operands are.
#[derive(Clone, Copy)]
enum Stored {
    /// Where both are.
    Both,
    /// Where one of them is.
    Either,
    /// Where the left one is.
    Left,
}

/// Whether a format stores place `at` of `values`: everything, unless it is sparse, and of a band whatever is between two values.
fn stores(format: &str, values: &[f64; 24], at: usize) -> bool {
    match format {
        "Matrix" | "RunMatrix" => true,
        "BandMatrix" => {
            let (row, col) = (&values[at / 6 * 6..][..6], at % 6);
            row[..=col].iter().any(|value| *value != 0.0) && row[col..].iter().any(|value| *value != 0.0)
        }
        _ => values[at] != 0.0,
    }
}

/// Compares a result with the dense one, its format with the one in the table, and what it stores.
fn check<L>(what: [&str; 3], expected: &str, stored: Stored, result: Result<Tensor<L>>, dense: &[L::T])
where
    L: WriteLevel<T: PartialEq + Debug> + Default,
{
    let result = result.unwrap();
    result.validate().unwrap();
    assert_eq!(result.to_dense().unwrap(), dense, "{what:?}");
    assert_eq!(name::<L>(), expected, "{what:?}");
    if ["Csr", "Dcsr"].contains(&expected.split(':').next().unwrap()) {
        let [_, left, right] = what;
        let here = |at: &usize| {
            let (a, b) = (stores(left, &LEFT, *at), stores(right, &RIGHT, *at));
            match stored {
                Stored::Both => a & b,
                Stored::Either => a | b,
                Stored::Left => a,
            }
        };
        assert_eq!(result.count_stored(), (0..24).filter(here).count(), "{what:?}");
    }
}

/// Compares the format that is inferred with the one in the table.
fn inferred<E: ArrayExpr + Compute>(what: [&str; 3], expected: &str, _: Uncomputed<E>) {
    assert_eq!(name::<E::Level>(), expected, "{what:?}");
}

/// Each operator over all pairs of a format on the left and one on the right, beside what it makes of dense arrays and the formats that it
/// should make, a row for each format on the left.
///
/// The format is asked for each pair. Values are computed for all pairs, or for every other one in each row and column: a sum and a comparison
/// merge operands alike, so one of them is computed where the other one is not.
macro_rules! grid {
    ($lefts:tt beside $rights:tt
        $($name:ident: |$a:ident, $b:ident| $lazy:expr, by |$x:ident, $y:ident| $value:expr, $stored:ident, $which:ident $table:literal)*
    ) => { $(
        #[test]
        fn $name() -> Result<(), Error> {
            let dense: Vec<_> = LEFT.iter().zip(&RIGHT).map(|(&$x, &$y)| $value).collect();
            let mut expected = $table.split_whitespace();
            let (left, right) = (Matrix::from_dense(SHAPE, &LEFT)?, Matrix::from_dense(SHAPE, &RIGHT)?);
            grid!(@left [$name left right dense expected $stored [|$a, $b| $lazy]] $which even odd $lefts $rights);
            assert_eq!(expected.next(), None);
            Ok(())
        }
    )* };
    (@left $of:tt $which:ident $this:ident $next:ident [] $rights:tt) => {};
    (@left $of:tt $which:ident $this:ident $next:ident [$format:ident $($more:ident)*] $rights:tt) => {
        grid!(@right $of $which $this $next $format $rights);
        grid!(@left $of $which $next $this [$($more)*] $rights);
    };
    (@right $of:tt $which:ident $this:ident $next:ident $format:ident []) => {};
    (@right $of:tt $which:ident $this:ident $next:ident $format:ident [$other:ident $($more:ident)*]) => {
        grid!(@pair $of $which $this $format $other);
        grid!(@right $of $which $next $this $format [$($more)*]);
    };
    (@pair [$name:ident $left:ident $right:ident $dense:ident $expected:ident $stored:ident [|$a:ident, $b:ident| $lazy:expr]]
        $which:ident $this:ident $format:ident $other:ident
    ) => {
        let ($a, $b): ($format<f64>, $other<f64>) = ($left.drop_fills()?, $right.drop_fills()?);
        let what = [stringify!($name), stringify!($format), stringify!($other)];
        grid!(@$which $this [what, $expected.next().unwrap()] $stored $dense $lazy);
    };
    (@all $this:ident [$($what:tt)*] $stored:ident $dense:ident $lazy:expr) => {
        check($($what)*, Stored::$stored, computed($lazy), &$dense)
    };
    (@even even $($of:tt)*) => { grid!(@all even $($of)*) };
    (@odd odd $($of:tt)*) => { grid!(@all odd $($of)*) };
    (@even odd [$($what:tt)*] $stored:ident $dense:ident $lazy:expr) => { inferred($($what)*, $lazy) };
    (@odd even [$($what:tt)*] $stored:ident $dense:ident $lazy:expr) => { inferred($($what)*, $lazy) };
}

fn computed<E: ArrayExpr + Compute>(lazy: Uncomputed<E>) -> Result<Tensor<E::Level>> {
    lazy.compute()
}

grid! {
    [Csr Dcsr Matrix RunMatrix SparseRunMatrix] beside [Csr Dcsr Matrix RunMatrix SparseRunMatrix]

    add: |a, b| &a + &b, by |x, y| x + y, Either, even "
        Csr       Csr     Matrix    Matrix     Csr
        Csr       Dcsr    Matrix    Matrix     Csr
        Matrix    Matrix  Matrix    Matrix     Matrix
        Matrix    Matrix  Matrix    RunMatrix  RunMatrix
        Csr       Csr     Matrix    RunMatrix  SparseRunMatrix
    "
    mul: |a, b| &a * &b, by |x, y| x * y, Both, all "
        Csr       Dcsr    Csr       Csr              Csr
        Dcsr      Dcsr    Dcsr      Dcsr             Dcsr
        Csr       Dcsr    Matrix    Matrix           BlockCsr
        Csr       Dcsr    Matrix    RunMatrix        SparseRunMatrix
        Csr       Dcsr    BlockCsr  SparseRunMatrix  SparseRunMatrix
    "
    div: |a, b| &a / (&b * 2.0 + 1.0), by |x, y| x / (y * 2.0 + 1.0), Left, even "
        Csr       Csr       Csr       Csr              Csr
        Dcsr      Dcsr      Dcsr      Dcsr             Dcsr
        Matrix    Matrix    Matrix    Matrix           Matrix
        Matrix    Matrix    Matrix    RunMatrix        RunMatrix
        BlockCsr  BlockCsr  BlockCsr  SparseRunMatrix  SparseRunMatrix
    "
    le: |a, b| a.le(&b), by |x, y| x <= y, Either, odd "
        Csr:True     Csr:True     Matrix:True  Matrix:True     Csr:True
        Csr:True     Dcsr:True    Matrix:True  Matrix:True     Csr:True
        Matrix:True  Matrix:True  Matrix:True  Matrix:True     Matrix:True
        Matrix:True  Matrix:True  Matrix:True  RunMatrix:True  RunMatrix:True
        Csr:True     Csr:True     Matrix:True  RunMatrix:True  SparseRunMatrix:True
    "
}

// Further formats beside the most common sparse one and the dense one, on either side.
grid! {
    [Coo BandMatrix BlockCsr] beside [Csr Matrix]

    add_to_common: |a, b| &a + &b, by |x, y| x + y, Either, even "
        Csr  Matrix
        Csr  Matrix
        Csr  Matrix
    "
    mul_by_common: |a, b| &a * &b, by |x, y| x * y, Both, all "
        Dcsr  Dcsr
        Csr   BandMatrix
        Csr   BlockCsr
    "
    div_by_common: |a, b| &a / (&b * 2.0 + 1.0), by |x, y| x / (y * 2.0 + 1.0), Left, even "
        Dcsr        Dcsr
        BandMatrix  BandMatrix
        BlockCsr    BlockCsr
    "
    le_common: |a, b| a.le(&b), by |x, y| x <= y, Either, odd "
        Csr:True  Matrix:True
        Csr:True  Matrix:True
        Csr:True  Matrix:True
    "
}

grid! {
    [Csr Matrix] beside [Coo BandMatrix BlockCsr]

    add_others: |a, b| &a + &b, by |x, y| x + y, Either, even "
        Csr     Csr     Csr
        Matrix  Matrix  Matrix
    "
    mul_by_others: |a, b| &a * &b, by |x, y| x * y, Both, all "
        Dcsr  Csr         Csr
        Dcsr  BandMatrix  BlockCsr
    "
    div_by_others: |a, b| &a / (&b * 2.0 + 1.0), by |x, y| x / (y * 2.0 + 1.0), Left, even "
        Csr     Csr     Csr
        Matrix  Matrix  Matrix
    "
    le_others: |a, b| a.le(&b), by |x, y| x <= y, Either, odd "
        Csr:True     Csr:True     Csr:True
        Matrix:True  Matrix:True  Matrix:True
    "
}
