//! Sparse points as programs write them: at any place, as dense levels are.

use crate::buffer::grow;
use crate::kit::faults;
use crate::kit::prelude::*;
use crate::refused::Refused;
use crate::sparse_blocks::both;
use crate::sparse_point::SparsePoint;
use core::hint::cold_path;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparsePointWriting<C, F, I> {
    extent: usize,
    idx: *mut I,
    child: C,
    fill: PhantomData<F>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparsePointWriteFiber<C, F, I, D> {
    fibers: SparsePointWriting<C, F, I>,
    position: usize,
    dirty: D,
}

crate::copy!(
    SparsePointWriting<C: Copy, F, I>,
    SparsePointWriteFiber<C: Copy, F, I, D: Copy>,
);

impl<L: Level, I: Width> SparsePoint<L, Vec<I>> {
    /// What stands for no index.
    fn none(&self) -> I {
        I::truncate(self.extent)
    }
}

// SAFETY: there is an index and a child for every fiber that is assembled; indices that are stored are below the extent.
unsafe impl<L: WriteLevel, I: Width> WriteLevel for SparsePoint<L, Vec<I>> {
    type NeedsFlag = No;
    type Writing<'w>
        = SparsePointWriting<L::Writing<'w>, L::Fill, I>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1).with_single();

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::blocks::extent_is_signed(Self::NAME, extent)?;
            crate::check::bound_fits::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.idx.clear();
        self.child.declare(driver)
    }

    #[inline(always)]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.child.assemble(driver, positions)?;
        let none = self.none();
        grow(&mut self.idx, positions, || none).map_err(|()| faults::too_large::<Self>(positions, positions))
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        let none = self.none();
        self.idx.resize(positions, none);
        self.child.freeze(driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.child.thaw(driver, positions)?;
        self.idx.truncate(positions);
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.idx.shrink_to_fit();
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparsePointWriting {
            // SAFETY: the caller hands a valid level that nothing else accesses.
            extent: unsafe { (*level).extent },
            // SAFETY: as above; this borrow ends here.
            idx: unsafe { (*level).idx.as_mut_ptr() },
            // SAFETY: as above, so its child is one too, and it is assembled with its parent.
            child: unsafe { L::writing(&raw mut (*level).child) },
            fill: PhantomData,
        }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width> WriteFibers for SparsePointWriting<C, F, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = SparsePointWriteFiber<C, F, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparsePointWriteFiber {
            fibers: self,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width, D: Dirty> WriteFiber for SparsePointWriteFiber<C, F, I, D> {
    crate::write_fiber!();
    type T = C::T;
    type Fill = C::Fill;
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = together(1, <C::Fiber<&'static Cell<bool>> as WriteFiber>::TOGETHER);

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, C::Fiber<&'static Cell<bool>>>("SparsePoint").noting("one index per fiber")
    }
}

impl<C: WriteFibers, F, I: Width, D: Dirty> SparsePointWriteFiber<C, F, I, D> {
    /// Whether `index` can be stored: nothing else is.
    #[inline(always)]
    fn takes(&self, index: usize) -> bool {
        // SAFETY: the position is assembled, so there is an index for it.
        let held = unsafe { *self.fibers.idx.add(self.position) }.to_usize();
        held == index || held == self.fibers.extent
    }

    #[cold]
    #[inline(never)]
    fn refuse(position: usize, index: usize) {
        fault::raise(Fault::Occupied {
            level: "SparsePoint",
            fiber: position,
            index,
        })
    }
}

// SAFETY: the child is written only where the fiber is empty or holds the index; indices are below the extent.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width, D: Dirty> WriteLooplet for SparsePointWriteFiber<C, F, I, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, dirty) = (pass.index(), Cell::new(false));
        if !self.takes(index) {
            // Only if it is assigned is it too much.
            cold_path();
            k.call(pass, Write::new(Refused::<C::T, F, _>::new(&dirty), rest));
            if dirty.get() {
                Self::refuse(self.position, index)
            }
            return;
        }
        // SAFETY: the position is assembled.
        let fiber = unsafe { self.fibers.child.fiber(self.position, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            // Another statement of the same loop nest may have been first.
            if self.takes(index) {
                // SAFETY: the position is assembled, so there is an index for it.
                unsafe { *self.fibers.idx.add(self.position) = I::truncate(index) };
                self.dirty.set()
            } else {
                Self::refuse(self.position, index)
            }
        }
    }
}

// SAFETY: forwards; fibers that are taken back are empty.
unsafe impl<L: MergeLevel, I: Width> MergeLevel for SparsePoint<L, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        self.idx[from - count..from] == self.idx[from..from + count]
            // SAFETY: the caller says so of our fibers, and there is one of the child for each.
            && unsafe { self.child.repeats(driver, from, count) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        let none = self.none();
        self.idx[from..from + count].fill(none);
        self.child.withdraw(driver, from, count)
    }
}

// SAFETY: as above.
unsafe impl<L: CompareLevel, I: Width> CompareLevel for SparsePoint<L, Vec<I>> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        // SAFETY: as above.
        self.idx[a] == self.idx[b] && unsafe { self.child.equal(a, b) }
    }
}

// SAFETY: an index moves with its child.
unsafe impl<L: SwapLevel, I: Width> SwapLevel for SparsePoint<L, Vec<I>> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        let (here, there) = both(&mut self.idx, a, b, count);
        here.swap_with_slice(there);
        self.child.swap(a, b, count)
    }
}
