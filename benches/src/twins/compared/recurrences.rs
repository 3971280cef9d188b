//! Scans, recurrences and substitution.

use super::{Half, Rows, at, restart};

/// `y[i]` is the sum of `x` up to `i`.
#[inline(never)]
pub fn prefix_sums(y: &mut Vec<f64>, x: &[f64]) {
    restart(y, x.len());
    let mut sum = 0.0;
    for (y, x) in y.iter_mut().zip(x) {
        sum += x;
        *y = sum
    }
}

/// `y[i] = a y[i - 1] + x[i]`, from `x[0]` on.
#[inline(never)]
pub fn recurrence(y: &mut Vec<f64>, a: f64, x: &[f64]) {
    restart(y, x.len());
    let Some(&first) = x.first() else { return };
    y[0] = first;
    for i in 1..x.len() {
        // SAFETY: both are of that length.
        unsafe { *y.get_unchecked_mut(i) = a * at(y, i - 1) + at(x, i) }
    }
}

/// Solves `L y = b`, where `l` is what is below a diagonal of ones.
#[inline(never)]
pub fn solve_unit_lower(y: &mut Vec<f64>, l: Rows<'_>, b: &[f64]) {
    assert!(l.rows == b.len() && l.cols == b.len());
    restart(y, b.len());
    for i in 0..l.rows {
        let mut sum = 0.0;
        // SAFETY: the matrix is valid, and as large as the vectors.
        unsafe {
            let (from, to) = l.row(i);
            for p in from..to {
                sum += at(l.val, p) * at(y, at(l.idx, p) as usize)
            }
            *y.get_unchecked_mut(i) = at(b, i) - sum
        }
    }
}

/// Solves `L y = b` for compressed rows, of which what is above the diagonal is left aside.
#[inline(never)]
pub fn solve_lower_rows(y: &mut Vec<f64>, l: Rows<'_>, b: &[f64]) {
    assert!(l.rows == b.len() && l.cols == b.len());
    restart(y, b.len());
    for i in 0..l.rows {
        let mut sum = 0.0;
        // SAFETY: the matrix is valid, and as large as the vectors.
        unsafe {
            let (mut p, to) = l.row(i);
            while p < to && (at(l.idx, p) as usize) < i {
                sum += at(l.val, p) * at(y, at(l.idx, p) as usize);
                p += 1
            }
            let stored = p < to && at(l.idx, p) as usize == i;
            let pivot = if stored { at(l.val, p) } else { 0.0 };
            *y.get_unchecked_mut(i) = (at(b, i) - sum) / pivot
        }
    }
}

/// Solves `L y = b` for a packed triangle.
#[inline(never)]
pub fn solve_lower(y: &mut Vec<f64>, l: Half<'_>, b: &[f64]) {
    let (extent, val) = l.parts();
    assert!(extent == b.len() && val.len() == extent * (extent + 1) / 2);
    restart(y, extent);
    for i in 0..extent {
        let first = i * (i + 1) / 2;
        let mut sum = 0.0;
        // SAFETY: row `i` holds `i + 1` values from `first` on, and the vectors are as long.
        unsafe {
            for j in 0..i {
                sum += at(val, first + j) * at(y, j)
            }
            *y.get_unchecked_mut(i) = (at(b, i) - sum) / at(val, first + i)
        }
    }
}
