//! Hybrid fibers as programs read them: a switch between a lookup and the looplets of a list.

use crate::hybrid::LIST;
use crate::kit::entries::{Entries, EntriesSteps, Galloping, Search};
use crate::kit::prelude::*;
use crate::kit::ranged::{Presence, Ranged, RangedFiber, RangedFibers};
use crate::sparse_list::SparseListEntries;
use finch_traits::looplet::lookup::At;
use finch_traits::looplet::switch::Switch;

/// All fibers, borrowed.
pub type HybridFibers<'a, C, P, I> = RangedFibers<'a, P, HybridArrays<'a, C, I>>;

/// Lists, and dense fibers.
#[derive(Debug)]
pub struct HybridArrays<'a, C, I> {
    list: SparseListEntries<'a, C, I>,
    slot: &'a [u32],
    /// Where the dense fibers start in the child, or the one that looks.
    dense: usize,
    /// The fiber that looks is dense.
    is_dense: bool,
}

/// A dense fiber.
#[derive(Clone, Copy, Debug)]
pub struct DenseBlock<C> {
    first: usize,
    extent: usize,
    child: C,
}

crate::copy!(HybridArrays<'a, C: Copy, I>);

impl<'a, C, I> HybridArrays<'a, C, I> {
    /// Lists, the slots of all fibers, and where the first dense one starts in the child.
    #[inline(always)]
    pub(super) fn new(list: SparseListEntries<'a, C, I>, slot: &'a [u32], dense: usize) -> Self {
        HybridArrays {
            list,
            slot,
            dense,
            is_dense: false,
        }
    }
}

// SAFETY: the child holds a position for every index of a dense fiber. Where the fiber is a list, the switch does not
// hand out the block.
unsafe impl<C: Fibers> At for DenseBlock<C> {
    type F = C::Fiber;

    #[inline(always)]
    fn at(self, index: usize) -> C::Fiber {
        promise!(index < self.extent);
        // SAFETY: the driver asks for indices below the extent.
        unsafe { self.child.fiber(self.first + index) }
    }
}

/// What a fiber unfurls to, if a list unfurls to `L`.
type Either<C, L> = Switch<Lookup<DenseBlock<C>>, L>;

/// The dense fiber, or what the list unfurls to.
#[inline(always)]
fn either<'a, C: Fibers, I: Width, H: Presence, L>(
    fiber: RangedFiber<HybridArrays<'a, C, I>, H>,
    list: impl FnOnce(EntriesSteps<SparseListEntries<'a, C, I>>) -> L,
) -> Either<C, L> {
    let arrays = fiber.arrays();
    Switch {
        condition: arrays.is_dense,
        then: Lookup(DenseBlock {
            first: arrays.dense,
            extent: fiber.extent(),
            child: arrays.child(),
        }),
        otherwise: list(EntriesSteps::new(fiber, arrays.list)),
    }
}

// SAFETY: a dense fiber is looked up, a list unfurls as lists do; an absent fiber is an empty list.
unsafe impl<'a, C: Fibers, I: Width> Ranged for HybridArrays<'a, C, I> {
    type Child = C;
    const NAME: &'static str = "Hybrid";

    #[inline(always)]
    fn child(self) -> C {
        self.list.child()
    }

    #[inline(always)]
    unsafe fn at(mut self, position: usize, extent: usize) -> Self {
        promise!(position < self.slot.len());
        // SAFETY: the caller names a stored position, and there is a slot for each.
        let slot = unsafe { *self.slot.get_unchecked(position) };
        self.is_dense = slot != LIST;
        // Overflows only for lists, whose block is not looked at.
        self.dense = self.dense.wrapping_add((slot as usize).wrapping_mul(extent));
        self
    }

    #[inline(always)]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        k.looplet(pass, either(fiber, Stepper))
    }

    #[inline(always)]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        k.looplet(pass, either(fiber, EntriesSteps::galloping))
    }

    #[inline(always)]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let (from, to) = fiber.bounds();
        let cursor = Cell::new(from);
        // SAFETY: the list of the fiber ends there.
        let search = unsafe { Search::new(fiber.arrays().list, to) };
        k.looplet(pass, either(fiber, |_| Follow::new(search, &cursor)))
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<Either<C, Galloping<SparseListEntries<'a, C, I>>>>(),
            Protocol::Follow => Nest::of::<Either<C, Follow<'_, Search<SparseListEntries<'a, C, I>>>>>(),
            _ => Nest::of::<Either<C, Stepper<EntriesSteps<SparseListEntries<'a, C, I>>>>>(),
        };
        FiberDescription::new("Hybrid", nest)
    }
}
