//! Level formats and tensors for Finch.

mod check;
mod copy;
mod leaf;
mod search;

pub mod buffer;
pub mod dense;
pub mod element;
pub mod sparse_list;
pub mod tensor;
pub mod width;

pub(crate) use copy::copy;

pub use dense::Dense;
pub use element::Element;
pub use sparse_list::SparseList;
pub use tensor::Tensor;

pub use finch_traits as traits;
