//! Pairs as programs read them: their indices as those of a sparse list, their values as those of a level below it.

use crate::sparse_list::{MaybeList, SparseListFiber, SparseListFibers};
use crate::sparse_pairs::Pair;
use crate::width::Width;
use core::marker::PhantomData;
use core::mem::offset_of;
use finch_traits::algebra::fill::Fill;
use finch_traits::fiber::{Leaf, MaybeLeaf};
use finch_traits::level::Fibers;
use finch_traits::promise;

/// The values of pairs, borrowed.
#[derive(Debug)]
pub struct PairValues<'a, I, T, F> {
    pairs: &'a [Pair<I, T>],
    fill: PhantomData<F>,
}

/// All fibers, borrowed. Indices and values are read of the same array, which is seen only where there is one pointer.
#[derive(Debug)]
pub struct SparsePairsFibers<'a, P, I, T, F> {
    extent: usize,
    ptr: &'a [P],
    pairs: &'a [Pair<I, T>],
    fill: PhantomData<F>,
}

crate::copy!(PairValues<'a, I, T, F>, SparsePairsFibers<'a, P, I, T, F>,);

impl<'a, P, I: Copy, T: Copy + 'static, F: Fill<T>> SparsePairsFibers<'a, P, I, T, F> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, ptr: &'a [P], pairs: &'a [Pair<I, T>]) -> Self {
        SparsePairsFibers {
            extent,
            ptr,
            pairs,
            fill: PhantomData,
        }
    }

    #[inline(always)]
    fn lists(self) -> SparseListFibers<'a, PairValues<'a, I, T, F>, P, Pair<I, T>> {
        SparseListFibers {
            extent: self.extent,
            ptr: self.ptr,
            idx: self.pairs,
            child: PairValues::new(self.pairs),
        }
    }
}

// SAFETY: forwards to lists over the same arrays.
unsafe impl<'a, P: Width, I: Width, T: Copy + 'static, F: Fill<T>> Fibers for SparsePairsFibers<'a, P, I, T, F> {
    type T = T;
    type Fill = F;
    type Fiber = SparseListFiber<'a, PairValues<'a, I, T, F>, Pair<I, T>>;
    type Maybe = MaybeList<'a, PairValues<'a, I, T, F>, Pair<I, T>>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: the caller names a stored position.
        unsafe { self.lists().fiber(position) }
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        // SAFETY: the caller names a stored position if `here`.
        unsafe { self.lists().fiber_if(position, here) }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        (axis == 0).then_some(self.extent)
    }
}

impl<'a, I, T, F> PairValues<'a, I, T, F> {
    /// The values of `pairs`.
    #[inline(always)]
    pub(super) fn new(pairs: &'a [Pair<I, T>]) -> Self {
        PairValues {
            pairs,
            fill: PhantomData,
        }
    }
}

// SAFETY: the caller names a position that is stored.
unsafe impl<I: Copy, T: Copy + 'static, F: Fill<T>> Fibers for PairValues<'_, I, T, F> {
    type T = T;
    type Fill = F;
    type Fiber = Leaf<T>;
    type Maybe = MaybeLeaf<T, F>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Leaf<T> {
        promise!(position < self.pairs.len());
        // SAFETY: the caller names a position that is stored.
        Leaf(unsafe { self.pairs.get_unchecked(position) }.value)
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> MaybeLeaf<T, F> {
        promise!(!here || position < self.pairs.len());
        // Present or absent is a choice between two addresses, so that no branch depends on it.
        let stored = self
            .pairs
            .as_ptr()
            .wrapping_add(position)
            .wrapping_byte_add(offset_of!(Pair<I, T>, value))
            .cast::<T>();
        let place = core::hint::select_unpredictable(here, stored, F::VALUE);
        // SAFETY: the caller names a stored position if `here`, else this is the fill's own place.
        MaybeLeaf::new(unsafe { *place }, here)
    }

    #[inline(always)]
    fn dim(self, _axis: usize) -> Option<usize> {
        None
    }
}
