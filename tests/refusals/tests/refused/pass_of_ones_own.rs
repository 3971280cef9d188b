//! Passes, to which looplets are handed, are the driver's.

use finch_formats::traits::looplet::Looplet;
use finch_formats::traits::pass::{OnLeaf, Pass};
use finch_formats::traits::region::Region;

#[derive(Clone, Copy)]
struct Mine;

impl Pass for Mine {
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        k.looplet(self, looplet)
    }

    fn region(self) -> Region {
        Region::new(0, usize::MAX)
    }

    fn within(self, _region: Region) -> Self {
        self
    }
}

fn main() {}
