//! Every index of an access is bound by a loop.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let mut s = Scalar::new(0.0);
    indices!(j, i);
    let _ = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((j, i)))))
        .run();
}
