//! Two sparse tensors that are stored in opposite orders, of which none is a matrix that could be transposed.

use finch_kernels::prelude::*;

fn main() {
    let x = Csf::<f64>::default();
    let _ = einsum!([] += x[i, j, k] * x[k, j, i]).value();
}
