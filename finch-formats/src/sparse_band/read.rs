//! Sparse bands as programs read them.

use crate::blocks::Block;
use crate::width::{Width, bounds_at};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::Yes;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber, MaybeFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::lookup::Lookup;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::window::Window;
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseBandFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    left: &'a [I],
    child: C,
}

impl<'a, C, P, I> SparseBandFibers<'a, C, P, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], left: &'a [I], child: C) -> Self {
        SparseBandFibers {
            extent,
            ptr,
            left,
            child,
        }
    }
}

/// One fiber.
#[derive(Clone, Copy, Debug)]
pub struct SparseBandFiber<C> {
    extent: usize,
    left: usize,
    right: usize,
    /// The position of the first index.
    from: usize,
    child: C,
}

crate::copy!(SparseBandFibers<'a, C: Copy, P, I>);

// SAFETY: the caller names a stored position, whose block was checked.
unsafe impl<C: Fibers, P: Width, I: Width> Fibers for SparseBandFibers<'_, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseBandFiber<C>;
    type Maybe = MaybeFiber<SparseBandFiber<C>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        promise!(position < self.left.len());
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        // SAFETY: there is a start for each position.
        let left = unsafe { self.left.get_unchecked(position) }.to_usize();
        let right = left.wrapping_add(to.wrapping_sub(from));
        // SAFETY: blocks end up to the extent, which was checked to be a number with a sign.
        unsafe {
            core::hint::assert_unchecked(self.extent <= isize::MAX as usize);
            core::hint::assert_unchecked(left <= right && right <= self.extent)
        }
        SparseBandFiber {
            extent: self.extent,
            left,
            right,
            from,
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

// SAFETY: the block has a position for each of its indices; all else is fill.
unsafe impl<C: Fibers> Fiber for SparseBandFiber<C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        let [lo, hi, extent] = [self.left, self.right, self.extent].map(|border| border as isize);
        // SAFETY: as when the fiber was made.
        unsafe { core::hint::assert_unchecked(0 <= lo && lo <= hi && hi <= extent) };
        k.looplet(
            pass,
            Window {
                outside: Run(FillFiber::<C::T, C::Fill>::new()),
                lo,
                hi,
                // SAFETY: as many positions as there are indices are stored.
                inside: Lookup(unsafe { Block::new(self.left, self.from, self.child) }),
            },
        )
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    // A fiber without a block is known to be fill before there is a loop over it. Compared as a window compares its borders,
    // so that it need not do that again.
    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>((self.left as isize) < self.right as isize)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        type Walk<C> = Window<Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>, Lookup<Block<C>>>;
        FiberDescription::new("SparseBand", Nest::of::<Walk<C>>())
    }
}
