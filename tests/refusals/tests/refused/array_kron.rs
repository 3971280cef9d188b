//! There is no Kronecker product of a vector and a matrix.

use finch_formats::prelude::*;

fn main() {
    let (x, a) = (Vector::<f64>::default(), Csr::<f64>::default());
    let _ = x.kron(&a);
}
