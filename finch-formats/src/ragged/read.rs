//! Ragged fibers as programs read them.

use crate::blocks::Block;
use crate::kit::prelude::*;
use crate::kit::ranged::{Absent, Presence, Ranged, RangedFiber, RangedFibers};
use core::hint::assert_unchecked;

/// All fibers, borrowed.
pub type RaggedFibers<'a, C, P> = RangedFibers<'a, P, RaggedBlocks<C>>;

/// The children of all fibers, one per index.
#[derive(Clone, Copy, Debug)]
pub struct RaggedBlocks<C>(pub(super) C);

/// What a fiber unfurls to.
type Walk<C> = Sequence<Lookup<Block<C>>, Run<Absent<RaggedBlocks<C>>>>;

// SAFETY: `Ragged` checks that no fiber is longer than the extent, and that there is a child for each of its indices.
unsafe impl<C: Fibers> Ranged for RaggedBlocks<C> {
    type Child = C;
    const NAME: &'static str = "Ragged";

    #[inline(always)]
    fn child(self) -> C {
        self.0
    }

    #[inline(always)]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let (from, to) = fiber.bounds();
        let split = to.wrapping_sub(from);
        // SAFETY: no fiber is longer than the extent.
        unsafe { assert_unchecked(split <= fiber.extent()) };
        let walk: Walk<C> = Sequence {
            // SAFETY: as many positions as there are indices are stored.
            first: Lookup(unsafe { Block::new(0, from, fiber.arrays().0) }),
            split,
            second: Run(Absent::<Self>::new()),
        };
        k.looplet(pass, walk)
    }

    fn describe<H: Presence>(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(Self::NAME, Nest::of::<Walk<C>>())
    }
}
