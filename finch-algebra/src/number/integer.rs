//! Integers, which overflow, and `Wrapping` integers, which do not.

use super::{Bits, Number, Ordered, by_doubling};
use crate::CHECKED;
use crate::fault::{Fault, raise};
use crate::logic::{No, Yes};
use core::hint::select_unpredictable;
use core::num::Wrapping;

/// Takes the wrapped result of an operator; in checked mode, a result that did not fit is a fault.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn wrapped<T>((value, overflowed): (T, bool), operator: &'static str) -> T {
    if CHECKED && overflowed {
        raise(Fault::Overflow { operator });
    }
    value
}

/// Implements the number traits for an integer type and its `Wrapping`.
macro_rules! integer {
    ($sign:ident: $($int:ident as $unsigned:ident),*) => { $(
        impl Number for $int {
            const ZERO: &'static Self = &0;
            const ONE: &'static Self = &1;
            type Magnitude = Self;
            type Symmetric = No;
            type Exact = Yes;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn sum(self, other: Self) -> Self {
                wrapped(self.overflowing_add(other), "+")
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn difference(self, other: Self) -> Self {
                wrapped(self.overflowing_sub(other), "-")
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn product(self, other: Self) -> Self {
                wrapped(self.overflowing_mul(other), "*")
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn quotient(self, other: Self) -> Self {
                if other == 0 {
                    raise(Fault::DivisionByZero);
                    return 0;
                }
                wrapped(self.overflowing_div(other), "/")
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn negative(self) -> Self {
                wrapped(self.overflowing_neg(), "-")
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn magnitude(self) -> Self {
                integer!(@magnitude $sign self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose(holds: bool, lawful: Self, computed: impl FnOnce() -> Self) -> Self {
                // In checked mode what is computed in vain might overflow.
                if CHECKED {
                    if holds { lawful } else { computed() }
                } else {
                    select_unpredictable(holds, lawful, computed())
                }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus_repeated(self, term: Self, count: usize) -> Self {
                integer!(@check "+" $sign self term count $int $unsigned);
                // What truncating the count loses is a multiple of the modulus.
                self.wrapping_add(term.wrapping_mul(count as $int))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus_repeated(self, term: Self, count: usize) -> Self {
                // The complement reverses the order of all values: it overflows upwards where `self` does downwards.
                let complement = !self;
                integer!(@check "-" $sign complement term count $int $unsigned);
                self.wrapping_sub(term.wrapping_mul(count as $int))
            }
            #[inline]
            fn times_repeated(self, factor: Self, count: usize) -> Self {
                if self == 0 {
                    // Nothing overflows, however large the power is.
                    return 0;
                }
                by_doubling(self, factor, count, Self::product)
            }
        }

        impl Ordered for $int {
            const INF: &'static Self = &$int::MAX;
            const NEG_INF: &'static Self = &$int::MIN;
        }

        impl Bits for $int {}

        impl Number for Wrapping<$int> {
            by_operators!(Wrapping(0), Wrapping(1), magnitude Self, symmetric No, exact Yes);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn quotient(self, other: Self) -> Self {
                if other.0 == 0 {
                    raise(Fault::DivisionByZero);
                    return Wrapping(0);
                }
                Wrapping(self.0.wrapping_div(other.0))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn magnitude(self) -> Self {
                integer!(@wrapping_magnitude $sign self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose(holds: bool, lawful: Self, computed: impl FnOnce() -> Self) -> Self {
                select_unpredictable(holds, lawful, computed())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus_repeated(self, term: Self, count: usize) -> Self {
                self + term * Wrapping(count as $int)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus_repeated(self, term: Self, count: usize) -> Self {
                self - term * Wrapping(count as $int)
            }
        }

        impl Ordered for Wrapping<$int> {
            const INF: &'static Self = &Wrapping($int::MAX);
            const NEG_INF: &'static Self = &Wrapping($int::MIN);
        }

        impl Bits for Wrapping<$int> {}
    )* };

    (@magnitude signed $value:ident) => { wrapped($value.overflowing_abs(), "abs") };
    (@magnitude unsigned $value:ident) => { $value };
    (@wrapping_magnitude signed $value:ident) => { Wrapping($value.0.wrapping_abs()) };
    (@wrapping_magnitude unsigned $value:ident) => { $value };

    // The partial sums lie between the first and the last, so only the last need fit.
    (@check $operator:literal $sign:ident $start:ident $term:ident $count:ident $int:ident $unsigned:ident) => {
        if CHECKED {
            let (room, step) = integer!(@room $sign $start $term $int $unsigned);
            if step != 0 && $count as u128 > (room / step) as u128 {
                raise(Fault::Overflow { operator: $operator });
            }
        }
    };
    // How far the start is from the limit that the terms lead to, and how far each of them leads.
    (@room signed $start:ident $term:ident $int:ident $unsigned:ident) => {
        if $term < 0 {
            ($start.wrapping_sub($int::MIN) as $unsigned, $term.unsigned_abs())
        } else {
            ($int::MAX.wrapping_sub($start) as $unsigned, $term.unsigned_abs())
        }
    };
    (@room unsigned $start:ident $term:ident $int:ident $unsigned:ident) => {
        ($int::MAX - $start, $term)
    };
}

integer!(signed: i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize);
integer!(unsigned: u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as usize);
