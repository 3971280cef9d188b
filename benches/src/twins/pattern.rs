//! Matrices that store no values: what is stored counts as one.

use super::{arrays, at, restart};
use finch_kernels::prelude::*;

arrays! {
    /// The arrays of a matrix of compressed sparse rows without values, which are those of a tensor, hence valid.
    Edges of CsrPattern, |list|
        ptr: usize = list.ptr(), idx: u32 = list.idx()
}

impl<'a> Edges<'a> {
    /// Rows and columns.
    pub(super) fn extents(&self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    /// The vertices that vertex `j` has edges to.
    ///
    /// # Safety
    ///
    /// `j` is a vertex.
    #[inline(always)]
    pub(super) unsafe fn row(&self, j: usize) -> &'a [u32] {
        // SAFETY: there is one pointer more than there are rows, and rows lie within the indices.
        unsafe { self.idx.get_unchecked(at(self.ptr, j)..at(self.ptr, j + 1)) }
    }
}

/// `y = a x`, a sum for each row.
#[inline(never)]
pub fn gather_edges(y: &mut Vec<f64>, a: Edges<'_>, x: &[f64]) {
    assert_eq!(a.cols, x.len());
    restart(y, a.rows);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                sum += at(x, at(a.idx, p) as usize)
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// `y = aᵀ x`, each row scattered.
#[inline(never)]
pub fn scatter_edges(y: &mut Vec<f64>, a: Edges<'_>, x: &[f64]) {
    assert_eq!(a.rows, x.len());
    restart(y, a.cols);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let value = at(x, j);
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                *y.get_unchecked_mut(at(a.idx, p) as usize) += value
            }
        }
    }
}
