//! An output that is appended to is not read by the statement that writes it.

use finch_formats::prelude::*;

fn main() {
    let mut y = SparseVector::<f64>::default();
    indices!(i);
    let _ = program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(y.read((i,)))))
        .run();
}
