//! Sparse lists as programs write them: by appending to a compressed level.

use crate::imports::*;

crate::compressed! {
    unsafe impl[L: WriteLevel, Ptr: Growing<Item: Width>, I: Width] for SparseList<L, Ptr, Vec<I>>, as compressed,
    merged by [L: MergeLevel, Ptr: Growing<Item: Width>, I: Width],
    pointers Ptr::Item, child L, entries [idx], extents crate::check::extent_fits::<I>,
    mirrored L::MIRRORED.below(1)
}

crate::append_list! {
    unsafe impl[L: WriteLevel, Ptr: Growing<Item: Width>, I: Width] Append for SparseList<L, Ptr, Vec<I>>,
    idx: I, |index, ()| I::truncate(index), new Below<L>, in child, together at_once::<L>(1)
}

// SAFETY: entries are put behind those of the fibers before; those of one fiber ascend from part to part.
in_parts! { unsafe impl[L: WriteInParts, Ptr: Growing<Item: Width>, I: Width] WriteInParts for SparseList<L, Ptr, Vec<I>>, splits Yes }
