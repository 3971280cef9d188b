//! Formats for structured arrays: levels, tensors, scalars, files.
//!
//! A tensor is a nest of levels, outermost dimension first. `Dense<SparseList<Element<f64>>>` is a matrix in CSR: rows
//! are stored densely, and each is a sorted list of indices with values. Programs, kernels and conversions take any nest.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! // From triplets in any order; entries at the same place are added.
//! let a = Csr::from_triplets([2, 3], [([1, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
//! assert_eq!(a.get([1, 0]), Some(4.0));
//! assert_eq!(a.get([1, 2]), Some(0.0));
//!
//! // The same matrix in another format.
//! let runs = RunMatrix::from_tensor(&a)?;
//! assert_eq!(runs.to_dense()?, [0.0, 2.0, 0.0, 4.0, 0.0, 0.0]);
//! println!("{a}");
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! A `Csr` and the arrays in which it is stored; [which format](guide::which_format) has such a picture of every level:
//!
#![doc = include_str!("../pictures/sparse_list.svg")]
//!
//! # Levels
//!
//! [`levels`] is a table of all: what each holds, how it is read and written, and what it is made for, which is not always to save time.
//!
//! Each page of a level opens with a picture of its arrays, what holds of them, what they cost in time and memory.
//! The page [which format](guide::which_format) says which format suits which data, with a picture of each.
//! [`alias`] names common nests ([`Csr`], [`Coo`], [`Vector`], ..); [`scalar`] and
//! [`sparse_scalar`] have tensors of rank 0.
//!
//! Accessors and options whose documentation names no cost take constant time.
//!
//! # Without loops
//!
//! `(&a * (&b + 1.0)).compute()?`: operators on references to tensors make expressions, which one nest of loops computes, in a format
//! that follows from types: see [`array`](mod@array).
//!
//! # Other libraries
//!
//! Arrays and matrices of ndarray, sprs, faer, nalgebra, nalgebra-sparse and Apache Arrow become tensors, and the other way round, by
//! `TryFrom`, without copying where layouts agree: see [`interop`]. Each library is a feature.
//!
//! # What is checked
//!
//! Whatever makes a tensor validates it: sorted indices, lengths, bounds, and that extents fit the types of indices.
//! Errors name the level, the place and the numbers. Programs read and write unchecked because of that.

#[macro_use(ensure, error)]
pub extern crate finch_traits as traits;

/// Hands the list of levels to the macro `$then`, in the order in which pages show it: the module of each, which its picture is named after,
/// the level, what is exported besides, and its row of the table.
macro_rules! each_level {
    ($then:ident) => {
        $then! {
            dense: Dense = "every index" | "walk, follow" | "anywhere" | "time";
            sparse_list: SparseList = "a sorted list of indices" | "walk, gallop, follow" | "appending" | "time";
            sparse_pairs: SparsePairs Pair = "a sorted list of indices side by side with values: a leaf of one dimension"
                | "walk, gallop, follow" | "appending" | "compatibility";
            lengths: Lengths = "how long fibers are, in place of the pointers of a level" | "as that" | "as that" | "compatibility";
            unsorted_list: UnsortedList = "a list of indices as they were written" | "walk, follow: by search"
                | "anywhere in the last fiber" | "any order";
            sparse_coo: SparseCoo = "several dimensions in one sorted list of coordinates" | "walk, gallop" | "appending"
                | "compatibility";
            sparse_byte_map: SparseByteMap = "a byte per index, and a list" | "walk, gallop, follow" | "anywhere" | "any order";
            sparse_dict: SparseDict = "a hash table of indices, and a list" | "walk, gallop, follow" | "anywhere" | "any order";
            separate: Separate = "another level, each fiber in memory of its own" | "as that" | "as that, fibers in any order"
                | "any order";
            hybrid: Hybrid = "fibers as lists or densely, whichever takes less" | "walk, gallop, follow" | "appending" | "time";
            sparse_block_list: SparseBlockList = "blocks of consecutive indices, dense inside" | "walk, gallop, follow"
                | "appending" | "time";
            sparse_band: SparseBand = "one block of consecutive indices, dense inside" | "walk, follow" | "appending" | "time";
            ragged: Ragged = "all up to the last index, dense inside" | "walk, follow" | "appending" | "time";
            sparse_blocks: SparseBlocks = "two dimensions in blocks of fixed size" | "walk, follow" | "block rows ascending" | "time";
            triangular: Triangular Lower Upper = "two dimensions at once: a half, packed; fill elsewhere" | "walk, follow"
                | "anywhere in the half" | "time";
            symmetric: Symmetric = "two dimensions at once: a half, packed, and mirrored" | "walk, follow" | "anywhere in the half"
                | "memory";
            sparse_point: SparsePoint = "at most one index" | "walk, follow" | "anywhere, once" | "memory";
            sparse_interval: SparseInterval = "at most one run" | "walk, follow: by runs" | "by runs, once" | "memory";
            run_list: RunList = "runs that cover everything" | "walk, follow: by runs" | "by runs, ascending" | "time";
            sparse_run_list: SparseRunList = "runs with fill between them" | "walk, follow: by runs" | "by runs, ascending" | "time";
            pack_bits: PackBits = "runs and literals that cover everything" | "walk, follow" | "by runs, ascending" | "memory";
            element: Element = "values: a leaf" | "" | "anywhere" | "";
            bit: Bit = "booleans, 64 to a word: a leaf" | "" | "anywhere" | "memory";
            pattern: Pattern = "nothing; what is stored is true: a leaf" | "" | "where indices are stored one by one" | "time";
            atomic: AtomicElement = "values: a leaf" | "" | "anywhere, by several threads at the same time" | "";
            counted: Counted = "another level, counting what is read" | "as that" | "as that" | "teaching and tests";
            scalar: Scalar ShortScalar = "one value: no level, a tensor of rank 0" | "" | "any number of times" | "";
            sparse_scalar: SparseScalar SparseShortScalar = "one value, and whether it was assigned: a tensor of rank 0" | "" | "any number of times" | "";
        }
    };
}

macro_rules! levels {
    ($($module:ident: $level:ident $($more:ident)* = $($cell:literal)|+;)*) => {
        /// The list of levels, and of the other things that tensors are made of: `use finch_formats::levels::*` names them and nothing else.
        /// The root of the crate and its [prelude] have them from here.
        ///
        /// The column *made for* names the levels that are not there to save time, where data have their structure: some save memory,
        /// some can be written in any order, some hold arrays that come from elsewhere.
        ///
        /// | level | holds | reading | writing | made for |
        /// |---|---|---|---|---|
        $(#[doc = concat!("| [`", stringify!($level), "`]", $(" | ", $cell,)+ " |")])*
        pub mod levels {
            $(pub use crate::$module::{$level $(, $more)*};)*
            pub use crate::extent::Fixed;
            pub use crate::slice_mut::SliceMut;
            pub use crate::tensor::Tensor;
        }
    };
}

each_level! { levels }

mod accessors;
mod check;
mod imports;
mod refused;
mod room;
mod search;

pub mod alias;
pub mod any;
pub mod array;
pub mod atomic;
pub mod bit;
pub mod blocks;
pub mod buffer;
pub mod counted;
pub mod dense;
pub mod element;
pub mod extent;
pub mod guarded;
// Listings are tested with `--cfg guide`, and where sprs is there, beside which one of its pages stands.
#[cfg(any(not(doctest), guide, feature = "sprs"))]
pub mod guide;
pub mod hybrid;
pub mod interop;
#[cfg(feature = "files")]
pub mod io;
pub mod kit;
pub mod lengths;
pub mod merge;
pub mod nested;
pub mod pack_bits;
pub mod pattern;
pub mod prelude;
pub mod ragged;
pub mod random;
pub mod run_list;
pub mod scalar;
pub mod separate;
pub mod slice_mut;
pub mod sparse_band;
pub mod sparse_block_list;
pub mod sparse_blocks;
pub mod sparse_byte_map;
pub mod sparse_coo;
pub mod sparse_dict;
pub mod sparse_interval;
pub mod sparse_list;
pub mod sparse_pairs;
pub mod sparse_point;
pub mod sparse_run_list;
pub mod sparse_scalar;
pub mod symmetric;
pub mod tensor;
pub mod triangular;
pub mod unsorted_list;
pub mod width;

use finch_traits::{__copied as copied, __shown as shown};

pub use alias::*;
pub use any::{AnyMatrix, AnyVector, MatrixFormat, VectorFormat};
pub use levels::*;

pub use finch_traits::{Error, ErrorKind, Result, ensure, error};

pub use finch_traits::algebra::{fill, reducers};
