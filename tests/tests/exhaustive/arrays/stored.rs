//! Products that are computed first: in views, and by several threads.

use crate::name::check;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::{U0, U1};
use finch_formats::{Error, ErrorKind, Result};

const A: [f64; 12] = [0.0, 2.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0, 0.0, 4.0];
const B: [f64; 16] = [
    1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 7.0,
];

/// A value of the product of both, of 3 by 4.
fn at(j: usize, i: usize) -> f64 {
    (0..4).map(|k| A[j * 4 + k] * B[k * 4 + i]).sum()
}

fn grid(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..rows * cols).map(|n| f(n / cols, n % cols)).collect()
}

#[test]
fn in_views() -> Result<(), Error> {
    let a: Csr<f64> = Matrix::from_dense([3, 4], &A)?.drop_fills()?;
    let b: Csr<f64> = Matrix::from_dense([4, 4], &B)?.drop_fills()?;
    let c = a.matmul(&b);
    check(
        c.window([0..2, 1..4]) + c.window([1..3, 0..3]),
        "Csr",
        &grid(2, 3, |j, i| at(j, i + 1) + at(j + 1, i)),
    )?;
    check(c.pick::<0>(2), "SparseVector", &grid(1, 4, |_, i| at(2, i)))?;
    check(
        c.window([0..3, 0..3]).diagonal(),
        "Vector",
        &grid(1, 3, |_, j| at(j, j)),
    )?;
    check(c.swizzle::<(U1, U0)>() * 1.0, "Matrix", &grid(4, 3, |i, j| at(j, i)))?;
    check(
        c.concatenate::<0, _>(&a),
        "Csr",
        &grid(6, 4, |j, i| if j < 3 { at(j, i) } else { A[(j - 3) * 4 + i] }),
    )?;
    check(
        c.pad([[1, 0], [0, 1]]),
        "Csr",
        &grid(4, 5, |j, i| if j > 0 && i < 4 { at(j - 1, i) } else { 0.0 }),
    )?;
    let moved = c.offset([0, 1]).permissive().coalesce(0.0);
    check(
        &a - moved,
        "Csr",
        &grid(3, 4, |j, i| A[j * 4 + i] - if i < 3 { at(j, i + 1) } else { 0.0 }),
    )?;
    assert_eq!(c.stretches(2).sum()?, grid(3, 4, at).iter().sum::<f64>());
    assert_eq!(c.lift().compute()?.shape()[..], [1, 3, 4]);
    // As factors, and as a column.
    let x = [1.0, -1.0, 2.0];
    let y: SparseVector<f64> = Vector::from(x.to_vec()).drop_fills()?;
    let row = |i: usize| (0..3).map(|j| x[j] * A[j * 4 + i]).sum::<f64>();
    check(
        y.matmul(&a).column() * &b,
        "Dcsr",
        &grid(4, 4, |k, i| row(k) * B[k * 4 + i]),
    )?;
    check(
        a.matmul(&b.matmul(&b).window([0..4, 0..1])),
        "Csr",
        &grid(3, 1, |j, _| (0..4).map(|k| at(j, k) * B[k * 4]).sum()),
    )?;
    // Of nothing but dense matrices it is part of the loops. A product that is stored densely can be transposed, too.
    let (dense, runs) = (Matrix::from_dense([3, 4], &A)?, RunMatrix::from_dense([4, 4], &B)?);
    let text = dense.matmul(&runs).t().explain();
    assert!(text.contains("into a temporary tensor"), "{text}");
    check(dense.matmul(&runs).t() * 1.0, "Matrix", &grid(4, 3, |i, j| at(j, i)))?;
    // Kronecker products.
    check(
        a.kron(&b).window([4..7, 4..8]) * 1.0,
        "Csr",
        &grid(3, 4, |j, i| A[(4 + j) / 4 * 4 + 1] * B[j * 4 + i]),
    )?;
    assert_eq!(
        c.window([0..2, 2..5]).compute().unwrap_err().kind(),
        ErrorKind::OutOfBounds
    );
    Ok(())
}

/// Several threads compute what one does.
#[test]
fn in_parts() -> Result<(), Error> {
    // Rows and columns have no divisor in common, so no two entries are at one place.
    let entries = (0..6_000_usize).map(|n| ([n % 307, n % 101], (n % 11) as f64 - 5.0));
    let a = Csr::from_triplets([307, 101], entries, Add)?;
    let near = (0..101_usize).flat_map(|j| [j, (j + 7) % 101].map(|i| ([j, i], (i % 5) as f64)));
    let b = Csr::from_triplets([101, 101], near, Add)?;
    let c = a.matmul(&b);
    let rows = c.compute()?;
    let (left, dense) = (a.to_dense()?, rows.to_dense()?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        // Alone it is written row by row.
        assert_eq!(c.parallel().compute()?, rows);
        let (runs, first): (RunMatrix<f64>, _) = (b.convert()?, Matrix::from_dense([200, 101], &left[..20_200])?);
        assert_eq!(first.matmul(&runs).parallel().compute()?.values(), &dense[..20_200]);
        let x = a.pick::<0>(1).compute()?;
        assert_eq!(x.matmul(&b).parallel().compute()?.to_dense()?, dense[101..202]);
        // Within expressions and views it is computed first.
        let twice: Csr<f64> = (c * 2.0).parallel().compute()?;
        assert_eq!(
            twice.to_dense()?,
            dense.iter().map(|value| value * 2.0).collect::<Vec<_>>()
        );
        let sums: Vector<f64> = (&a * c).sum_axis::<1>().parallel().compute()?;
        let products: Vec<f64> = left.iter().zip(&dense).map(|(a, c)| a * c).collect();
        assert_eq!(
            sums.values(),
            products.chunks(101).map(|row| row.iter().sum()).collect::<Vec<f64>>()
        );
        assert_eq!(c.parallel().reduce(FastAdd)?, dense.iter().sum::<f64>());
        let mut part = Dcsr::default();
        c.window([0..307, 5..100]).parallel().assign_to(&mut part)?;
        assert_eq!(part.to_dense()?, grid(307, 95, |j, i| dense[j * 101 + 5 + i]));
        let small: Csr<f64> = Matrix::from_dense([4, 4], &B)?.drop_fills()?;
        let total = left.iter().sum::<f64>() * B.iter().sum::<f64>();
        assert_eq!((a.kron(&small) * 2.0).parallel().reduce(FastAdd)?, 2.0 * total);
        let error = a.matmul(&small).parallel().compute().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch);
        Ok(())
    })
}
