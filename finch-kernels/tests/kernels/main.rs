//! Kernels beside what they must compute, formats that run time knows, and pictures of the gallery.

mod any;
mod common;
mod extremum;
mod gallery;
mod operands;
mod prelude;
mod rearranged;
mod sell;
mod sliced;
mod spmv;
mod tensor;
mod triangular;
