//! Nests of blocks, bands, halves, points and runs.

use super::macros::{one_fiber, parts};
use crate::buffer::Buffer;
use crate::dense::Dense;
use crate::element::Element;
use crate::ragged::Ragged;
use crate::run_list::RunList;
use crate::sparse_band::SparseBand;
use crate::sparse_block_list::SparseBlockList;
use crate::sparse_interval::SparseInterval;
use crate::sparse_point::SparsePoint;
use crate::sparse_run_list::SparseRunList;
use crate::symmetric::Symmetric;
use crate::tensor::Tensor;
use crate::triangular::{Half, Triangular};
use crate::width::Width;
use finch_traits::Result;
use finch_traits::algebra::fill::Fill;

parts! {
    /// The vector of `len` values of which block `b` ends before index `right[b]` and has the values
    /// `val[ofs[b]..ofs[b + 1]]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseBlockList<Element<T, F, Val>, Vec<P>, Idx>;
    (len: usize, right: Idx, ofs: Vec<P>, val: Val) => {
        let ptr = one_fiber::<P>(right.as_slice().len())?;
        SparseBlockList::new(len, ptr, right, ofs, Element::new(val))
    };
    |level| {
        let (len, _, right, ofs, leaf) = level.into_parts();
        (len, right, ofs, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` has the blocks `ptr[j]..ptr[j + 1]`; block `b` ends before column
    /// `right[b]` and has the values `val[ofs[b]..ofs[b + 1]]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<SparseBlockList<Element<T, F, Val>, Ptr, Idx>>;
    (rows: usize, cols: usize, ptr: Ptr, right: Idx, ofs: Ptr, val: Val) =>
        Dense::new(rows, SparseBlockList::new(cols, ptr, right, ofs, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, ptr, right, ofs, leaf) = level.into_child().into_parts();
        (rows, cols, ptr, right, ofs, leaf.into_val())
    };

    /// The vector of `len` values that has the values `val` from index `left[0]` on.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseBand<Element<T, F, Val>, Vec<P>, Idx>;
    (len: usize, left: Idx, val: Val) => {
        let ptr = one_fiber::<P>(val.as_slice().len())?;
        SparseBand::new(len, ptr, left, Element::new(val))
    };
    |level| {
        let (len, _, left, leaf) = level.into_parts();
        (len, left, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` has the values `val[ptr[j]..ptr[j + 1]]` from column `left[j]` on.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<SparseBand<Element<T, F, Val>, Ptr, Idx>>;
    (rows: usize, cols: usize, ptr: Ptr, left: Idx, val: Val) =>
        Dense::new(rows, SparseBand::new(cols, ptr, left, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, ptr, left, leaf) = level.into_child().into_parts();
        (rows, cols, ptr, left, leaf.into_val())
    };

    /// The vector of `len` values whose first ones are `val`.
    [T: Copy + 'static, F: Fill<T>, P: Width, Val: Buffer<Item = T>] Ragged<Element<T, F, Val>, Vec<P>>;
    (len: usize, val: Val) => {
        let ptr = one_fiber::<P>(val.as_slice().len())?;
        Ragged::new(len, ptr, Element::new(val))
    };
    |level| {
        let (len, _, leaf) = level.into_parts();
        (len, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` starts with the values `val[ptr[j]..ptr[j + 1]]`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = RaggedMatrix::<f64>::from_parts(2, 3, vec![0, 1, 3], vec![1.0, 2.0, 3.0])?;
    /// assert_eq!(a.to_dense()?, [1.0, 0.0, 0.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [T: Copy + 'static, F: Fill<T>, P: Width, Ptr: Buffer<Item = P>, Val: Buffer<Item = T>]
    Dense<Ragged<Element<T, F, Val>, Ptr>>;
    (rows: usize, cols: usize, ptr: Ptr, val: Val) => Dense::new(rows, Ragged::new(cols, ptr, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, ptr, leaf) = level.into_child().into_parts();
        (rows, cols, ptr, leaf.into_val())
    };

    /// The square matrix of `extent` rows that has the values `val` in its half, row by row.
    [H: Half, T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Triangular<H, Element<T, F, Val>>;
    (extent: usize, val: Val) => Triangular::new(extent, Element::new(val));
    |level| {
        let (extent, leaf) = level.into_parts();
        (extent, leaf.into_val())
    };

    /// The symmetric matrix of `extent` rows that has the values `val` in one half, row by row.
    [H: Half, T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Symmetric<H, Element<T, F, Val>>;
    (extent: usize, val: Val) => Symmetric::new(extent, Element::new(val));
    |level| {
        let (extent, leaf) = level.into_parts();
        (extent, leaf.into_val())
    };

    /// The vector of `len` values that stores `val[0]` at index `idx[0]`, or nothing if that is `len`.
    [T: Copy + 'static, F: Fill<T>, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparsePoint<Element<T, F, Val>, Idx>;
    (len: usize, idx: Idx, val: Val) => SparsePoint::new(len, idx, Element::new(val));
    |level| {
        let (len, idx, leaf) = level.into_parts();
        (len, idx, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` stores `val[j]` at column `idx[j]`, or nothing if that is `cols`.
    [T: Copy + 'static, F: Fill<T>, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<SparsePoint<Element<T, F, Val>, Idx>>;
    (rows: usize, cols: usize, idx: Idx, val: Val) => Dense::new(rows, SparsePoint::new(cols, idx, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, idx, leaf) = level.into_child().into_parts();
        (rows, cols, idx, leaf.into_val())
    };

    /// The vector of `len` values that has `val[0]` at the indices `left[0]..right[0]`.
    [T: Copy + 'static, F: Fill<T>, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseInterval<Element<T, F, Val>, Idx>;
    (len: usize, left: Idx, right: Idx, val: Val) => SparseInterval::new(len, left, right, Element::new(val));
    |level| {
        let (len, left, right, leaf) = level.into_parts();
        (len, left, right, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` has `val[j]` at the columns `left[j]..right[j]`.
    [T: Copy + 'static, F: Fill<T>, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<SparseInterval<Element<T, F, Val>, Idx>>;
    (rows: usize, cols: usize, left: Idx, right: Idx, val: Val) =>
        Dense::new(rows, SparseInterval::new(cols, left, right, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, left, right, leaf) = level.into_child().into_parts();
        (rows, cols, left, right, leaf.into_val())
    };

    /// The vector of `len` values of which run `q` ends before index `right[q]` and has the value `val[q]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    RunList<Element<T, F, Val>, Vec<P>, Idx>;
    (len: usize, right: Idx, val: Val) => {
        let ptr = one_fiber::<P>(right.as_slice().len())?;
        RunList::new(len, ptr, right, Element::new(val))
    };
    |level| {
        let (len, _, right, leaf) = level.into_parts();
        (len, right, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` has the runs `ptr[j]..ptr[j + 1]`; run `q` ends before column `right[q]`
    /// and has the value `val[q]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<RunList<Element<T, F, Val>, Ptr, Idx>>;
    (rows: usize, cols: usize, ptr: Ptr, right: Idx, val: Val) =>
        Dense::new(rows, RunList::new(cols, ptr, right, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, ptr, right, leaf) = level.into_child().into_parts();
        (rows, cols, ptr, right, leaf.into_val())
    };

    /// The vector of `len` values that has `val[q]` at the indices `left[q]..right[q]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseRunList<Element<T, F, Val>, Vec<P>, Idx>;
    (len: usize, left: Idx, right: Idx, val: Val) => {
        let ptr = one_fiber::<P>(right.as_slice().len())?;
        SparseRunList::new(len, ptr, left, right, Element::new(val))
    };
    |level| {
        let (len, _, left, right, leaf) = level.into_parts();
        (len, left, right, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` has the runs `ptr[j]..ptr[j + 1]`; run `q` has the value `val[q]` at the
    /// columns `left[q]..right[q]`.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    Dense<SparseRunList<Element<T, F, Val>, Ptr, Idx>>;
    (rows: usize, cols: usize, ptr: Ptr, left: Idx, right: Idx, val: Val) =>
        Dense::new(rows, SparseRunList::new(cols, ptr, left, right, Element::new(val)));
    |level| {
        let rows = level.extent();
        let (cols, ptr, left, right, leaf) = level.into_child().into_parts();
        (rows, cols, ptr, left, right, leaf.into_val())
    };
}
