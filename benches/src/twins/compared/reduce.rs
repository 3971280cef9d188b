//! Sums under masks and over runs.

use super::search::first_at_least;
use super::{Rows, Runs, at};

/// The sum of `a[j, i]` for `j <= i`.
#[inline(never)]
pub fn sum_upper(a: Rows<'_>) -> f64 {
    let mut sum = 0.0;
    for j in 0..a.rows.min(a.cols) {
        // SAFETY: the matrix is valid.
        unsafe {
            let (from, to) = a.row(j);
            for p in first_at_least(a.idx, from, to, j as u32)..to {
                sum += at(a.val, p)
            }
        }
    }
    sum
}

/// The sum of `a[j, i]` for `lower <= j - i <= upper`.
#[inline(never)]
pub fn sum_band(a: Rows<'_>, lower: isize, upper: isize) -> f64 {
    let mut sum = 0.0;
    for j in 0..a.rows {
        let cols = a.cols as isize;
        let first = (j as isize - upper).clamp(0, cols) as u32;
        let end = (j as isize - lower + 1).clamp(0, cols) as u32;
        // SAFETY: the matrix is valid.
        unsafe {
            let (from, to) = a.row(j);
            let from = first_at_least(a.idx, from, to, first);
            for p in from..first_at_least(a.idx, from, to, end) {
                sum += at(a.val, p)
            }
        }
    }
    sum
}

/// The sum of `a[j, i] x[i]`, and that of their squares.
#[inline(never)]
pub fn moments(a: Rows<'_>, x: &[f64]) -> [f64; 2] {
    assert_eq!(a.cols, x.len());
    let (mut sum, mut squares) = (0.0, 0.0);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each column.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let product = at(a.val, p) * at(x, at(a.idx, p) as usize);
                sum += product;
                squares += product * product
            }
        }
    }
    [sum, squares]
}

/// The sum of `a`: a product per run.
#[inline(never)]
pub fn sum_runs(a: Runs<'_>) -> f64 {
    let (mut sum, mut start) = (0.0, 0);
    for p in 0..a.right.len() {
        // SAFETY: there is a value for each run.
        unsafe {
            let end = at(a.right, p);
            sum += at(a.val, p) * f64::from(end - start);
            start = end
        }
    }
    sum
}

/// The sum of `a b`: a product per stretch in which neither changes.
#[inline(never)]
pub fn dot_runs(a: Runs<'_>, b: Runs<'_>) -> f64 {
    assert_eq!(a.extent, b.extent);
    let (mut p, mut q, mut start, mut sum) = (0, 0, 0, 0.0);
    while start < a.extent {
        // SAFETY: the last run of each ends with the extent, so there is one that covers `start`.
        unsafe {
            let (i, k) = (at(a.right, p) as usize, at(b.right, q) as usize);
            let end = i.min(k);
            sum += at(a.val, p) * at(b.val, q) * (end - start) as f64;
            p += usize::from(i == end);
            q += usize::from(k == end);
            start = end
        }
    }
    sum
}
