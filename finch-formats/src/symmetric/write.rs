//! Symmetric squares as programs write them: the half that is stored, as a triangle is.

use crate::kit::prelude::*;
use crate::symmetric::Symmetric;
use crate::triangular::{Half, PackedWriting, Packing, Triangular};

/// A symmetric square: outside of the half are the values of the half.
#[derive(Clone, Copy, Debug)]
pub struct Mirror<H>(PhantomData<H>);

impl<H: Half> Packing for Mirror<H> {
    type Half = H;
    const NAME: &'static str = H::SYMMETRIC;
    const MIRRORED: bool = true;
}

// SAFETY: as for the half, by which all is stored.
unsafe impl<H: Half, L: WriteLevel<NeedsFlag = No, T: PartialEq>> WriteLevel for Symmetric<H, L> {
    type NeedsFlag = No;
    type Writing<'w>
        = PackedWriting<Mirror<H>, L::Fill, L::Writing<'w>>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(2).with(H::IS_LOWER, L::T::eq);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.half.resize_as(driver, Self::NAME, shape)
    }

    fn room(extents: &[usize]) -> usize {
        Triangular::<H, L>::room(extents)
    }

    fn declare(&mut self, driver: Driver) {
        self.half.declare(driver)
    }

    #[inline(always)]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.half.assemble_as(driver, Self::NAME, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.half.freeze(driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.half.thaw(driver, positions)
    }

    fn shrink_to_fit(&mut self) {
        self.half.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn clear_positions(&mut self, driver: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        // SAFETY: as the caller promises.
        unsafe { self.half.clear_positions(driver, below, positions) }
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: the caller hands a valid level that nothing else accesses.
        let (extent, size) = unsafe { ((*level).half.extent, (*level).half.size()) };
        // SAFETY: as above, so its child is one too, and it is assembled with its parent.
        PackedWriting::new(extent, size, unsafe { L::writing(&raw mut (*level).half.child) })
    }
}

// SAFETY: as for the half.
unsafe impl<H: Half, L: MergeLevel<NeedsFlag = No, T: PartialEq>> MergeLevel for Symmetric<H, L> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        // SAFETY: as the caller promises.
        unsafe { self.half.repeats(driver, from, count) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        self.half.withdraw(driver, from, count)
    }
}

// SAFETY: as for the half.
unsafe impl<H: Half, L: CompareLevel<NeedsFlag = No, T: PartialEq>> CompareLevel for Symmetric<H, L> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        // SAFETY: as the caller promises.
        unsafe { self.half.equal(a, b) }
    }
}

// SAFETY: as for the half.
unsafe impl<H: Half, L: SwapLevel> SwapLevel for Symmetric<H, L> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        self.half.swap(a, b, count)
    }
}
