//! What programs know about values.
//!
//! A program over structured arrays leaves out whatever comes to nothing. That it can do so at compile time rests on
//! three things, each of them a type:
//!
//! * a **fill** is the value wherever nothing is stored ([`fill`]),
//! * an **operator** knows what it does with known values ([`operators`], [`operator`]),
//! * a **reducer** knows which known values change nothing ([`reducers`], [`reducer`]).
//!
//! ```text
//! y[j] += a[j, i] * x[i]                where `a` stores nothing
//!         └ zero ┘ * unknown
//!         └──── zero ──────┘            the operator's law
//! y[j] += zero                          the reducer's: nothing changes, so there is no loop
//! ```
//!
//! A [`semiring`] is a reducer and an operator that belong together. All three are open: fills, operators and reducers
//! of one's own recognise each other by their tags ([`known`]), and [`laws`] checks them.
//!
//! ```
//! use finch_algebra::known::{Known, Unknown, tag};
//! use finch_algebra::logic::Bool;
//! use finch_algebra::{Add, BinaryOp, Fill, Mul, Reducer, Zero};
//!
//! // In `y += a * x` the fill of `a` is known and `x` is not. So is their product:
//! type Background = <Zero as Fill<f64>>::Known;
//! type Product = <Mul as BinaryOp<f64, f64>>::Fold<Background, Unknown>;
//! assert!(<Product as Known>::Is::<tag::Zero>::VALUE);
//!
//! // adding that changes nothing, so where `a` stores nothing there is nothing to do.
//! assert!(<Add as Reducer<f64>>::Skip::<Product, Background>::VALUE);
//! ```
//!
//! # Laws come before arithmetic
//!
//! A program means what the same loops over dense arrays mean, with laws taken for granted: a *known* zero times
//! whatever is stored is zero, be that infinity or NaN, and a known infinity plus anything is that infinity. What is
//! stored obeys arithmetic. The tables of laws stand in [`operators`] and [`reducers`], which values are skipped too.
//!
//! # Numbers
//!
//! Operators work on all integers, `f32`, `f64`, `Wrapping` and `Complex` numbers, and some on `bool` and everything
//! else, see [`number`]. Integers wrap around; in [checked mode](CHECKED) a result that does not fit is a [`fault`].
//! Integers divided by zero always are.
//!
//! # Types that compute
//!
//! [`logic`] and [`nat`] are booleans and numbers as types. Their traits need no bounds in generic code, which is what
//! lets kernels be generic over formats, fills and operators.

#![forbid(unsafe_code)]

/// Checked mode: builds with debug assertions, as Rust's own overflow checks, and any with the feature `checked`.
pub const CHECKED: bool = cfg!(any(debug_assertions, feature = "checked"));

#[cfg(feature = "half")]
pub use half;

pub mod by;
pub mod fault;
pub mod fill;
pub mod known;
pub mod laws;
pub mod logic;
pub mod nat;
pub mod number;
pub mod operator;
pub mod operators;
mod phantom;
pub mod reducer;
pub mod reducers;
mod sealed;
pub mod semiring;
pub mod style;
pub mod table;

pub use by::By;
pub use fault::Fault;
pub use fill::{False, Fill, Inf, Missing, NamedFill, NegInf, One, True, Zero};
pub use known::{Knowledge, Known, Solid, Tagged, Unknown, UserTag, tag};
pub use logic::{Bool, No, Thunk, Yes};
pub use nat::Nat;
pub use number::{Bits, Number, Ordered};
pub use operator::{BinaryOp, Monotone, TernaryOp, UnaryOp};
pub use operators::{
    Abs, Add, And, Any, Binary, Cast, CastTo, Coalesce, Div, Eq, First, FloorDivide, Ge, Gt, Keyed, Le, Lt, Max, MaxBy,
    Min, MinBy, Modulo, Mul, Ne, Neg, Not, Or, Pair, Pow, Rem, Second, Select, Shl, ShlBy, Shr, ShrBy, Sub, Ternary,
    Unary, Xor,
};
pub use reducer::{Again, Reducer};
pub use reducers::{Choose, FastAdd, InitWrite, Overwrite, Reduce};
pub use semiring::{AnyPair, FastPlusTimes, KeepExplicitZeros, MaxPlus, MinPlus, OrAnd, PlusTimes, Semiring};
