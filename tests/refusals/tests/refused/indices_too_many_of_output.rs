//! An output has an index for each dimension.

use finch_formats::prelude::*;

fn main() {
    let mut y = Vector::<f64>::from(vec![]);
    indices!(j, i);
    let _ = program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((j, i)).add(constant(1.0)))));
}
