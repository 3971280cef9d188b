//! Ragged fibers as programs read them.

use crate::blocks::Block;
use crate::width::{Width, bounds_at};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::lookup::Lookup;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::pass::{OnLeaf, Pass};

/// All fibers, borrowed.
#[derive(Debug)]
pub struct RaggedFibers<'a, C, P> {
    extent: usize,
    ptr: &'a [P],
    child: C,
}

impl<'a, C, P> RaggedFibers<'a, C, P> {
    /// Fibers of `extent` indices in this array, which is valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], child: C) -> Self {
        RaggedFibers { extent, ptr, child }
    }
}

/// One fiber.
#[derive(Clone, Copy, Debug)]
pub struct RaggedFiber<C> {
    extent: usize,
    /// The position of index 0.
    from: usize,
    /// How many indices are stored.
    len: usize,
    child: C,
}

crate::copy!(RaggedFibers<'a, C: Copy, P>);

// SAFETY: the caller names a stored position, whose length was checked.
unsafe impl<C: Fibers, P: Width> Fibers for RaggedFibers<'_, C, P> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = RaggedFiber<C>;
    type Maybe = MaybeRagged<C>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        let len = to.wrapping_sub(from);
        // SAFETY: no fiber is longer than the extent.
        unsafe { core::hint::assert_unchecked(len <= self.extent) };
        RaggedFiber {
            extent: self.extent,
            from,
            len,
            child: self.child,
        }
    }

    // An absent fiber is one of length 0.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            RaggedFiber {
                extent: self.extent,
                from: 0,
                len: 0,
                child: self.child,
            }
        };
        MaybeRagged { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

// SAFETY: there is a position for each index below the length; all else is fill.
unsafe impl<C: Fibers> Fiber for RaggedFiber<C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        k.looplet(
            pass,
            Sequence {
                // SAFETY: as many positions as there are indices are stored.
                first: Lookup(unsafe { Block::new(0, self.from, self.child) }),
                split: self.len,
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
        type Walk<C> = Sequence<Lookup<Block<C>>, Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>>;
        FiberDescription::new("Ragged", Nest::of::<Walk<C>>())
    }
}

/// A fiber that is there, or of length 0.
#[derive(Clone, Copy, Debug)]
pub struct MaybeRagged<C> {
    fiber: RaggedFiber<C>,
    here: bool,
}

// SAFETY: forwards to a fiber, which stores nothing if it is not there.
unsafe impl<C: Fibers> Fiber for MaybeRagged<C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
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
        RaggedFiber::<C>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}
