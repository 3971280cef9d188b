//! The operators, one type each.
//!
//! *Stays* and *becomes* speak of values that types know, such as fills. What keeps zero keeps a sparse tensor sparse:
//! `sin` of one is computed where something is stored, while `cos` of one has the fill 1.
//!
//! | operator | of | laws about known values |
//! |---|---|---|
//! | [`Add`] | numbers | 0 is the identity; an infinity annihilates |
//! | [`Sub`] | numbers | `a - 0 = a` |
//! | [`Mul`] | numbers | 0 annihilates; 1 is the identity |
//! | [`Div`] | numbers | `0 / b = 0`; `a / 1 = a` |
//! | [`Rem`] | integers | `0 % b = 0`; `a % 1 = 0` |
//! | [`FloorDivide`], [`Modulo`] | integers, floating point numbers | 0 on the left stays; of integers, those of [`Div`] and [`Rem`] |
//! | [`Pow`] | integers | 1 stays, a power of 0 makes 1, one of 1 changes nothing |
//! | [`Shl`], [`Shr`], [`ShlBy`], [`ShrBy`] | integers | 0 stays; moving by 0 changes nothing |
//! | [`Neg`] | numbers | `-0 = 0`; infinities of floating point numbers change their sign |
//! | [`Abs`] | numbers | 0, 1 and infinity stay |
//! | [`Min`], [`Max`] | ordered numbers | one infinity is the identity, the other annihilates; idempotent |
//! | [`MinBy`], [`MaxBy`] | [`By`](crate::by::By) | infinity is the identity of the first, negative infinity of the second; idempotent |
//! | [`Keyed`] | an ordered number and a number | the pair of a known infinity is known: its value is 0 |
//! | [`KeyOf`], [`ValueOf`] | [`By`](crate::by::By) | infinities stay in the first, and become 0 in the second |
//! | [`And`], [`Or`] | `bool` | one boolean is the identity, the other annihilates |
//! | [`And`], [`Or`], [`Xor`] | integers | 0 annihilates in `And` and is the identity of the others |
//! | [`Xor`], [`Not`] | `bool` | false is the identity; all is known if the operands are |
//! | [`Eq`](struct@Eq), [`Ne`] | what Rust compares | the same known value is equal; 0 and 1, false and true are not |
//! | [`Lt`], [`Le`], [`Gt`], [`Ge`] | what Rust compares | nothing is beyond the infinities; the same is equal |
//! | [`Select`] | a `bool` and everything | only the chosen operand counts |
//! | [`Coalesce`] | everything | a missing first operand leaves the second |
//! | [`First`], [`Second`] | everything | the other operand may be missing |
//! | [`Any`] | numbers, `bool` | 0 and false are the identity |
//! | [`Pair`] | numbers, `bool` | 0 and false annihilate |
//! | [`Cast<To>`](Cast) | real numbers, `bool` | 0 and 1 stay, false and true become 0 and 1 |
//! | [`Sqrt`], [`Cbrt`], [`Sin`], [`Tan`], [`Asin`], [`Atan`], [`Sinh`], [`Asinh`], [`Tanh`], [`Atanh`], [`ExpM1`], [`Ln1p`] | floating point numbers | 0 stays |
//! | [`Exp`], [`Exp2`], [`Cos`], [`Cosh`] | floating point numbers | 0 becomes 1 |
//! | [`Ln`], [`Log2`], [`Log10`], [`Acos`], [`Acosh`], [`Recip`], [`Signum`] | floating point numbers | 1 becomes 0; in the last two it stays |
//! | [`Sign`] | ordered numbers | 0 and 1 stay, infinity becomes 1 |
//! | [`Conj`], [`Real`], [`Imag`] | floating point and complex numbers | 0, 1 and the infinities stay, and become 0 in the last |
//! | [`Floor`], [`Ceil`], [`Round`], [`RoundEven`], [`Trunc`], [`Fract`] | floating point numbers | 0 stays, and all whole values do but in `Fract` |
//! | [`IsNan`], [`IsFinite`], [`IsInfinite`], [`IsSignNegative`] | floating point numbers | the answer is known wherever the value is |
//! | [`CopySign`] | floating point numbers | 0 on the left stays |
//! | [`NextAfter`] | floating point numbers | 0 and 0 make 0 |
//! | [`LogAddExp`] | floating point numbers | minus infinity is the identity |
//! | [`Square`], [`PowI`], [`Power`], [`PowF`], [`PowerF`], [`Hypot`], [`Atan2`], [`MulAdd`] | numbers | see there |
//! | [`Unary`], [`Binary`], [`Ternary`] | functions | none; [`function!`](crate::function) states some |
//!
//! Functions of one number say which way their results go ([`MONOTONE`](crate::operator::UnaryOp::MONOTONE)), and whether the sign of
//! the number counts ([`EVEN`](crate::operator::UnaryOp::EVEN)):
//!
//! | | |
//! |---|---|
//! | increasing | [`Sqrt`], [`Cbrt`], [`Exp`], [`Exp2`], [`ExpM1`], [`Ln`], [`Ln1p`], [`Log2`], [`Log10`], [`Asin`], [`Atan`], [`Sinh`], [`Tanh`], [`Asinh`], [`Acosh`], [`Atanh`], [`Floor`], [`Ceil`], [`Round`], [`RoundEven`], [`Trunc`], [`Signum`], [`Sign`], [`ShrBy`], [`Power`] of odd numbers, of floating point numbers |
//! | decreasing | [`Acos`], [`Neg`] of floating point numbers, [`Not`] |
//! | even | [`Abs`], [`Square`], [`Cos`], [`Cosh`], [`IsNan`], [`IsFinite`], [`IsInfinite`], [`Power`] of even numbers |
//!
//! All but `Select`, `Coalesce`, `First` and `Second` are strict: where an operand is missing, so is the result.

/// Declares operators: how each is written, and for each kind of operands what it computes and by which
/// [laws](crate::table), if there are any; those of one operand may say behind that which way results go, and whether signs count.
macro_rules! operators {
    ($(
        $(#[$doc:meta])*
        $name:ident $symbol:literal {
            $(
                $([$($generics:tt)*])? ($($operand:ty),+) -> $out:ty: |$($argument:pat_param),+| $value:expr
                $(, forced $(by $choose:path)? { $($forced:tt)* })?
                $(, natural { $($natural:tt)* })?
                $(, monotone $monotone:expr)? $(, even $even:expr)?;
            )+
        }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        $($crate::operators::operators! {
            @impl $name $symbol [$($($generics)*)?] ($($operand),+) -> $out: |$($argument),+| { $value }
            [$($(by $choose)? { $($forced)* })?] { $($($natural)*)? } [$(const MONOTONE = $monotone;)? $(const EVEN = $even;)?]
        })+
    )* };
    (@impl $name:ident $symbol:literal $generics:tt $operands:tt -> $out:ty: |$($argument:pat_param),+| $value:tt [] $natural:tt $shape:tt) => {
        $crate::operators::operators! {
            @impl $name $symbol $generics $operands -> $out: |$($argument),+| $value [{}] $natural $shape
        }
    };
    (
        @impl $name:ident $symbol:literal $generics:tt ($a:ty) -> $out:ty: |$x:pat_param| $value:tt
        [$($forced:tt)+] $natural:tt [$($shape:tt)*]
    ) => {
        $crate::unary_laws! {
            impl $generics UnaryOp<$a> for $name {
                type Out = $out;
                const SYMBOL = $symbol;
                $($shape)*
                forced $($forced)+
                natural $natural
                fn apply(&self, $x) $value
            }
        }
    };
    (
        @impl $name:ident $symbol:literal $generics:tt ($a:ty, $b:ty) -> $out:ty: |$x:pat_param, $y:pat_param| $value:tt
        [$($forced:tt)+] $natural:tt []
    ) => {
        $crate::binary_laws! {
            impl $generics BinaryOp<$a, $b> for $name {
                type Out = $out;
                const SYMBOL = $symbol;
                forced $($forced)+
                natural $natural
                fn apply(&self, $x, $y) $value
            }
        }
    };
}
pub(crate) use operators;

mod arithmetic;
mod cast;
mod choice;
mod comparison;
mod elementary;
mod extremum;
mod function;
mod logical;
mod power;
mod remainder;
mod shift;
mod structural;

pub use crate::by::{KeyOf, ValueOf};
pub(crate) use arithmetic::sum;
pub use arithmetic::{Abs, Add, Div, Mul, Neg, Sub};
pub(crate) use cast::casts_inside;
pub use cast::{Cast, CastTo};
pub use choice::{Coalesce, Select};
pub use comparison::{Eq, Ge, Gt, Le, Lt, Ne};
pub use elementary::{
    Acos, Acosh, Asin, Asinh, Atan, Atan2, Atanh, Cbrt, Ceil, Conj, CopySign, Cos, Cosh, Exp, Exp2, ExpM1, Floor,
    Fract, Hypot, Imag, IsFinite, IsInfinite, IsNan, IsSignNegative, Ln, Ln1p, Log2, Log10, LogAddExp, MulAdd,
    NextAfter, PowF, PowI, Power, PowerF, Real, Recip, Round, RoundEven, Sign, Signum, Sin, Sinh, Sqrt, Square, Tan,
    Tanh, Trunc,
};
pub use extremum::{Keyed, Max, MaxBy, Min, MinBy};
pub use function::{Binary, Ternary, Unary};
pub use logical::{And, Not, Or, Xor};
pub use power::Pow;
pub use remainder::{FloorDivide, Modulo, Rem};
pub use shift::{Shl, ShlBy, Shr, ShrBy};
pub use structural::{Any, First, Pair, Second};
