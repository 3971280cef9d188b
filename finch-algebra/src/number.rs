//! The element types that the operators here calculate with.
//!
//! Operators are implemented once for every [`Number`], [`Ordered`] number or integer with [`Bits`], so a function
//! that is generic over its element type needs no more than such a bound: where `T: Number`, `Add` and `Mul` work on
//! `T`, and `Zero` and `One` are fills of it.
//!
//! | | `Number` | `Ordered` | `Bits` |
//! |---|---|---|---|
//! | `i8` .. `i128`, `isize`, `u8` .. `u128`, `usize` | yes | yes | yes |
//! | `Wrapping` of these | yes | yes | yes |
//! | `f32`, `f64` | yes | yes | |
//! | `f16`, `bf16` of half 2.7, with the feature `half` | yes | yes | |
//! | `Complex<f32>`, `Complex<f64>` | yes | | |
//!
//! Integers wrap around. In [checked mode](crate::CHECKED) a result that does not fit raises [`Fault::Overflow`], and still
//! is the wrapped one; `Wrapping` says that wrapping is meant, and never overflows. An integer divided by zero raises
//! [`Fault::DivisionByZero`] and is zero.
//!
//! `f16` and `bf16` are calculated with as `half` does, each result rounded: sums of many are better taken in `f32`, `a[j, i] as f32`.
//! They have no square roots, exponentials and the like.
//!
//! [`Fault::Overflow`]: crate::fault::Fault::Overflow
//! [`Fault::DivisionByZero`]: crate::fault::Fault::DivisionByZero

/// What a number type is, and the arithmetic that Rust's operators do: `/`, too, where it is asked for.
macro_rules! by_operators {
    ($zero:expr, $one:expr, magnitude $magnitude:ty, symmetric $symmetric:ident, exact $exact:ident, /) => {
        by_operators!($zero, $one, magnitude $magnitude, symmetric $symmetric, exact $exact);
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn quotient(self, other: Self) -> Self {
            self / other
        }
    };
    ($zero:expr, $one:expr, magnitude $magnitude:ty, symmetric $symmetric:ident, exact $exact:ident) => {
        const ZERO: &'static Self = &$zero;
        const ONE: &'static Self = &$one;
        type Magnitude = $magnitude;
        type Symmetric = $symmetric;
        type Exact = $exact;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sum(self, other: Self) -> Self {
            self + other
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn difference(self, other: Self) -> Self {
            self - other
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn product(self, other: Self) -> Self {
            self * other
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn negative(self) -> Self {
            -self
        }
    };
}

mod float;
#[cfg(feature = "half")]
mod half;
mod integer;

pub(crate) use integer::wrapped;

use crate::logic::Bool;
use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A type with addition and multiplication.
///
/// Implement it for a type of your own to use `Add`, `Mul`, `Zero` and `One` with it. `ZERO` must be the identity of `sum`, and give `ZERO`
/// in every `product`; `ONE` must be the identity of `product`: programs leave out computations because of these laws.
///
/// Constants are references because a fill is read through an address, as a stored value is.
///
/// ```
/// use finch_algebra::{Add, BinaryOp, Fill, Mul, Number, Zero};
///
/// fn multiply_add<T: Number>(a: T, b: T, c: T) -> T {
///     Add.apply(Mul.apply(a, b), c)
/// }
/// assert_eq!(multiply_add(2.0, 3.0, 1.0), 7.0);
/// assert_eq!(multiply_add(2_u8, 3, <Zero as Fill<u8>>::value()), 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "numbers are the integers, `f32`, `f64`, and `Wrapping` or `Complex` of these; other types implement `Number`; \
            booleans are combined by `Or` and `And`, and multiplied by `a.matmul_semiring(OrAnd, &b)`",
    note = "a function over any of them has `T: Number`, of `finch_algebra` or `finch_kernels::formats::traits::algebra`; in its \
            programs, a captured value of type `T` stands beside values, or is written `constant(value)`"
)]
pub trait Number: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The additive identity.
    const ZERO: &'static Self;
    /// The multiplicative identity.
    const ONE: &'static Self;
    /// What an absolute value is.
    type Magnitude: Copy + Debug + 'static;
    /// `Yes` if the infinities of the type are the negatives of each other.
    type Symmetric: Bool;
    /// Whether sums and products are the same in any grouping. Those of floating point numbers are rounded.
    type Exact: Bool;

    /// `self + other`.
    fn sum(self, other: Self) -> Self;
    /// `self - other`.
    fn difference(self, other: Self) -> Self;
    /// `self * other`.
    fn product(self, other: Self) -> Self;
    /// `self / other`.
    fn quotient(self, other: Self) -> Self;
    /// `-self`.
    fn negative(self) -> Self;
    /// `|self|`.
    fn magnitude(self) -> Self::Magnitude;

    /// Returns `lawful` if `holds`, else the result of `computed`. An implementation may call `computed` in either case and select without
    /// a branch: in merges `holds` is as good as random.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose(holds: bool, lawful: Self, computed: impl FnOnce() -> Self) -> Self {
        if holds { lawful } else { computed() }
    }

    /// `self + term + .. + term`, `count` times, in logarithmic time or better.
    #[inline]
    fn plus_repeated(self, term: Self, count: usize) -> Self {
        by_doubling(self, term, count, Self::sum)
    }

    /// `self - term - .. - term`, `count` times, in logarithmic time or better.
    #[inline]
    fn minus_repeated(self, term: Self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        self.difference(by_doubling(term, term, count - 1, Self::sum))
    }

    /// `self * factor * .. * factor`, `count` times, in logarithmic time.
    #[inline]
    fn times_repeated(self, factor: Self, count: usize) -> Self {
        by_doubling(self, factor, count, Self::product)
    }
}

/// A number or a truth value: what stands in a program as it is, `alpha * x[i]`.
pub trait Captured: Copy + 'static {}

impl<T: Number> Captured for T {}
impl Captured for bool {}

/// A number type with an order and a greatest and a least value: the infinities, or the limits of an integer type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number with an order",
    note = "the integers, `Wrapping` integers, `f32` and `f64` are; complex numbers have no order"
)]
pub trait Ordered: Number + PartialOrd {
    /// The greatest value.
    const INF: &'static Self;
    /// The least value.
    const NEG_INF: &'static Self;

    /// The lesser of two. Of equals the first; a NaN in `other` is dropped, one in `self` stays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The greater of two. Of equals the first; a NaN in `other` is dropped, one in `self` stays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn greater(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

/// An integer type that logical operators apply to bit by bit.
#[diagnostic::on_unimplemented(
    message = "logical operators do not work on `{Self}`",
    label = "a logical operator on `{Self}`",
    note = "they work on `bool`, and bit by bit on integers and `Wrapping` integers",
    note = "conditions are comparisons, joined by `&&` and `||`: `u[i] != 0 && v[i] != 0` is where both hold a value. It is a `bool`: in front \
            of the program the output is made by `let mut y = SparseVector::<bool>::default();`, in it `y .= false;` declares it, and \
            `y[i] = u[i] != 0 && v[i] != 0` sets it"
)]
pub trait Bits:
    Number + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

/// `start` combined with `value`, `count` times. No power of `value` beyond those needed is calculated: in checked
/// mode it might overflow where the result does not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_doubling<T: Copy>(start: T, value: T, count: usize, combine: impl Fn(T, T) -> T) -> T {
    let (mut result, mut power, mut left) = (start, value, count);
    while left > 0 {
        if left & 1 == 1 {
            result = combine(result, power);
        }
        left >>= 1;
        if left > 0 {
            power = combine(power, power);
        }
    }
    result
}
