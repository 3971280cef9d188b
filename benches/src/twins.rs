//! Hand-written twins: each kernel as a careful person writes it for one combination of formats.
//!
//! A twin reads the same arrays as the kernel beside it, of the same widths, does the same arithmetic in the same order,
//! and writes into outputs that are kept from call to call. It indexes unchecked, since tensors were validated when they
//! were made; outputs have room for all that can come before a loop starts, so that nothing is tested inside.

/// Declares `y = a x`: what the arrays of a matrix are if they have names of their own, how many rows and columns there are, and what a row
/// comes to. A macro, so that each twin is compiled as the loops that one would write out.
macro_rules! gather {
    (
        $(#[$doc:meta])*
        $name:ident($a:ident: $matrix:ty, $x:ident) $({ $($arrays:tt)* })? [$rows:expr, $cols:expr] |$j:ident| $sum:block
    ) => {
        $(#[$doc])*
        #[inline(never)]
        pub fn $name(y: &mut Vec<f64>, $a: $matrix, $x: &[f64]) {
            $($($arrays)*)?
            assert_eq!($cols, $x.len());
            let rows = $rows;
            $crate::twins::restart(y, rows);
            for row in 0..rows {
                let $j = row;
                let sum = $sum;
                // SAFETY: there is a value in `y` for each row.
                unsafe { *y.get_unchecked_mut(row) = sum }
            }
        }
    };
}

/// Declares `y = aᵀ x`, likewise: what a row adds to `y`.
macro_rules! scatter {
    (
        $(#[$doc:meta])*
        $name:ident($y:ident, $a:ident: $matrix:ty, $x:ident) $({ $($arrays:tt)* })? [$rows:expr, $cols:expr] |$j:ident| $add:block
    ) => {
        $(#[$doc])*
        #[inline(never)]
        pub fn $name($y: &mut Vec<f64>, $a: $matrix, $x: &[f64]) {
            $($($arrays)*)?
            assert_eq!($rows, $x.len());
            $crate::twins::restart($y, $cols);
            for $j in 0..$rows $add
        }
    };
}

#[cfg(feature = "cases")]
mod compared;
mod dict;
mod enter;
mod order;
mod pattern;
mod spgemm;
mod spmv;

#[cfg(feature = "cases")]
pub use compared::*;
pub use dict::{Dicts, HashAccumulator, gather_dicts, gather_separate, gustavson_dict, look_up_dicts};
pub use enter::{add_product, add_two_products};
pub use pattern::{Edges, gather_edges, scatter_edges};
pub use spgemm::{
    Accumulator, Table, gustavson, gustavson_fused, gustavson_kept, gustavson_unsorted, inner, inner_masked, masked,
    outer,
};
pub use spmv::{
    by_diagonals, gather, gather_fast, gather_in_lanes, multiply_dense, scatter, sell, sliced, sum_all, symmetric,
    symmetric_fast,
};

use finch_kernels::formats::traits::algebra::fill::Fill;
use finch_kernels::prelude::*;

/// Declares the arrays of a matrix of rows, which are borrowed from a tensor, with what is read of the level of its rows.
macro_rules! arrays {
    ($(#[$doc:meta])* $name:ident of $matrix:ty, |$level:ident| $($array:ident: $type:ty = $read:expr),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a> {
            pub(super) rows: usize,
            pub(super) cols: usize,
            $(pub(super) $array: &'a [$type],)*
        }

        impl<'a> $name<'a> {
            /// The arrays of `matrix`.
            pub fn of(matrix: &'a $matrix) -> Self {
                let $level = matrix.level().child();
                $name {
                    rows: matrix.level().extent(),
                    cols: $level.extent(),
                    $($array: $read,)*
                }
            }
        }
    };
}
use arrays;

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
    pub fn of<F: Fill<T>>(matrix: &'a CsrWithFill<T, F>) -> Self {
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

/// A sparse vector that a twin makes.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The indices.
    pub idx: Vec<u32>,
    /// The values.
    pub val: Vec<f64>,
}

impl Made {
    /// Empties it, and makes room for `most` entries.
    fn restart(&mut self, most: usize) {
        self.idx.clear();
        self.val.clear();
        self.idx.reserve(most);
        self.val.reserve(most)
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
    fn restart(&mut self, rows: usize, most: usize) {
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

/// Makes `y` so many zeros.
fn restart(y: &mut Vec<f64>, len: usize) {
    y.truncate(len);
    y.fill(0.0);
    y.resize(len, 0.0)
}
