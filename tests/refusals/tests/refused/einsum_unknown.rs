//! An operand of `einsum!` has a type that does not exist.

use finch_kernels::prelude::*;

fn main() {
    let (x, b): (Csf3<f64>, Matrix<f64>) = Default::default();
    // The compiler must not look for orders of loops: without knowing the type, it would never end.
    let _ = einsum!([i, r] += x[i, j, k] * b[j, r] * b[k, r]).compute();
}
