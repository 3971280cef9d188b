//! Squares of which one half is stored, as programs read them: triangles, and what is symmetric.

use crate::blocks::Block;
use crate::kit::prelude::*;
use crate::triangular::Half;
use finch_traits::looplet::lookup::At;

/// What a square has outside of the half `H` that is stored.
///
/// # Safety
///
/// An implementer promises that `outside` is right for the columns of a row that are not in the half.
pub unsafe trait Outside<H: Half, C: Fibers>: Copy + Debug {
    /// What a row is outside of the half.
    type Looplet: Looplet<T = C::T>;
    /// What the level is called.
    const NAME: &'static str;
    /// What `row` is outside of the half.
    fn outside(row: SquareRow<H, C, Self>) -> Self::Looplet;
}

/// There is fill outside of the half.
#[derive(Clone, Copy, Debug)]
pub struct Empty;

// SAFETY: a triangle has fill outside of its half.
unsafe impl<H: Half, C: Fibers> Outside<H, C> for Empty {
    type Looplet = Run<FillFiber<C::T, C::Fill>>;
    const NAME: &'static str = H::TRIANGULAR;

    #[inline(always)]
    fn outside(_row: SquareRow<H, C, Self>) -> Self::Looplet {
        Run(FillFiber::new())
    }
}

/// All triangles, borrowed.
pub type TriangularFibers<H, C> = SquareFibers<H, C, Empty>;

/// All fibers, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct SquareFibers<H, C, O> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    kind: PhantomData<(H, O)>,
}

impl<H, C, O> SquareFibers<H, C, O> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[inline(always)]
    pub(crate) fn new(extent: usize, size: usize, child: C) -> Self {
        SquareFibers {
            extent,
            size,
            child,
            kind: PhantomData,
        }
    }
}

/// One fiber: a square.
#[derive(Clone, Copy, Debug)]
pub struct SquareFiber<H, C, O> {
    extent: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    kind: PhantomData<(H, O)>,
}

/// One row of a square.
#[derive(Clone, Copy, Debug)]
pub struct SquareRow<H, C, O> {
    pub(crate) extent: usize,
    pub(crate) row: usize,
    /// The position of the first place of the square.
    pub(crate) first: usize,
    pub(crate) child: C,
    kind: PhantomData<(H, O)>,
}

// SAFETY: the caller names a stored position; the fiber knows its extents.
unsafe impl<H: Half, C: Fibers, O: Outside<H, C>> Fibers for SquareFibers<H, C, O> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SquareFiber<H, C, O>;
    type OptionalFiber = FiberOrFill<SquareFiber<H, C, O>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        SquareFiber {
            extent: self.extent,
            first: position * self.size,
            child: self.child,
            kind: PhantomData,
        }
    }

    #[inline(always)]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        // SAFETY: the caller names a stored position if `here`.
        unsafe { FiberOrFill::new(here.then(|| self.fiber(position))) }
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
unsafe impl<H: Half, C: Fibers, O: Outside<H, C>> At for SquareFiber<H, C, O> {
    type F = SquareRow<H, C, O>;

    #[inline(always)]
    fn at(self, index: usize) -> Self::F {
        promise!(index < self.extent);
        // SAFETY: the driver asks for indices below the extent.
        unsafe { core::hint::assert_unchecked(index < self.extent) };
        SquareRow {
            extent: self.extent,
            row: index,
            first: self.first,
            child: self.child,
            kind: PhantomData,
        }
    }
}

// SAFETY: every row is looked up.
unsafe impl<H: Half, C: Fibers, O: Outside<H, C>> Fiber for SquareFiber<H, C, O> {
    type T = C::T;
    type Known = Unknown;
    type RuntimeKnown = No;

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
        FiberDescription::new(O::NAME, Nest::of::<Lookup<Self>>())
    }
}

/// What a row unfurls to.
type Walk<H, C, O> = <H as Half>::Row<Lookup<Block<C>>, <O as Outside<H, C>>::Looplet>;

// SAFETY: what is in the half has a position, as was checked with the level; the rest is right by the promise of `Outside`.
unsafe impl<H: Half, C: Fibers, O: Outside<H, C>> Fiber for SquareRow<H, C, O> {
    type T = C::T;
    type Known = Unknown;
    type RuntimeKnown = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let shift = self.first + H::shift(self.extent, self.row);
        // SAFETY: the columns of the half are at consecutive positions.
        let half = Lookup(unsafe { Block::new(0, shift, self.child) });
        let row: Walk<H, C, O> = H::row(self.row, half, O::outside(self));
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
        FiberDescription::new(O::NAME, Nest::of::<Walk<H, C, O>>()).continued()
    }
}
