//! Squares of which one half is stored, as programs read them: triangles, and what is symmetric.

use crate::imports::*;
use crate::triangular::FillOutside;

/// What a square has outside of the half that is stored.
///
/// # Safety
///
/// An implementer promises that `outside` is right for the columns of a row that are not in the half.
pub unsafe trait Outside<C: Fibers>: Packing {
    /// What a row is outside of the half.
    type Looplet: Looplet<T = C::T>;
    /// What `row` is outside of the half.
    fn outside(row: SquareRow<Self, C>) -> Self::Looplet;
}

// SAFETY: a triangle has fill outside of its half.
unsafe impl<H: Half, C: Fibers> Outside<C> for FillOutside<H> {
    type Looplet = Run<FillFiber<C::T, C::Fill>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outside(_row: SquareRow<Self, C>) -> Self::Looplet {
        Run(FillFiber::new())
    }
}

/// All fibers of a [`Triangular`] level, for reading: its [`Level::Fibers`].
pub type TriangularFibers<H, C> = SquareFibers<FillOutside<H>, C>;

/// All fibers of a [`Triangular`] or [`Symmetric`] level, for reading, as `Kind` says.
#[derive(Clone, Copy, Debug)]
pub struct SquareFibers<Kind, C> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    kind: PhantomData<Kind>,
}

impl<Kind, C> SquareFibers<Kind, C> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(extent: usize, size: usize, child: C) -> Self {
        SquareFibers {
            extent,
            size,
            child,
            kind: PhantomData,
        }
    }
}

/// One fiber of a [`Triangular`] or [`Symmetric`] level, for reading: a square, whose rows are looked up, as `Kind` says.
#[derive(Clone, Copy, Debug)]
pub struct SquareFiber<Kind, C> {
    extent: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    kind: PhantomData<Kind>,
}

/// One row of a fiber of a [`Triangular`] or [`Symmetric`] level, for reading, as `Kind` says.
#[derive(Clone, Copy, Debug)]
pub struct SquareRow<Kind, C> {
    pub(crate) extent: usize,
    pub(crate) row: usize,
    /// The position of the first place of the square.
    pub(crate) first: usize,
    pub(crate) child: C,
    kind: PhantomData<Kind>,
}

// SAFETY: the caller names a stored position; the fiber knows its extents.
unsafe impl<Kind: Outside<C>, C: Fibers> Fibers for SquareFibers<Kind, C> {
    crate::read_fibers! { C, |fibers| [fibers.extent; 2], fibers.child }

    type Fiber = SquareFiber<Kind, C>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        SquareFiber {
            extent: self.extent,
            first: position * self.size,
            child: self.child,
            kind: PhantomData,
        }
    }
}

// SAFETY: there is a row for every index below the extent.
unsafe impl<Kind: Outside<C>, C: Fibers> At for SquareFiber<Kind, C> {
    type F = SquareRow<Kind, C>;

    #[cfg_attr(not(debug_assertions), inline(always))]
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
unsafe impl<Kind: Outside<C>, C: Fibers> Fiber for SquareFiber<Kind, C> {
    crate::read_fiber! { C, |fiber| [fiber.extent; 2], fiber.child }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(self))
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(Kind::NAME, Nest::of::<Lookup<Self>>())
    }
}

/// What a row unfurls to.
type Walk<Kind, C> = <<Kind as Packing>::Half as Half>::Row<Lookup<Contiguous<C>>, <Kind as Outside<C>>::Looplet>;

// SAFETY: what is in the half has a position, as was checked with the level; the rest is right by the promise of `Outside`.
unsafe impl<Kind: Outside<C>, C: Fibers> Fiber for SquareRow<Kind, C> {
    crate::read_fiber! { C, |row| [row.extent], row.child }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let shift = self.first + Kind::Half::shift(self.extent, self.row);
        // SAFETY: the columns of the half are at consecutive positions.
        let half = Lookup(unsafe { Contiguous::new(0, shift, self.child) });
        let row: Walk<Kind, C> = Kind::Half::row(self.row, half, Kind::outside(self));
        k.looplet(pass, row)
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(Kind::NAME, Nest::of::<Walk<Kind, C>>()).continued()
    }
}
