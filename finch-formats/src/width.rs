//! The integer types that store indices and positions.

use core::fmt::Debug;

/// An integer type that stores indices or positions.
///
/// # Safety
///
/// `to_usize` gives back what `new` was given, and `new` refuses what does not fit.
pub unsafe trait Width: Copy + Ord + Debug + Default + Send + Sync + 'static {
    /// The largest number that fits, or the largest `usize`.
    const MAX: usize;
    /// The name of the type.
    const NAME: &'static str;
    /// `number` in this type, if it fits.
    fn new(number: usize) -> Option<Self>;
    /// `number` in this type, cut off if it does not fit.
    fn truncate(number: usize) -> Self;
    /// The number; a negative one, which no valid level holds, comes out larger than any extent.
    fn to_usize(self) -> usize;
}

macro_rules! widths {
    ($($t:ident),*) => { $(
        // SAFETY: `try_from` refuses what does not fit, and the cast of what fits loses nothing.
        unsafe impl Width for $t {
            const MAX: usize = if $t::MAX as u128 > usize::MAX as u128 { usize::MAX } else { $t::MAX as usize };
            const NAME: &'static str = stringify!($t);
            #[inline(always)]
            fn new(number: usize) -> Option<Self> {
                $t::try_from(number).ok()
            }
            #[inline(always)]
            fn truncate(number: usize) -> Self {
                number as $t
            }
            #[inline(always)]
            fn to_usize(self) -> usize {
                self as usize
            }
        }
    )* };
}

widths!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

/// What a sorted list holds: an index, alone or with something else.
///
/// # Safety
///
/// `key` returns the same index every time.
pub unsafe trait Keyed: Copy {
    /// The type of the index.
    type Key: Width;
    /// What messages call a level that is a list of these.
    const LIST: &'static str;
    /// The index.
    fn key(self) -> Self::Key;
}

// SAFETY: it is the index.
unsafe impl<I: Width> Keyed for I {
    type Key = I;
    const LIST: &'static str = "SparseList";
    #[inline(always)]
    fn key(self) -> I {
        self
    }
}

/// Whether every index below `extent` fits `I`.
#[inline]
pub(crate) fn holds<I: Width>(extent: usize) -> bool {
    extent == 0 || extent - 1 <= I::MAX
}
