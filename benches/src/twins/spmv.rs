//! Sparse matrix times vector.

use super::{Rows, at, restart};

/// `y = a x`, a sum for each row.
#[inline(never)]
pub fn gather(y: &mut Vec<f64>, a: Rows<'_>, x: &[f64]) {
    assert_eq!(a.cols, x.len());
    restart(y, a.rows);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (from, to) = a.row(j);
            let mut sum = 0.0;
            for p in from..to {
                sum += at(a.val, p) * at(x, at(a.idx, p) as usize)
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// `y = aᵀ x`, each row scattered.
#[inline(never)]
pub fn scatter(y: &mut Vec<f64>, a: Rows<'_>, x: &[f64]) {
    assert_eq!(a.rows, x.len());
    restart(y, a.cols);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let (from, to) = a.row(j);
            let scale = at(x, j);
            for p in from..to {
                *y.get_unchecked_mut(at(a.idx, p) as usize) += at(a.val, p) * scale
            }
        }
    }
}
