//! Everything that a first program needs: `use finch_kernels::prelude::*;`.

pub use crate::{MatrixOf, MatrixOutput, NewMatrix, NewVector, VectorOf, VectorOutput};
pub use crate::{convolve, matrix, reduce, relax, spgemm, spmspv, spmv, vector};
pub use crate::{
    spgemm_into, spmm, spmm_into, spmv_add, spmv_into, spmv_semiring, spmv_semiring_into, spmv_transposed,
    spmv_transposed_add, spmv_transposed_into,
};
pub use finch_formats::prelude::*;
pub use finch_formats::traits::algebra::semiring::{
    AnyPair, FastPlusTimes, KeepExplicitZeros, MaxPlus, MinPlus, OrAnd, PlusTimes,
};
pub use finch_formats::traits::{Error, ErrorKind, Result};
