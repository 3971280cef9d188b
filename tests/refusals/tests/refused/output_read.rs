//! A program does not read what it writes: introducing an output borrows it.

use finch_formats::prelude::*;

fn main() {
    let mut y = Vector::<f64>::from(vec![1.0, 2.0]);
    indices!(i);
    let _ = program()
        .update(&mut y)
        .body(|(out,)| forall(i, out.at((i,)).add(y.at((i,)))))
        .run();
}
