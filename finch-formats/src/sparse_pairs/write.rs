//! Lists of pairs as programs write them: by appending to a compressed level.
//!
//! A value waits in a local until it is known whether it was assigned, and is stored along with its index.

use crate::imports::*;
use crate::kit::append::ValueBeside;

/// A level that can be written.
type Owned<T, F, P, I> = SparsePairs<T, F, Vec<P>, Vec<Pair<I, T>>>;

crate::compressed! {
    unsafe impl[T: Copy + 'static, F: Fill<T>, P: Width, I: Width] for Owned<T, F, P, I>, as compressed,
    merged by [T: Copy + PartialEq + 'static, F: Fill<T>, P: Width, I: Width],
    pointers P, child Pattern, entries [pairs], extents crate::check::extent_fits::<I>,
    mirrored Mirrored::NONE
}

crate::append_list! {
    unsafe impl[T: Copy + 'static, F: Fill<T>, P: Width, I: Width] Append for Owned<T, F, P, I>,
    pairs: Pair<I, T>, |index, value| Pair::new(I::truncate(index), value.get()), new ValueBeside<T, F>, together 1
}

// SAFETY: entries are put behind those of the fibers before; those of one fiber ascend from part to part.
in_parts! { unsafe impl[T: Copy + 'static, F: Fill<T>, P: Width, I: Width] WriteInParts for Owned<T, F, P, I>, splits Yes }
