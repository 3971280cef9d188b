//! Random tensors of random shapes: copies from nest to nest, programs beside the oracle, and sequences of programs on
//! one output. Every result is validated.
//!
//! quickcheck looks for the smallest case that fails; it is then kept as a case of its suite.

mod copies;
mod data;
mod early;
mod fast;
mod kernels;
mod lifecycles;
mod loops;
mod statements;
mod workspaces;
