//! The numbers of Rust by their atomic types.

use super::Atomic;
use core::sync::atomic::Ordering::Relaxed;
use finch_traits::algebra::reducer::Instruction;

/// What is the same for all of them: each is the bits of its atomic type.
macro_rules! atomic {
    ($($t:ty as $atomic:ident of $bits:ty, |$value:ident| $to:expr, |$stored:ident| $from:expr, $fetch:ident;)*) => { $(
        // SAFETY: the functions are those of the atomic type.
        unsafe impl Atomic for $t {
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn load(place: *mut Self) -> Self {
                let $stored = atomic!(@at $t, $atomic, place).load(Relaxed);
                $from
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn store(place: *mut Self, $value: Self) {
                atomic!(@at $t, $atomic, place).store($to, Relaxed)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn swap(place: *mut Self, old: Self, new: Self) -> Result<(), Self> {
                let bits = |$value: Self| -> $bits { $to };
                let swapped = atomic!(@at $t, $atomic, place).compare_exchange_weak(bits(old), bits(new), Relaxed, Relaxed);
                match swapped {
                    Ok(_) => Ok(()),
                    Err($stored) => Err($from),
                }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn fetch(place: *mut Self, instruction: Instruction, value: Self) -> Option<Self> {
                atomic!(@fetch $fetch $t, $atomic, place, instruction, value)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn same(self, other: Self) -> bool {
                let bits = |$value: Self| -> $bits { $to };
                bits(self) == bits(other)
            }
        }
    )* };
    (@at $t:ty, $atomic:ident, $place:ident) => {{
        const { assert!(align_of::<core::sync::atomic::$atomic>() == align_of::<$t>()) }
        // SAFETY: the caller says that the place is valid, it is aligned as asserted, and others use it atomically.
        unsafe { core::sync::atomic::$atomic::from_ptr($place.cast()) }
    }};
    (@fetch integer $t:ty, $atomic:ident, $place:ident, $instruction:ident, $value:ident) => {{
        let place = atomic!(@at $t, $atomic, $place);
        Some(match $instruction {
            Instruction::Sum => place.fetch_add($value, Relaxed),
            Instruction::BitAnd => place.fetch_and($value, Relaxed),
            Instruction::BitOr => place.fetch_or($value, Relaxed),
        })
    }};
    (@fetch bool $t:ty, $atomic:ident, $place:ident, $instruction:ident, $value:ident) => {{
        let place = atomic!(@at $t, $atomic, $place);
        match $instruction {
            Instruction::Sum => None,
            Instruction::BitAnd => Some(place.fetch_and($value, Relaxed)),
            Instruction::BitOr => Some(place.fetch_or($value, Relaxed)),
        }
    }};
    // There is none for floats.
    (@fetch float $t:ty, $atomic:ident, $place:ident, $instruction:ident, $value:ident) => {{
        let _ = ($place, $instruction, $value);
        None
    }};
}

macro_rules! integers {
    ($($t:ident $atomic:ident;)*) => {
        atomic! { $($t as $atomic of $t, |value| value, |stored| stored, integer;)* }
    };
}

#[cfg(target_has_atomic = "8")]
integers! { u8 AtomicU8; i8 AtomicI8; }
#[cfg(target_has_atomic = "16")]
integers! { u16 AtomicU16; i16 AtomicI16; }
#[cfg(target_has_atomic = "32")]
integers! { u32 AtomicU32; i32 AtomicI32; }
#[cfg(target_has_atomic = "ptr")]
integers! { usize AtomicUsize; isize AtomicIsize; }
// Elsewhere atomic values of that width may be aligned in another way than others.
#[cfg(all(target_has_atomic = "64", target_pointer_width = "64"))]
integers! { u64 AtomicU64; i64 AtomicI64; }

#[cfg(target_has_atomic = "8")]
atomic! { bool as AtomicBool of bool, |value| value, |stored| stored, bool; }
#[cfg(target_has_atomic = "32")]
atomic! { f32 as AtomicU32 of u32, |value| value.to_bits(), |stored| f32::from_bits(stored), float; }
#[cfg(all(target_has_atomic = "64", target_pointer_width = "64"))]
atomic! { f64 as AtomicU64 of u64, |value| value.to_bits(), |stored| f64::from_bits(stored), float; }
