//! Unsorted lists as programs read them: by searching.

use crate::imports::*;
use crate::unsorted_list::UnsortedListEntries;

/// The entries of one fiber of an [`UnsortedList`] level, borrowed for look-ups. Each look-up compares all of them until it finds the
/// index.
#[derive(Clone, Copy, Debug)]
pub struct UnsortedListSearch<C, I> {
    from: usize,
    to: usize,
    entries: UnsortedListEntries<C, I>,
}

// SAFETY: `UnsortedList` checks that every index is there once and below the extent, and that there is a child for each.
unsafe impl<C: Fibers, I: Width> Ranged for UnsortedListEntries<C, I> {
    type DenseBelow = <<C as Fibers>::Fiber as Fiber>::Dense;

    // There is no order to step through.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let (next, (from, to)) = (Cell::new(0), fiber.bounds());
        let entries = fiber.arrays();
        let search = UnsortedListSearch { from, to, entries };
        // SAFETY: it is handed on from the frame of `next`.
        k.looplet(pass, unsafe { Follow::new(search, &next) })
    }

    fn describe<H: Presence>(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(Self::NAME, Nest::of::<Follow<UnsortedListSearch<C, I>>>())
    }
}

impl<C, I: Width> UnsortedListSearch<C, I> {
    /// The position of `index`, or `to`; `next` becomes the smallest index from `index` on that is stored.
    #[inline(never)]
    fn search(&self, next: &Cell<usize>, index: usize) -> usize {
        promise!(self.from <= self.to && self.to <= self.entries.idx.len());
        // SAFETY: the range of a fiber lies within `idx`, as was checked with the level.
        let list = unsafe { self.entries.idx.get_unchecked(self.from..self.to) };
        let mut least = usize::MAX;
        for (at, here) in list.iter().enumerate() {
            let here = here.to_usize();
            if here == index {
                next.set(index);
                return self.from + at;
            }
            if here > index && here < least {
                least = here
            }
        }
        next.set(least);
        self.to
    }
}

// SAFETY: indices are asked for in ascending order, so that none from the last one asked for to `next` is stored but
// `next` itself; where that says nothing the whole fiber is searched, whose positions are stored.
unsafe impl<C: Fibers, I: Width> Find for UnsortedListSearch<C, I> {
    found!(C);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, next: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        if index < next.get() {
            return None;
        }
        let at = self.search(next, index);
        if at < self.to {
            // SAFETY: the positions of a fiber are stored.
            Some(unsafe { self.entries.child.fiber(at) })
        } else {
            None
        }
    }
}
