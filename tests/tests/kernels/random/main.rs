//! Kernels over random tensors in several nests, beside loops over dense arrays: reductions along each dimension; concatenation, slices
//! and Kronecker products. The other kernels are tested by finch-kernels.

mod along;
#[path = "../../../../finch-kernels/tests/kernels/common.rs"]
mod common;
mod join;
