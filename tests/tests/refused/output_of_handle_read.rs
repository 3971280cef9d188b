//! The handle of an output is no operand; only that of a workspace is.

use finch_formats::prelude::*;

fn main() {
    let mut y = Vector::<f64>::from(vec![1.0, 2.0]);
    indices!(i);
    let _ = program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(y.read((i,)))))
        .run();
}
