//! Sparse lists as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::search::{first_at_least, gallop};
use crate::width::{Keyed, Width, bounds_at};
use core::cell::Cell;
use core::hint::{cold_path, select_unpredictable};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::jumper::Jumper;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseListFibers<'a, C, P, I> {
    pub(crate) extent: usize,
    pub(crate) ptr: &'a [P],
    pub(crate) idx: &'a [I],
    pub(crate) child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct SparseListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

/// The stored children of one fiber.
#[derive(Debug)]
pub struct SparseListSteps<'a, C, I> {
    extent: usize,
    /// Where the current child ends, if somebody has looked.
    seen: usize,
    at: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

crate::copy!(
    SparseListFibers<'a, C: Copy, P, I>,
    SparseListFiber<'a, C: Copy, I>,
    SparseListSteps<'a, C: Copy, I>,
);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Keyed> Fibers for SparseListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseListFiber<'a, C, I>;
    type Maybe = MaybeList<'a, C, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        SparseListFiber {
            extent: self.extent,
            from,
            to,
            idx: self.idx,
            child: self.child,
        }
    }

    // An absent list is an empty list.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            SparseListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                idx: self.idx,
                child: self.child,
            }
        };
        MaybeList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Keyed> SparseListFiber<'a, C, I> {
    #[inline(always)]
    pub(crate) fn steps(self) -> SparseListSteps<'a, C, I> {
        SparseListSteps {
            extent: self.extent,
            seen: 0,
            at: self.from,
            to: self.to,
            idx: self.idx,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Keyed> Fiber for SparseListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps()))
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Jumper(steps),
                split: steps.last(),
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let cursor = Cell::new(self.from);
        k.looplet(pass, Follow::new(self.steps(), &cursor))
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => {
                Nest::of::<Sequence<Jumper<SparseListSteps<'_, C, I>>, Run<FillFiber<C::T, C::Fill>>>>()
            }
            Protocol::Follow => Nest::of::<Follow<'_, SparseListSteps<'_, C, I>>>(),
            _ => Nest::of::<Stepper<SparseListSteps<'_, C, I>>>(),
        };
        FiberDescription::new(I::LIST, nest)
    }
}

/// A list that is there, or empty.
#[derive(Debug)]
pub struct MaybeList<'a, C, I> {
    pub(crate) fiber: SparseListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeList<'a, C: Copy, I>);

// SAFETY: forwards to a list, which is empty if it is not there.
unsafe impl<C: Fibers, I: Keyed> Fiber for MaybeList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl(pass, k)
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_gallop(pass, k)
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_follow(pass, k)
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> finch_traits::algebra::known::Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.here)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fiber.dim(axis)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        SparseListFiber::<C, I>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}

impl<C, I: Keyed> SparseListSteps<'_, C, I> {
    /// The index at `position`, which is below `to`.
    #[inline(always)]
    fn index(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: positions of a fiber lie within `idx`, as was checked with the level.
        unsafe { self.idx.get_unchecked(position) }.key().to_usize()
    }
}

// SAFETY: the stored indices are strictly ascending, and their children are stored.
unsafe impl<'a, C: Fibers, I: Keyed> Steps for SparseListSteps<'a, C, I> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, C::Fiber>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, C::Maybe>;
    type Stable = No;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.at = first_at_least(self.idx, self.at, self.to, index)
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.index(self.at) + 1
    }
    #[inline(always)]
    fn next(&mut self) {
        self.at += 1
    }
    #[inline(always)]
    fn look(&mut self) -> usize {
        self.seen = self.stop();
        self.seen
    }
    #[inline(always)]
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { core::hint::assert_unchecked(count <= self.extent) }
        count
    }
    #[inline(always)]
    fn differs(&self, end: usize) -> usize {
        self.seen ^ end
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.at += select_unpredictable(self.seen == end, 1, 0)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the current position is stored.
            tail: unsafe { self.child.fiber(self.at) },
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
            // SAFETY: if the child ends here, its position is stored.
            tail: unsafe { self.child.fiber_if(self.at, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.to
        } else {
            // Not that it were rare: but what a search keeps in registers, loops that need none must not pay for.
            cold_path();
            first_at_least(self.idx, self.at, self.to, hi)
        }
    }
    #[inline(always)]
    fn last(&self) -> usize {
        if self.at < self.to {
            self.index(self.to - 1) + 1
        } else {
            0
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        if self.at < self.to {
            let stop = self.stop();
            if stop >= end {
                return stop;
            }
            self.at = gallop(self.idx, self.at, self.to, end - 1);
            if self.at < self.to {
                return self.stop();
            }
        }
        usize::MAX
    }
}

// SAFETY: `seek` and `leap` search an empty range as any other, and `last` asks whether the range is empty.
unsafe impl<C: Fibers, I: Keyed> Bounded for SparseListSteps<'_, C, I> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.at < self.to
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.at += count
    }
    #[inline(always)]
    fn note(&self) {}
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<C: Fibers, I: Keyed> Find for SparseListSteps<'_, C, I> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let position = first_at_least(self.idx, cursor.get(), self.to, index);
        cursor.set(position);
        if position < self.to && self.index(position) == index {
            // SAFETY: the position is stored.
            Some(unsafe { self.child.fiber(position) })
        } else {
            None
        }
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
