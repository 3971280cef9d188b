//! Arrays of other shapes, means, and reductions as operands: edges, and what is wrong with data.

use finch_formats::array::{uniform, vector};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::semiring::MinPlus;
use finch_formats::traits::algebra::typenum::{U0, U1, U2};
use finch_formats::traits::program::GRAIN;
use finch_formats::{Error, ErrorKind, Result};

const A: [f64; 12] = [0.0, 2.0, -2.0, 0.0, 1.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 3.0];

fn csr() -> Result<Csr<f64>> {
    Matrix::from_dense([3, 4], &A)?.drop_fills()
}

fn cube() -> Result<Csf<f64>> {
    let values: Vec<f64> = (0..24).map(value).collect();
    Cube::from_dense([2, 3, 4], &values)?.drop_fills()
}

fn value(n: usize) -> f64 {
    (n * n % 7) as f64 - 2.0
}

fn all(f: impl Fn(usize, usize, usize) -> f64) -> Vec<f64> {
    (0..24).map(|n| f(n / 12, n / 4 % 3, n % 4)).collect()
}

fn of(k: usize, j: usize, i: usize) -> f64 {
    value((k * 3 + j) * 4 + i)
}

fn kind<T>(result: Result<T>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

#[test]
fn along_each_axis_of_a_cube() -> Result<(), Error> {
    let x = cube()?;
    let rolled = x
        .roll::<0>(1)
        .compute()?
        .roll::<2>(-1)
        .compute()?
        .roll::<1>(1)
        .compute()?;
    assert_eq!(rolled.to_dense()?, all(|k, j, i| of(1 - k, (j + 2) % 3, (i + 1) % 4)));
    let both: Csr<f64> = csr()?.roll::<0>(1).roll::<1>(1).compute()?;
    assert_eq!(
        both.to_dense()?,
        [3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, -2.0, 0.0, 1.0, 0.0, 4.0]
    );
    let flipped = x.flip::<0>().flip::<1>().flip::<2>().compute()?;
    assert_eq!(flipped.to_dense()?, all(|k, j, i| of(1 - k, 2 - j, 3 - i)));
    assert_eq!(x.flip::<1>().flip::<1>().compute()?.to_dense()?, x.to_dense()?);
    let tiled = x.tile::<1>(2).compute()?;
    assert_eq!(
        (tiled.shape()[..].to_vec(), tiled.get([1, 5, 2])),
        (vec![2, 6, 4], x.get([1, 2, 2]))
    );
    let repeated = x.repeat::<1>(2).compute()?;
    assert_eq!(
        (repeated.shape()[..].to_vec(), repeated.get([1, 5, 2])),
        (vec![2, 6, 4], x.get([1, 2, 2]))
    );
    let flat: Matrix<f64> = x.flatten().compute_as()?;
    assert_eq!(
        (flat.shape()[..].to_vec(), flat.values()),
        (vec![2, 12], &x.to_dense()?[..])
    );
    assert_eq!(x.flatten().flatten().compute()?.to_dense()?, x.to_dense()?);
    let sums = x.cumulative_sum::<1>()?;
    assert_eq!(sums.values(), all(|k, j, i| (0..=j).map(|j| of(k, j, i)).sum()));
    Ok(())
}

#[test]
fn steps_beyond_the_extent() -> Result<(), Error> {
    let x = Vector::from(vec![1, 2, 3]);
    for (by, expected) in [
        (0, [1, 2, 3]),
        (3, [1, 2, 3]),
        (1, [3, 1, 2]),
        (4, [3, 1, 2]),
        (-1, [2, 3, 1]),
        (isize::MAX, [0; 3]),
        (isize::MIN, [0; 3]),
    ] {
        let first = (by as i128).rem_euclid(3);
        let moved: Vec<i32> = (0..3).map(|i| (i as i128 - first).rem_euclid(3) as i32 + 1).collect();
        let rolled: Vector<i32> = x.roll::<0>(by).compute()?;
        assert_eq!(rolled.values(), moved, "{by}");
        if by.unsigned_abs() < 5 {
            assert_eq!(rolled.values(), expected, "{by}");
        }
    }
    Ok(())
}

/// Nothing, one index, and repeated not at all.
#[test]
fn small_extents() -> Result<(), Error> {
    let nothing = Csr::<f64>::empty([0, 3])?;
    let thin = Csr::<f64>::empty([2, 0])?;
    for shape in [
        nothing.roll::<0>(5).compute()?.shape(),
        nothing.flip::<0>().compute()?.shape(),
        nothing.tile::<0>(4).compute()?.shape(),
        nothing.repeat::<0>(4).compute()?.shape(),
        csr()?.window([0..3, 0..3]).tile::<0>(0).compute()?.shape(),
        csr()?.window([0..3, 0..3]).repeat::<0>(0).compute()?.shape(),
    ] {
        assert_eq!(shape[..], [0, 3]);
    }
    assert_eq!(thin.roll::<1>(1).compute()?.shape()[..], [2, 0]);
    assert_eq!(thin.flip::<1>().compute()?.shape()[..], [2, 0]);
    assert_eq!(thin.tile::<1>(7).compute()?.shape()[..], [2, 0]);
    assert_eq!(thin.repeat::<1>(7).compute()?.shape()[..], [2, 0]);
    assert_eq!(
        (nothing.flatten().compute()?.len(), thin.flatten().compute()?.len()),
        (0, 0)
    );
    assert_eq!(thin.broadcast_to([2, 2, 0]).compute()?.shape()[..], [2, 2, 0]);
    assert_eq!(csr()?.broadcast_to([0, 3, 4]).compute()?.shape()[..], [0, 3, 4]);
    assert_eq!(thin.cumulative_sum::<1>()?.values(), [0.0; 0]);
    assert_eq!(nothing.cumulative_sum::<0>()?.values(), [0.0; 0]);
    assert!(nothing.mean()?.is_nan() && thin.variance(0)?.is_nan());
    assert!(
        thin.mean_axis::<1>()
            .compute()?
            .values()
            .iter()
            .all(|mean| mean.is_nan())
    );
    assert_eq!(thin.nonzero()?.len(), 0);
    let one = Vector::from(vec![5.0_f64]);
    assert_eq!(one.roll::<0>(-7).compute()?.values(), [5.0]);
    assert_eq!(one.flip::<0>().compute()?.values(), [5.0]);
    assert_eq!(one.tile::<0>(1).compute()?.values(), [5.0]);
    assert_eq!((one.mean()?, one.variance(0)?, one.std(0)?), (5.0, 0.0, 0.0));
    assert!(one.variance(1)?.is_nan() && one.variance(usize::MAX)?.is_nan());
    assert_eq!(one.expand_dims::<1>().compute()?.shape()[..], [1, 1]);
    let number = uniform(3.0).expand_dims::<0>().compute()?;
    assert_eq!((number.to_dense()?, uniform(3.0).mean()?), (vec![3.0], 3.0));
    Ok(())
}

#[test]
fn more_dimensions() -> Result<(), Error> {
    let a = csr()?;
    assert_eq!(a.expand_dims::<0>().compute()?.shape()[..], [1, 3, 4]);
    let behind = a.expand_dims::<2>().compute()?;
    assert_eq!(
        (behind.shape()[..].to_vec(), behind.to_dense()?),
        (vec![3, 4, 1], A.to_vec())
    );
    let x = vector(&[1.0, 2.0]);
    let c: Matrix<f64> = x.stack_axis::<1, _>(&(x * 10.0)).compute()?;
    assert_eq!(c.values(), [1.0, 10.0, 2.0, 20.0]);
    assert_eq!(
        a.stack_axis::<2, _>(&a).compute()?.to_dense()?,
        A.iter().flat_map(|&v| [v, v]).collect::<Vec<_>>()
    );
    let ones: RunMatrix<f64> = uniform(1.0).broadcast_to([2, 3]).compute()?;
    assert_eq!(ones.to_dense()?, [1.0; 6]);
    // A new dimension in front of the others has no values of its own; a column has no extent.
    assert_eq!(
        (x.column() * 2.0).broadcast_to([2, 2, 2]).compute()?.to_dense()?,
        [2.0, 2.0, 4.0, 4.0, 2.0, 2.0, 4.0, 4.0]
    );
    assert_eq!(
        (x.broadcast_to([3, 2]) * 2.0).sum_axis::<0>().compute()?.values(),
        [6.0, 12.0]
    );
    Ok(())
}

#[test]
fn wrong_shapes() -> Result<(), Error> {
    let a = csr()?;
    let (mismatch, unresolved, large) = (
        Some(ErrorKind::Mismatch),
        Some(ErrorKind::Unresolved),
        Some(ErrorKind::TooLarge),
    );
    assert_eq!(kind(a.broadcast_to([3, 5]).compute()), mismatch);
    assert_eq!(kind(a.broadcast_to([2, 4, 4]).compute()), mismatch);
    assert_eq!(kind(a.window([0..1, 0..4]).broadcast_to([3, 4]).compute()), mismatch);
    assert_eq!(kind(a.stack_axis::<1, _>(&a.window([0..3, 0..3])).compute()), mismatch);
    // What is wrong inside is wrong outside.
    let (x, y) = (Vector::from(vec![1.0; 3]), Vector::from(vec![1.0; 5]));
    let wrong = &x + &y;
    assert_eq!(kind(wrong.roll::<0>(1).compute()), mismatch);
    assert_eq!(kind(wrong.flip::<0>().compute()), mismatch);
    assert_eq!(kind(wrong.tile::<0>(2).sum()), mismatch);
    assert_eq!(kind(wrong.repeat::<0>(2).sum()), mismatch);
    assert_eq!(kind(wrong.expand_dims::<1>().flatten().compute()), mismatch);
    assert_eq!(kind(wrong.broadcast_to([3]).compute()), mismatch);
    assert_eq!(kind(wrong.mean()), mismatch);
    assert_eq!(kind(wrong.variance(0)), mismatch);
    assert_eq!(kind(wrong.expand_dims::<0>().mean_axis::<1>().compute()), mismatch);
    assert_eq!(kind(wrong.cumulative_sum::<0>()), mismatch);
    assert_eq!(kind(wrong.nonzero()), mismatch);
    assert_eq!(
        kind(wrong.flip::<0>().flip::<0>().concatenate::<0, _>(&x).compute()),
        mismatch
    );
    // A moved view has no extent of its own.
    let moved = a.offset([0, 1]);
    assert_eq!(kind(moved.roll::<1>(1).compute()), unresolved);
    assert_eq!(kind(moved.flip::<1>().compute()), unresolved);
    assert_eq!(kind(moved.tile::<1>(2).compute()), unresolved);
    assert_eq!(kind(moved.repeat::<1>(2).compute()), unresolved);
    assert_eq!(kind(moved.flatten().compute()), unresolved);
    assert_eq!(kind(moved.mean()), unresolved);
    assert_eq!(kind(moved.mean_axis::<1>().compute()), unresolved);
    assert_eq!(kind(uniform(1.0).column().flip::<0>().compute()), unresolved);
    // Extents whose product is no `usize`, or more than there is memory for.
    for times in [usize::MAX, usize::MAX / 2, usize::MAX / 4 + 1, 1 << 60] {
        assert_eq!(kind(a.tile::<0>(times).compute()), large, "{times}");
        assert_eq!(kind(a.repeat::<1>(times).compute()), large, "{times}");
        assert_eq!(
            kind(uniform(1.0).broadcast_to([times, 8]).flatten().compute()),
            large,
            "{times}"
        );
        assert_eq!(
            kind(uniform(1.0).broadcast_to([times]).flip::<0>().compute()),
            large,
            "{times}"
        );
    }
    // A part that is read beyond what is behind it.
    assert_eq!(
        kind(a.window([0..3, 2..5]).flip::<1>().compute()),
        Some(ErrorKind::OutOfBounds)
    );
    Ok(())
}

/// Beyond their ends they are missing, whatever is looked up there.
#[test]
fn beyond_the_ends() -> Result<(), Error> {
    let x: SparseVector<f64> = Vector::from(vec![1.0, 0.0, 3.0]).drop_fills()?;
    macro_rules! moved {
        ($($lazy:expr => $dense:expr;)*) => { $(
            let (lazy, dense): (_, Vec<f64>) = ($lazy, $dense);
            let n = dense.len();
            assert_eq!(lazy.compute_as::<Vector<f64>>()?.values(), dense);
            let ahead = lazy.offset([1]).permissive().coalesce(9.0);
            let all = vec![0.0; n];
            let c = (vector(&all) + ahead).compute_as::<Vector<f64>>()?;
            let wanted: Vec<f64> = (0..n).map(|i| dense.get(i + 1).copied().unwrap_or(9.0)).collect();
            assert_eq!(c.values(), wanted, "{}", stringify!($lazy));
            let behind = lazy.offset([-1]).permissive().coalesce(9.0);
            let c = (vector(&all) + behind).compute_as::<Vector<f64>>()?;
            let wanted: Vec<f64> = (0..n).map(|i| if i == 0 { 9.0 } else { dense[i - 1] }).collect();
            assert_eq!(c.values(), wanted, "{}", stringify!($lazy));
            let c = lazy.pad([[2, 1]]).compute_as::<Vector<f64>>()?;
            assert_eq!(c.values(), [&[0.0, 0.0], &dense[..], &[0.0]].concat(), "{}", stringify!($lazy));
        )* };
    }
    let a = Matrix::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    moved! {
        x.flip::<0>() => vec![3.0, 0.0, 1.0];
        x.roll::<0>(1) => vec![3.0, 1.0, 0.0];
        x.tile::<0>(2) => vec![1.0, 0.0, 3.0, 1.0, 0.0, 3.0];
        x.repeat::<0>(2) => vec![1.0, 1.0, 0.0, 0.0, 3.0, 3.0];
        a.flatten() => vec![1.0, 2.0, 3.0, 4.0];
        x.coalesce(7.0).flip::<0>() => vec![3.0, 0.0, 1.0];
        x.coalesce(7.0).tile::<0>(2) => vec![1.0, 0.0, 3.0, 1.0, 0.0, 3.0];
        uniform(5.0).broadcast_to([2]) => vec![5.0, 5.0];
        x.flip::<0>().window(1..3).flip::<0>() => vec![1.0, 0.0];
    }
    Ok(())
}

/// A reduction is computed first, and once, wherever it stands.
#[test]
fn reductions_as_operands() -> Result<(), Error> {
    let (a, x) = (csr()?, cube()?);
    let sums = [0.0, 5.0, 3.0];
    let halves: Vector<f64> = (a.sum_axis::<1>() / 2.0).compute()?;
    assert_eq!(halves.values(), sums.map(|sum| sum / 2.0));
    let both: Vector<f64> = (2.0 * a.sum_axis::<1>() - a.sum_axis::<1>() * 3.0).compute()?;
    assert_eq!(both.values(), sums.map(|sum| -sum));
    assert_eq!((-a.sum_axis::<1>()).compute()?, both);
    let shares: Csr<f64> = (&a / (a.sum_axis::<1>() + 1.0).column()).compute()?;
    assert_eq!(shares.get([1, 2]), Some(4.0 / 6.0));
    assert_eq!(
        (a.sum_axis::<1>().greatest()?, a.sum_axis::<1>().argmax()?.unwrap().0[0]),
        (5.0, 1)
    );
    // Several axes: one after the other.
    let of_two: SparseVector<f64> = x.sum_axis::<2>().sum_axis::<1>().compute()?;
    let expected: Vec<f64> = (0..2).map(|k| (0..12).map(|n| value(12 * k + n)).sum()).collect();
    assert_eq!(of_two.to_dense()?, expected);
    let of_others: Vector<f64> = x.sum_axis::<0>().sum_axis::<0>().compute()?;
    assert_eq!(of_others.values()[1], (0..6).map(|n| value(4 * n + 1)).sum::<f64>());
    let four = x.broadcast_to([2, 2, 3, 4]);
    assert_eq!(
        four.sum_axis::<3>()
            .sum_axis::<2>()
            .sum_axis::<0>()
            .compute()?
            .to_dense()?,
        expected.iter().map(|sum| 2.0 * sum).collect::<Vec<_>>()
    );
    // The least values of rows, whose fill is infinity.
    let least: VectorWithFill<f64, Inf> = (a.least_axis::<1>() + 1.0).compute()?;
    assert_eq!(least.values(), [-1.0, 1.0, 1.0]);
    // Means and variances along an axis, and a product with them.
    let means = x.mean_axis::<1>().compute()?;
    assert_eq!(means.to_dense()?[5], (of(1, 0, 1) + of(1, 1, 1) + of(1, 2, 1)) / 3.0);
    let variances = (&a - a.mean_axis::<1>().column())
        .map(Square)
        .mean_axis::<1>()
        .compute()?;
    assert_eq!(variances.values()[2], (3.0 * 0.75 * 0.75 + 2.25 * 2.25) / 4.0);
    assert_eq!(a.matmul(a.mean_axis::<0>()).compute()?.values()[2], 3.0);
    let text = (a.sum_axis::<1>() / 2.0).explain();
    assert!(
        text.starts_with("reduction of 3 by 4 along axis 1: computed before the loops"),
        "{text}"
    );
    let whole: Matrix<i64> = Matrix::from_dense([3, 4], &A.map(|v| v as i64))?;
    assert_eq!(whole.cast::<f64>().mean()?, 8.0 / 12.0);
    let error = (a.sum_axis::<1>() + &Vector::from(vec![1.0; 4])).compute().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    // Of a product that is computed first, and by several threads.
    let turned = transposed(&a)?;
    let product = a.matmul(&turned);
    assert_eq!((product.sum_axis::<1>() * 1.0).sum()?, product.sum()?);
    assert_eq!((a.sum_axis::<1>() / 2.0).parallel().compute()?, halves);
    Ok(())
}

/// Several threads compute what one does.
#[test]
fn in_parts() -> Result<(), Error> {
    let entries = (0..3 * GRAIN).map(|n| ([n % 1_009, n % 307], (n % 11) as f64 - 5.0));
    let a = Csr::from_triplets([1_009, 307], entries, Add)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let moved = a.flip::<0>().roll::<1>(-7);
        assert_eq!(moved.parallel().compute()?, moved.compute()?);
        let rows: Vector<f64> = a.tile::<0>(2).sum_axis::<1>().parallel().compute()?;
        assert_eq!(rows.values()[1_009..], rows.values()[..1_009]);
        let part = a.window([0..150, 0..307]);
        assert_eq!(part.flatten().parallel().reduce(FastAdd)?, part.sum()?);
        Ok(())
    })
}

fn transposed(a: &Csr<f64>) -> Result<Csr<f64>> {
    let entries = a
        .to_triplets()
        .into_iter()
        .map(|(place, value)| ([place[1], place[0]], value));
    Csr::from_triplets([4, 3], entries, Add)
}

#[test]
fn products_over_any_axis() -> Result<(), Error> {
    let (x, dense) = (cube()?, Cube::from_dense([2, 3, 4], &cube()?.to_dense()?)?);
    let m = Matrix::from_dense([5, 3], &(0..15).map(value).collect::<Vec<_>>())?;
    let expected = |k: usize, i: usize, l: usize| (0..3).map(|j| of(k, j, i) * value(3 * l + j)).sum::<f64>();
    let values: Vec<f64> = (0..40).map(|n| expected(n / 20, n / 5 % 4, n % 5)).collect();
    let c = x.tensordot_axis::<1, 1, _>(&m).compute()?;
    assert_eq!((c.shape()[..].to_vec(), c.to_dense()?), (vec![2, 4, 5], values));
    let c = m.tensordot_axis::<1, 1, _>(&dense).compute()?;
    let values: Vec<f64> = (0..40).map(|n| expected(n / 4 % 2, n % 4, n / 8)).collect();
    assert_eq!((c.shape()[..].to_vec(), c.to_dense()?), (vec![5, 2, 4], values));
    // As the other ways to say it.
    let turned = m.swizzle::<(U1, U0)>();
    assert_eq!(
        x.swizzle::<(U0, U2, U1)>().tensordot(turned).compute()?.to_dense()?,
        x.tensordot_axis::<1, 1, _>(&m).compute()?.to_dense()?
    );
    let y = Vector::from(vec![1.0, -1.0]);
    let of_first = x.tensordot_axis::<0, 0, _>(&y).compute()?;
    assert_eq!(
        of_first.to_dense()?,
        (0..12).map(|n| value(n) - value(12 + n)).collect::<Vec<_>>()
    );
    assert_eq!(y.tensordot_axis::<0, 0, _>(&y).sum()?, 2.0);
    let least = m
        .tensordot_axis_semiring::<0, 0, _, _>(MinPlus, &m)
        .compute_as::<MatrixWithFill<f64, Inf>>()?;
    let column = |i: usize| (0..5).map(move |l| value(3 * l + i));
    let sums = |i, j| {
        column(i)
            .zip(column(j))
            .map(|(a, b)| a + b)
            .fold(f64::INFINITY, f64::min)
    };
    assert_eq!(
        least.to_dense()?,
        (0..9).map(|n| sums(n / 3, n % 3)).collect::<Vec<_>>()
    );
    assert_eq!(
        kind(x.tensordot_axis::<2, 1, _>(&m).compute()),
        Some(ErrorKind::Mismatch)
    );
    let moved = uniform(1.0).column();
    assert_eq!(
        kind(moved.tensordot_axis::<0, 0, _>(moved).sum()),
        Some(ErrorKind::Unresolved)
    );
    Ok(())
}

#[test]
fn places_that_are_not_fill() -> Result<(), Error> {
    let a = csr()?;
    let places = |of: Vec<_>| {
        of.iter()
            .map(|p: &generic_array::GenericArray<usize, U2>| [p[0], p[1]])
            .collect::<Vec<_>>()
    };
    assert_eq!(places(a.nonzero()?), [[0, 1], [0, 2], [1, 0], [1, 2], [2, 3]]);
    assert_eq!(places(a.gt(1.0).nonzero()?), [[0, 1], [1, 2], [2, 3]]);
    // The fill of `a <= 1` is true.
    assert_eq!(places(a.le(1.0).nonzero()?).len(), 9);
    assert_eq!(places((&a - &a).nonzero()?), [[0; 2]; 0]);
    Ok(())
}
