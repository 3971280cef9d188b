//! Extents: numbers, or types.

use crate::imports::*;

/// How many indices the fibers of a level have: a `usize`, or [`Fixed`], a number that types know. [`Dense`] is generic over it.
///
/// # Safety
///
/// `get` returns the same number each time, until the extent is replaced; `FIXED` is that number.
pub unsafe trait Extent: Copy + Debug + Default {
    /// The number, if the type fixes it.
    const FIXED: Option<usize>;
    /// The number.
    fn get(self) -> usize;
    /// The extent of `extent` indices.
    ///
    /// # Errors
    ///
    /// [`Mismatch`](crate::ErrorKind::Mismatch): the type fixes another number.
    fn of(extent: usize) -> Result<Self>;
}

// SAFETY: a number is itself.
unsafe impl Extent for usize {
    const FIXED: Option<usize> = None;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(self) -> usize {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(extent: usize) -> Result<Self> {
        Ok(extent)
    }
}

/// The extent `N` as a type: `Dense<L, Fixed<U3>>` has fibers of three indices. Takes no memory; loops over it are unrolled.
pub struct Fixed<N>(PhantomData<N>);

crate::copied!([N] Fixed<N>);

impl<N> Default for Fixed<N> {
    fn default() -> Self {
        Fixed(PhantomData)
    }
}

crate::shown!([N: Unsigned] Fixed<N> |_| "Fixed({})", N::USIZE);

impl<N> Fixed<N> {
    /// The extent.
    pub const fn new() -> Self {
        Fixed(PhantomData)
    }
}

// SAFETY: a constant.
unsafe impl<N: Unsigned> Extent for Fixed<N> {
    const FIXED: Option<usize> = Some(N::USIZE);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(self) -> usize {
        N::USIZE
    }

    fn of(extent: usize) -> Result<Self> {
        ensure!(extent == N::USIZE, else Mismatch,
            "the extent {extent} is given to a level whose type fixes it at {}: use a level without `Fixed`", N::USIZE);
        Ok(Fixed::new())
    }
}
