//! The list of levels, and of the other things that tensors are made of: `use finch_formats::levels::*` names them and nothing else. The root of the
//! crate and its [prelude](crate::prelude) have them from here.

/// Hands the list to the macro `$then`, in the order in which pages show it: the module of each level, which its picture is named after, and
/// what is exported of it.
macro_rules! each_level {
    ($then:ident) => {
        $then! {
            dense: Dense;
            sparse_list: SparseList;
            sparse_pairs: Pair SparsePairs;
            lengths: Lengths;
            unsorted_list: UnsortedList;
            sparse_coo: SparseCoo;
            sparse_byte_map: SparseByteMap;
            sparse_dict: SparseDict;
            separate: Separate;
            hybrid: Hybrid;
            sparse_block_list: SparseBlockList;
            sparse_band: SparseBand;
            ragged: Ragged;
            sparse_blocks: SparseBlocks;
            triangular: Lower Triangular Upper;
            symmetric: Symmetric;
            sparse_point: SparsePoint;
            sparse_interval: SparseInterval;
            run_list: RunList;
            sparse_run_list: SparseRunList;
            pack_bits: PackBits;
            element: Element;
            bit: Bit;
            pattern: Pattern;
            atomic:;
            counted: Counted;
            scalar: Scalar ShortScalar;
            sparse_scalar: SparseScalar SparseShortScalar;
        }
    };
}
pub(crate) use each_level;

macro_rules! exported {
    ($($module:ident: $($name:ident)*;)*) => {
        $($(pub use crate::$module::$name;)*)*
    };
}

each_level! { exported }

pub use crate::extent::Fixed;
pub use crate::slice_mut::SliceMut;
pub use crate::tensor::Tensor;
