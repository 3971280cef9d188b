//! Views, slices and joined arrays as operands: values, and the format that is inferred.

use finch_formats::array::{uniform, vector};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::operators::Max as Larger;
use finch_formats::traits::algebra::typenum::{U0, U1};
use finch_formats::{Error, ErrorKind, Result};

const A: [f64; 12] = [0.0, 2.0, -2.0, 0.0, 1.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 3.0];

fn csr() -> Result<Csr<f64>> {
    Matrix::from_dense([3, 4], &A)?.drop_fills()
}

fn at(j: usize, i: usize) -> f64 {
    A[j * 4 + i]
}

fn grid(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..rows * cols).map(|n| f(n / cols, n % cols)).collect()
}

#[test]
fn windows_and_offsets() -> Result<(), Error> {
    let a = csr()?;
    let c: Csr<f64> = (a.window([0..2, 1..4]) + a.window([1..3, 0..3])).compute()?;
    assert_eq!(c.to_dense()?, grid(2, 3, |j, i| at(j, i + 1) + at(j + 1, i)));
    let c: Csr<f64> = (2.0 * a.window([0..2, 1..4]).window([1..2, 0..2])).compute()?;
    assert_eq!(c.to_dense()?, grid(1, 2, |_, i| 2.0 * at(1, i + 1)));
    let c: Csr<f64> = (&a * (&a + 1.0).window([0..3, 0..4])).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 4, |j, i| at(j, i) * (at(j, i) + 1.0)));
    let c: Csr<f64> = (&a - a.offset([0, 1]).permissive().coalesce(0.0)).compute()?;
    assert_eq!(
        c.to_dense()?,
        grid(3, 4, |j, i| at(j, i) - if i < 3 { at(j, i + 1) } else { 0.0 })
    );
    assert_eq!(a.window([1..3, 1..3]).sum()?, 4.0);
    let sums: Vector<f64> = a.window([0..3, 0..2]).sum_axis::<1>().compute()?;
    assert_eq!(sums.values(), [2.0, 1.0, 0.0]);
    assert_eq!(
        (&a + a.window([0..2, 0..4])).compute().unwrap_err().kind(),
        ErrorKind::Mismatch
    );
    assert_eq!(
        a.window([0..2, 2..5]).compute().unwrap_err().kind(),
        ErrorKind::OutOfBounds
    );
    Ok(())
}

#[test]
fn other_orders() -> Result<(), Error> {
    let d = Matrix::from_dense([3, 4], &A)?;
    let c: Matrix<f64> = (d.swizzle::<(U1, U0)>() + 1.0).compute()?;
    assert_eq!(c.to_dense()?, grid(4, 3, |i, j| at(j, i) + 1.0));
    let c: Matrix<f64> = (d.window([0..2, 0..4]).t() * 2.0).compute()?;
    assert_eq!(c.to_dense()?, grid(4, 2, |i, j| at(j, i) * 2.0));
    let filter = Vector::from(vec![1.0, -1.0]);
    let x = Vector::from(vec![3.0, 4.0, 6.0]);
    let c: Vector<f64> = (x.toeplitz::<U0>() * &filter).sum_axis::<1>().compute()?;
    assert_eq!(c.values(), [-1.0, -2.0]);
    // Views are read in programs as ever.
    let (part, mut sum) = (d.window([0..2, 1..4]).offset([0, 1]), Scalar::<f64>::default());
    finch! { sum .= 0; for j, i { sum[] += part[j, i] } }.run()?;
    assert_eq!(sum.get(), -2.0 + 4.0);
    Ok(())
}

#[test]
fn one_index_and_the_diagonal() -> Result<(), Error> {
    let a = csr()?;
    let row: SparseVector<f64> = a.pick::<0>(1).compute()?;
    assert_eq!(row.to_dense()?, [1.0, 0.0, 4.0, 0.0]);
    let column: Vector<f64> = (a.pick::<1>(2) * 2.0).compute()?;
    assert_eq!(column.values(), [-4.0, 8.0, 0.0]);
    assert_eq!(a.pick::<0>(3).compute().unwrap_err().kind(), ErrorKind::OutOfBounds);
    let diagonal: Vector<f64> = a.window([0..3, 0..3]).diagonal().compute()?;
    assert_eq!(diagonal.values(), [0.0, 0.0, 0.0]);
    assert_eq!(a.window([0..2, 1..3]).trace()?, 2.0 + 4.0);
    assert_eq!(a.diagonal().compute().unwrap_err().kind(), ErrorKind::Mismatch);
    let made = Csr::from_diagonal(&[2.0, 0.0, -1.0])?;
    assert_eq!(made.to_dense()?, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
    assert_eq!((made.count_stored(), made.trace()?), (3, 1.0));
    Ok(())
}

#[test]
fn reshaped() -> Result<(), Error> {
    let x: SparseVector<f64> = Vector::from(A.to_vec()).drop_fills()?;
    let c: Csr<f64> = x.stretches(4).compute()?;
    assert_eq!(c, csr()?);
    let c: Cube<f64> = Matrix::from_dense([3, 4], &A)?.stretches(2).compute()?;
    assert_eq!((c.shape()[..].to_vec(), c.to_dense()?), (vec![3, 2, 2], A.to_vec()));
    let c: Csr<f64> = (x.stretches(4) + csr()?.window([0..3, 0..4])).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 4, |j, i| 2.0 * at(j, i)));
    assert_eq!(x.stretches(5).compute().unwrap_err().kind(), ErrorKind::OutOfBounds);
    assert!(x.stretches(0).compute().is_err());
    Ok(())
}

#[test]
fn joined() -> Result<(), Error> {
    let (a, d) = (csr()?, Matrix::from_dense([3, 4], &A)?);
    let c: Csr<f64> = a.concatenate::<0, _>(&(&a * 2.0)).compute()?;
    assert_eq!(
        c.to_dense()?,
        grid(6, 4, |j, i| if j < 3 { at(j, i) } else { 2.0 * at(j - 3, i) })
    );
    let c: Csr<f64> = a.concatenate::<1, _>(&a.window([0..3, 1..3])).compute()?;
    assert_eq!(
        c.to_dense()?,
        grid(3, 6, |j, i| if i < 4 { at(j, i) } else { at(j, i - 3) })
    );
    let c: Matrix<f64> = a.concatenate::<1, _>(&d).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 8, |j, i| at(j, i % 4)));
    let c: Matrix<f64> = d.pad([[1, 0], [0, 2]]).t().compute()?;
    assert_eq!(
        c.to_dense()?,
        grid(6, 4, |i, j| if j > 0 && i < 4 { at(j - 1, i) } else { 0.0 })
    );
    let x = Vector::from(vec![1.0, 2.0, 3.0]);
    let c: Matrix<f64> = x.stack(&(&x * 10.0)).concatenate::<0, _>(&x.lift()).compute()?;
    assert_eq!(c.to_dense()?, [1.0, 2.0, 3.0, 10.0, 20.0, 30.0, 1.0, 2.0, 3.0]);
    let c: Csr<f64> = a.pad([[1, 0], [0, 2]]).compute()?;
    assert_eq!(
        (c.count_stored(), c.to_dense()?),
        (5, grid(4, 6, |j, i| if j > 0 && i < 4 { at(j - 1, i) } else { 0.0 }))
    );
    let c: Csr<f64> = (a.pad([[0, 0], [2, 0]]) * a.concatenate::<1, _>(&a.window([0..3, 0..2]))).compute()?;
    assert_eq!(
        c.to_dense()?,
        grid(3, 6, |j, i| if i < 2 {
            0.0
        } else {
            at(j, i - 2) * if i < 4 { at(j, i) } else { at(j, i - 4) }
        })
    );
    let error = a.concatenate::<0, _>(&a.window([0..3, 0..2])).compute().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(uniform(1.0).column().pad([[1, 1]]).compute().is_err());
    Ok(())
}

/// A part ends where its extent ends, whatever the expression would be beyond.
#[test]
fn parts_end() -> Result<(), Error> {
    let (x, z) = (Vector::from(vec![1.0, 2.0]), Vector::from(vec![8.0, 9.0]));
    let c = x.coalesce(0.0).concatenate::<0, _>(&z).compute_as::<Vector<f64>>()?;
    assert_eq!(c.values(), [1.0, 2.0, 8.0, 9.0]);
    let c = x.coalesce(7.0).pad([[1, 1]]).compute_as::<Vector<f64>>()?;
    assert_eq!(c.values(), [0.0, 1.0, 2.0, 0.0]);
    // Moved down by one, the hole filled from the other: extents are those of the other.
    let y = Vector::from(vec![5.0, 6.0]);
    let moved = x.offset([-1]).permissive().coalesce(&y);
    let c = moved.concatenate::<0, _>(&z).compute_as::<Vector<f64>>()?;
    assert_eq!(c.values(), [5.0, 1.0, 8.0, 9.0]);
    // In front of the second part, too.
    let c = z.concatenate::<0, _>(&moved).compute_as::<Vector<f64>>()?;
    assert_eq!(c.values(), [8.0, 9.0, 5.0, 1.0]);
    let c = moved.pad([[2, 2]]).compute_as::<Vector<f64>>()?;
    assert_eq!(c.values(), [0.0, 0.0, 5.0, 1.0, 0.0, 0.0]);
    // Along each axis of a matrix, and a part that is joined of others.
    let a = csr()?;
    let all = a.coalesce(7.0);
    let c = all.concatenate::<1, _>(&a).compute_as::<Matrix<f64>>()?;
    assert_eq!(c.to_dense()?, grid(3, 8, |j, i| at(j, i % 4)));
    let c = all.concatenate::<0, _>(&a).concatenate::<0, _>(&all);
    let c = c.compute_as::<Matrix<f64>>()?;
    assert_eq!(c.to_dense()?, grid(9, 4, |j, i| at(j % 3, i)));
    let c = all.pad([[1, 1], [0, 1]]).compute_as::<Matrix<f64>>()?;
    let wanted = |j, i| {
        if (1..4).contains(&j) && i < 4 {
            at(j - 1, i)
        } else {
            0.0
        }
    };
    assert_eq!(c.to_dense()?, grid(5, 5, wanted));
    Ok(())
}

/// What is wrong without joining is wrong within joined parts.
#[test]
fn extents_of_parts_are_compared() -> Result<(), Error> {
    fn kind<T>(result: Result<T>) -> Option<ErrorKind> {
        result.err().map(|error| error.kind())
    }
    let (x, y, z) = (
        Vector::from(vec![1.0; 3]),
        Vector::from(vec![1.0; 5]),
        Vector::from(vec![9.0]),
    );
    let mismatch = Some(ErrorKind::Mismatch);
    assert_eq!(kind((&x + &y).compute()), mismatch);
    assert_eq!(kind((&x + &y).concatenate::<0, _>(&z).compute()), mismatch);
    assert_eq!(kind((&y + &x).concatenate::<0, _>(&z).compute()), mismatch);
    assert_eq!(kind(z.concatenate::<0, _>(&(&y + &x)).compute()), mismatch);
    assert_eq!(kind((&x + &y).pad([[1, 0]]).compute()), mismatch);
    // Inside of other expressions, and by everything that computes.
    let sum = &x + &y;
    let joined = sum.concatenate::<0, _>(&z);
    assert_eq!(kind(joined.pad([[1, 0]]).compute()), mismatch);
    assert_eq!(kind(joined.sum()), mismatch);
    assert_eq!(kind(joined.stretches(2).compute()), mismatch);
    assert_eq!(kind(joined.lift().sum_axis::<1>().compute()), mismatch);
    let a = csr()?;
    let square = a.diagonal();
    assert_eq!(kind(square.concatenate::<0, _>(&z).compute()), mismatch);
    assert_eq!(kind((square * 2.0).compute()), mismatch);
    assert_eq!(kind(square.argmax()), mismatch);
    let out = Some(ErrorKind::OutOfBounds);
    assert_eq!(kind(x.window(0..10).compute()), out);
    assert_eq!(kind(x.window(0..10).concatenate::<0, _>(&z).compute()), out);
    assert_eq!(kind(x.window(0..10).pad([[0, 1]]).compute()), out);
    let backwards = core::ops::Range { start: 2, end: 1 };
    assert_eq!(kind(x.window(backwards.clone()).compute()), out);
    assert_eq!(kind(x.window(backwards).pad([[0, 1]]).compute()), out);
    assert_eq!(
        kind(uniform(1.0).column().pad([[1, 1]]).compute()),
        Some(ErrorKind::Unresolved)
    );
    // What may be missing has no extent to compare.
    let c = (&y + x.permissive().coalesce(0.0)).pad([[0, 1]]);
    assert_eq!(c.compute_as::<Vector<f64>>()?.values(), [2.0, 2.0, 2.0, 1.0, 1.0, 0.0]);
    // The extents of a swizzled array are known.
    let c = a.swizzle::<(U1, U0)>();
    let c = c
        .concatenate::<0, _>(&c.window([1..3, 0..3]))
        .compute_as::<Matrix<f64>>()?;
    assert_eq!(
        c.to_dense()?,
        grid(6, 3, |i, j| if i < 4 { at(j, i) } else { at(j, i - 3) })
    );
    Ok(())
}

#[test]
fn outer_products() -> Result<(), Error> {
    let x: SparseVector<f64> = Vector::from(vec![0.0, 2.0, 3.0]).drop_fills()?;
    let y = Vector::from(vec![1.0, 5.0]);
    let c = x.outer(&y).compute()?;
    assert_eq!(
        (c.shape()[..].to_vec(), c.to_dense()?),
        (vec![3, 2], vec![0.0, 0.0, 2.0, 10.0, 3.0, 15.0])
    );
    let c: Matrix<f64> = y.outer_map(&y, Larger).compute()?;
    assert_eq!(c.to_dense()?, [1.0, 5.0, 5.0, 5.0]);
    let a = csr()?;
    let c = a.window([0..2, 0..2]).outer(&a.window([1..3, 2..4])).compute()?;
    assert_eq!(c.shape()[..], [2, 2, 2, 2]);
    let dense: Vec<f64> = (0..16)
        .map(|n| at(n / 8, n / 4 % 2) * at(n / 2 % 2 + 1, n % 2 + 2))
        .collect();
    assert_eq!(c.to_dense()?, dense);
    Ok(())
}

/// Memory of others: slices, arrays and `Vec`s stand in expressions as they are.
#[test]
fn slices() -> Result<(), Error> {
    let a = csr()?;
    let (x, y) = (vec![1.0, 10.0, 100.0, 1000.0], [1.0, 2.0, 3.0]);
    let c: Csr<f64> = (&a * &x).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 4, |j, i| at(j, i) * x[i]));
    let c: Csr<f64> = (vector(&y).column() * &a * &x[..]).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 4, |j, i| y[j] * at(j, i) * x[i]));
    let sums: Vector<f64> = (&a * &x[..]).sum_axis::<1>().compute()?;
    assert_eq!(sums.dot(&y)?, -180.0 + 2.0 * 401.0 + 3.0 * 3000.0);
    assert_eq!((&a * &y).compute().unwrap_err().kind(), ErrorKind::Mismatch);
    let view = MatrixView::from_parts(3, 4, &A[..])?;
    let c: Csr<f64> = (&a * &view).compute()?;
    assert_eq!(c.to_dense()?, grid(3, 4, |j, i| at(j, i) * at(j, i)));
    Ok(())
}

/// Where one part ends, values of it that types know are missing, too.
#[test]
fn parts_that_are_the_same_everywhere() -> Result<(), Error> {
    let a = Csr::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    let b = Csr::from_triplets([2, 3], [([1, 2], 9.0)], Add)?;
    let (row, column) = (
        b.pick::<0>(1).compute()?,
        SparseVector::from_triplets([2], [([1], 7.0)], Add)?,
    );
    assert_eq!(
        b.stack(&a).compute()?.to_dense()?,
        [b.to_dense()?, a.to_dense()?].concat()
    );
    assert_eq!(
        row.broadcast_to([2, 3]).concatenate::<0, _>(&a).compute()?.to_dense()?,
        [0.0, 0.0, 9.0, 0.0, 0.0, 9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    );
    assert_eq!(
        column
            .column()
            .broadcast_to([2, 1])
            .concatenate::<1, _>(&a)
            .compute()?
            .to_dense()?,
        [0.0, 1.0, 2.0, 3.0, 7.0, 4.0, 5.0, 6.0]
    );
    Ok(())
}

/// What is joined takes the time of what is stored: a walk over all places would not end.
#[test]
fn joined_parts_are_as_long_as_they_like() -> Result<(), Error> {
    const N: usize = 1_000_000_000;
    let entries = [(0, 5.0), (7, 1.0), (N - 1, 3.0)];
    let x = SparseVector::from_triplets([N], entries.map(|(i, value)| ([i], value)), Add)?;
    let stored = |c: &SparseVector<f64>| c.iter().map(|(i, value)| (i[0], value)).collect::<Vec<_>>();
    let both = x.concatenate::<0, _>(&x).compute()?;
    assert_eq!(both.shape()[..], [2 * N]);
    assert_eq!(
        stored(&both),
        [entries, entries.map(|(i, value)| (N + i, value))].concat()
    );
    assert_eq!(stored(&x.roll::<0>(1).compute()?), [(0, 3.0), (1, 5.0), (8, 1.0)]);
    let a = Csr::from_triplets([3, N], entries.map(|(i, value)| ([i % 3, i], value)), Add)?;
    let rows = (&a * 2.0).concatenate::<0, _>(&a).compute()?;
    let found: Vec<_> = rows.iter().collect();
    let below = |by, times: f64| entries.map(|(i, value)| ([i % 3 + by, i], times * value));
    let mut expected: Vec<([usize; 2], f64)> = [below(0, 2.0), below(3, 1.0)].concat();
    expected.sort_by_key(|&(place, _)| place);
    assert_eq!(found, expected);
    // However many parts, within each other, and in sums and products.
    let three = x.concatenate::<0, _>(&x).concatenate::<0, _>(&x.roll::<0>(1));
    assert_eq!(three.compute()?.count_stored(), 9);
    let three: SparseVector<f64> = (x.concatenate::<0, _>(&both) * &three + &three).compute()?;
    let sum = [
        (0, 30.0),
        (7, 2.0),
        (N - 1, 12.0),
        (N, 30.0),
        (N + 7, 2.0),
        (2 * N - 1, 12.0),
    ];
    let behind = [(2 * N, 3.0), (2 * N + 1, 5.0), (2 * N + 8, 1.0)];
    let behind = behind.map(|(i, value)| (i, if i == 2 * N { value * 6.0 } else { value }));
    assert_eq!(stored(&three), [&sum[..], &behind].concat());
    let [two, three, four] = [2.0, 3.0, 4.0].map(|times| &a * times);
    let (above, below) = (a.concatenate::<1, _>(&two), three.concatenate::<1, _>(&four));
    let blocks = above.concatenate::<0, _>(&below).compute()?;
    assert_eq!(
        (blocks.shape()[..].to_vec(), blocks.count_stored()),
        (vec![6, 2 * N], 12)
    );
    for (j, i, value) in [
        (0, 0, 5.0),
        (1, 7, 1.0),
        (0, N, 10.0),
        (3, 0, 15.0),
        (4, N + 7, 4.0),
        (3, 2 * N - 1, 12.0),
    ] {
        assert_eq!(blocks.get([j, i]), Some(value), "[{j}, {i}]")
    }
    Ok(())
}

/// A sum over nothing is zero, at each place of the result: a window says how many there are.
#[test]
fn products_over_nothing() -> Result<(), Error> {
    let a = Matrix::from_dense([3, 4], &A)?;
    let b = Matrix::from_dense([2, 4], &A[..8])?;
    let c: Matrix<f64> = a.window([0..3, 2..2]).matmul(&b.window([0..2, 1..1]).t()).compute()?;
    assert_eq!((c.shape()[..].to_vec(), c.values()), (vec![3, 2], &[0.0; 6][..]));
    Ok(())
}

/// A window of what has no extent has none: the message names what gives it one, and that does.
#[test]
fn windows_of_what_is_permissive() -> Result<(), Error> {
    let x = Vector::from(vec![1.0, 2.0, 3.0]);
    let part = x.offset([1]).permissive().coalesce(5.0).window(1..4);
    let errors = [part.compute().err(), part.sum().err()];
    for error in errors {
        let error = error.expect("nothing says how long the window is");
        let text = error.to_string();
        assert_eq!(error.kind(), ErrorKind::Unresolved);
        assert!(
            text.contains("`broadcast_to(shape)`") && !text.contains("loop"),
            "{text}"
        );
    }
    let c: Vector<f64> = part.broadcast_to([3]).compute()?;
    assert_eq!(c.values(), [3.0, 5.0, 5.0]);
    Ok(())
}
