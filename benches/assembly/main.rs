//! Programs whose innermost loops should be vectors: `benches/assembly.py` shows what became of them.

use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::hint::black_box;

/// A sum over blocks, in whatever order.
#[inline(never)]
fn sum_of_blocks(y: &mut Vector<f64>, a: &Tensor<Dense<SparseBlockList<Element<f64>>>>, x: &Vector<f64>) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { y[j] <<FastAdd>>= a[j, i] * x[i]; }
    }
    .run()
}

/// Blocks added to a vector, each times a number.
#[inline(never)]
fn scatter_of_blocks(
    y: &mut Vector<f64>,
    a: &Tensor<Dense<SparseBlockList<Element<f64>>>>,
    x: &Vector<f64>,
) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { y[i] += a[j, i] * x[j]; }
    }
    .run()
}

/// A sum over bands, in whatever order.
#[inline(never)]
fn sum_of_bands(y: &mut Vector<f64>, a: &Tensor<Dense<SparseBand<Element<f64>>>>, x: &Vector<f64>) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { y[j] <<FastAdd>>= a[j, i] * x[i]; }
    }
    .run()
}

/// Rows of a dense matrix, each times an entry of a sparse one.
#[inline(never)]
fn product_of_dense_rows(c: &mut Matrix<f64>, a: &Csr<f64>, b: &Matrix<f64>) -> Result<()> {
    finch! {
        c .= 0;
        for j, k, i { c[j, i] += a[j, k] * b[k, i]; }
    }
    .run()
}

/// Three neighbours in each of two directions, 64 pixels at once.
#[inline(never)]
fn erosion_of_words(y: &mut Matrix<u64>, x: &Matrix<u64>) -> Result<()> {
    let (rows, columns) = (x.shape()[0], x.shape()[1]);
    finch! {
        y .= 0;
        for j in 1..rows - 1, i in 1..columns - 1 {
            let here = x[j - 1, i] & x[j, i] & x[j + 1, i];
            y[j, i] = here & (here << 1 | x[j, i - 1] >> 63) & (here >> 1 | x[j, i + 1] << 63);
        }
    }
    .run()
}

/// Words of a bit-packed leaf, counted where both have a bit.
#[inline(never)]
fn meeting_of_words(y: &mut Vector<u64>, a: &Vector<u64>, b: &Vector<u64>) -> Result<()> {
    finch! {
        y .= 0;
        for i { y[i] = a[i] & b[i]; }
    }
    .run()
}

fn main() -> Result<()> {
    let n = std::env::args().count() + 7;
    let entries: Vec<_> = (0..n).map(|k| ([k, k], 1.0)).collect();
    let x = Vector::from(vec![1.0; n]);
    let blocks = Tensor::from_triplets([n, n], entries.iter().copied(), Add)?;
    let bands = Tensor::from_triplets([n, n], entries.iter().copied(), Add)?;
    let sparse = Csr::from_triplets([n, n], entries.iter().copied(), Add)?;
    let dense = Matrix::filled([n, n], 1.0)?;
    let words = Matrix::filled([n, n], u64::MAX)?;
    let row = Vector::from(vec![u64::MAX; n]);
    let (mut y, mut c, mut w, mut m) = (
        Vector::default(),
        Matrix::default(),
        Matrix::default(),
        Vector::default(),
    );
    sum_of_blocks(&mut y, black_box(&blocks), &x)?;
    scatter_of_blocks(&mut y, black_box(&blocks), &x)?;
    sum_of_bands(&mut y, black_box(&bands), &x)?;
    product_of_dense_rows(&mut c, black_box(&sparse), &dense)?;
    erosion_of_words(&mut w, black_box(&words))?;
    meeting_of_words(&mut m, black_box(&row), &row)?;
    black_box((y, c, w, m));
    Ok(())
}
