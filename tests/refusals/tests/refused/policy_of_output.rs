//! What a kernel writes on several threads can be put together.

use finch_kernels::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut values = [0.0_f64; 4];
    let mut c = MatrixMut::from_parts(2, 2, SliceMut::from(&mut values[..])).unwrap();
    let _ = matrix::add_by(Parallel::new(), &mut c, &a, &a);
}
