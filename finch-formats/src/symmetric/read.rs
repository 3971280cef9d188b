//! Symmetric squares as programs read them.

use crate::blocks::Block;
use crate::triangular::Half;
use core::marker::PhantomData;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::No;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, MaybeFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::lookup::{At, Lookup};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricFibers<H, C> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    half: PhantomData<H>,
}

impl<H, C> SymmetricFibers<H, C> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[inline(always)]
    pub(super) fn new(extent: usize, size: usize, child: C) -> Self {
        SymmetricFibers {
            extent,
            size,
            child,
            half: PhantomData,
        }
    }
}

/// One fiber: a square.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricFiber<H, C> {
    extent: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    half: PhantomData<H>,
}

/// One row of a square.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricRow<H, C> {
    extent: usize,
    row: usize,
    first: usize,
    child: C,
    half: PhantomData<H>,
}

/// What a row does not store: a part of the column of the same number.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricColumn<H, C> {
    extent: usize,
    /// The position of the column in row 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    half: PhantomData<H>,
}

// SAFETY: the caller names a stored position; the fiber knows its extents.
unsafe impl<H: Half, C: Fibers> Fibers for SymmetricFibers<H, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SymmetricFiber<H, C>;
    type Maybe = MaybeFiber<SymmetricFiber<H, C>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        SymmetricFiber {
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
unsafe impl<H: Half, C: Fibers> At for SymmetricFiber<H, C> {
    type F = SymmetricRow<H, C>;

    #[inline(always)]
    fn at(self, index: usize) -> Self::F {
        promise!(index < self.extent);
        // SAFETY: the driver asks for indices below the extent.
        unsafe { core::hint::assert_unchecked(index < self.extent) };
        SymmetricRow {
            extent: self.extent,
            row: index,
            first: self.first,
            child: self.child,
            half: PhantomData,
        }
    }
}

// SAFETY: every row is looked up.
unsafe impl<H: Half, C: Fibers> Fiber for SymmetricFiber<H, C> {
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
        FiberDescription::new(H::SYMMETRIC, Nest::of::<Lookup<Self>>())
    }
}

// SAFETY: asked for what a row does not store, which is what its column stores.
unsafe impl<H: Half, C: Fibers> At for SymmetricColumn<H, C> {
    type F = C::Fiber;

    #[inline(always)]
    fn at(self, index: usize) -> C::Fiber {
        // SAFETY: the place with rows and columns exchanged is in the half, so it is stored.
        unsafe { self.child.fiber(self.shift + H::shift(self.extent, index)) }
    }
}

/// What a row unfurls to.
type Walk<H, C> = <H as Half>::Row<Lookup<Block<C>>, Lookup<SymmetricColumn<H, C>>>;

// SAFETY: what is in the half has a position, as was checked with the level; so has everything else where rows and columns
// are exchanged.
unsafe impl<H: Half, C: Fibers> Fiber for SymmetricRow<H, C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let shift = self.first + H::shift(self.extent, self.row);
        // SAFETY: the columns of the half are at consecutive positions.
        let half = Lookup(unsafe { Block::new(0, shift, self.child) });
        let rest = Lookup(SymmetricColumn {
            extent: self.extent,
            shift: self.first + self.row,
            child: self.child,
            half: PhantomData,
        });
        let row: Walk<H, C> = H::row(self.row, half, rest);
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
        FiberDescription::new(H::SYMMETRIC, Nest::of::<Walk<H, C>>()).continued()
    }
}
