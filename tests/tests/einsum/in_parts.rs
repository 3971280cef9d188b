//! Sums of products by several threads.

use crate::naive::{array, sum};
use finch_formats::traits::program::GRAIN;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use rayon::ThreadPoolBuilder;

/// Matrices of floats, whose sums depend on the order in which they are taken.
fn fractions<const N: usize>(seed: u64, shape: [usize; N]) -> Vec<f64> {
    let values = array(seed, shape, 2).values;
    values
        .iter()
        .enumerate()
        .map(|(n, &v)| v as f64 / (1 + n % 7) as f64)
        .collect()
}

/// Calls `run` in pools of 1, 2, 3 and 8 threads, and compares the bits of what it writes with those of one thread without parts.
fn on_any_number_of_threads(serial: &[f64], run: impl Fn() -> Result<Vec<f64>> + Sync) -> Result<()> {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(bits(&pool.install(&run)?) == bits(serial), "{threads} threads");
    }
    Ok(())
}

#[test]
fn same_bits_on_any_number_of_threads() -> Result<()> {
    let (m, l, n) = (230, 60, 9);
    let a: Csr<f64> = Matrix::from_dense([m, l], &fractions(1, [m, l]))?.drop_fills()?;
    let b = Matrix::from_dense([l, n], &fractions(2, [l, n]))?;
    // Work for several parts.
    assert!(a.count_stored() > 2 * GRAIN || !cfg!(debug_assertions));
    let mut c = Matrix::default();
    einsum!(c[i, j] += a[i, k] * b[k, j]).run()?;
    on_any_number_of_threads(c.values(), || {
        // What is there before is replaced.
        let mut c = Matrix::filled([2, 2], 9.0)?;
        einsum!(c[i, j] += a[i, k] * b[k, j]).parallel().run()?;
        Ok(c.values().to_vec())
    })?;
    // Rows of the result are not what the outermost loop goes over: one thread.
    let x = Vector::from(fractions(3, [m]));
    let mut y = Vector::default();
    einsum!(y[k] += a[i, k] * x[i]).run()?;
    on_any_number_of_threads(y.values(), || {
        let mut y = Vector::default();
        einsum!(y[k] += a[i, k] * x[i]).parallel().run()?;
        Ok(y.values().to_vec())
    })
}

/// Beside loops over all values, of integers; and what is wrong is an error in parts, too.
#[test]
fn values_and_errors() -> Result<()> {
    let (a, x) = (array(4, [170, 40], 3), array(5, [40], 2));
    let (p, q) = (Csr::from_dense([170, 40], &a.values)?, Vector::from(x.values.clone()));
    let mut y = Vector::<i64>::default();
    einsum!(y[i] += p[i, k] * q[k]).parallel().run()?;
    assert_eq!(y.values(), sum("i", &[(&a, "ik"), (&x, "k")]));
    let short = Vector::<i64>::filled([39], 1)?;
    let error = einsum!(y[i] += p[i, k] * short[k]).parallel().run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    Ok(())
}
