//! `BlockJumper`: blocks of which those that lie furthest ahead lead (the gallop protocol).

use crate::knot::*;
use crate::looplet::jumper::jumps;
use crate::looplet::stepper::look_up;

/// Steps of which each child is fill up to a block.
///
/// # Safety
///
/// An implementer promises that there is fill before the first index of a block, and that the block has what is from there on, up
/// to where its child stops. The methods are called only where there is a current child.
pub unsafe trait Blocks: Steps<Stable = Yes> {
    /// What lies between blocks.
    type Gap: Looplet<T = Self::T>;
    /// What a block is.
    type Block: Looplet<T = Self::T>;
    /// Where the current block starts.
    fn left(&self) -> usize;
    /// The current block.
    fn inside(&self) -> Self::Block;
}

/// Blocks that lead the loop; everything else follows. It goes on where all of them have begun, up to where one ends.
#[derive(Clone, Copy, Debug)]
pub struct BlockJumper<G> {
    blocks: G,
    /// Where it was sought for last.
    from: usize,
}

impl<G> BlockJumper<G> {
    /// Leads by `blocks`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(blocks: G) -> Self {
        BlockJumper { blocks, from: 0 }
    }
}

impl<G: Blocks> Cursor for BlockJumper<G> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.blocks.seek(index);
        self.from = index
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn jump_stop(&self) -> usize {
        self.blocks.left().max(self.from) + 1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap<Steppers: Bool>(&mut self, end: usize, hi: usize) -> usize {
        if end > hi {
            return end;
        }
        self.blocks.leap(end);
        end.max(self.blocks.left() + 1)
    }
    // It has begun where it landed, which nobody goes back from.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        usize::from(self.blocks.stop() <= last)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self) -> usize {
        self.blocks.stop()
    }
}

// SAFETY: by the promise of `Blocks`.
unsafe impl<G: Blocks> Looplet for BlockJumper<G> {
    jumps!(|steps| steps.blocks, inside: G::Block, else G::Gap);
}
