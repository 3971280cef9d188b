//! Each operation of array expressions over matrices in eight formats: values beside plain loops over dense arrays, of formats of one
//! kind with one of them by turns, and the format that is inferred beside the one that the rules make of the operand's. And products over two
//! dimensions, and products that are computed first.

#[path = "../arrays/axes.rs"]
mod axes;
#[path = "arrays/contractions.rs"]
mod contractions;
#[path = "arrays/inside.rs"]
mod inside;
#[path = "../arrays/kron.rs"]
mod kron;
#[path = "../arrays/name.rs"]
mod name;
#[path = "../arrays/shapes.rs"]
mod shapes;
#[path = "arrays/stored.rs"]
mod stored;
#[path = "../arrays/views.rs"]
mod views;

use finch_formats::array::{ArrayExpr, Compute, Uncomputed, everywhere, uniform};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::operators::{
    Abs, Asinh, Atan, Atan2, Ceil, CopySign, Cos, Cosh, Exp, ExpM1, Floor, FloorDivide, Hypot, IsFinite, IsInfinite,
    IsNan, IsSignNegative, Ln, Ln1p, Log10, LogAddExp, Modulo, Mul as Times, PowF, Round, RoundEven, Sign, Sin, Sinh,
    Sqrt, Square, Tan, Tanh, Trunc,
};
use finch_formats::traits::algebra::typenum::{U0, U1, U2};
use finch_formats::traits::algebra::{Unary, function};
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::{Error, Result};
use name::name;
use std::fmt::Debug;

const ROWS: usize = 4;
const COLS: usize = 6;

/// Rows that are one stretch each, so that bands hold them; one is empty, one is full, and there are runs.
#[rustfmt::skip]
const A: [f64; ROWS * COLS] = [
    0.0, 2.0, 2.0, -1.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    3.0, 3.0, 3.0, 3.0, 3.0, 3.0,
    0.0, 0.0, 4.0, 0.0, 0.0, 0.0,
];

fn at(j: usize, i: usize) -> f64 {
    A[j * COLS + i]
}

fn grid<T>(rows: usize, cols: usize, f: impl Fn(usize, usize) -> T) -> Vec<T> {
    (0..rows * cols).map(|n| f(n / cols, n % cols)).collect()
}

/// A matrix of 2 by 2, with a zero that may be stored.
const SMALL: [f64; 4] = [1.0, -2.0, 0.0, 3.0];

fn small() -> Matrix<f64> {
    Matrix::from_dense([2, 2], &SMALL).unwrap()
}

/// A sparse factor, of `COLS` by 3.
const NARROW: [f64; 3 * COLS] = [
    0.0, 1.0, 0.0, 2.0, 0.0, -1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 1.0, 1.0,
];

fn narrow() -> Csr<f64> {
    Matrix::from_dense([COLS, 3], &NARROW).unwrap().drop_fills().unwrap()
}

/// A cube that consists of two matrices.
fn deep() -> Cube<f64> {
    let values: Vec<f64> = (0..2 * ROWS * COLS).map(depth).collect();
    Cube::from_dense([2, ROWS, COLS], &values).unwrap()
}

fn depth(n: usize) -> f64 {
    (n * n % 7) as f64 - 2.0
}

/// A sparse operand, half of the first one.
fn second() -> Csr<f64> {
    let values = each(|v| 0.5 * v);
    Matrix::from_dense([ROWS, COLS], &values).unwrap().drop_fills().unwrap()
}

/// A sparse operand with rows that are not stored.
fn third() -> Dcsr<f64> {
    let values = grid(ROWS, COLS, step);
    Matrix::from_dense([ROWS, COLS], &values).unwrap().drop_fills().unwrap()
}

fn step(j: usize, i: usize) -> f64 {
    if j < 2 && i.is_multiple_of(2) {
        (i + 1) as f64
    } else {
        0.0
    }
}

/// What `v`, divided by `a` and rounded down, leaves when it is divided by `b`.
fn rest(v: f64, a: f64, b: f64) -> f64 {
    let whole = (v / a).floor();
    whole - b * (whole / b).floor()
}

/// The Kronecker product with `of`, a matrix of `rows` by `cols`, on the right.
fn kron(rows: usize, cols: usize, of: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    grid(ROWS * rows, COLS * cols, |r, s| {
        at(r / rows, s / cols) * of(r % rows, s % cols)
    })
}

fn each<T>(f: impl Fn(f64) -> T) -> Vec<T> {
    A.iter().map(|&value| f(value)).collect()
}

fn check<E>(what: [&str; 2], expected: &str, lazy: Uncomputed<E>, shape: &[usize], dense: &[E::T])
where
    E: ArrayExpr<T: PartialEq + Debug> + Compute<Level: WriteLevel<T = <E as ArrayExpr>::T>>,
{
    let result = lazy.compute().unwrap_or_else(|error| panic!("{what:?}: {error}"));
    result.validate().unwrap();
    assert_eq!(result.shape()[..], *shape, "{what:?}");
    assert_eq!(result.to_dense().unwrap(), dense, "{what:?}");
    assert_eq!(name::<E::Level>(), expected, "{what:?}");
}

/// Compares a reduction along an axis of a matrix in format `what` with its values, and its format with the one that is expected.
fn along<L: WriteLevel<T: PartialEq + Debug>>(what: &str, expected: &str, result: &Tensor<L>, dense: &[L::T]) {
    result.validate().unwrap();
    assert_eq!(result.to_dense().unwrap(), dense, "{what}, {expected}");
    assert_eq!(name::<L>(), expected, "{what}");
}

/// The format that an operation infers.
fn inferred<E: ArrayExpr + Compute>(what: [&str; 2], expected: &str, _: Uncomputed<E>) {
    assert_eq!(name::<E::Level>(), expected, "{what:?}");
}

/// An operation, the format of its result for each format of the operand, its shape, and what it makes of dense arrays.
///
/// Of rows, listed rows and coordinates, of runs with a background and without one, of bands and blocks, each operation is computed with one,
/// and the next operation with another one: what unfurls to looplets of the same kinds is combined with an operation in the same way. Dense
/// rows take turns with runs. The format of the result is asked for each. Operations that are `elementwise` are computed with two formats, by
/// turns, so that operators of the same law are computed with all of them: of one operand, where zero stays, becomes another number, or becomes
/// one; and of two. What is further computed by `functions` of these laws is computed with one.
macro_rules! operations {
    (@ $turns:tt) => {};
    // The first of these takes the first row, and is behind the others then.
    (@ [$turn:tt $($turns:tt)*] $name:ident: |$a:ident| $lazy:expr, $shape:expr, $dense:expr; $table:literal $($rows:tt)*) => {
        operations! { @test $name $a [$lazy] [$shape] [$dense] $table; $turn }
        operations! { @ [$($turns)* $turn] $($rows)* }
    };
    (@test $name:ident $a:ident [$lazy:expr] [$shape:expr] [$dense:expr] $table:literal; [$($format:ident $how:ident)*]) => {
        #[test]
        fn $name() -> Result<(), Error> {
            let (shape, dense) = ($shape, $dense);
            let mut expected = $table.split_whitespace();
            $({
                let $a: $format<f64> = Matrix::from_dense([ROWS, COLS], &A)?.drop_fills()?;
                let what = [stringify!($name), stringify!($format)];
                operations! { @$how what, expected.next().unwrap(), $lazy, shape, dense }
            })*
            assert_eq!(expected.next(), None);
            Ok(())
        }
    };
    (@check $what:ident, $expected:expr, $lazy:expr, $shape:ident, $dense:ident) => {
        check($what, $expected, $lazy, &$shape, &$dense)
    };
    (@inferred $what:ident, $expected:expr, $lazy:expr, $shape:ident, $dense:ident) => {
        inferred($what, $expected, $lazy)
    };
    (functions: $($rows:tt)*) => { operations! { @ [
        [Matrix inferred Csr check Dcsr inferred Coo inferred RunMatrix inferred SparseRunMatrix inferred BandMatrix inferred BlockCsr inferred]
        [Matrix inferred Csr inferred Dcsr inferred Coo inferred RunMatrix inferred SparseRunMatrix check BandMatrix inferred BlockCsr inferred]
        [Matrix inferred Csr inferred Dcsr inferred Coo inferred RunMatrix inferred SparseRunMatrix inferred BandMatrix inferred BlockCsr check]
        [Matrix check Csr inferred Dcsr inferred Coo inferred RunMatrix inferred SparseRunMatrix inferred BandMatrix inferred BlockCsr inferred]
    ] $($rows)* } };
    (elementwise: $($rows:tt)*) => { operations! { @ [
        [Matrix inferred Csr check Dcsr inferred Coo inferred RunMatrix check SparseRunMatrix inferred BandMatrix inferred BlockCsr inferred]
        [Matrix inferred Csr inferred Dcsr check Coo inferred RunMatrix inferred SparseRunMatrix check BandMatrix inferred BlockCsr inferred]
        [Matrix inferred Csr inferred Dcsr inferred Coo check RunMatrix inferred SparseRunMatrix inferred BandMatrix check BlockCsr inferred]
        [Matrix check Csr inferred Dcsr inferred Coo inferred RunMatrix inferred SparseRunMatrix inferred BandMatrix inferred BlockCsr check]
    ] $($rows)* } };
    ($($rows:tt)*) => { operations! { @ [
        [Matrix inferred Csr check Dcsr inferred Coo inferred RunMatrix check SparseRunMatrix inferred BandMatrix check BlockCsr inferred]
        [Matrix inferred Csr inferred Dcsr check Coo inferred RunMatrix inferred SparseRunMatrix check BandMatrix inferred BlockCsr check]
        [Matrix check Csr inferred Dcsr inferred Coo check RunMatrix inferred SparseRunMatrix inferred BandMatrix inferred BlockCsr check]
    ] $($rows)* } };
}

operations! { elementwise:
    //                                                    Matrix Csr Dcsr Coo RunMatrix SparseRunMatrix BandMatrix BlockCsr
    scaled: |a| 2.0 * &a, [ROWS, COLS], each(|v| 2.0 * v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    negated: |a| -&a, [ROWS, COLS], each(|v| -v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    shifted: |a| &a + 1.0, [ROWS, COLS], each(|v| v + 1.0);
        "Matrix Matrix Matrix Matrix RunMatrix RunMatrix Matrix Matrix"
    chained: |a| &a * (&a + 1.0), [ROWS, COLS], each(|v| v * (v + 1.0));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    subtracted: |a| &a - &a * &a, [ROWS, COLS], each(|v| v - v * v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    divided: |a| &a / (&a * &a + 1.0), [ROWS, COLS], each(|v| v / (v * v + 1.0));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    functions: |a| a.map(Abs).map(Sqrt).map(Square), [ROWS, COLS], each(|v: f64| v.abs().sqrt() * v.abs().sqrt());
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    exponential: |a| a.map(Exp), [ROWS, COLS], each(f64::exp);
        "Matrix:One Csr:One Dcsr:One Dcsr:One RunMatrix:One SparseRunMatrix:One BandMatrix:One BlockCsr:One"
    closures: |a| a.map(Unary(|v: f64| v + 1.0)), [ROWS, COLS], each(|v| v + 1.0);
        "Matrix Matrix Matrix Matrix RunMatrix RunMatrix Matrix Matrix"
    laws: |a| a.zip_map(&(&a * 2.0), function!(|x: f64, y: f64| -> f64 { x * y + x }; (0, 0) => 0)), [ROWS, COLS],
        each(|v| 2.0 * v * v + v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    extremes: |a| a.min(&(&a * 3.0)).max(everywhere::<f64, Zero>()), [ROWS, COLS], each(|v| v.min(3.0 * v).max(0.0));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    less: |a| a.lt(&(&a * 2.0)), [ROWS, COLS], each(|v| v < 2.0 * v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    at_least: |a| a.ge(everywhere::<f64, Zero>()), [ROWS, COLS], each(|v| v >= 0.0);
        "Matrix:True Csr:True Dcsr:True Dcsr:True RunMatrix:True SparseRunMatrix:True BandMatrix:True BlockCsr:True"
    equal: |a| !a.eq_to(2.0), [ROWS, COLS], each(|v| v != 2.0);
        "Matrix Matrix Matrix Matrix RunMatrix RunMatrix Matrix Matrix"
    chosen: |a| a.gt(everywhere::<f64, Zero>()).select(&a, &everywhere::<f64, Zero>()), [ROWS, COLS], each(|v| v.max(0.0));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    otherwise: |a| a.gt(1.0).select(&uniform(7.0), &a), [ROWS, COLS], each(|v| if v > 1.0 { 7.0 } else { v });
        "Matrix Matrix Matrix Matrix RunMatrix RunMatrix Matrix Matrix"
}

operations! {
    //                                                    Matrix Csr Dcsr Coo RunMatrix SparseRunMatrix BandMatrix BlockCsr
    rows: |a| &a * &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, i) * (i + 1) as f64);
        "Matrix Csr Dcsr Dcsr Matrix BlockCsr BandMatrix BlockCsr"
    columns: |a| Vector::from(vec![1.0, 2.0, 3.0, 4.0]).column() * &a, [ROWS, COLS],
        grid(ROWS, COLS, |j, i| at(j, i) * (j + 1) as f64);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    windows: |a| a.window([0..3, 1..5]) * 2.0, [3, 4], grid(3, 4, |j, i| 2.0 * at(j, i + 1));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    two_windows: |a| a.window([0..3, 1..5]) + a.window([1..4, 0..4]), [3, 4],
        grid(3, 4, |j, i| at(j, i + 1) + at(j + 1, i));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    moved: |a| &a - a.offset([0, 1]).permissive().coalesce(everywhere::<f64, Zero>()), [ROWS, COLS],
        grid(ROWS, COLS, |j, i| at(j, i) - if i + 1 < COLS { at(j, i + 1) } else { 0.0 });
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    picked_row: |a| a.pick::<0>(2) * 2.0, [COLS], grid(1, COLS, |_, i| 2.0 * at(2, i));
        "Vector SparseVector SparseVector SparseVector RunVector SparseRunVector BandVector BlockVector"
    picked_column: |a| a.pick::<1>(2) * 2.0, [ROWS], grid(1, ROWS, |_, j| 2.0 * at(j, 2));
        "Vector Vector SparseVector SparseVector Vector Vector Vector Vector"
    diagonal: |a| a.window([0..4, 0..4]).diagonal(), [4], grid(1, 4, |_, j| at(j, j));
        "Vector Vector Vector Vector Vector Vector Vector Vector"
    below: |a| a.concatenate::<0, _>(&a), [2 * ROWS, COLS], grid(2 * ROWS, COLS, |j, i| at(j % ROWS, i));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    beside: |a| a.concatenate::<1, _>(&(&a * 2.0)), [ROWS, 2 * COLS],
        grid(ROWS, 2 * COLS, |j, i| if i < COLS { at(j, i) } else { 2.0 * at(j, i - COLS) });
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    padded: |a| a.pad([[1, 0], [2, 1]]), [ROWS + 1, COLS + 3],
        grid(ROWS + 1, COLS + 3, |j, i| if j > 0 && (2..COLS + 2).contains(&i) { at(j - 1, i - 2) } else { 0.0 });
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    transposed: |a| a.swizzle::<(U1, U0)>() * 2.0, [COLS, ROWS], grid(COLS, ROWS, |i, j| 2.0 * at(j, i));
        "Matrix Matrix Matrix Matrix Matrix Matrix Matrix Matrix"
    contracted: |a| a.tensordot_axes::<(U0, U1), (U1, U2), _>(&deep()), [2],
        (0..2).map(|k| (0..ROWS * COLS).map(|n| A[n] * depth(k * ROWS * COLS + n)).sum()).collect::<Vec<f64>>();
        "Vector Vector Vector Vector Vector Vector Vector Vector"
    product_in_a_view: |a| a.matmul(&narrow()).window([0..3, 1..3]) * 2.0, [3, 2],
        grid(3, 2, |j, i| 2.0 * (0..COLS).map(|k| at(j, k) * NARROW[3 * k + i + 1]).sum::<f64>());
        "Csr Csr Dcsr Dcsr Csr Csr Csr Csr"
    three_added: |a| &a + &second() + &third(), [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, i) + 0.5 * at(j, i) + step(j, i));
        "Matrix Csr Csr Csr Matrix Csr Csr Csr"
    three_multiplied: |a| &a * (&second() + &third()), [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, i) * (0.5 * at(j, i) + step(j, i)));
        "Csr Csr Dcsr Dcsr Csr Csr Csr Csr"
    kronecker: |a| a.kron(&a), [ROWS * ROWS, COLS * COLS], kron(ROWS, COLS, at);
        "Matrix Csr Dcsr Dcsr Matrix Csr Csr Csr"
    kronecker_within: |a| 2.0 * a.kron(&small()), [2 * ROWS, 2 * COLS], kron(2, 2, |j, i| 2.0 * SMALL[2 * j + i]);
        "Matrix Csr Dcsr Dcsr Matrix Csr Csr Csr"
    kronecker_of_vectors: |a| a.pick::<0>(0).kron(a.pick::<0>(2)), [COLS * COLS], grid(1, COLS * COLS, |_, s| 3.0 * at(0, s / COLS));
        "Vector SparseVector SparseVector SparseVector Vector SparseVector SparseVector SparseVector"
}

// The element-wise functions of the array API standard, those together that have the same law.
operations! { functions:
    //                                                    Matrix Csr Dcsr Coo RunMatrix SparseRunMatrix BandMatrix BlockCsr
    zero_stays: |a| ((((&a * 0.7).map(Floor) * 0.7).map(Ceil) * 1.5).map(Round) * 0.7).map(Trunc)
            .map(ExpM1).map(Ln1p).map(Asinh).map(Sin).map(Tan).map(Atan).map(Sinh).map(Tanh).map(Sqrt),
        [ROWS, COLS],
        each(|v| ((((v * 0.7).floor() * 0.7).ceil() * 1.5).round() * 0.7).trunc()
            .exp_m1().ln_1p().asinh().sin().tan().atan().sinh().tanh().sqrt());
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    zero_stays_beside_numbers: |a| (&a * 1.25).zip_map(-1.0, CopySign).map(RoundEven).zip_map(-1.5, FloorDivide).zip_map(-0.75, Modulo),
        [ROWS, COLS], each(|v| rest((-(v * 1.25).abs()).round_ties_even(), -1.5, -0.75));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    zero_and_zero_make_zero: |a| a.map(Sign).zip_map(&a, Hypot).zip_map(&a, Atan2), [ROWS, COLS],
        each(|v| if v == 0.0 { 0.0 } else { v.signum().hypot(v).atan2(v) });
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    zero_becomes_one: |a| a.map(Exp).map(Ln).map(Cosh).map(Log10).map(Cos), [ROWS, COLS], each(|v| v.exp().ln().cosh().log10().cos());
        "Matrix:One Csr:One Dcsr:One Dcsr:One RunMatrix:One SparseRunMatrix:One BandMatrix:One BlockCsr:One"
    power_of_zero: |a| a.map(Abs).zip_map(&a, PowF), [ROWS, COLS], each(|v| v.abs().powf(v));
        "Matrix:One Csr:One Dcsr:One Dcsr:One RunMatrix:One SparseRunMatrix:One BandMatrix:One BlockCsr:One"
    logarithms: |a| a.map(Abs).map(Ln).zip_map(a.map(Square).map(Ln), LogAddExp).map(Exp).map(Round), [ROWS, COLS],
        each(|v| v.abs() + v * v);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    questions: |a| (&a * 1e308).map(IsInfinite) ^ (&a * 5e307 * 0.0).map(IsNan) ^ !(&a * 6e307).map(IsFinite), [ROWS, COLS],
        each(|v: f64| (v * 1e308).is_infinite() ^ (v * 5e307 * 0.0).is_nan() ^ !(v * 6e307).is_finite());
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    false_stays: |a| a.map(IsSignNegative) | !a.le(&(&a * 0.5)), [ROWS, COLS], each(|v| v != 0.0);
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    true_and_true: |a| a.le(&(&a * 2.0)) & !a.ne_to(everywhere::<f64, Zero>()), [ROWS, COLS], each(|v| v == 0.0);
        "Matrix:True Csr:True Dcsr:True Dcsr:True RunMatrix:True SparseRunMatrix:True BlockCsr:True BlockCsr:True"
    clipped: |a| a.clip(everywhere::<f64, Zero>(), &(&a * 0.75)), [ROWS, COLS], each(|v| v.max(0.0).min(0.75 * v));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
}

/// A check of the matrix in each of some formats, by its name.
macro_rules! of_formats {
    (|$a:ident, $what:ident| $check:block; $($format:ident)*) => { $({
        let $a: $format<f64> = Matrix::from_dense([ROWS, COLS], &A)?.drop_fills()?;
        let $what = stringify!($format);
        $check
    })* };
}

// Behind the macros, which its rows are for.
#[path = "arrays/manipulation.rs"]
mod manipulation;

/// Reductions over each format: to one value, and where the extremes are. Of two formats that unfurl alike this test and the next one take
/// one each. Other ways to the same are of rows and runs.
#[test]
fn reductions() -> Result<(), Error> {
    of_formats!(|a, what| {
        let squares = || A.iter().map(|v| v * v);
        assert_eq!(a.sum()?, A.iter().sum::<f64>(), "{what}");
        assert_eq!(a.norm()?, squares().sum::<f64>().sqrt(), "{what}");
        assert_eq!(
            (&a + 1.0).product()?,
            A.iter().map(|v| v + 1.0).product::<f64>(),
            "{what}"
        );
        assert_eq!((a.least()?, a.greatest()?), (-1.0, 4.0), "{what}");
        assert_eq!((a.gt(3.5).any()?, a.ge(0.0).all()?), (true, false), "{what}");
        assert_eq!(a.argmin()?.unwrap().0[..], [0, 3], "{what}");
    }; Matrix Csr Dcsr RunMatrix BandMatrix);
    of_formats!(|a, what| {
        let squares = A.iter().map(|v| v * v).sum::<f64>();
        assert_eq!((&a * &a).reduce(FastAdd)?, squares, "{what}");
        assert_eq!(a.zip_map(&a, Times).sum()?, squares, "{what}");
        assert_eq!(a.map(Abs).argmin()?.unwrap().0[..], [0, 0], "{what}");
        assert_eq!(a.argmax()?.unwrap().0[..], [3, 2], "{what}");
    }; Csr RunMatrix);
    Ok(())
}

/// Reductions over each format along both axes, and of products with vectors.
#[test]
fn reductions_along_axes() -> Result<(), Error> {
    of_formats!(|a, what| {
        let rows = |f: fn(f64, f64) -> f64, start: f64| {
            (0..ROWS)
                .map(|j| (0..COLS).map(|i| at(j, i)).fold(start, f))
                .collect::<Vec<_>>()
        };
        let cols = |f: fn(f64, f64) -> f64, start: f64| {
            (0..COLS)
                .map(|i| (0..ROWS).map(|j| at(j, i)).fold(start, f))
                .collect::<Vec<_>>()
        };
        // Rows that are not stored are not stored in sums, and nowhere else.
        let sums = if ["Dcsr", "Coo"].contains(&what) {
            "SparseVector"
        } else {
            "Vector"
        };
        along(what, sums, &a.sum_axis::<1>().compute()?, &rows(|a, b| a + b, 0.0));
        along(what, "Vector", &a.sum_axis::<0>().compute()?, &cols(|a, b| a + b, 0.0));
        along(
            what,
            "Vector:One",
            &a.product_axis::<1>().compute()?,
            &rows(|a, b| a * b, 1.0),
        );
        along(
            what,
            "Vector:Inf",
            &a.least_axis::<1>().compute()?,
            &rows(f64::min, f64::INFINITY),
        );
        along(
            what,
            "Vector:NegInf",
            &a.greatest_axis::<0>().compute()?,
            &cols(f64::max, f64::NEG_INFINITY),
        );
        let places = a.argmax_axis::<1>().compute()?;
        let found: Vec<usize> = places.values().iter().map(|pair| pair.value).collect();
        assert_eq!(found, [1, 0, 0, 2], "{what}");
        let x = Vector::from(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let y = Vector::from(vec![1.0, 2.0, 3.0, 4.0]);
        let bilinear: f64 = (0..ROWS * COLS)
            .map(|n| y.values()[n / COLS] * A[n] * x.values()[n % COLS])
            .sum();
        assert_eq!((y.column() * &a * &x).sum()?, bilinear, "{what}");
    }; Matrix Csr Coo SparseRunMatrix BlockCsr);
    Ok(())
}
