//! What the test files use.

pub use crate::check::{Check, fails};
pub use crate::data::{self, Data};
pub use crate::nests::{self, *};
pub use crate::operand::{Cube, CubeOutput, Input, Matrix, MatrixOutput, Output, Protocol, Vector, VectorOutput};
pub use crate::{case, each, names, once, run, some};
pub use finch_algebra as algebra;
pub use finch_formats::{
    Counted, Dense, Element, Hybrid, Pattern, RunList, Scalar, ShortScalar, SparseByteMap, SparseCoo, SparseList,
    SparseRunList, Tensor,
};
pub use finch_traits::expr::overload::*;
pub use finch_traits::index::{follow, gallop};
pub use finch_traits::indices;
pub use finch_traits::notation::function::select;
pub use finch_traits::program::program;
pub use typenum::{U0, U1, U2, U3};
