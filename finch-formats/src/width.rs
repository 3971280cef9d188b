//! The integer types that store indices and positions.

use crate::imports::*;

/// An integer type that stores indices or positions. Arrays that count from 1 are of [`OneBased`](crate::interop::one_based::OneBased)
/// integers.
///
/// # Safety
///
/// `to_usize` gives back what `new` was given, and `new` refuses what does not fit. A clone is the same number, the default is
/// 0, and the order is that of the numbers. `FiberIndex` gives back the fiber and the index that it was made of.
pub unsafe trait Width: Copy + Ord + Debug + Default + Send + Sync + 'static {
    /// The largest number that fits, or the largest `usize`.
    const MAX: usize;
    /// The name of the type.
    const NAME: &'static str;
    /// A fiber and an index of this type as one number.
    type FiberIndex: FiberIndex;
    /// `number` in this type, if it fits.
    fn new(number: usize) -> Option<Self>;
    /// `number` in this type, cut off if it does not fit.
    fn truncate(number: usize) -> Self;
    /// The number; a negative one, which no valid level holds, comes out larger than any extent.
    fn to_usize(self) -> usize;
    /// How much larger this is than `other`, which is not larger; subtracted in this type, if it can be.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn less(self, other: Self) -> usize {
        self.to_usize().wrapping_sub(other.to_usize())
    }
}

/// The numbers at `at` and behind it: where something starts and ends.
///
/// # Safety
///
/// Both are there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn bounds_at<P: Width>(ptr: &[P], at: usize) -> (usize, usize) {
    promise!(at + 1 < ptr.len());
    // SAFETY: the caller says so.
    unsafe { (ptr.get_unchecked(at).to_usize(), ptr.get_unchecked(at + 1).to_usize()) }
}

macro_rules! widths {
    ($($place:ident: $($t:ident),*;)*) => { $($(
        // SAFETY: `try_from` refuses what does not fit, and the cast of what fits loses nothing.
        unsafe impl Width for $t {
            const MAX: usize = if $t::MAX as u128 > usize::MAX as u128 { usize::MAX } else { $t::MAX as usize };
            const NAME: &'static str = stringify!($t);
            type FiberIndex = $place;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn new(number: usize) -> Option<Self> {
                $t::try_from(number).ok()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn truncate(number: usize) -> Self {
                number as $t
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_usize(self) -> usize {
                // Of types that are wider than `usize`, as on processors of 32 bits. The first half is a constant.
                if size_of::<$t>() > size_of::<usize>() && usize::try_from(self).is_err() {
                    return usize::MAX;
                }
                self as usize
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn less(self, other: Self) -> usize {
                self.wrapping_sub(other) as usize
            }
        }
    )*)* };
}

widths! {
    u64: u8, u16, u32, i8, i16, i32;
    u128: u64, usize, i64, isize;
}

/// The number of a fiber and an index in it as one integer, the fiber in its upper half: the key of a hash table.
pub trait FiberIndex: Copy + Ord + Debug + Send + Sync + 'static {
    /// How many bits the fiber has.
    const BITS: u32;
    /// `index` of `fiber`, which has no more than [`FiberIndex::BITS`].
    fn new(fiber: u64, index: usize) -> Self;
    /// The fiber.
    fn fiber(self) -> u64;
    /// The index.
    fn index(self) -> usize;
}

macro_rules! halves {
    ($($t:ident of $half:ident),*) => { $(
        impl FiberIndex for $t {
            const BITS: u32 = $half::BITS;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn new(fiber: u64, index: usize) -> Self {
                (fiber as $t) << $half::BITS | index as $half as $t
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fiber(self) -> u64 {
                (self >> $half::BITS) as u64
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn index(self) -> usize {
                self as $half as usize
            }
        }
    )* };
}

halves!(u64 of u32, u128 of u64);

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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(self) -> I {
        self
    }
}

/// Whether every index below `extent` fits `I`.
#[inline]
pub(crate) fn holds<I: Width>(extent: usize) -> bool {
    extent == 0 || extent - 1 <= I::MAX
}
