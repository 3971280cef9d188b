//! An index stands once on the left of `+=`.

use finch_kernels::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = einsum!([i, i] += a[i, k]).compute();
}
