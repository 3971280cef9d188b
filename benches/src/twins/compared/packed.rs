//! Products of vectors with matrices of blocks of fixed size, of pairs, and of runs and literals.

use super::{arrays, at, restart};
use finch_kernels::formats::Pair;
use finch_kernels::formats::sparse_blocks::Size;
use finch_kernels::prelude::*;

/// The arrays of a matrix in blocks of `R` by `C`.
///
/// They are those of a tensor, hence valid: block row `b` holds the blocks `ptr[b]..ptr[b + 1]`, block `q` is at columns
/// `idx[q] * C` and on, and has the positions `q * R * C` and on in `val`, row by row.
#[derive(Clone, Copy, Debug)]
pub struct FixedBlocks<'a, const R: usize, const C: usize> {
    rows: usize,
    cols: usize,
    ptr: &'a [usize],
    idx: &'a [u32],
    val: &'a [f64],
}

impl<'a, const R: usize, const C: usize> FixedBlocks<'a, R, C> {
    /// The arrays of `matrix`, whose extents are multiples of the size of blocks.
    pub fn of<M: Size, N: Size>(matrix: &'a Bcsr<f64, M, N>) -> Self {
        assert!(R == M::USIZE && C == N::USIZE);
        let [rows, cols] = matrix.level().extents();
        assert!(rows.is_multiple_of(R) && cols.is_multiple_of(C), "there is padding");
        FixedBlocks {
            rows,
            cols,
            ptr: matrix.level().ptr(),
            idx: matrix.level().idx(),
            val: matrix.level().child().val(),
        }
    }
}

/// `y = a x`, row by row.
#[inline(never)]
pub fn gather_fixed<const R: usize, const C: usize>(y: &mut Vec<f64>, a: FixedBlocks<'_, R, C>, x: &[f64]) {
    assert_eq!(a.cols, x.len());
    restart(y, a.rows);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid and has no padding, there is a value in `x` for each column and one in `y` for each
        // row.
        unsafe {
            let mut sum = 0.0;
            for q in at(a.ptr, j / R)..at(a.ptr, j / R + 1) {
                let (left, first) = (at(a.idx, q) as usize * C, q * (R * C) + j % R * C);
                for c in 0..C {
                    sum += at(a.val, first + c) * at(x, left + c)
                }
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// `y = aᵀ x`, each row scattered.
#[inline(never)]
pub fn scatter_fixed<const R: usize, const C: usize>(y: &mut Vec<f64>, a: FixedBlocks<'_, R, C>, x: &[f64]) {
    assert_eq!(a.rows, x.len());
    restart(y, a.cols);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid and has no padding, there is a value in `x` for each row and one in `y` for each
        // column.
        unsafe {
            let scale = at(x, j);
            for q in at(a.ptr, j / R)..at(a.ptr, j / R + 1) {
                let (left, first) = (at(a.idx, q) as usize * C, q * (R * C) + j % R * C);
                for c in 0..C {
                    *y.get_unchecked_mut(left + c) += at(a.val, first + c) * scale
                }
            }
        }
    }
}

arrays! {
    /// The arrays of a matrix of pairs.
    ///
    /// They are those of a tensor, hence valid: row `j` holds `pairs[ptr[j]..ptr[j + 1]]`.
    PairRows of PackedCsr<f64>, |list|
        ptr: usize = list.ptr(), pairs: Pair<u32, f64> = list.pairs()
}

gather! {
    /// `y = a x`, a sum for each row.
    gather_pairs(a: PairRows<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                let pair = at(a.pairs, p);
                sum += pair.value * at(x, pair.index as usize)
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x`, each row scattered.
    scatter_pairs(y, a: PairRows<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let scale = at(x, j);
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                let pair = at(a.pairs, p);
                *y.get_unchecked_mut(pair.index as usize) += pair.value * scale
            }
        }
    }
}

arrays! {
    /// The arrays of a matrix of runs and literals.
    ///
    /// They are those of a tensor, hence valid: row `j` holds the segments `ptr[j]..ptr[j + 1]`, segment `s` ends at column
    /// `right[s]` and has the positions `ofs[s]..ofs[s + 1]` of `val`: one, or one for each column.
    Segments of PackBitsMatrix<f64>, |packed|
        ptr: usize = packed.ptr(), right: u32 = packed.right(), ofs: usize = packed.ofs(), val: f64 = packed.child().val()
}

gather! {
    /// `y = a x`, a sum for each row.
    gather_segments(a: Segments<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (mut sum, mut left) = (0.0, 0);
            for s in at(a.ptr, j)..at(a.ptr, j + 1) {
                let (from, to, right) = (at(a.ofs, s), at(a.ofs, s + 1), at(a.right, s) as usize);
                if to - from == 1 {
                    let value = at(a.val, from);
                    for i in left..right {
                        sum += value * at(x, i)
                    }
                } else {
                    for i in left..right {
                        sum += at(a.val, from + (i - left)) * at(x, i)
                    }
                }
                left = right
            }
            sum
        }
    }
}
