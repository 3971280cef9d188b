//! The list of levels, and of the other things that tensors are made of: `use finch_formats::levels::*` names them and nothing else. The root of the
//! crate and its [prelude](crate::prelude) have them from here.

pub use crate::bit::Bit;
pub use crate::counted::Counted;
pub use crate::dense::Dense;
pub use crate::element::Element;
pub use crate::extent::Fixed;
pub use crate::hybrid::Hybrid;
pub use crate::lengths::Lengths;
pub use crate::pack_bits::PackBits;
pub use crate::pattern::Pattern;
pub use crate::ragged::Ragged;
pub use crate::run_list::RunList;
pub use crate::scalar::{Scalar, ShortScalar};
pub use crate::separate::Separate;
pub use crate::slice_mut::SliceMut;
pub use crate::sparse_band::SparseBand;
pub use crate::sparse_block_list::SparseBlockList;
pub use crate::sparse_blocks::SparseBlocks;
pub use crate::sparse_byte_map::SparseByteMap;
pub use crate::sparse_coo::SparseCoo;
pub use crate::sparse_dict::SparseDict;
pub use crate::sparse_interval::SparseInterval;
pub use crate::sparse_list::SparseList;
pub use crate::sparse_pairs::{Pair, SparsePairs};
pub use crate::sparse_point::SparsePoint;
pub use crate::sparse_run_list::SparseRunList;
pub use crate::sparse_scalar::{SparseScalar, SparseShortScalar};
pub use crate::symmetric::Symmetric;
pub use crate::tensor::Tensor;
pub use crate::triangular::{Lower, Triangular, Upper};
pub use crate::unsorted_list::UnsortedList;
