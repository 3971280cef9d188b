//! A semiring works on its numbers.

use finch_kernels::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let x = Vector::<f64>::from(vec![1.0; 3]);
    let mut y = Vector::<f64>::default();
    let _ = spmv::spmv_semiring_into(OrAnd, &mut y, &a, &x);
}
