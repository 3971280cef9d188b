//! What products in slices of rows are multiplied by, and how their results are compared.

use finch_kernels::formats::traits::algebra::Fill;
use finch_kernels::prelude::*;

/// A vector of values that differ, a few of them negative.
pub(crate) fn vector<F: Fill<f64>>(len: usize) -> VectorWithFill<f64, F> {
    let values: Vec<f64> = (0..len).map(|i| 1.0 / (1 + i * 7 % 31) as f64 - 0.2).collect();
    VectorWithFill::from_dense([len], &values).expect("a vector")
}

/// The bits of values, which are compared where sums must be the same to the last one.
pub(crate) fn bits(y: &[f64]) -> Vec<u64> {
    y.iter().map(|value| value.to_bits()).collect()
}
