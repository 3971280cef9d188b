//! Byte maps as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::search::{first_at_least, gallop};
use crate::width::{Width, bounds_at};
use core::cell::Cell;
use core::hint::select_unpredictable;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
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
pub struct SparseByteMapFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    idx: &'a [I],
    tbl: &'a [bool],
    child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct SparseByteMapFiber<'a, C, I> {
    extent: usize,
    /// The slot of index 0.
    first: usize,
    from: usize,
    to: usize,
    idx: &'a [I],
    tbl: &'a [bool],
    child: C,
}

/// The stored children of one fiber.
#[derive(Debug)]
pub struct SparseByteMapSteps<'a, C, I> {
    extent: usize,
    first: usize,
    at: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

/// The bytes of one fiber, asked one by one.
#[derive(Debug)]
struct SparseByteMapTable<'a, C> {
    first: usize,
    tbl: &'a [bool],
    child: C,
}

crate::copy!(
    SparseByteMapFibers<'a, C: Copy, P, I>,
    SparseByteMapFiber<'a, C: Copy, I>,
    SparseByteMapSteps<'a, C: Copy, I>,
    SparseByteMapTable<'a, C: Copy>,
);

impl<'a, C, P, I> SparseByteMapFibers<'a, C, P, I> {
    /// The arrays of a level.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], idx: &'a [I], tbl: &'a [bool], child: C) -> Self {
        SparseByteMapFibers {
            extent,
            ptr,
            idx,
            tbl,
            child,
        }
    }
}

// SAFETY: the caller names a stored position, whose range was checked, and for which there are slots.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for SparseByteMapFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseByteMapFiber<'a, C, I>;
    type Maybe = MaybeByteMap<'a, C, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        SparseByteMapFiber {
            extent: self.extent,
            first: position * self.extent,
            from,
            to,
            idx: self.idx,
            tbl: self.tbl,
            child: self.child,
        }
    }

    // An absent fiber lists nothing.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            SparseByteMapFiber {
                extent: self.extent,
                first: 0,
                from: 0,
                to: 0,
                idx: self.idx,
                tbl: self.tbl,
                child: self.child,
            }
        };
        MaybeByteMap { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> SparseByteMapFiber<'a, C, I> {
    #[inline(always)]
    fn steps(self) -> SparseByteMapSteps<'a, C, I> {
        SparseByteMapSteps {
            extent: self.extent,
            first: self.first,
            at: self.from,
            to: self.to,
            idx: self.idx,
            child: self.child,
        }
    }
}

// SAFETY: the range and the slots were checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for SparseByteMapFiber<'_, C, I> {
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
        let table = SparseByteMapTable {
            first: self.first,
            tbl: self.tbl,
            child: self.child,
        };
        k.looplet(pass, Follow::new(table, &Cell::new(0)))
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
                Nest::of::<Sequence<Jumper<SparseByteMapSteps<'_, C, I>>, Run<FillFiber<C::T, C::Fill>>>>()
            }
            Protocol::Follow => Nest::of::<Follow<'_, SparseByteMapTable<'_, C>>>(),
            _ => Nest::of::<Stepper<SparseByteMapSteps<'_, C, I>>>(),
        };
        FiberDescription::new("SparseByteMap", nest)
    }
}

/// A byte map that is there, or lists nothing.
#[derive(Debug)]
pub struct MaybeByteMap<'a, C, I> {
    fiber: SparseByteMapFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeByteMap<'a, C: Copy, I>);

// SAFETY: forwards to a fiber, which lists nothing if it is not there; its bytes are read only if it is.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeByteMap<'_, C, I> {
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
        if self.here {
            self.fiber.unfurl_follow(pass, k)
        } else {
            k.looplet(pass, Run(FillFiber::<C::T, C::Fill>::new()))
        }
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.here)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fiber.dim(axis)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let here = SparseByteMapFiber::<C, I>::describe(protocol);
        let here = match protocol {
            Protocol::Follow => here.or_else(Nest::of::<Run<FillFiber<C::T, C::Fill>>>()),
            _ => here,
        };
        here.or_fill::<C::T, C::Fill>()
    }
}

impl<C, I: Width> SparseByteMapSteps<'_, C, I> {
    /// The index at `position`, which is below `to`.
    #[inline(always)]
    fn index(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: positions of a fiber lie within `idx`, as was checked with the level.
        unsafe { self.idx.get_unchecked(position) }.to_usize()
    }
}

// SAFETY: the stored indices are strictly ascending and below the extent, and there is a slot for each.
unsafe impl<'a, C: Fibers, I: Width> Steps for SparseByteMapSteps<'a, C, I> {
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
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { core::hint::assert_unchecked(count <= self.extent) }
        count
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
    fn next_if(&mut self, end: usize) {
        self.at += select_unpredictable(self.stop() == end, 1, 0)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: there is a slot for every index below the extent.
            tail: unsafe { self.child.fiber(self.first + self.index(self.at)) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        let slot = if here { self.first + self.index(self.at) } else { 0 };
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, there is a slot for its index.
            tail: unsafe { self.child.fiber_if(slot, here) },
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

// SAFETY: `seek` and `leap` search an empty range as any other.
unsafe impl<C: Fibers, I: Width> Bounded for SparseByteMapSteps<'_, C, I> {
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
    // Which slot it is follows from where the child stops, which was loaded before: no index is read, so no branch is
    // needed where there is none.
    #[inline(always)]
    fn blend_noted(&self, stop: usize, _noted: (), here: bool) -> Self::Blend {
        let slot = self.first.wrapping_add(stop).wrapping_sub(1);
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, there is a slot for its index.
            tail: unsafe { self.child.fiber_if(slot, here) },
        }
    }
}

// SAFETY: the bytes say what is stored, and there is one and a slot for every index below the extent.
unsafe impl<C: Fibers> Find for SparseByteMapTable<'_, C> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let slot = self.first + index;
        promise!(slot < self.tbl.len());
        // SAFETY: the driver asks for indices below the extent, and there is a byte for each.
        if unsafe { *self.tbl.get_unchecked(slot) } {
            // SAFETY: there is a slot for each index.
            Some(unsafe { self.child.fiber(slot) })
        } else {
            None
        }
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
