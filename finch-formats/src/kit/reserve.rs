//! Room for what a loop announces, so that nothing grows in it.

use finch_traits::algebra::branch;
use finch_traits::algebra::logic::Bool;
use finch_traits::cursor::Cursor;
use finch_traits::looplet::{Coming, OnWriteLooplet, WriteLooplet};

/// A looplet that makes room for the indices that a loop is about to bind.
pub trait Reserve: WriteLooplet {
    /// A looplet over the same fiber that has room for all that comes.
    type Reserved: WriteLooplet<T = Self::T>;

    /// Makes room for the indices that are coming. `None` after it has raised a fault.
    fn reserved<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> Option<Self::Reserved>;

    /// Whether room is made for what is coming if some of it may be left out. Room for what is left out is wasted.
    fn may_waste<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> bool;
}

/// [`WriteLooplet::reserve`] of a looplet that makes room: for all that comes, or for what may come if that is little.
#[inline(always)]
pub fn reserve<W: Reserve, C: Cursor + Copy, All: Bool, K: OnWriteLooplet<W::T>>(
    write: W,
    coming: Coming<C, All>,
    k: K,
) {
    branch!(if All {
        if let Some(reserved) = write.reserved(coming) {
            k.call(reserved)
        }
    } else {
        if !write.may_waste(coming) {
            k.call(write)
        } else if let Some(reserved) = write.reserved(coming) {
            k.call(reserved)
        }
    })
}
