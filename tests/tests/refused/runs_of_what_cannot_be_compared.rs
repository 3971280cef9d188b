//! Runs merge what is equal, so what they are runs of is compared.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let _ = a.convert::<RunList<SparseByteMap<Element<f64>>>>();
}
