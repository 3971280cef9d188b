//! Products of vectors with matrices that store one half, and with rows of different lengths.

// Lanes are counted: both arrays are indexed by them.
#![allow(clippy::needless_range_loop)]

use super::{arrays, at, restart};
use finch_kernels::prelude::*;

/// The arrays of a matrix that stores what is at and below its diagonal.
///
/// They are those of a tensor, hence valid: row `j` has the positions from `j (j + 1) / 2` on of `val`, one for each column up
/// to `j`.
#[derive(Clone, Copy, Debug)]
pub struct Half<'a> {
    extent: usize,
    val: &'a [f64],
}

impl<'a> Half<'a> {
    /// The arrays of `matrix`.
    pub fn of(matrix: &'a LowerMatrix<f64>) -> Self {
        Half {
            extent: matrix.level().extent(),
            val: matrix.level().child().val(),
        }
    }

    /// How many rows there are, and their values.
    pub(super) fn parts(&self) -> (usize, &'a [f64]) {
        (self.extent, self.val)
    }

    /// The arrays of `matrix`.
    pub fn of_symmetric(matrix: &'a SymmetricMatrix<f64>) -> Self {
        Half {
            extent: matrix.level().extent(),
            val: matrix.level().child().val(),
        }
    }
}

arrays! {
    /// The arrays of a matrix of rows of different lengths.
    ///
    /// They are those of a tensor, hence valid: row `j` has the positions `ptr[j]..ptr[j + 1]` of `val`, one for each column from 0
    /// on, of which there are at most `cols`.
    Lines of RaggedMatrix<f64>, |lines|
        ptr: usize = lines.ptr(), val: f64 = lines.child().val()
}

/// The sum of `len` products, in order.
///
/// # Safety
///
/// There are as many values in `a` from `from` on, and in `x`.
#[inline(always)]
unsafe fn sum(a: &[f64], from: usize, x: &[f64], len: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..len {
        // SAFETY: says the caller.
        sum += unsafe { at(a, from + k) * at(x, k) }
    }
    sum
}

/// The sum of `len` products, in any order: eight at once, what is left one by one.
///
/// # Safety
///
/// There are as many values in `a` from `from` on, and in `x`.
#[inline(always)]
unsafe fn sum_fast(a: &[f64], from: usize, x: &[f64], len: usize) -> f64 {
    let (mut k, mut sum) = (0, 0.0);
    if len >= 8 {
        let mut sums = [0.0; 8];
        while len - k >= 8 {
            for lane in 0..8 {
                // SAFETY: says the caller.
                sums[lane] += unsafe { at(a, from + k + lane) * at(x, k + lane) }
            }
            k += 8
        }
        for lane in sums {
            sum += lane
        }
    }
    while k < len {
        // SAFETY: says the caller.
        sum += unsafe { at(a, from + k) * at(x, k) };
        k += 1
    }
    sum
}

/// Adds `len` values, scaled.
///
/// # Safety
///
/// There are as many values in `a` from `from` on, and in `y`.
#[inline(always)]
unsafe fn add_scaled(y: &mut [f64], a: &[f64], from: usize, scale: f64, len: usize) {
    for k in 0..len {
        // SAFETY: says the caller.
        unsafe { *y.get_unchecked_mut(k) += at(a, from + k) * scale }
    }
}

/// Declares `y = a x`, each row of which is summed by a function.
macro_rules! gathers {
    ($($(#[$doc:meta])* $half:ident, $lines:ident by $sum:ident;)*) => { $(
        $(#[$doc])*
        #[inline(never)]
        pub fn $half(y: &mut Vec<f64>, a: Half<'_>, x: &[f64]) {
            assert_eq!(a.extent, x.len());
            restart(y, a.extent);
            for j in 0..a.extent {
                // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
                unsafe { *y.get_unchecked_mut(j) = $sum(a.val, j * (j + 1) / 2, x, j + 1) }
            }
        }

        $(#[$doc])*
        #[inline(never)]
        pub fn $lines(y: &mut Vec<f64>, a: Lines<'_>, x: &[f64]) {
            assert_eq!(a.cols, x.len());
            restart(y, a.rows);
            for j in 0..a.rows {
                // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
                unsafe {
                    let (from, to) = (at(a.ptr, j), at(a.ptr, j + 1));
                    *y.get_unchecked_mut(j) = $sum(a.val, from, x, to - from)
                }
            }
        }
    )* };
}

gathers! {
    /// `y = a x`, a sum for each row.
    gather_half, gather_lines by sum;
    /// `y = a x`, a sum for each row in any order.
    gather_half_fast, gather_lines_fast by sum_fast;
}

/// `y = aᵀ x`, each row scattered.
#[inline(never)]
pub fn scatter_half(y: &mut Vec<f64>, a: Half<'_>, x: &[f64]) {
    assert_eq!(a.extent, x.len());
    restart(y, a.extent);
    for j in 0..a.extent {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe { add_scaled(y, a.val, j * (j + 1) / 2, at(x, j), j + 1) }
    }
}

/// `y = a x` for both halves of `a`: along a row of the half that is stored, then down a column.
#[inline(never)]
pub fn gather_both_halves(y: &mut Vec<f64>, a: Half<'_>, x: &[f64]) {
    assert_eq!(a.extent, x.len());
    restart(y, a.extent);
    for j in 0..a.extent {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut total = sum(a.val, j * (j + 1) / 2, x, j + 1);
            for i in j + 1..a.extent {
                total += at(a.val, i * (i + 1) / 2 + j) * at(x, i)
            }
            *y.get_unchecked_mut(j) = total
        }
    }
}

/// `y = aᵀ x`, each row scattered.
#[inline(never)]
pub fn scatter_lines(y: &mut Vec<f64>, a: Lines<'_>, x: &[f64]) {
    assert_eq!(a.rows, x.len());
    restart(y, a.cols);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let (from, to) = (at(a.ptr, j), at(a.ptr, j + 1));
            add_scaled(y, a.val, from, at(x, j), to - from)
        }
    }
}
