//! Numbers of half precision, which never raise a fault.

use super::{Number, Ordered};
use crate::logic::{No, Yes};
use crate::operators::{CastTo, casts_inside};
use half::{bf16, f16};

/// Implements the casts of a type of half precision: to all others by way of `f64`, which has all of its values; from all others, too,
/// which have values that `f64` rounds if they are integers above 2^53.
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
                $to::from_f64(self.to_f64())
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
                $half::from_f64(self as f64)
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
                if count == 0 { self } else { Self::from_f64(f64::from(self) + f64::from(term) * count as f64) }
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
