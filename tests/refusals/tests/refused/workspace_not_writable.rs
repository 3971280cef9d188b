//! A workspace is written and read, so it owns its arrays.

use finch_formats::prelude::*;

fn main() {
    let idx: &[u32] = &[];
    let mut w = Tensor::<SparseList<Element<f64, Zero, &[f64]>, Vec<usize>, &[u32]>>::from_parts(3, idx, &[] as &[f64])
        .unwrap();
    let _ = program().workspace(&mut w);
}
