//! Sparse intervals as programs read them.

use crate::width::Width;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::Yes;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber, MaybeFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::window::Window;
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseIntervalFibers<'a, C, I> {
    extent: usize,
    left: &'a [I],
    right: &'a [I],
    child: C,
}

impl<'a, C, I> SparseIntervalFibers<'a, C, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, [left, right]: [&'a [I]; 2], child: C) -> Self {
        SparseIntervalFibers {
            extent,
            left,
            right,
            child,
        }
    }
}

/// One fiber.
#[derive(Clone, Copy, Debug)]
pub struct SparseIntervalFiber<C> {
    extent: usize,
    left: usize,
    right: usize,
    position: usize,
    child: C,
}

crate::copy!(SparseIntervalFibers<'a, C: Copy, I>);

// SAFETY: the caller names a stored position.
unsafe impl<C: Fibers, I: Width> Fibers for SparseIntervalFibers<'_, C, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseIntervalFiber<C>;
    type Maybe = MaybeFiber<SparseIntervalFiber<C>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        promise!(position < self.left.len() && position < self.right.len());
        SparseIntervalFiber {
            extent: self.extent,
            // SAFETY: there is a start for each position.
            left: unsafe { self.left.get_unchecked(position) }.to_usize(),
            // SAFETY: there is an end for each position.
            right: unsafe { self.right.get_unchecked(position) }.to_usize(),
            position,
            child: self.child,
        }
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        // SAFETY: the caller names a stored position if `here`.
        unsafe { MaybeFiber::new(here.then(|| self.fiber(position))) }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

// SAFETY: the child is stored; an empty run covers no index.
unsafe impl<C: Fibers> Fiber for SparseIntervalFiber<C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        // SAFETY: runs end at most at the extent, which was checked to be a number with a sign.
        unsafe { core::hint::assert_unchecked(self.right <= self.extent && self.extent <= isize::MAX as usize) };
        k.looplet(
            pass,
            Window {
                outside: Run(FillFiber::<C::T, C::Fill>::new()),
                lo: self.left as isize,
                hi: self.right as isize,
                // SAFETY: there is a child for each fiber.
                inside: Run(unsafe { self.child.fiber(self.position) }),
            },
        )
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    // A fiber without a run is known to be fill before there is a loop over it.
    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.left < self.right)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        type Walk<C> = Window<Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>, Run<<C as Fibers>::Fiber>>;
        FiberDescription::new("SparseInterval", Nest::of::<Walk<C>>())
    }
}
