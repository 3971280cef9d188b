//! Products of vectors with matrices whose rows are blocks of consecutive entries, or one such block.

// Lanes are counted: both arrays are indexed by them.
#![allow(clippy::needless_range_loop)]

use super::{arrays, at};
use finch_kernels::prelude::*;

arrays! {
    /// The arrays of a matrix of rows of blocks.
    ///
    /// They are those of a tensor, hence valid: row `j` holds the blocks `ptr[j]..ptr[j + 1]`, block `b` has the positions
    /// `ofs[b]..ofs[b + 1]` of `val` and as many columns, up to `right[b]`, which is at most `cols`.
    Blocks of BlockCsr<f64>, |blocks|
        ptr: usize = blocks.ptr(), right: u32 = blocks.right(), ofs: usize = blocks.ofs(), val: f64 = blocks.child().val()
}

impl Blocks<'_> {
    /// The first column of block `b`, and its positions.
    ///
    /// # Safety
    ///
    /// There is such a block.
    #[inline(always)]
    unsafe fn block(&self, b: usize) -> (usize, usize, usize) {
        // SAFETY: there is one offset more than there are blocks.
        let (from, to) = unsafe { (at(self.ofs, b), at(self.ofs, b + 1)) };
        // SAFETY: says the caller.
        let right = unsafe { at(self.right, b) } as usize;
        (right - (to - from), from, to)
    }
}

gather! {
    /// `y = a x`, a sum for each row.
    gather_blocks(a: Blocks<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for b in at(a.ptr, j)..at(a.ptr, j + 1) {
                let (left, from, to) = a.block(b);
                for k in 0..to - from {
                    sum += at(a.val, from + k) * at(x, left + k)
                }
            }
            sum
        }
    }
}

gather! {
    /// The same, in any order: one entry of a block, then two, then four at once, in the lanes and in the order of sums of the
    /// program. Positions are counted: the loop ends where the block does.
    gather_blocks_fast(a: Blocks<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (mut fours, mut ones) = ([0.0; 4], 0.0);
            for b in at(a.ptr, j)..at(a.ptr, j + 1) {
                let (left, mut p, to) = a.block(b);
                let (len, column) = (to - p, left.wrapping_sub(p));
                if len & 1 != 0 {
                    ones += at(a.val, p) * at(x, p.wrapping_add(column));
                    p += 1
                }
                if len & 2 != 0 {
                    for lane in 0..2 {
                        fours[lane] += at(a.val, p + lane) * at(x, p.wrapping_add(column) + lane)
                    }
                    p += 2
                }
                while p != to {
                    for lane in 0..4 {
                        fours[lane] += at(a.val, p + lane) * at(x, p.wrapping_add(column) + lane)
                    }
                    p += 4
                }
            }
            ones + ((fours[0] + fours[2]) + (fours[1] + fours[3]))
        }
    }
}

scatter! {
    /// `y = aᵀ x`, each row scattered.
    scatter_blocks(y, a: Blocks<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let scale = at(x, j);
            for b in at(a.ptr, j)..at(a.ptr, j + 1) {
                let (left, from, to) = a.block(b);
                for k in 0..to - from {
                    *y.get_unchecked_mut(left + k) += at(a.val, from + k) * scale
                }
            }
        }
    }
}

arrays! {
    /// The arrays of a matrix whose rows are bands.
    ///
    /// They are those of a tensor, hence valid: row `j` has the positions `ptr[j]..ptr[j + 1]` of `val` and as many columns from
    /// `left[j]` on, up to at most `cols`.
    Bands of BandMatrix<f64>, |bands|
        ptr: usize = bands.ptr(), left: u32 = bands.left(), val: f64 = bands.child().val()
}

impl Bands<'_> {
    /// The first column of row `j`, and its positions.
    ///
    /// # Safety
    ///
    /// There is such a row.
    #[inline(always)]
    unsafe fn band(&self, j: usize) -> (usize, usize, usize) {
        // SAFETY: there is a start for each row, and one pointer more.
        unsafe { (at(self.left, j) as usize, at(self.ptr, j), at(self.ptr, j + 1)) }
    }
}

gather! {
    /// `y = a x`, a sum for each row.
    gather_bands(a: Bands<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (left, from, to) = a.band(j);
            let mut sum = 0.0;
            for k in 0..to - from {
                sum += at(a.val, from + k) * at(x, left + k)
            }
            sum
        }
    }
}

gather! {
    /// The same, in any order: eight entries at once, what is left one by one.
    gather_bands_fast(a: Bands<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (left, from, to) = a.band(j);
            let (mut k, mut sum) = (0, 0.0);
            if to - from >= 8 {
                let mut sums = [0.0; 8];
                while to - from - k >= 8 {
                    for lane in 0..8 {
                        sums[lane] += at(a.val, from + k + lane) * at(x, left + k + lane)
                    }
                    k += 8
                }
                for lane in sums {
                    sum += lane
                }
            }
            while k < to - from {
                sum += at(a.val, from + k) * at(x, left + k);
                k += 1
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x`, each row scattered.
    scatter_bands(y, a: Bands<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let (left, from, to) = a.band(j);
            let scale = at(x, j);
            for k in 0..to - from {
                *y.get_unchecked_mut(left + k) += at(a.val, from + k) * scale
            }
        }
    }
}
