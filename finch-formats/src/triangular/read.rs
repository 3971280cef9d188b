//! Triangles as programs read them.

use crate::blocks::Block;
use crate::triangular::Half;
use core::marker::PhantomData;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::No;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber, MaybeFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::lookup::{At, Lookup};
use finch_traits::looplet::run::Run;
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct TriangularFibers<H, C> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    half: PhantomData<H>,
}

impl<H, C> TriangularFibers<H, C> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[inline(always)]
    pub(super) fn new(extent: usize, size: usize, child: C) -> Self {
        TriangularFibers {
            extent,
            size,
            child,
            half: PhantomData,
        }
    }
}

/// One fiber: a square.
#[derive(Clone, Copy, Debug)]
pub struct TriangularFiber<H, C> {
    extent: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    half: PhantomData<H>,
}

/// One row of a square.
#[derive(Clone, Copy, Debug)]
pub struct TriangularRow<H, C> {
    extent: usize,
    row: usize,
    /// The position of column 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    half: PhantomData<H>,
}

// SAFETY: the caller names a stored position; the fiber knows its extents.
unsafe impl<H: Half, C: Fibers> Fibers for TriangularFibers<H, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = TriangularFiber<H, C>;
    type Maybe = MaybeFiber<TriangularFiber<H, C>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        TriangularFiber {
            extent: self.extent,
            first: position * self.size,
            child: self.child,
            half: PhantomData,
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
            0 | 1 => Some(self.extent),
            _ => self.child.dim(axis - 2),
        }
    }
}

// SAFETY: there is a row for every index below the extent.
unsafe impl<H: Half, C: Fibers> At for TriangularFiber<H, C> {
    type F = TriangularRow<H, C>;

    #[inline(always)]
    fn at(self, index: usize) -> Self::F {
        promise!(index < self.extent);
        // SAFETY: the driver asks for indices below the extent.
        unsafe { core::hint::assert_unchecked(index < self.extent) };
        TriangularRow {
            extent: self.extent,
            row: index,
            shift: self.first + H::shift(self.extent, index),
            child: self.child,
            half: PhantomData,
        }
    }
}

// SAFETY: every row is looked up.
unsafe impl<H: Half, C: Fibers> Fiber for TriangularFiber<H, C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(self))
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 | 1 => Some(self.extent),
            _ => self.child.dim(axis - 2),
        }
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(H::TRIANGULAR, Nest::of::<Lookup<Self>>())
    }
}

/// What a row unfurls to.
type Walk<H, C> = <H as Half>::Row<Lookup<Block<C>>, Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>>;

// SAFETY: what is in the half has a position, as was checked with the level; all else is fill.
unsafe impl<H: Half, C: Fibers> Fiber for TriangularRow<H, C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        // SAFETY: the columns of the half are at consecutive positions.
        let half = Lookup(unsafe { Block::new(0, self.shift, self.child) });
        let row: Walk<H, C> = H::row(self.row, half, Run(FillFiber::new()));
        k.looplet(pass, row)
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
        FiberDescription::new(H::TRIANGULAR, Nest::of::<Walk<H, C>>()).continued()
    }
}
