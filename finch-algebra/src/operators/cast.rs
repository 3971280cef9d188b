//! Conversions between element types: `Cast`.

use crate::fill::{False, One, True, Zero};
use crate::phantom::phantom;
use crate::unary_laws;
use core::num::Wrapping;
use num_complex::Complex;

phantom! {
    /// Converts as `as` does: integers wrap around, floating point numbers saturate. Zero stays zero and one stays one, and
    /// so known zeros are skipped before and after; `false` and `true` become zero and one.
    ///
    /// ```
    /// use finch_algebra::{Cast, UnaryOp};
    /// use num_complex::Complex;
    ///
    /// assert_eq!(Cast::<f64>::new().apply(true), 1.0);
    /// assert_eq!(Cast::<u8>::new().apply(-1_i32), 255);
    /// assert_eq!(Cast::<Complex<f32>>::new().apply(2_u8), Complex::new(2.0, 0.0));
    /// ```
    Cast<To>, what "The operator.", |f| write!(f, "Cast<{}>", core::any::type_name::<To>())
}

unary_laws! {
    impl[From: CastTo<To>, To: Copy + 'static] UnaryOp<From> for Cast<To> {
        type Out = To;
        const SYMBOL = "as";
        forced {}
        natural {
            (Zero) => Zero;
            (One) => One;
            (False) => Zero;
            (True) => One;
        }
        fn apply(&self, a) { a.cast_to() }
    }
}

/// Converts to `To` as `as` does, with zero becoming zero and one becoming one.
///
/// From every real number type and `bool` to every number type; from `Complex` to `Complex` only, since an imaginary
/// part would be lost silently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be cast to `{To}`",
    note = "`bool` and real numbers are cast to numbers, complex numbers to complex numbers; a `bool` is made by a comparison, `x[i] != 0.0`"
)]
pub trait CastTo<To>: Copy {
    /// The converted value.
    fn cast_to(self) -> To;
}

/// Implements the casts of a real type to `Wrapping` and `Complex` numbers, by what they are made of.
macro_rules! casts_inside {
    ($from:ident) => {
        impl<To> $crate::operators::CastTo<core::num::Wrapping<To>> for $from
        where
            $from: $crate::operators::CastTo<To>,
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> core::num::Wrapping<To> {
                core::num::Wrapping(self.cast_to())
            }
        }

        impl<To: $crate::number::Number> $crate::operators::CastTo<num_complex::Complex<To>> for $from
        where
            $from: $crate::operators::CastTo<To>,
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> num_complex::Complex<To> {
                num_complex::Complex::new(self.cast_to(), *To::ZERO)
            }
        }
    };
}
pub(crate) use casts_inside;

/// Implements the casts from some types, each with what its `as` starts with: to all primitive number types, and to
/// those that are made of them.
macro_rules! casts {
    ($($from:ident $via:tt),*) => { $(
        casts!(@each $from $via: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);

        $crate::operators::casts_inside! { $from }
    )* };
    (@each $from:ident $via:tt: $($to:ident)*) => { $( casts!(@pair $from $via $to); )* };
    (@pair $from:ident [small] u8) => { casts!(@small $from u8); };
    (@pair $from:ident [small] u16) => { casts!(@small $from u16); };
    (@pair $from:ident [small] $to:ident) => { casts!(@pair $from [] $to); };
    // Processors have no such conversion of several values at a time; loops do this with several at a time.
    (@small $from:ident $to:ident) => {
        impl CastTo<$to> for $from {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $to {
                const MOST: $from = $to::MAX as $from;
                // From here on to twice as much, numbers have no places behind the point: a sum is rounded to the nearest whole one, which
                // is in its lowest bits.
                const WHOLE: $from = (1_u64 << ($from::MANTISSA_DIGITS - 1)) as $from;
                // What is not a number is 0.
                let value = if self > 0.0 { self } else { 0.0 };
                let value = if value < MOST { value } else { MOST };
                let nearest = value + WHOLE;
                let is_above = nearest - WHOLE > value;
                nearest.to_bits().wrapping_sub(is_above.into()) as $to
            }
        }
    };
    (@pair $from:ident [$($via:tt)*] $to:ident) => {
        impl CastTo<$to> for $from {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_to(self) -> $to {
                self $($via)* as $to
            }
        }
    };
}

casts!(i8 [], i16 [], i32 [], i64 [], i128 [], isize []);
casts!(u8 [], u16 [], u32 [], u64 [], u128 [], usize []);
casts!(f32[small], f64[small]);
// Rust casts booleans to integers only.
casts!(bool [as u8]);

impl<From: CastTo<To>, To> CastTo<To> for Wrapping<From> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cast_to(self) -> To {
        self.0.cast_to()
    }
}

impl<From: CastTo<To>, To> CastTo<Complex<To>> for Complex<From> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cast_to(self) -> Complex<To> {
        Complex::new(self.re.cast_to(), self.im.cast_to())
    }
}
