//! What reads and writes unchecked is called by the driver alone.

use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::Driver;
use finch_formats::traits::target::Target;

fn main() {
    let mut y = Vector::<f64>::default();
    let _ = program().declare(&mut y).body(|(y,)| {
        y.at((7_usize,)).store(Driver(()), 1.0);
        y.at((0_usize,)).set(constant(1.0))
    });
}
