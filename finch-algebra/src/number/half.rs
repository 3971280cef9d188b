//! Numbers of half precision, which never raise a fault.

use super::{Number, Ordered};
use crate::logic::{No, Yes};
use crate::operators::{CastTo, casts_inside};
use half::{bf16, f16};

/// `$number` in 32 bits, with the last bit set if it is not that number: rounded once more, to fewer bits, it is rounded as `$number` would
/// be. half rounds twice, or cuts numbers off before it rounds, whatever the processor has instructions for.
macro_rules! rounded_to_odd {
    ($number:expr, $type:ident) => {{
        let (number, near) = ($number, $number as f32);
        let found = near as $type;
        if found == number || near.is_nan() {
            near
        } else {
            // The one that is nearer to zero.
            let is_beyond = (found > number) == (number > 0 as $type);
            f32::from_bits((near.to_bits() - u32::from(is_beyond)) | 1)
        }
    }};
}

/// Implements the casts of a type of half precision: to all others by way of `f64`, which has all of its values; from all others by way of
/// `f32`, rounded once.
macro_rules! casts {
    ($half:ident: $($other:ident)*) => { $( casts! { @$other $half } )* };
    // Of booleans, one way.
    (@bool $half:ident) => {
        impl CastTo<$half> for bool {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $half {
                if self { $half::ONE } else { $half::ZERO }
            }
        }
    };
    (@f16 $half:ident) => { casts! { @half $half => f16 } };
    (@bf16 $half:ident) => { casts! { @half $half => bf16 } };
    (@half $half:ident => $to:ident) => {
        impl CastTo<$to> for $half {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $to {
                $to::from_f32(self.to_f32())
            }
        }
    };
    (@$other:ident $half:ident) => {
        impl CastTo<$other> for $half {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $other {
                self.to_f64() as $other
            }
        }

        impl CastTo<$half> for $other {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $half {
                $half::from_f32(rounded_to_odd!(self, $other))
            }
        }
    };
}

/// Implements the number traits and casts of types of half precision.
macro_rules! halves {
    ($($half:ident),*) => { $(
        impl Number for $half {
            by_operators!($half::ZERO, $half::ONE, magnitude Self, symmetric Yes, exact No, /);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn magnitude(self) -> Self {
                // All but the sign.
                Self::from_bits(self.to_bits() & 0x7fff)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus_repeated(self, term: Self, count: usize) -> Self {
                // Many terms are as one that is larger than fits.
                if count == 0 { self } else { (f64::from(self) + f64::from(term) * count as f64).cast_to() }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus_repeated(self, term: Self, count: usize) -> Self {
                self.plus_repeated(-term, count)
            }
        }

        impl Ordered for $half {
            const INF: &'static Self = &$half::INFINITY;
            const NEG_INF: &'static Self = &$half::NEG_INFINITY;
        }

        casts_inside! { $half }

        casts! { $half: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool f16 bf16 }
    )* };
}

halves!(f16, bf16);
