//! Run lists as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::maybe_steps::{MaybeSteps, OrFill};
use crate::runs::Ends;
use crate::width::{Width, bounds_at};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::Fiber;
use finch_traits::level::Fibers;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct RunListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    right: &'a [I],
    child: C,
}

impl<'a, C, P, I> RunListFibers<'a, C, P, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], right: &'a [I], child: C) -> Self {
        RunListFibers {
            extent,
            ptr,
            right,
            child,
        }
    }
}

/// One fiber.
#[derive(Debug)]
pub struct RunListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    right: &'a [I],
    child: C,
}

/// The runs of one fiber.
#[derive(Debug)]
pub struct RunListSteps<'a, C, I> {
    extent: usize,
    ends: Ends<'a, I>,
    child: C,
}

crate::copy!(
    RunListFibers<'a, C: Copy, P, I>,
    RunListFiber<'a, C: Copy, I>,
    RunListSteps<'a, C: Copy, I>,
);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for RunListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = RunListFiber<'a, C, I>;
    type Maybe = MaybeRunList<'a, C, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        RunListFiber {
            extent: self.extent,
            from,
            to,
            right: self.right,
            child: self.child,
        }
    }

    // An absent list has no runs.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            RunListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                right: self.right,
                child: self.child,
            }
        };
        MaybeRunList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> RunListFiber<'a, C, I> {
    #[inline(always)]
    fn steps(self) -> RunListSteps<'a, C, I> {
        RunListSteps {
            extent: self.extent,
            ends: Ends::new(self.right, self.from, self.to),
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for RunListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps()))
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

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("RunList", Nest::of::<Stepper<RunListSteps<'_, C, I>>>())
    }
}

/// A list of runs that is there, or all fill.
#[derive(Debug)]
pub struct MaybeRunList<'a, C, I> {
    fiber: RunListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeRunList<'a, C: Copy, I>);

// SAFETY: forwards to a list; if it is not there it has no runs, and fill stands in place of them.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeRunList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = MaybeSteps(self.fiber.steps());
        k.looplet(pass, Stepper(Guarded::new(steps)))
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

    fn describe(_protocol: Protocol) -> FiberDescription {
        let nest = Nest::of::<Stepper<Guarded<MaybeSteps<RunListSteps<'_, C, I>>>>>();
        FiberDescription::new("RunList", nest).or_fill::<C::T, C::Fill>()
    }
}

// SAFETY: runs are not empty and ascending, the last one ends at the extent, and their children are stored.
unsafe impl<'a, C: Fibers, I: Width> Steps for RunListSteps<'a, C, I> {
    type T = C::T;
    type Child = Run<C::Fiber>;
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
    fn stop_beyond(&self, index: usize) -> usize {
        let stop = self.ends.stop();
        promise!(index < stop);
        // SAFETY: the driver says so.
        unsafe { core::hint::assert_unchecked(index < stop) };
        stop
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
        // SAFETY: there is a current run, whose child is stored.
        Run(unsafe { self.child.fiber(self.ends.at) })
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

// SAFETY: the cursor is compared with its end.
unsafe impl<C: Fibers, I: Width> Bounded for RunListSteps<'_, C, I> {
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
unsafe impl<C: Fibers, I: Width> OrFill for RunListSteps<'_, C, I> {
    type OrFill = Run<C::Maybe>;

    #[inline(always)]
    fn child_or_fill(&self) -> Self::OrFill {
        // SAFETY: if there is a current run, its child is stored.
        Run(unsafe { self.child.fiber_if(self.ends.at, self.ends.is_in()) })
    }
}
