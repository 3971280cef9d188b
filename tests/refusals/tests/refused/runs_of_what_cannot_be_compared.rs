//! Runs merge what is equal, so what they are runs of is compared, wherever a dictionary has put it.

use finch_formats::prelude::*;

fn main() {
    let a = Tensor::<SparseCoo<typenum::U3, Element<f64>>>::from_triplets([2, 3, 2], [([0, 1, 0], 2.0)], Add).unwrap();
    let _ = a.convert::<RunList<SparseDict<SparseList<Element<f64>>>>>();
}
