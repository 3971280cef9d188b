//! Hand-written twins: each kernel as a careful person writes it for one combination of formats.
//!
//! A twin reads the same arrays as the kernel beside it, of the same widths, does the same arithmetic in the same order,
//! and writes into outputs that are kept from call to call. It indexes unchecked, since tensors were validated when they
//! were made; outputs have room for all that can come before a loop starts, so that nothing is tested inside.

mod bellman_ford;
mod bfs;
mod blocks;
mod components;
mod convolve;
mod dict;
mod halves;
pub mod images;
mod kinds;
mod matrix;
mod order;
mod packed;
mod pagerank;
mod pattern;
mod reduce;
mod relax;
mod search;
mod spgemm;
mod spmspv;
mod spmv;
mod triangles;
mod vector;

pub use bellman_ford::{Ways, bellman_ford};
pub use bfs::{Searched, bfs};
pub use blocks::{
    Bands, Blocks, gather_bands, gather_bands_fast, gather_blocks, gather_blocks_fast, scatter_bands, scatter_blocks,
};
pub use components::components;
pub use convolve::{Image, convolve, convolve_fixed};
pub use dict::{Dicts, HashAccumulator, gather_dicts, gather_separate, gustavson_dict, look_up_dicts};
pub use halves::{
    Half, Lines, gather_both_halves, gather_half, gather_half_fast, gather_lines, gather_lines_fast, scatter_half,
    scatter_lines,
};
pub use kinds::{
    gather_bytes, gather_coo, gather_hybrid, gather_intervals, gather_lengths, gather_pattern, gather_points,
    gather_runs, gather_sparse_runs, scatter_bytes, scatter_coo, scatter_hybrid, scatter_points, sum_intervals,
    sum_run_rows, sum_sparse_runs,
};
pub use matrix::{add as add_matrices, dot as dot_matrices, multiply as multiply_matrices};
pub use packed::{
    FixedBlocks, PairRows, Segments, gather_fixed, gather_pairs, gather_segments, scatter_fixed, scatter_pairs,
};
pub use pagerank::page_rank;
pub use pattern::{Edges, gather_edges, scatter_edges};
pub use reduce::{dot_runs, moments, sum_band, sum_runs, sum_upper};
pub use relax::{Changed, relax};
pub use spgemm::{
    Accumulator, Table, gustavson, gustavson_fused, gustavson_kept, gustavson_unsorted, inner, inner_masked, masked,
    outer,
};
pub use spmspv::{
    gallop as spmspv_gallop, lead_matrix as spmspv_lead_matrix, lead_vector as spmspv_lead_vector, walk as spmspv_walk,
};
pub use spmv::{by_diagonals, gather, gather_fast, gather_in_lanes, multiply_dense, scatter, sum_all, symmetric};
pub use triangles::triangles;
pub use vector::{add, add_pushing, add_three, dot, gallop_dot, multiply, sum_three, sum_where};

use finch_kernels::formats::traits::algebra::fill::Fill;
use finch_kernels::prelude::*;

/// The arrays of a matrix of compressed sparse rows.
///
/// They are those of a tensor, hence valid: row `j` holds the positions `ptr[j]..ptr[j + 1]`, which lie within `idx` and
/// `val`, and its indices ascend strictly below `cols`.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T = f64> {
    rows: usize,
    cols: usize,
    ptr: &'a [usize],
    idx: &'a [u32],
    val: &'a [T],
}

impl<'a, T: Copy + 'static> Rows<'a, T> {
    /// The arrays of `matrix`.
    pub fn of<F: Fill<T>>(matrix: &'a CsrOver<T, F>) -> Self {
        let list = matrix.level().child();
        Rows {
            rows: matrix.level().extent(),
            cols: list.extent(),
            ptr: list.ptr(),
            idx: list.idx(),
            val: list.child().val(),
        }
    }
}

impl<T> Rows<'_, T> {
    /// The positions of row `j`.
    ///
    /// # Safety
    ///
    /// `j` is below `rows`.
    #[inline(always)]
    unsafe fn row(&self, j: usize) -> (usize, usize) {
        // SAFETY: there is one pointer more than there are rows.
        unsafe { (at(self.ptr, j), at(self.ptr, j + 1)) }
    }
}

/// The arrays of a sparse vector.
///
/// They are those of a tensor, hence valid: indices ascend strictly below `extent`, and there is a value for each.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a, T = f64> {
    extent: usize,
    idx: &'a [u32],
    val: &'a [T],
}

impl<'a, T: Copy + 'static> Entries<'a, T> {
    /// The arrays of `vector`.
    pub fn of<F: Fill<T>>(vector: &'a SparseVectorOver<T, F>) -> Self {
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
    extent: usize,
    right: &'a [u32],
    val: &'a [f64],
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

/// A sparse vector that a twin makes.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The indices.
    pub idx: Vec<u32>,
    /// The values.
    pub val: Vec<f64>,
}

impl Made {
    /// Empties it, and makes room for `most` entries: where they go.
    fn restart(&mut self, most: usize) -> Appending {
        self.idx.clear();
        self.val.clear();
        self.idx.reserve(most);
        self.val.reserve(most);
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
    unsafe fn finish(&mut self, appended: Appending) {
        // SAFETY: so many were written.
        unsafe {
            self.idx.set_len(appended.len);
            self.val.set_len(appended.len)
        }
    }
}

/// Where entries are appended: kept in a local, so that nobody thinks that writing entries may change it.
struct Appending {
    idx: *mut u32,
    val: *mut f64,
    len: usize,
}

impl Appending {
    /// Appends an entry.
    ///
    /// # Safety
    ///
    /// There is room for it.
    #[inline(always)]
    unsafe fn append(&mut self, index: u32, value: f64) {
        // SAFETY: there is room, says the caller.
        unsafe {
            self.idx.add(self.len).write(index);
            self.val.add(self.len).write(value)
        }
        self.len += 1
    }
}

/// A matrix of compressed sparse rows that a twin makes.
#[derive(Clone, Debug, Default)]
pub struct MadeRows {
    /// Where each row starts, and the end of the last.
    pub ptr: Vec<usize>,
    /// The indices and values.
    pub entries: Made,
}

impl MadeRows {
    /// Empties it, and makes room for `rows` rows and `most` entries.
    fn restart(&mut self, rows: usize, most: usize) -> Appending {
        self.ptr.clear();
        self.ptr.reserve(rows + 1);
        self.ptr.push(0);
        self.entries.restart(most)
    }
}

/// The number at `position`.
///
/// # Safety
///
/// `position` is below the length of `array`.
#[inline(always)]
unsafe fn at<T: Copy>(array: &[T], position: usize) -> T {
    debug_assert!(position < array.len());
    // SAFETY: says the caller.
    unsafe { *array.get_unchecked(position) }
}

/// The index at `position`, or the largest number from `end` on.
///
/// # Safety
///
/// `end` is at most the length of `idx`.
#[inline(always)]
unsafe fn index_or_end(idx: &[u32], position: usize, end: usize) -> u32 {
    if position < end {
        // SAFETY: `position` is below `end`.
        unsafe { at(idx, position) }
    } else {
        u32::MAX
    }
}

/// Makes `y` so many zeros.
fn restart(y: &mut Vec<f64>, len: usize) {
    y.truncate(len);
    y.fill(0.0);
    y.resize(len, 0.0)
}

/// What stands in for a value that is not there.
static ZERO: f64 = 0.0;

/// The value at `position` if it is `here`, without a branch.
///
/// # Safety
///
/// If `here`, `position` is below the length of `val`.
#[inline(always)]
unsafe fn value_if(val: &[f64], position: usize, here: bool) -> f64 {
    let address = std::hint::select_unpredictable(here, val.as_ptr().wrapping_add(position), &ZERO);
    // SAFETY: the address is in the array, says the caller, or that of the constant.
    unsafe { *address }
}
