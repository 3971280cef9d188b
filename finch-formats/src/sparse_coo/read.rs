//! Coordinate lists as programs read them.

use crate::imports::*;
use crate::search::gallop_while;
use crate::sparse_coo::axes::{Far, Group, InnerDimensions, Key};

/// The entries of all fibers along the dimensions that are left. Of a stretch of them, a fiber has those that come first, as far
/// as their outer indices are those of `G`.
#[derive(Clone, Copy, Debug)]
pub struct SparseCooEntries<'a, I, G, A, C> {
    pub(super) group: G,
    /// The indices along the next dimension.
    pub(super) idx: &'a [I],
    /// The dimensions inside of it.
    pub(super) inner: A,
    pub(super) child: C,
}

/// The entries of one fiber of a [`SparseCoo`] level, which a loop over its first dimension steps through.
#[derive(Clone, Copy, Debug)]
pub struct SparseCooSteps<'c, 'a, I, G, A, C> {
    extent: usize,
    pub(super) at: usize,
    pub(super) to: usize,
    pub(super) entries: SparseCooEntries<'a, I, G, A, C>,
    /// The index at `at`, unless this is the last dimension: what a loop inside stores may alias the indices.
    pub(super) index: I,
    /// How far the loop inside has come.
    pub(super) came: &'c Cell<Far>,
}

borrowed! { impl['a, I: Width, G: Group, A: InnerDimensions<'a, I>, C: Fibers] SparseCooEntries<'a, I, G, A, C>, "SparseCoo", |arrays| arrays.child => C }

// SAFETY: the stretch was checked with the level, or is empty; the steps find out where the group ends.
unsafe impl<'a, I: Width, G: Group, A: InnerDimensions<'a, I>, C: Fibers> Ranged for SparseCooEntries<'a, I, G, A, C> {
    type DenseBelow = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim_below(self, axis: usize) -> Option<usize> {
        self.inner.dim(axis, self.child)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        k.looplet(pass, Stepper(SparseCooSteps::new(fiber, &Cell::new(Far::default()))))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let came = Cell::new(Far::default());
        let steps = SparseCooSteps::new(fiber, &came);
        let nest = Sequence {
            first: Jumper(steps),
            split: steps.last(),
            second: Run(Absent::<Self>::new()),
        };
        k.looplet(pass, nest)
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<Sequence<Jumper<SparseCooSteps<'_, 'a, I, G, A, C>>, Run<Absent<Self>>>>(),
            _ => Nest::of::<Stepper<SparseCooSteps<'_, 'a, I, G, A, C>>>(),
        };
        let description = FiberDescription::new(Self::NAME, nest);
        if G::Key::IS_WHOLE {
            description
        } else {
            description.continued()
        }
    }
}

/// The index at `position` of `idx`.
///
/// # Safety
///
/// It is below the end of the fiber.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn index_at<I: Width>(idx: &[I], position: usize) -> I {
    promise!(position < idx.len());
    // SAFETY: entries of a fiber lie within the arrays of indices, as was checked with the level.
    unsafe { *idx.get_unchecked(position) }
}

/// The first position in `from..to` of which `is_before` does not hold, or `to`; `from`, if that is beyond. It holds for
/// no position behind one for which it does not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_not(from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    if from < to && is_before(from) {
        gallop(from, to, is_before)
    } else {
        from
    }
}

/// [`gallop_while`], which is not inlined: `is_before` owns what it needs, so that nothing that a loop works on has an address
/// here.
#[inline(never)]
fn gallop(from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    gallop_while(from, to, is_before)
}

impl<'a, I: Width, G: Group, A: InnerDimensions<'a, I>, C> SparseCooSteps<'_, 'a, I, G, A, C> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<'c, H: Copy>(
        fiber: RangedFiber<SparseCooEntries<'a, I, G, A, C>, H>,
        came: &'c Cell<Far>,
    ) -> SparseCooSteps<'c, 'a, I, G, A, C>
    where
        C: Copy,
    {
        let (at, to) = fiber.bounds();
        let mut steps = SparseCooSteps {
            extent: fiber.extent(),
            at,
            to,
            entries: fiber.arrays(),
            index: I::default(),
            came,
        };
        steps.load();
        steps
    }

    /// There is no group around.
    const IS_WHOLE: bool = G::Key::IS_WHOLE;

    /// The index along the first dimension of the entry at `position`, which is below `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: the caller names an entry of the fiber.
        unsafe { index_at(self.entries.idx, position) }.to_usize()
    }

    /// Takes note of the index where it stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(&mut self) {
        if !A::IS_LAST && self.at < self.to {
            // SAFETY: there is such an entry.
            self.index = unsafe { index_at(self.entries.idx, self.at) }
        }
    }

    /// There is an entry at `position`, in the group.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds(&self, position: usize) -> bool {
        // SAFETY: the position is below the end of the fiber.
        position < self.to && unsafe { self.entries.group.key().holds(position) }
    }

    /// The first position that is not in the group, or whose index is `goal` or more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn search(&self, goal: usize) -> usize {
        let (key, idx) = (self.entries.group.key(), self.entries.idx);
        first_not(self.at, self.to, move |position| {
            // SAFETY: the position is below the end of the fiber.
            unsafe { key.holds(position) && index_at(idx, position).to_usize() < goal }
        })
    }

    /// Where the group ends that the current entry is in.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn group_end(&self) -> usize {
        if Self::IS_WHOLE {
            return self.to;
        }
        let key = self.entries.group.key();
        // SAFETY: the position is below the end of the fiber.
        first_not(self.at, self.to, move |position| unsafe { key.holds(position) })
    }
}

// SAFETY: the coordinates are strictly ascending, so in a group the indices along its first dimension ascend, and those
// along the last one do so strictly; the child is stored for every entry.
unsafe impl<'c, 'a, I: Width, G: Group, A: InnerDimensions<'a, I>, C: Fibers> Steps
    for SparseCooSteps<'c, 'a, I, G, A, C>
{
    type T = C::T;
    spike_steps!(FillFiber<C::T, C::Fill>, A::Inner<'c, G, C, Here>, optional A::Inner<'c, G, C, bool>, guarded |steps| Guarded::new(steps) => Guarded<Self>);
    const LOOKS_AHEAD: bool = A::IS_LAST;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.at = self.search(index);
        self.load()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        if self.holds(self.at) { self.to - self.at } else { 0 }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        if A::IS_LAST {
            self.index(self.at) + 1
        } else {
            self.index.to_usize() + 1
        }
    }
    // The loop inside has usually come to the end of the group already.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) {
        let next = self.at + 1;
        if A::IS_LAST {
            self.at = next;
            return;
        }
        let far = self.came.get();
        if far.ended && far.at >= next {
            self.at = far.at
        } else {
            let (key, idx, index) = (self.entries.group.key(), self.entries.idx, self.index);
            self.at = first_not(far.at.max(next), self.to, move |position| {
                // SAFETY: the position is below the end of the fiber.
                unsafe { index_at(idx, position) == index && key.holds(position) }
            })
        }
        self.load()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        let lags = self.lags(goal);
        self.skip_if(lags);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> Self::Child {
        promise!(self.holds(self.at));
        // SAFETY: there is a current child, so its entry is stored.
        spike(unsafe { A::inner(self, Here) })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend(&self, here: bool) -> Self::Blend {
        // SAFETY: if the child ends here, its entry is stored.
        spike(unsafe { A::inner(self, here) })
    }
    // The mark is a position in a whole fiber, where usually all of it is meant, which needs no search; in a group, whose
    // end is not known, it is the index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, hi: usize) -> usize {
        if !Self::IS_WHOLE {
            hi
        } else if hi >= self.extent {
            self.to
        } else {
            self.search(hi)
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn before(&self, mark: usize) -> bool {
        if Self::IS_WHOLE {
            self.at < mark
        } else {
            self.holds(self.at) && {
                let index = self.index(self.at);
                // SAFETY: indices are less than the extent, as was checked with the level.
                unsafe { core::hint::assert_unchecked(index < self.extent) };
                index < mark
            }
        }
    }
    // Entries stand together, so what holds for the last one of several holds for all.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_room(&self, count: usize, mark: usize) -> bool {
        if Self::IS_WHOLE {
            A::IS_LAST && self.at + count <= mark
        } else {
            let last = self.at + count - 1;
            A::IS_LAST && self.holds(last) && self.index(last) < mark
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self) {
        self.entries.group.came(Far {
            at: self.at,
            ended: !self.holds(self.at),
        })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        let end = self.group_end();
        self.entries.group.came(Far { at: end, ended: true });
        if self.at < end { self.index(end - 1) + 1 } else { 0 }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap(&mut self, end: usize) -> usize {
        self.at = self.search(end - 1);
        self.load();
        if self.holds(self.at) { self.stop() } else { usize::MAX }
    }
}

// SAFETY: `seek` searches an empty range as any other.
unsafe impl<'a, I: Width, G: Group, A: InnerDimensions<'a, I>, C: Fibers> Bounded
    for SparseCooSteps<'_, 'a, I, G, A, C>
{
    type Noted = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_in(&self) -> bool {
        self.holds(self.at)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next()
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note(&self) {}
    // Where a group ends is searched, so that is done for those only that are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip_if(&mut self, moves: bool) -> bool {
        if A::IS_LAST {
            self.at += select_unpredictable(moves, 1, 0);
            return true;
        }
        if moves {
            self.next()
        }
        moves
    }
}
