//! Everything that a first program needs: `use finch_kernels::prelude::*;`.
//!
//! Nothing in it is in the way of Rust's own names, see [the prelude of `finch-formats`](finch_formats::prelude), which is part of
//! it: `Result` is the standard library's, so that functions return `Result<T, Error>`.

#[cfg(feature = "parallel")]
pub use crate::policy::Parallel;
pub use crate::policy::Serial;
pub use crate::{AsVector, Axis, MatrixOf, MatrixOutput, NewMatrix, NewVector, VectorOf, VectorOutput};
pub use crate::{
    convolve, einsum, extremum, join, matrix, norm, reduce, relax, sampled, spgemm, spmspv, spmv, tensor, transpose,
    triangular, vector,
};
pub use crate::{
    spgemm_into, spmm, spmm_into, spmv_add, spmv_into, spmv_semiring, spmv_semiring_into, spmv_transposed,
    spmv_transposed_add, spmv_transposed_into,
};
pub use finch_formats::prelude::*;
pub use finch_formats::traits::algebra::semiring::{
    AnyPair, FastPlusTimes, KeepExplicitZeros, MaxPlus, MinPlus, OrAnd, PlusTimes,
};
pub use finch_formats::traits::{Error, ErrorKind};
