//! Level formats and tensors for Finch.

mod check;
mod copy;
mod leaf;
mod search;

pub mod alias;
pub mod buffer;
pub mod counted;
pub mod dense;
pub mod element;
pub mod hybrid;
pub mod io;
pub mod merge;
pub mod pattern;
pub mod prelude;
pub mod run_list;
pub mod runs;
pub mod scalar;
pub mod sparse_byte_map;
pub mod sparse_coo;
pub mod sparse_list;
pub mod sparse_run_list;
pub mod tensor;
pub mod width;

pub(crate) use copy::copy;

pub use alias::*;
pub use counted::Counted;
pub use dense::Dense;
pub use element::Element;
pub use hybrid::Hybrid;
pub use pattern::Pattern;
pub use run_list::RunList;
pub use scalar::{Scalar, ShortScalar};
pub use sparse_byte_map::SparseByteMap;
pub use sparse_coo::SparseCoo;
pub use sparse_list::SparseList;
pub use sparse_run_list::SparseRunList;
pub use tensor::Tensor;

pub use finch_traits::{Error, ErrorKind, Result};

pub use finch_traits as traits;
