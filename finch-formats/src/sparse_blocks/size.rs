//! The sizes of blocks as types.

use generic_array::{ArrayLength, GenericArray};
use typenum::NonZero;

/// A number of rows or columns in a block: `typenum::U1` or larger.
#[diagnostic::on_unimplemented(
    message = "a block has one row and one column at least",
    label = "no such number as a type",
    note = "the size of a block is a number as a type, from `typenum::U1` on"
)]
pub trait Size: ArrayLength + NonZero + Copy + core::fmt::Debug {}

impl<N: ArrayLength + NonZero + Copy + core::fmt::Debug> Size for N {}

/// The values of one block of `R` rows and `C` columns, as an array of rows.
pub type BlockOf<T, R, C> = GenericArray<GenericArray<T, C>, R>;

/// The values of `blocks`, block by block and row by row.
pub(super) fn values<T, R: Size, C: Size>(blocks: &[BlockOf<T, R, C>]) -> &[T] {
    GenericArray::slice_from_chunks(GenericArray::slice_from_chunks(blocks))
}
