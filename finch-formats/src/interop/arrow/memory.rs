//! The memory of an Arrow array, borrowed or shared.

use crate::imports::*;
use arrow_buffer::{ArrowNativeType, ScalarBuffer};
use std::borrow::Cow;

// SAFETY: nobody changes the elements of a buffer while somebody shares it, and a clone shares them.
unsafe impl<T: ArrowNativeType> Buffer for ScalarBuffer<T> {
    type Item = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_slice(&self) -> &[T] {
        self
    }
}

/// Numbers that stay in the memory of an Arrow array: a slice, which borrows it, or a `ScalarBuffer`, which shares it and keeps
/// it alive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the memory of an Arrow array",
    note = "`&[T]` and `Cow<[T]>` borrow it, `ScalarBuffer<T>` shares it; `tensor.convert()` copies a tensor of these to `Vec<T>`"
)]
pub trait Memory<'a>: Buffer<Item: ArrowNativeType> + Sized {
    /// The numbers `range` of `buffer`, unless some of them are beyond it. Copies nothing.
    fn of(buffer: &'a ScalarBuffer<Self::Item>, range: Range<usize>) -> Option<Self>;
}

impl<'a, T: ArrowNativeType> Memory<'a> for &'a [T] {
    fn of(buffer: &'a ScalarBuffer<T>, range: Range<usize>) -> Option<Self> {
        buffer.get(range)
    }
}

impl<'a, T: ArrowNativeType> Memory<'a> for Cow<'a, [T]> {
    fn of(buffer: &'a ScalarBuffer<T>, range: Range<usize>) -> Option<Self> {
        buffer.get(range).map(Cow::Borrowed)
    }
}

impl<'a, T: ArrowNativeType> Memory<'a> for ScalarBuffer<T> {
    fn of(buffer: &'a ScalarBuffer<T>, range: Range<usize>) -> Option<Self> {
        let len = buffer.get(range.clone())?.len();
        Some(buffer.slice(range.start, len))
    }
}
