//! The remainder of a division of integers: `Rem`.

use crate::binary_laws;
use crate::fault::{Fault, raise};
use crate::fill::{One, Zero};

/// `a % b` of integers, with the sign of `a`. A known zero leaves nothing, and dividing by one leaves nothing.
///
/// Dividing by a zero that is no such case raises [`Fault::DivisionByZero`], and is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rem;

macro_rules! remainder {
    ($($int:ty),*) => { $(
        binary_laws! {
            impl BinaryOp<$int, $int> for Rem {
                type Out = $int;
                const SYMBOL = "%";
                forced {
                    (Zero, _) => Zero = 0;
                }
                natural {
                    (_, One) => Zero;
                }
                fn apply(&self, a, b) {
                    if b == 0 {
                        raise(Fault::DivisionByZero);
                        return 0;
                    }
                    a.wrapping_rem(b)
                }
            }
        }
    )* };
}

remainder!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
