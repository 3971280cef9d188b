//! Loops nest in the order of the levels that are read.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let mut y = Vector::<f64>::from(vec![]);
    indices!(i, j);
    let _ = program()
        .declare(&mut y)
        .body(|(y,)| forall(i, forall(j, y.at((i,)).add(a.at((j, i))))))
        .run();
}
