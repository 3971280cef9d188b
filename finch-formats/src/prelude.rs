//! Everything that programs over tensors usually name: `use finch_formats::prelude::*;`.

pub use crate::alias::*;
pub use crate::{
    Bit, Counted, Dense, Element, Fixed, Hybrid, Lengths, Lower, PackBits, Pair, Pattern, Ragged, RunList, Scalar,
    Separate, ShortScalar, SparseBand, SparseBlockList, SparseBlocks, SparseByteMap, SparseCoo, SparseDict,
    SparseInterval, SparseList, SparsePairs, SparsePoint, SparseRunList, SparseScalar, SparseShortScalar, Symmetric,
    Tensor, Triangular, UnsortedList, Upper,
};
pub use finch_traits::algebra::fill::{False, Inf, NegInf, One, True, Zero};
pub use finch_traits::algebra::reducers::{
    Add, And, Any, Choose, FastAdd, InitWrite, Max, MaxBy, Min, MinBy, Mul, Or, Overwrite,
};
pub use finch_traits::expr::overload::{
    constant, forall, forall_in, in_turns, let_in, literal, map1, map2, map3, then, when,
};
pub use finch_traits::index::{follow, gallop, permissive, window};
pub use finch_traits::notation::function::*;
pub use finch_traits::program::program;
pub use finch_traits::view::Views;
pub use finch_traits::{finch, indices};
