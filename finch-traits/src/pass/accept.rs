//! The accept pass: a target that takes runs is given the whole region at once.
//!
//! It comes last but for the loop itself: when everything that is read is the same over the region, one assignment
//! stands for all of it.

use crate::knot::*;

/// The pass that assigns one value to a whole region at once, where targets take runs.
#[derive(Clone, Copy, Debug)]
pub struct Accept(Region);

impl Accept {
    /// Gives away `region`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn over(region: Region) -> Accept {
        Accept(region)
    }
}

impl Sealed for Accept {}
impl Pass for Accept {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_looplet<L: WriteLooplet, R: RemainingIndices, K: OnTarget<Self, L::T>>(
        self,
        target: UnfurledTarget<L, R>,
        k: K,
    ) {
        target.looplet.accept(self, target.rest, k)
    }

    region_field!();
}
