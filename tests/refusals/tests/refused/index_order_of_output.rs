//! Loops nest in the order of the levels that are written: a transposition needs another way.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let mut y = Csr::<f64>::default();
    indices!(j, i);
    let _ = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((i, j)).set(a.at((j, i))))))
        .run();
}
