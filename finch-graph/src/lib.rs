//! Graph algorithms as Finch programs.
//!
//! The crate is the place for breadth-first search, shortest paths and what follows from them; so far it only leads to
//! the language and the kernels they are made of, such as [`relax::step`](prelude::relax::step).

pub use finch_kernels::prelude;
