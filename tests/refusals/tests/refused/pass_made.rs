//! Nobody but the driver has a pass, so that nobody else is handed a looplet.

use finch_formats::prelude::*;
use finch_formats::traits::fiber::Fiber;
use finch_formats::traits::looplet::Looplet;
use finch_formats::traits::notation::Readable;
use finch_formats::traits::pass::lookup::Bind;
use finch_formats::traits::pass::{OnLeaf, Pass};
use finch_formats::traits::region::Region;

/// Reads anywhere.
#[derive(Clone, Copy)]
struct Beyond;

impl<P: Pass, T: Copy + 'static> OnLeaf<P, T> for Beyond {
    fn looplet<L: Looplet<T = T>>(self, _pass: P, mut looplet: L) {
        looplet.seek(usize::MAX);
        looplet.look();
    }

    fn fiber<F: Fiber<T = T>>(self, _pass: P, _fiber: F) {}
}

fn main() {
    let x = SparseVector::<f64>::from_triplets([3], [([1], 1.0)], Add).unwrap();
    let pass = Bind {
        region: Region::new(9, 10),
        place: 9,
        shift: 0,
    };
    Readable::root(&x).unfurl(pass, Beyond);
}
