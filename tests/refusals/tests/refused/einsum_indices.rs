//! A matrix has two indices.

use finch_kernels::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = einsum!([i] += a[i]).compute();
}
