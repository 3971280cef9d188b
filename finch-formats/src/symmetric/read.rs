//! Symmetric squares as programs read them: what is outside of the half is found where rows and columns are exchanged.

use crate::kit::prelude::*;
use crate::triangular::{Half, Outside, SquareFibers, SquareRow};
use finch_traits::looplet::lookup::At;

/// All fibers, borrowed.
pub type SymmetricFibers<H, C> = SquareFibers<H, C, Mirrored>;

/// Outside of the half is what it has on the other side of the diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Mirrored;

/// What a row does not store: a part of the column of the same number.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricColumn<H, C> {
    extent: usize,
    /// The position of the column in row 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    half: PhantomData<H>,
}

// SAFETY: what is outside of the half is in it where rows and columns are exchanged.
unsafe impl<H: Half, C: Fibers> Outside<H, C> for Mirrored {
    type Looplet = Lookup<SymmetricColumn<H, C>>;
    const NAME: &'static str = H::SYMMETRIC;

    #[inline(always)]
    fn outside(row: SquareRow<H, C, Self>) -> Self::Looplet {
        Lookup(SymmetricColumn {
            extent: row.extent,
            shift: row.first + row.row,
            child: row.child,
            half: PhantomData,
        })
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
