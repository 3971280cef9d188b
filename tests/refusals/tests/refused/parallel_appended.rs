//! Parts write pieces of an output, which are put behind each other in arrays that the output owns.

use finch_formats::SparseList;
use finch_formats::prelude::*;

fn main() {
    let x = SparseVector::<f64>::from_triplets([2], [([1], 2.0)], Add).unwrap();
    let mut values = [0.0; 2];
    let list = SparseList::new(2, vec![0_usize, 0], Vec::<u32>::new(), Element::<_, Zero, _>::new(SliceMut::from(&mut values[..])));
    let mut y = Tensor::new(list).unwrap();
    let _ = finch! { y .= 0; parallel for j { y[j] = x[j] } }.run();
}
