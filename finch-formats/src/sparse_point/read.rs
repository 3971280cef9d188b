//! Sparse points as programs read them.

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
pub struct SparsePointFibers<'a, C, I> {
    extent: usize,
    idx: &'a [I],
    child: C,
}

impl<'a, C, I> SparsePointFibers<'a, C, I> {
    /// Fibers of `extent` indices in this array, which is valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, idx: &'a [I], child: C) -> Self {
        SparsePointFibers { extent, idx, child }
    }
}

/// One fiber.
#[derive(Clone, Copy, Debug)]
pub struct SparsePointFiber<C> {
    extent: usize,
    /// The index that is stored, or the extent.
    index: usize,
    position: usize,
    child: C,
}

crate::copy!(SparsePointFibers<'a, C: Copy, I>);

// SAFETY: the caller names a stored position.
unsafe impl<C: Fibers, I: Width> Fibers for SparsePointFibers<'_, C, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparsePointFiber<C>;
    type Maybe = MaybeFiber<SparsePointFiber<C>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        promise!(position < self.idx.len());
        SparsePointFiber {
            extent: self.extent,
            // SAFETY: there is an index for each position.
            index: unsafe { self.idx.get_unchecked(position) }.to_usize(),
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

// SAFETY: the child is stored; where the index is the extent no region reaches it.
unsafe impl<C: Fibers> Fiber for SparsePointFiber<C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        // SAFETY: indices are at most the extent, which was checked to be a number with a sign.
        unsafe { core::hint::assert_unchecked(self.index <= self.extent && self.extent <= isize::MAX as usize) };
        k.looplet(
            pass,
            Window {
                outside: Run(FillFiber::<C::T, C::Fill>::new()),
                lo: self.index as isize,
                hi: (self.index as isize).wrapping_add(1),
                // SAFETY: there is a child for each fiber.
                inside: Run(unsafe { self.child.fiber(self.position) }),
            },
        )
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    // A fiber without an entry is known to be fill before there is a loop over it.
    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.index < self.extent)
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
        FiberDescription::new("SparsePoint", Nest::of::<Walk<C>>())
    }
}
