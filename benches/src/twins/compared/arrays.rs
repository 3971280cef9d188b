//! The arrays of vectors, how loops over several of them read these, and what they append to.

use super::{Edges, Made, MadeRows, at};
use finch_kernels::formats::traits::algebra::fill::Fill;
use finch_kernels::prelude::*;

/// The arrays of a sparse vector.
///
/// They are those of a tensor, hence valid: indices ascend strictly below `extent`, and there is a value for each.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a, T = f64> {
    pub(super) extent: usize,
    pub(super) idx: &'a [u32],
    pub(super) val: &'a [T],
}

impl<'a, T: Copy + 'static> Entries<'a, T> {
    /// The arrays of `vector`.
    pub fn of<F: Fill<T>>(vector: &'a SparseVectorWithFill<T, F>) -> Self {
        let list = vector.level();
        let stored = list.ptr()[1];
        Entries {
            extent: list.extent(),
            idx: &list.idx()[..stored],
            val: &list.child().val()[..stored],
        }
    }
}

/// The arrays of a vector of runs.
///
/// They are those of a tensor, hence valid: ends ascend strictly, the last one is `extent`, and there is a value for each.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a> {
    pub(super) extent: usize,
    pub(super) right: &'a [u32],
    pub(super) val: &'a [f64],
}

impl<'a> Runs<'a> {
    /// The arrays of `vector`.
    pub fn of(vector: &'a RunVector<f64>) -> Self {
        let runs = vector.level();
        let stored = runs.ptr()[1];
        Runs {
            extent: runs.extent(),
            right: &runs.right()[..stored],
            val: &runs.child().val()[..stored],
        }
    }
}

/// Walks two sorted lists of indices: the smaller index leads, `both` is done where they have the same one, of which it is told, and the loop
/// ends behind `last`, which one of them has and neither passes. A macro, as are the two below, so that each twin is compiled as if the loop stood in it.
macro_rules! meet {
    ($a:ident[$p:ident], $b:ident[$q:ident] until $last:ident: |$least:pat_param| $both:expr) => {
        loop {
            let (i, k) = (at($a.idx, $p), at($b.idx, $q));
            let least = i.min(k);
            if least > $last {
                break;
            }
            if i == k {
                let $least = least;
                $both
            }
            $p += usize::from(i == least);
            $q += usize::from(k == least);
            if least == $last {
                break;
            }
        }
    };
}
pub(super) use meet;

/// Walks two sorted lists of indices: the one that is behind steps, `both` is done where they have the same index, of which it is told, and
/// `$end` behind `last`.
macro_rules! meet_behind {
    ($a:ident[$p:ident], $b:ident[$q:ident] until $last:ident: |$most:ident| $both:expr, $end:expr) => {
        loop {
            let (i, k) = (at($a.idx, $p), at($b.idx, $q));
            let $most = i.max(k);
            if $most > $last {
                $end
            }
            if i == k {
                $both;
                if $most == $last {
                    $end
                }
                $p += 1;
                $q += 1
            } else {
                $p += usize::from(i < $most);
                $q += usize::from(k < $most)
            }
        }
    };
}
pub(super) use meet_behind;

/// Walks sorted lists of indices side by side, up to their ends: `each` is done for each index that any of them has, with the sum of what
/// they hold there.
macro_rules! merge {
    ($a:ident[$p:ident as $i:ident..$end:expr] $(, $b:ident[$q:ident as $k:ident..$end_b:expr])+; |$least:ident, $sum:ident| $each:expr) => {
        let mut $i = index_or_end($a.idx, $p, $end);
        $( let mut $k = index_or_end($b.idx, $q, $end_b); )+
        loop {
            let $least = $i$(.min($k))+;
            if $least == u32::MAX {
                break;
            }
            let $sum = value_if($a.val, $p, $i == $least) $(+ value_if($b.val, $q, $k == $least))+;
            $each;
            $p += usize::from($i == $least);
            $( $q += usize::from($k == $least); )+
            $i = index_or_end($a.idx, $p, $end);
            $( $k = index_or_end($b.idx, $q, $end_b); )+
        }
    };
}
pub(super) use merge;

/// The index at `position`, or the largest number from `end` on.
///
/// # Safety
///
/// `end` is at most the length of `idx`.
#[inline(always)]
pub(super) unsafe fn index_or_end(idx: &[u32], position: usize, end: usize) -> u32 {
    if position < end {
        // SAFETY: `position` is below `end`.
        unsafe { at(idx, position) }
    } else {
        u32::MAX
    }
}

/// What stands in for a value that is not there.
static ZERO: f64 = 0.0;

/// The value at `position` if it is `here`, without a branch.
///
/// # Safety
///
/// If `here`, `position` is below the length of `val`.
#[inline(always)]
pub(super) unsafe fn value_if(val: &[f64], position: usize, here: bool) -> f64 {
    let address = std::hint::select_unpredictable(here, val.as_ptr().wrapping_add(position), &ZERO);
    // SAFETY: the address is in the array, says the caller, or that of the constant.
    unsafe { *address }
}

/// Where entries are appended: kept in a local, so that nobody thinks that writing entries may change it.
pub(super) struct Appending {
    idx: *mut u32,
    val: *mut f64,
    pub(super) len: usize,
}

impl Appending {
    /// Appends an entry.
    ///
    /// # Safety
    ///
    /// There is room for it.
    #[inline(always)]
    pub(super) unsafe fn append(&mut self, index: u32, value: f64) {
        // SAFETY: there is room, says the caller.
        unsafe {
            self.idx.add(self.len).write(index);
            self.val.add(self.len).write(value)
        }
        self.len += 1
    }
}

impl Made {
    /// Empties it, and makes room for `most` entries: where they go.
    pub(super) fn start(&mut self, most: usize) -> Appending {
        self.restart(most);
        Appending {
            idx: self.idx.as_mut_ptr(),
            val: self.val.as_mut_ptr(),
            len: 0,
        }
    }

    /// Ends with what was appended.
    ///
    /// # Safety
    ///
    /// It was appended to this.
    pub(super) unsafe fn finish(&mut self, appended: Appending) {
        // SAFETY: so many were written.
        unsafe {
            self.idx.set_len(appended.len);
            self.val.set_len(appended.len)
        }
    }
}

impl MadeRows {
    /// Empties it, and makes room for `rows` rows and `most` entries: where these go.
    pub(super) fn start(&mut self, rows: usize, most: usize) -> Appending {
        self.restart(rows, 0);
        self.entries.start(most)
    }
}

impl Edges<'_> {
    /// How many vertices the graph has of which these are the edges.
    pub(super) fn vertices(&self) -> usize {
        assert_eq!(self.rows, self.cols);
        self.rows
    }

    /// How many edges are stored.
    pub(super) fn count(&self) -> usize {
        self.ptr[self.rows]
    }

    /// How many edges vertex `j` has.
    ///
    /// # Safety
    ///
    /// `j` is a vertex.
    #[inline(always)]
    pub(super) unsafe fn degree(&self, j: usize) -> usize {
        // SAFETY: there is one pointer more than there are rows.
        unsafe { at(self.ptr, j + 1) - at(self.ptr, j) }
    }
}
