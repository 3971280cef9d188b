//! Over minima and sums, what is not stored is infinity.

use finch_kernels::prelude::*;

fn main() {
    let (a, mut c) = (CsrWithFill::<f64, Inf>::default(), Csr::<f64>::default());
    let _ = einsum!(MinPlus: c[i, j] += a[i, k] * a[k, j]).run();
}
