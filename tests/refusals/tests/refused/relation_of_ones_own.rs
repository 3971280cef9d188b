//! What is trusted of a program is made of nodes that are known.

use finch_formats::traits::expr::compare::Relation;
use finch_formats::traits::mask::{Before, From};

#[derive(Clone, Copy, Debug)]
struct Mine;

impl Relation for Mine {
    type Right = From;
    type Left = Before;

    fn right(self, _left: isize) -> From {
        unreachable!()
    }

    fn left(self, _right: isize) -> Before {
        unreachable!()
    }
}

fn main() {}
