//! Lists of pairs as programs write them: by appending to a compressed level.
//!
//! A value waits in a local until it is known whether it was assigned, and is stored along with its index.

use crate::kit::append::{Append, Beside, Tip};
use crate::kit::compressed::{self, Progress};
use crate::pattern::Pattern;
use crate::sparse_pairs::{Pair, SparsePairs};
use crate::width::Width;
use core::cell::Cell;
use finch_traits::Result;
use finch_traits::algebra::fault::Fault;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::Yes;
use finch_traits::lifecycle::Driver;
use finch_traits::mirrored::Mirrored;

/// A level that can be written.
type Owned<T, F, P, I> = SparsePairs<T, F, Vec<P>, Vec<Pair<I, T>>>;

crate::compressed! {
    unsafe impl[T: Copy + 'static, F: Fill<T>, P: Width, I: Width] Compressed for Owned<T, F, P, I>,
    pointers P, child Pattern, entries [pairs], extents crate::check::extent_fits::<I>
}

crate::compressed! {
    unsafe impl[T: Copy + PartialEq + 'static, F: Fill<T>, P: Width, I: Width] CompareEntries for Owned<T, F, P, I>,
    entries [pairs]
}

crate::compressed! {
    unsafe impl[T: Copy + 'static, F: Fill<T>, P: Width, I: Width] WriteLevel for Owned<T, F, P, I>,
    mirrored Mirrored::NONE
}

crate::compressed! {
    unsafe impl[T: Copy + PartialEq + 'static, F: Fill<T>, P: Width, I: Width] MergeLevel for Owned<T, F, P, I>
}

// SAFETY: `pairs` has capacity for as many pairs as there is room.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> Append for Owned<T, F, P, I> {
    type Bases = *mut Pair<I, T>;
    type New = Beside<T, F>;
    type State = ();
    type Announced = Yes;
    const TOGETHER: usize = 1;
    const MOST: usize = P::MAX;

    #[inline(always)]
    fn progress(&mut self, _driver: Driver) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.pairs.len()
    }

    fn assembled(&self) -> usize {
        self.ptr.len()
    }

    fn floor(&self, fiber: usize) -> usize {
        match self.pairs.last() {
            Some(last) if self.ptr[fiber + 1].to_usize() > 0 => last.index.to_usize() + 1,
            _ => 0,
        }
    }

    #[inline(always)]
    fn begin(&self, _fiber: usize, _floor: usize) {}

    fn grow(&mut self, _driver: Driver, len: usize, room: usize) -> Result<(), Option<Fault>> {
        self.pairs.try_reserve_exact(room - len).map_err(|_| None)
    }

    #[inline(always)]
    unsafe fn settle(&mut self, _driver: Driver, (): (), len: usize) {
        // SAFETY: so many pairs were put.
        unsafe { self.pairs.set_len(len) }
    }

    #[inline(always)]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, (): (), start: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - start) }
    }

    #[inline(always)]
    fn bases(&mut self, _driver: Driver) -> *mut Pair<I, T> {
        self.pairs.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn below<'w>(_level: *mut Self)
    where
        Self: 'w,
    {
    }

    #[inline(always)]
    unsafe fn put<'w>(tip: Tip<'w, Self>, (): (), _len: usize, at: usize, index: usize, value: Cell<T>)
    where
        Self: 'w,
    {
        // SAFETY: there is room for the position.
        unsafe { tip.bases.add(at).write(Pair::new(I::truncate(index), value.get())) }
    }
}
