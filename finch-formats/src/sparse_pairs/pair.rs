//! An index and a value in one place.

use crate::width::{Keyed, Width};
use bytemuck::{AnyBitPattern, NoUninit, Zeroable};

/// An index and a value, one behind the other as in C.
///
/// Any bytes make pairs if they make indices and values, so arrays of pairs can be borrowed from bytes
/// (`bytemuck::try_cast_slice`). Pairs of which neither part is padded are bytes as well.
///
/// ```
/// use finch_formats::Pair;
///
/// let pairs = [Pair::new(1_u32, 2.5_f32), Pair::new(4, 0.5)];
/// let bytes: &[u8] = bytemuck::cast_slice(&pairs);
/// assert_eq!(bytes.len(), 16);
/// assert_eq!(bytemuck::cast_slice::<u8, Pair<u32, f32>>(bytes), pairs);
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair<I, T> {
    /// The index.
    pub index: I,
    /// The value there.
    pub value: T,
}

impl<I, T> Pair<I, T> {
    /// `value` at `index`.
    pub const fn new(index: I, value: T) -> Self {
        Pair { index, value }
    }
}

// SAFETY: the index is a field.
unsafe impl<I: Width, T: Copy> Keyed for Pair<I, T> {
    type Key = I;
    const LIST: &'static str = "SparsePairs";
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(self) -> I {
        self.index
    }
}

// SAFETY: both parts may be zero, and what is between them is never looked at.
unsafe impl<I: Zeroable, T: Zeroable> Zeroable for Pair<I, T> {}

// SAFETY: both parts may be anything, and what is between them is never looked at.
unsafe impl<I: AnyBitPattern, T: AnyBitPattern> AnyBitPattern for Pair<I, T> {}

/// Pairs without padding.
macro_rules! bytes {
    ($($I:ty: $($T:ty),+;)*) => { $($(
        const _: () = assert!(size_of::<Pair<$I, $T>>() == size_of::<$I>() + size_of::<$T>());
        // SAFETY: both parts are bytes, and there is nothing between or behind them, as was just asserted.
        unsafe impl NoUninit for Pair<$I, $T> {}
    )+)* };
}

bytes! {
    u8: u8, i8;
    i8: u8, i8;
    u16: u16, i16;
    i16: u16, i16;
    u32: u32, i32, f32;
    i32: u32, i32, f32;
    u64: u64, i64, f64;
    i64: u64, i64, f64;
}

#[cfg(target_pointer_width = "64")]
bytes! {
    usize: u64, i64, f64, usize, isize;
    isize: u64, i64, f64, usize, isize;
}
