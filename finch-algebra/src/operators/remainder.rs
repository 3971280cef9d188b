//! Divisions with a remainder: `Rem`, and `FloorDivide` and `Modulo`, whose remainder has the sign of the divisor.

use crate::binary_laws;
use crate::fault::{Fault, raise};
use crate::fill::{One, Zero};
use crate::number::{Number, wrapped};

/// `a % b` of integers, with the sign of `a`. A known zero leaves nothing, and dividing by one leaves nothing.
///
/// Dividing by a zero that is no such case raises [`Fault::DivisionByZero`], and is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rem;

/// The largest whole number that is at most `a / b`, of integers and of floating point numbers. A known zero stays zero, whatever
/// divides it; dividing an integer by one changes nothing.
///
/// Of floating point numbers it is what [`Modulo`] leaves, divided by `b`: 9 of 1 and 0.1, since 0.1 is a little more than a tenth. Where
/// that leaves NaN, as of an infinity, it is `a / b`. An integer divided by a zero that is no such case raises
/// [`Fault::DivisionByZero`], and is zero.
///
/// ```
/// use finch_algebra::operators::{FloorDivide, Modulo};
/// use finch_algebra::BinaryOp;
///
/// assert_eq!((FloorDivide.apply(-7, 2), Modulo.apply(-7, 2)), (-4, 1));
/// assert_eq!((FloorDivide.apply(7.5, -2.0), Modulo.apply(7.5, -2.0)), (-4.0, -0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorDivide;

/// What `a` divided by `b` leaves over, with the sign of `b`, of integers and of floating point numbers. A known zero leaves nothing, and
/// an integer divided by one leaves nothing.
///
/// An integer divided by a zero that is no such case raises [`Fault::DivisionByZero`], and is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modulo;

/// A division of a type, which leaves nothing of a known zero, with further laws.
macro_rules! division {
    ($name:ident $symbol:literal $ty:ty { $($laws:tt)* } |$a:ident, $b:ident| $value:expr) => {
        binary_laws! {
            impl BinaryOp<$ty, $ty> for $name {
                type Out = $ty;
                const SYMBOL = $symbol;
                forced {
                    (Zero, _) => Zero = *<$ty>::ZERO;
                }
                natural { $($laws)* }
                fn apply(&self, $a, $b) { $value }
            }
        }
    };
}

/// The value, if `b` is not zero.
macro_rules! unless_zero {
    ($b:ident, $value:expr) => {
        if $b == 0 {
            raise(Fault::DivisionByZero);
            0
        } else {
            $value
        }
    };
}

macro_rules! integers {
    ($($int:ty),*) => { $(
        division!(Rem "%" $int { (_, One) => Zero; } |a, b| unless_zero!(b, a.wrapping_rem(b)));
        division!(FloorDivide "floor_divide" $int { (_, One) => left; } |a, b| unless_zero!(b, {
            let below = beyond(a.wrapping_rem(b), b);
            wrapped(a.overflowing_div(b), "floor_divide") - <$int>::from(below)
        }));
        division!(Modulo "modulo" $int { (_, One) => Zero; } |a, b| unless_zero!(b, {
            let left = a.wrapping_rem(b);
            if beyond(left, b) { left + b } else { left }
        }));
    )* };
}

macro_rules! floats {
    ($($float:ty),*) => { $(
        division!(FloorDivide "floor_divide" $float {} |a, b| {
            let left = a % b;
            let quotient = if left.is_nan() {
                a / b
            } else if beyond(left, b) {
                (a - left) / b - 1.0
            } else {
                (a - left) / b
            };
            // Exact numbers would have divided without a rest.
            quotient.round()
        });
        division!(Modulo "modulo" $float {} |a, b| {
            let left = a % b;
            // A zero has the sign of the divisor, too.
            if beyond(left, b) { left + b } else { left.copysign(b) }
        });
    )* };
}

/// Whether what is left of a division that was rounded towards zero has another sign than the divisor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn beyond<T: Number + PartialOrd>(left: T, divisor: T) -> bool {
    left != *T::ZERO && (left > *T::ZERO) != (divisor > *T::ZERO)
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
floats!(f32, f64);
