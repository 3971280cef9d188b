//! Whole powers of integers: `Pow`.

use crate::binary_laws;
use crate::fill::{One, Zero};
use crate::number::wrapped;

/// `a` to the power of `b`, of integers with an exponent of type `u32`: 1 stays, a power of 0 makes 1, and one of 1 changes nothing.
///
/// A power that does not fit wraps around, and raises [`Fault::Overflow`](crate::fault::Fault::Overflow) in checked mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pow;

macro_rules! powers {
    ($($int:ty),*) => { $(
        binary_laws! {
            impl BinaryOp<$int, u32> for Pow {
                type Out = $int;
                const SYMBOL = "pow";
                forced {}
                natural {
                    (One, _) => One;
                    (_, Zero) => One;
                    (_, One) => left;
                }
                fn apply(&self, a, b) { wrapped(a.overflowing_pow(b), "pow") }
            }
        }
    )* };
}

powers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
