//! Tuples are sealed, and so is what else another crate would bring to implement a trait for one.

use finch_formats::traits::index::protocol::AxisList;
use finch_formats::traits::index::{IndexList, Nil};
use finch_formats::traits::view::PermutationOf;
use typenum::{U0, U1};

struct Mine;

impl PermutationOf<Mine> for (U0, U1) {
    const ORDER: &'static [usize] = &[0, 1];
    type Axes<X: AxisList> = X;
    type List<I: IndexList> = Nil;

    fn list<I: IndexList>(_indices: I) -> Nil {
        Nil
    }
}

fn main() {}
