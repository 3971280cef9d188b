//! Matrices that store no values: what is stored counts as one.

use super::{arrays, at};
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

gather! {
    /// `y = a x`, a sum for each row.
    gather_edges(a: Edges<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                sum += at(x, at(a.idx, p) as usize)
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x`, each row scattered.
    scatter_edges(y, a: Edges<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let value = at(x, j);
            for p in at(a.ptr, j)..at(a.ptr, j + 1) {
                *y.get_unchecked_mut(at(a.idx, p) as usize) += value
            }
        }
    }
}
