//! What a kernel writes on several threads can be put together.

use finch_kernels::formats::Hybrid;
use finch_kernels::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Tensor::<Dense<Hybrid<Element<f64>>>>::default();
    let _ = matrix::add_by(Parallel::new(), &mut c, &a, &a);
}
