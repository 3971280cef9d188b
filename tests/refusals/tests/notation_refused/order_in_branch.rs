//! One of two outputs is written out of order, in a condition: each is reported at its own assignment.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let perm = vec![2_usize, 0, 1];
    let (mut b, mut c, mut y) = (Csr::<f64>::default(), Csr::<f64>::default(), SparseVector::<f64>::default());
    let _ = finch! {
        b .= 0;
        c .= 0;
        y .= 0;
        for j, i {
            b[j, i] = a[j, i];
            if a[j, i] > 1.0 { c[i, j] = a[j, i]; }
        }
        for i { y[perm[i]] = a[0, i]; }
    };
}
