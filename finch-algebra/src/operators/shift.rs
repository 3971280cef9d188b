//! Integers moved by bits: `Shl`, `Shr`, and by a number of places that is the same everywhere: `ShlBy`, `ShrBy`.

use crate::fill::Zero;
use crate::number::wrapped;
use crate::operator::Monotone;
use crate::{binary_laws, unary_laws};

/// `a << b`: the bits of an integer moved up by a number of places. A known zero stays zero, and moving by none changes
/// nothing.
///
/// Moving by as many places as there are bits, or more, raises [`Fault::Overflow`](crate::fault::Fault::Overflow) in
/// checked mode; else the number of places is taken modulo the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shl;

/// `a >> b`: the bits of an integer moved down by a number of places. In a type with a sign, copies of the sign come after them. A known
/// zero stays zero, and moving by none changes nothing.
///
/// Moving by as many places as there are bits, or more, raises [`Fault::Overflow`](crate::fault::Fault::Overflow) in
/// checked mode; else the number of places is taken modulo the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shr;

/// `a << n`: the bits of an integer moved up by `n` places, the field, where [`Shl`] takes a number of places for each integer. A known zero
/// stays zero.
///
/// If `n` is the number of bits, or more, it raises [`Fault::Overflow`](crate::fault::Fault::Overflow) in checked mode; else it is taken
/// modulo the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShlBy(pub u32);

/// `a >> n`: the bits of an integer moved down by `n` places, the field, where [`Shr`] takes a number of places for each integer. In a type
/// with a sign, copies of the sign come after them. A known zero stays zero.
///
/// If `n` is the number of bits, or more, it raises [`Fault::Overflow`](crate::fault::Fault::Overflow) in checked mode; else it is taken
/// modulo the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShrBy(pub u32);

macro_rules! shifts {
    ($name:ident $by:ident $symbol:literal $moved:ident $monotone:ident: $($int:ty),*) => { $(
        unary_laws! {
            impl UnaryOp<$int> for $by {
                type Out = $int;
                const SYMBOL = $symbol;
                const MONOTONE = Monotone::$monotone;
                forced {}
                natural {
                    (Zero) => Zero;
                }
                fn apply(&self, a) { wrapped(a.$moved(self.0), $symbol) }
            }
        }

        binary_laws! {
            impl BinaryOp<$int, u32> for $name {
                type Out = $int;
                const SYMBOL = $symbol;
                forced {}
                natural {
                    (Zero, _) => Zero;
                    (_, Zero) => left;
                }
                fn apply(&self, a, b) { wrapped(a.$moved(b), $symbol) }
            }
        }
    )* };
}

shifts!(Shl ShlBy "<<" overflowing_shl Neither: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
shifts!(Shr ShrBy ">>" overflowing_shr Increasing: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
