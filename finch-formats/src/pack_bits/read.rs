//! Runs and literals as programs read them.

use crate::blocks::Block;
use crate::guarded::{Bounded, Guarded};
use crate::maybe_steps::{MaybeSteps, OrFill};
use crate::runs::Ends;
use crate::width::{Width, bounds_at};
use core::cell::Cell;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::lookup::Lookup;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::looplet::switch::Switch;
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct PackBitsFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    ofs: &'a [P],
    right: &'a [I],
    child: C,
}

impl<'a, C, P, I> PackBitsFibers<'a, C, P, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, [ptr, ofs]: [&'a [P]; 2], right: &'a [I], child: C) -> Self {
        PackBitsFibers {
            extent,
            ptr,
            ofs,
            right,
            child,
        }
    }
}

/// One fiber.
#[derive(Debug)]
pub struct PackBitsFiber<'a, C, P, I> {
    extent: usize,
    from: usize,
    to: usize,
    ofs: &'a [P],
    right: &'a [I],
    child: C,
}

/// The segments of one fiber.
#[derive(Debug)]
pub struct PackBitsSteps<'a, C, P, I> {
    extent: usize,
    ends: Ends<'a, I>,
    ofs: &'a [P],
    child: C,
}

crate::copy!(
    PackBitsFibers<'a, C: Copy, P, I>,
    PackBitsFiber<'a, C: Copy, P, I>,
    PackBitsSteps<'a, C: Copy, P, I>,
);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for PackBitsFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = PackBitsFiber<'a, C, P, I>;
    type Maybe = MaybePackBits<'a, C, P, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        PackBitsFiber {
            extent: self.extent,
            from,
            to,
            ofs: self.ofs,
            right: self.right,
            child: self.child,
        }
    }

    // An absent fiber has no segments.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            PackBitsFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                ofs: self.ofs,
                right: self.right,
                child: self.child,
            }
        };
        MaybePackBits { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, P: Width, I: Width> PackBitsFiber<'a, C, P, I> {
    #[inline(always)]
    fn steps(self) -> PackBitsSteps<'a, C, P, I> {
        PackBitsSteps {
            extent: self.extent,
            ends: Ends::new(self.right, self.from, self.to),
            ofs: self.ofs,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, P: Width, I: Width> Fiber for PackBitsFiber<'_, C, P, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        k.looplet(pass, Stepper(self.steps()))
    }

    #[inline(always)]
    fn unfurl_follow<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
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
            Protocol::Follow => Nest::of::<Follow<'_, PackBitsSteps<'_, C, P, I>>>(),
            _ => Nest::of::<Stepper<PackBitsSteps<'_, C, P, I>>>(),
        };
        FiberDescription::new("PackBits", nest)
    }
}

/// A fiber that is there, or all fill.
#[derive(Debug)]
pub struct MaybePackBits<'a, C, P, I> {
    fiber: PackBitsFiber<'a, C, P, I>,
    here: bool,
}

crate::copy!(MaybePackBits<'a, C: Copy, P, I>);

// SAFETY: forwards to a fiber; if it is not there it has no segments, and fill stands in place of them.
unsafe impl<C: Fibers, P: Width, I: Width> Fiber for MaybePackBits<'_, C, P, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        let steps = MaybeSteps(self.fiber.steps());
        k.looplet(pass, Stepper(Guarded::new(steps)))
    }

    #[inline(always)]
    fn unfurl_follow<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        self.fiber.unfurl_follow(pass, k)
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
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<'_, PackBitsSteps<'_, C, P, I>>>(),
            _ => Nest::of::<Stepper<Guarded<MaybeSteps<PackBitsSteps<'_, C, P, I>>>>>(),
        };
        FiberDescription::new("PackBits", nest).or_fill::<C::T, C::Fill>()
    }
}

impl<C, P: Width, I: Width> PackBitsSteps<'_, C, P, I> {
    /// The first position of the current segment, and how many it has.
    #[inline(always)]
    fn positions(&self) -> (usize, usize) {
        let at = self.ends.at;
        // SAFETY: there is one offset more than there are segments.
        let (first, end) = unsafe { bounds_at(self.ofs, at) };
        (first, end.wrapping_sub(first))
    }
}

// SAFETY: segments are not empty and ascending, the last one ends at the extent, and their children are stored.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Steps for PackBitsSteps<'a, C, P, I> {
    type T = C::T;
    type Child = Switch<Run<C::Fiber>, Lookup<Block<C>>>;
    type Trunc = Self::Child;
    type Blend = Self::Child;
    type Stable = Yes;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        // Every one ends beyond 0, where most loops start.
        if index > 0 {
            self.ends.at = self.ends.beyond(index)
        }
    }
    #[inline(always)]
    fn count(&self) -> usize {
        usize::MAX
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.ends.stop()
    }
    #[inline(always)]
    fn next(&mut self) {
        self.ends.at += 1
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.ends.next_if(end)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        promise!(self.ends.is_in());
        let (first, count) = self.positions();
        Switch {
            condition: count == 1,
            // SAFETY: there is a current segment, which has a position.
            then: Run(unsafe { self.child.fiber(first) }),
            // SAFETY: if this is a literal there is a position for each of its indices, up to where it ends.
            otherwise: Lookup(unsafe { Block::new(self.ends.stop().wrapping_sub(count), first, self.child) }),
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Child {
        self.child()
    }
    #[inline(always)]
    fn blend(&self, _here: bool) -> Self::Child {
        self.child()
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.ends.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.ends.to
        } else {
            self.ends.beyond(hi)
        }
    }
    #[inline(always)]
    fn rest<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, first: usize, _index: usize, k: K) {
        if let Some(pass) = self.ends.rest(pass, first) {
            k.looplet(pass, self.child())
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.ends.leap(end)
    }
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<C: Fibers, P: Width, I: Width> Find for PackBitsSteps<'_, C, P, I> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    // Nothing is found in a fiber that is not there.
    #[inline(always)]
    fn find(mut self, cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        self.ends.at = cursor.get();
        self.ends.at = self.ends.beyond(index);
        cursor.set(self.ends.at);
        if !self.ends.is_in() {
            return None;
        }
        let (first, count) = self.positions();
        let position = match count {
            1 => first,
            _ => first + count - (self.ends.stop() - index),
        };
        // SAFETY: a segment has one position, or one for each of its indices, up to where it ends.
        Some(unsafe { self.child.fiber(position) })
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}

// SAFETY: the cursor is compared with its end.
unsafe impl<C: Fibers, P: Width, I: Width> Bounded for PackBitsSteps<'_, C, P, I> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.ends.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.ends.at += count
    }
    #[inline(always)]
    fn note(&self) {}
}

// SAFETY: where there is no current child, nothing is read of any.
unsafe impl<C: Fibers, P: Width, I: Width> OrFill for PackBitsSteps<'_, C, P, I> {
    type OrFill = Switch<Run<C::Maybe>, Lookup<Block<C>>>;

    #[inline(always)]
    fn child_or_fill(&self) -> Self::OrFill {
        let here = self.ends.is_in();
        let (first, count, stop) = if here {
            let (first, count) = self.positions();
            (first, count, self.stop())
        } else {
            (0, 1, 0)
        };
        Switch {
            condition: count == 1,
            // SAFETY: if there is a current segment, it has a position.
            then: Run(unsafe { self.child.fiber_if(first, here) }),
            // SAFETY: if this is a literal there is a position for each of its indices, up to where it ends.
            otherwise: Lookup(unsafe { Block::new(stop.wrapping_sub(count), first, self.child) }),
        }
    }
}
