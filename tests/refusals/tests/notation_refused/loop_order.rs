//! Rows that are appended to, in loops of another order.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let mut b = Csr::<f64>::default();
    let program = finch! {
        b .= 0;
        for j, i { b[i, j] += a[j, i]; }
    };
    let _ = (program.run(), &a);
}
