//! An operand of `einsum!` whose type there is not.

use finch_kernels::prelude::*;

fn main() {
    let (x, b): (Csf3<f64>, Matrix<f64>) = Default::default();
    // The compiler does not look for orders of loops, which would take forever.
    let _ = einsum!([i, r] += x[i, j, k] * b[j, r] * b[k, r]).compute();
}
