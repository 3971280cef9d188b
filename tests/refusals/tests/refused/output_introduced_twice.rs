//! An output is introduced once.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::from(vec![]);
    indices!(i);
    let _ = program()
        .declare(&mut y)
        .declare(&mut y)
        .body(|(y, z)| forall(i, block(y.at((i,)).add(x.at((i,))), z.at((i,)).add(x.at((i,))))))
        .run();
}
