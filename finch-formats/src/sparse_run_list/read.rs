//! Sparse run lists as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::runs::Ends;
use crate::width::{Width, bounds_at};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseRunListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    left: &'a [I],
    right: &'a [I],
    child: C,
}

impl<'a, C, P, I> SparseRunListFibers<'a, C, P, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], [left, right]: [&'a [I]; 2], child: C) -> Self {
        SparseRunListFibers {
            extent,
            ptr,
            left,
            right,
            child,
        }
    }
}

/// One fiber.
#[derive(Debug)]
pub struct SparseRunListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    left: &'a [I],
    right: &'a [I],
    child: C,
}

/// The runs of one fiber.
#[derive(Debug)]
pub struct SparseRunListSteps<'a, C, I> {
    /// Where the last run ends, or 0.
    last: usize,
    ends: Ends<'a, I>,
    left: &'a [I],
    child: C,
}

crate::copy!(
    SparseRunListFibers<'a, C: Copy, P, I>,
    SparseRunListFiber<'a, C: Copy, I>,
    SparseRunListSteps<'a, C: Copy, I>,
);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for SparseRunListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseRunListFiber<'a, C, I>;
    type Maybe = MaybeSparseRunList<'a, C, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        SparseRunListFiber {
            extent: self.extent,
            from,
            to,
            left: self.left,
            right: self.right,
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
            SparseRunListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                left: self.left,
                right: self.right,
                child: self.child,
            }
        };
        MaybeSparseRunList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> SparseRunListFiber<'a, C, I> {
    #[inline(always)]
    fn steps(self) -> SparseRunListSteps<'a, C, I> {
        let ends = Ends::new(self.right, self.from, self.to);
        let last = ends.last(self.extent);
        SparseRunListSteps {
            last,
            ends,
            left: self.left,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for SparseRunListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Stepper(steps),
                split: steps.last,
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
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
        type Behind<C> = Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>;
        let nest = Nest::of::<Sequence<Stepper<SparseRunListSteps<'_, C, I>>, Behind<C>>>();
        FiberDescription::new("SparseRunList", nest)
    }
}

/// A list of runs that is there, or empty.
#[derive(Debug)]
pub struct MaybeSparseRunList<'a, C, I> {
    fiber: SparseRunListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeSparseRunList<'a, C: Copy, I>);

// SAFETY: forwards to a list, which is empty if it is not there.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeSparseRunList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl(pass, k)
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
        SparseRunListFiber::<C, I>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}

impl<C, I: Width> SparseRunListSteps<'_, C, I> {
    /// Where the current run starts.
    #[inline(always)]
    fn left(&self) -> usize {
        promise!(self.ends.is_in());
        // SAFETY: there is a current run, and it lies within `left`, as was checked with the level.
        unsafe { self.left.get_unchecked(self.ends.at) }.to_usize()
    }

    /// Tells the optimiser that how long the current run is may be found in the type of its borders, which it does not see by
    /// itself: what has just been loaded is subtracted then without being widened first.
    #[inline(always)]
    fn counts_as_stored(&self) {
        // SAFETY: there is a current run, whose borders are ascending, as was checked with the level.
        unsafe {
            let (left, right) = (*self.left.get_unchecked(self.ends.at), self.ends.stop_as_stored());
            // Of two equal numbers it keeps the one that came first.
            let len = right.less(left);
            core::hint::assert_unchecked(right.to_usize().wrapping_sub(left.to_usize()) == len)
        }
    }
}

// SAFETY: runs are ascending and not empty, and their children are stored; between them there is fill.
unsafe impl<'a, C: Fibers, I: Width> Steps for SparseRunListSteps<'a, C, I> {
    type T = C::T;
    type Child = Sequence<Run<FillFiber<C::T, C::Fill>>, Run<C::Fiber>>;
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
        // Every run ends beyond 0, where most loops start.
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
    fn is_cut_by(&self, index: usize) -> bool {
        self.left() < index
    }
    #[inline(always)]
    fn stop_of_whole(&self, index: usize) -> usize {
        let (left, right) = (self.left(), self.ends.stop());
        promise!(index <= left && left < right);
        // SAFETY: the driver says that the run does not begin before `index`, and runs are not empty.
        unsafe { core::hint::assert_unchecked(index <= left && left < right) };
        right
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
        let at = self.ends.at;
        promise!(self.ends.is_in());
        self.counts_as_stored();
        Sequence {
            first: Run(FillFiber::new()),
            split: self.left(),
            // SAFETY: the child of the current run is stored.
            second: Run(unsafe { self.child.fiber(at) }),
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
        if hi >= self.last {
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
unsafe impl<C: Fibers, I: Width> Bounded for SparseRunListSteps<'_, C, I> {
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
