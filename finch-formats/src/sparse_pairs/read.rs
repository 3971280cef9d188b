//! Pairs as programs read them: their indices as those of a sparse list, their values as those of a level below it.

use crate::imports::*;
use core::mem::offset_of;

/// Pairs: the keys of entries, and at the same positions their values, which are the fibers below. Both are read of the same
/// array, which the compiler sees only where there is one pointer.
#[derive(Clone, Copy, Debug)]
pub struct SparsePairsEntries<I, T, F> {
    pairs: Lent<[Pair<I, T>]>,
    fill: PhantomData<F>,
}

impl<I, T, F> SparsePairsEntries<I, T, F> {
    /// The entries of `pairs`.
    ///
    /// # Safety
    ///
    /// The caller promises that they are used only while the pairs are borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(pairs: &[Pair<I, T>]) -> Self {
        SparsePairsEntries {
            // SAFETY: as the caller promises.
            pairs: unsafe { Lent::new(pairs) },
            fill: PhantomData,
        }
    }
}

borrowed! { impl[I: Width, T: Copy + 'static, F: Fill<T>] SparsePairsEntries<I, T, F>, "SparsePairs", |arrays| arrays => Self }

// SAFETY: `SparsePairs` checks that indices ascend and are below the extent.
unsafe impl<I: Width, T: Copy + 'static, F: Fill<T>> Entries for SparsePairsEntries<I, T, F> {
    type Key = Pair<I, T>;
    type Noted = ();
    type Finder = Search<Self>;
    type FindsAbsent = Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keys(&self) -> &[Pair<I, T>] {
        &self.pairs
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finder(self, to: usize) -> Search<Self> {
        // SAFETY: the caller names the end of a fiber.
        unsafe { Search::new(self, to) }
    }
}

// SAFETY: the caller names a position that is stored.
unsafe impl<I: Copy, T: Copy + 'static, F: Fill<T>> Fibers for SparsePairsEntries<I, T, F> {
    read_leaf! { T, F }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Leaf<T> {
        promise!(position < self.pairs.len());
        // SAFETY: the caller names a position that is stored.
        Leaf(unsafe { self.pairs.get_unchecked(position) }.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> LeafOrFill<T, F> {
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
        LeafOrFill::new(unsafe { *place }, here)
    }
}
