//! Coordinate lists as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::kit::ranged::{Here, Presence};
use crate::sparse_coo::axes::{Axes, Far, Group, Key, Whole};
use crate::width::{Width, bounds_at};
use core::cell::Cell;
use core::hint::select_unpredictable;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::No;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::jumper::Jumper;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;
use finch_traits::reduction::lanes::LIST_LANES;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseCooFibers<'a, A, C, P> {
    axes: A,
    ptr: &'a [P],
    child: C,
}

/// One fiber, or the part of it whose outer indices are those of `G`; `H` says whether it is there. If not, it is empty.
#[derive(Clone, Copy, Debug)]
pub struct SparseCooFiber<G, A, C, H = Here> {
    /// Its first entry.
    pub(super) at: usize,
    /// Where the whole fiber ends.
    pub(super) to: usize,
    pub(super) group: G,
    pub(super) axes: A,
    pub(super) child: C,
    pub(super) here: H,
}

/// What one fiber holds along its first dimension.
#[derive(Clone, Copy, Debug)]
pub struct SparseCooSteps<'c, G, A: Axes, C> {
    pub(super) at: usize,
    pub(super) to: usize,
    pub(super) group: G,
    pub(super) axes: A,
    pub(super) child: C,
    /// The index at `at`, unless this is the last dimension: what a loop inside stores may alias the indices.
    pub(super) index: A::I,
    /// How far the loop inside has come.
    pub(super) came: &'c Cell<Far>,
}

crate::copy!(SparseCooFibers<'a, A: Copy, C: Copy, P>);

impl<'a, A, C, P> SparseCooFibers<'a, A, C, P> {
    /// The arrays of a level.
    #[inline(always)]
    pub(super) fn new(axes: A, ptr: &'a [P], child: C) -> Self {
        SparseCooFibers { axes, ptr, child }
    }
}

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<A: Axes, C: Fibers, P: Width> Fibers for SparseCooFibers<'_, A, C, P> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseCooFiber<Whole, A, C>;
    type OptionalFiber = SparseCooFiber<Whole, A, C, bool>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (at, to) = unsafe { bounds_at(self.ptr, position) };
        SparseCooFiber {
            at,
            to,
            group: Whole,
            axes: self.axes,
            child: self.child,
            here: Here,
        }
    }

    // An absent fiber is an empty one.
    #[inline(always)]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        let (at, to) = if here {
            // SAFETY: the caller names a stored position if `here`.
            let fiber = unsafe { self.fiber(position) };
            (fiber.at, fiber.to)
        } else {
            (0, 0)
        };
        SparseCooFiber {
            at,
            to,
            group: Whole,
            axes: self.axes,
            child: self.child,
            here,
        }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        self.axes.dim(axis, self.child)
    }
}

impl<G: Group, A: Axes, C: Fibers, H: Presence> SparseCooFiber<G, A, C, H> {
    #[inline(always)]
    fn steps(self, came: &Cell<Far>) -> SparseCooSteps<'_, G, A, C> {
        let mut steps = SparseCooSteps {
            at: self.at,
            to: self.to,
            group: self.group,
            axes: self.axes,
            child: self.child,
            index: A::I::default(),
            came,
        };
        steps.load();
        steps
    }
}

// SAFETY: the range was checked with the level, or is empty.
unsafe impl<G: Group, A: Axes, C: Fibers, H: Presence> Fiber for SparseCooFiber<G, A, C, H> {
    type T = C::T;
    type Known = Unknown;
    type RuntimeKnown = H::RuntimeKnown;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps(&Cell::new(Far::default()))))
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let came = Cell::new(Far::default());
        let steps = self.steps(&came);
        k.looplet(
            pass,
            Sequence {
                first: Jumper(steps),
                split: steps.last(),
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        self.here.knowledge::<C::T, C::Fill>()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.axes.dim(axis, self.child)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        type Behind<C> = Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>;
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<Sequence<Jumper<SparseCooSteps<'_, G, A, C>>, Behind<C>>>(),
            _ => Nest::of::<Stepper<SparseCooSteps<'_, G, A, C>>>(),
        };
        let description = FiberDescription::new("SparseCoo", nest);
        H::describe::<C::T, C::Fill>(if G::Key::IS_WHOLE {
            description
        } else {
            description.continued()
        })
    }
}

/// The index at `position` of `idx`.
///
/// # Safety
///
/// It is below the end of the fiber.
#[inline(always)]
unsafe fn index_at<I: Width>(idx: &[I], position: usize) -> I {
    promise!(position < idx.len());
    // SAFETY: entries of a fiber lie within the arrays of indices, as was checked with the level.
    unsafe { *idx.get_unchecked(position) }
}

/// The first position in `from..to` of which `is_before` does not hold, or `to`; `from`, if that is beyond. It holds for
/// no position behind one for which it does not.
#[inline(always)]
fn first_not(from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    if from < to && is_before(from) {
        gallop(from, to, is_before)
    } else {
        from
    }
}

/// The first position in `from..to` of which `is_before` does not hold, or `to`. It holds for `from`, and for no position
/// behind one for which it does not. Takes time logarithmic in the distance; the first few positions are asked one by one.
/// `is_before` owns what it needs, so that nothing that a loop works on has an address here.
#[inline(never)]
fn gallop(mut from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    for _ in 0..3 {
        from += 1;
        if from >= to || !is_before(from) {
            return from;
        }
    }
    let mut step = 1;
    while from + step < to && is_before(from + step) {
        from += step;
        step <<= 1
    }
    let mut end = (from + step).min(to);
    while from + 1 < end {
        let middle = from + (end - from) / 2;
        if is_before(middle) { from = middle } else { end = middle }
    }
    end
}

impl<G: Group, A: Axes, C> SparseCooSteps<'_, G, A, C> {
    /// There is no group around.
    const IS_WHOLE: bool = G::Key::IS_WHOLE;

    /// The index along the first dimension of the entry at `position`, which is below `to`.
    #[inline(always)]
    fn index(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: the caller names an entry of the fiber.
        unsafe { index_at(self.axes.idx(), position) }.to_usize()
    }

    /// Takes note of the index where it stands.
    #[inline(always)]
    fn load(&mut self) {
        if !A::IS_LAST && self.at < self.to {
            // SAFETY: there is such an entry.
            self.index = unsafe { index_at(self.axes.idx(), self.at) }
        }
    }

    /// There is an entry at `position`, in the group.
    #[inline(always)]
    fn holds(&self, position: usize) -> bool {
        // SAFETY: the position is below the end of the fiber.
        position < self.to && unsafe { self.group.key().holds(position) }
    }

    /// The first position that is not in the group, or whose index is `goal` or more.
    #[inline(always)]
    fn search(&self, goal: usize) -> usize {
        let (key, idx) = (self.group.key(), self.axes.idx());
        first_not(self.at, self.to, move |position| {
            // SAFETY: the position is below the end of the fiber.
            unsafe { key.holds(position) && index_at(idx, position).to_usize() < goal }
        })
    }

    /// Where the group ends that the current entry is in.
    #[inline(always)]
    fn group_end(&self) -> usize {
        if Self::IS_WHOLE {
            return self.to;
        }
        let key = self.group.key();
        // SAFETY: the position is below the end of the fiber.
        first_not(self.at, self.to, move |position| unsafe { key.holds(position) })
    }
}

// SAFETY: the coordinates are strictly ascending, so in a group the indices along its first dimension ascend, and those
// along the last one do so strictly; the child is stored for every entry.
unsafe impl<'c, G: Group, A: Axes, C: Fibers> Steps for SparseCooSteps<'c, G, A, C> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, A::Inner<'c, G, C>>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, A::OptionalFiber<'c, G, C>>;
    type Stable = No;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.at = self.search(index);
        self.load()
    }
    #[inline(always)]
    fn count(&self) -> usize {
        if self.holds(self.at) { self.to - self.at } else { 0 }
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        if A::IS_LAST {
            self.index(self.at) + 1
        } else {
            self.index.to_usize() + 1
        }
    }
    // The loop inside has usually come to the end of the group already.
    #[inline(always)]
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
            let (key, idx, index) = (self.group.key(), self.axes.idx(), self.index);
            self.at = first_not(far.at.max(next), self.to, move |position| {
                // SAFETY: the position is below the end of the fiber.
                unsafe { index_at(idx, position) == index && key.holds(position) }
            })
        }
        self.load()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        if A::IS_LAST {
            self.at += select_unpredictable(self.stop() == end, 1, 0)
        } else if self.stop() == end {
            self.next()
        }
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        promise!(self.holds(self.at));
        Spike {
            body: FillFiber::new(),
            // SAFETY: there is a current child, so its entry is stored.
            tail: unsafe { A::inner(self) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, its entry is stored.
            tail: unsafe { A::inner_if(self, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.at
    }
    // The mark is a position in a whole fiber, where usually all of it is meant, which needs no search; in a group, whose
    // end is not known, it is the index.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if !Self::IS_WHOLE {
            hi
        } else if hi >= self.axes.extent() {
            self.to
        } else {
            self.search(hi)
        }
    }
    #[inline(always)]
    fn before(&self, mark: usize) -> bool {
        if Self::IS_WHOLE {
            self.at < mark
        } else {
            self.holds(self.at) && {
                let index = self.index(self.at);
                // SAFETY: indices are less than the extent, as was checked with the level.
                unsafe { core::hint::assert_unchecked(index < self.axes.extent()) };
                index < mark
            }
        }
    }
    // Entries stand together, so what holds for the last one of several holds for all.
    #[inline(always)]
    fn has_room(&self, mark: usize) -> bool {
        if Self::IS_WHOLE {
            A::IS_LAST && self.at + LIST_LANES <= mark
        } else {
            let last = self.at + LIST_LANES - 1;
            A::IS_LAST && self.holds(last) && self.index(last) < mark
        }
    }
    #[inline(always)]
    fn leave(&self) {
        self.group.came(Far {
            at: self.at,
            ended: !self.holds(self.at),
        })
    }
    #[inline(always)]
    fn last(&self) -> usize {
        let end = self.group_end();
        self.group.came(Far { at: end, ended: true });
        if self.at < end { self.index(end - 1) + 1 } else { 0 }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.at = self.search(end - 1);
        self.load();
        if self.holds(self.at) { self.stop() } else { usize::MAX }
    }
}

// SAFETY: `seek` and `leap` search an empty range as any other.
unsafe impl<G: Group, A: Axes, C: Fibers> Bounded for SparseCooSteps<'_, G, A, C> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.holds(self.at)
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next()
        }
    }
    #[inline(always)]
    fn note(&self) {}
    // Where a group ends is searched, so that is done for those only that are left.
    #[inline(always)]
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
