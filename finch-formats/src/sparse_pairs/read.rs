//! The values of pairs as programs read them. Their indices are read as those of a sparse list.

use crate::sparse_pairs::Pair;
use core::marker::PhantomData;
use core::mem::offset_of;
use finch_traits::algebra::fill::Fill;
use finch_traits::fiber::{Leaf, MaybeLeaf};
use finch_traits::level::Fibers;

/// The values of pairs, borrowed.
#[derive(Debug)]
pub struct PairValues<'a, I, T, F> {
    pairs: &'a [Pair<I, T>],
    fill: PhantomData<F>,
}

crate::copy!(PairValues<'a, I, T, F>);

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
        debug_assert!(position < self.pairs.len());
        // SAFETY: the caller names a position that is stored.
        Leaf(unsafe { self.pairs.get_unchecked(position) }.value)
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> MaybeLeaf<T, F> {
        debug_assert!(!here || position < self.pairs.len());
        // Present or absent is a choice between two addresses, so that no branch depends on it.
        let stored = self
            .pairs
            .as_ptr()
            .wrapping_add(position)
            .wrapping_byte_add(offset_of!(Pair<I, T>, value))
            .cast::<T>();
        let place = core::hint::select_unpredictable(here, stored, F::place());
        // SAFETY: the caller names a stored position if `here`, else this is the fill's own place.
        MaybeLeaf::new(unsafe { *place }, here)
    }

    #[inline(always)]
    fn dim(self, _axis: usize) -> Option<usize> {
        None
    }
}
