//! Everything that programs over tensors usually name: `use finch_formats::prelude::*;`.
//!
//! Nothing in it is in the way of Rust's own names: `Result` is the standard library's, and the traits `Add` and `Mul` can be
//! imported beside the reducers of these names, which are [constants](#constants) here. The functions `min`, `max`, `abs`,
//! `coalesce` and `select` of programs need no import in [`finch!`]; elsewhere they are in
//! [`notation::function`](finch_traits::notation::function). Of the [operators](finch_traits::algebra::operators) that `map` takes, the frequent
//! ones are here. Functions of numbers, such as `sqrt` and `exp`, are those of values of
//! programs; functions of one's own with these names take their place.
//!
//! ```
//! use finch_formats::prelude::*;
//! use std::cmp::*;
//! use std::ops::*;
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct Metres(f64);
//!
//! impl Add for Metres {
//!     type Output = Metres;
//!     fn add(self, other: Metres) -> Metres {
//!         Metres(self.0 + other.0)
//!     }
//! }
//!
//! fn largest(text: &str) -> Result<i32, std::num::ParseIntError> {
//!     text.split(' ').map(str::parse).try_fold(0, |most, number| Ok(max(most, number?)))
//! }
//!
//! let x = SparseVector::from_triplets([4], [([1], 2.0), ([1], 3.0)], Add)?;
//! let mut y = Vector::default();
//! finch! {
//!     y .= 0;
//!     for i { y[i] = min(x[i], 4.0) }
//! }
//! .run()?;
//! assert_eq!(y.values(), [0.0, 4.0, 0.0, 0.0]);
//! assert_eq!((Metres(1.0) + Metres(2.0), largest("1 3 2")), (Metres(3.0), Ok(3)));
//! # Ok::<(), finch_formats::Error>(())
//! ```

pub use crate::alias::*;
pub use crate::any::{AnyMatrix, AnyVector, MatrixFormat, VectorFormat};
pub use crate::array::{Array, Manipulate, Multiply, Statistics, everywhere, uniform};
pub use crate::levels::*;
pub use crate::{any_tensor, with_format};
pub use finch_traits::algebra::fill::{False, Inf, NegInf, One, True, Zero};
pub use finch_traits::algebra::operators::{Abs, Binary, Cast, Exp, Ln, Sqrt, Square, Unary};
pub use finch_traits::algebra::reducers::{Choose, InitWrite, Reduce};
pub use finch_traits::algebra::{By, Number, function};
pub use finch_traits::expr::overload::{
    block, constant, define, forall, forall_in, interleave, literal, map1, map2, map3, parallel, parallel_in, sieve,
};
pub use finch_traits::index::{follow, gallop, permissive, window};
pub use finch_traits::level::Level;
pub use finch_traits::notation::function::{
    acos, acosh, asin, asinh, atan, atanh, cbrt, ceil, cos, cosh, exp, exp_m1, exp2, floor, fract, is_finite,
    is_infinite, is_nan, keyed, ln, ln_1p, log2, log10, recip, round, signum, sin, sinh, sqrt, square, tan, tanh,
    trunc,
};
pub use finch_traits::program::program;
pub use finch_traits::view::Views;
pub use finch_traits::{finch, indices};

/// Reducers as constants: they are values here, and their names stay free for types and traits, such as `std::ops::Add`.
macro_rules! reducers {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[expect(non_upper_case_globals, reason = "a reducer is a type of one value, which has its name")]
        pub const $name: finch_traits::algebra::reducers::$name = finch_traits::algebra::reducers::$name;
    )* };
}

reducers! {
    /// The sum: `+=`.
    Add;
    /// Whether all are true: `&=`.
    And;
    /// Any of the values, whichever is written last.
    Any;
    /// The sum, in any order.
    FastAdd;
    /// The largest value.
    Max;
    /// The pair with the largest key.
    MaxBy;
    /// The smallest value.
    Min;
    /// The pair with the smallest key.
    MinBy;
    /// The product: `*=`.
    Mul;
    /// Whether any is true: `|=`.
    Or;
    /// The last value: `:=`.
    Overwrite;
    /// What there was, less each value: `-=`.
    Sub;
}
