//! Everything that a first program needs: `use finch_kernels::prelude::*;`.

pub use crate::{MatrixOf, OutputOf, VectorOf, convolve, matrix, reduce, relax, spgemm, spmspv, spmv, vector};
pub use finch_formats::prelude::*;
pub use finch_formats::traits::algebra::semiring::{
    AnyPair, FastPlusTimes, KeepFills, MaxPlus, MinPlus, OrAnd, PlusTimes,
};
pub use finch_formats::traits::{Error, ErrorKind, Result};
