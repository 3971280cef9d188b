//! A type of one's own has no zero unless it says so.

use finch_formats::prelude::*;

#[derive(Clone, Copy)]
struct Colour;

fn main() {
    let _ = Vector::<Colour>::empty([3]);
}
