//! Functions of numbers as methods of values: `x.at((i,)).sqrt()`.
//!
//! Each makes a value of a program: nothing is computed before the program runs. *Stays* and *becomes* speak of values
//! that types know, such as fills: what keeps zero keeps a sparse tensor sparse.

use crate::notation::Operand;
use crate::notation::overload::{Value, map1, map2, map3};
use crate::upper::*;
use finch_algebra::by::By;
use finch_algebra::number::{Number, Ordered};
use finch_algebra::operators::{self, Binary, Unary};

/// The value that a method without operands, such as `sqrt`, makes: the operator `O` of the expression `E`.
pub type Applied<O, E> = Value<Map1<O, E>>;

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident: $op:ident;)*) => {
        impl<E: Expr> Value<E> { $(
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $name(self) -> Applied<operators::$op, E>
            where
                operators::$op: UnaryOp<E::T>,
            {
                map1(operators::$op, self)
            }
        )* }

        $(
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $name<E: Expr>(value: Value<E>) -> Applied<operators::$op, E>
            where
                operators::$op: UnaryOp<E::T>,
            {
                value.$name()
            }
        )*
    };
}

methods! {
    /// The absolute value, which of a complex number is real: 0, 1 and infinity stay.
    abs: Abs;
    /// The square root: 0, 1 and infinity stay.
    sqrt: Sqrt;
    /// The cube root: 0, 1 and the infinities stay.
    cbrt: Cbrt;
    /// The value times itself: 0 and 1 stay.
    square: Square;
    /// e to the power of the value: 0 becomes 1, minus infinity 0, infinity stays.
    exp: Exp;
    /// 2 to the power of the value: 0 becomes 1, minus infinity 0, infinity stays.
    exp2: Exp2;
    /// `exp(a) - 1`, accurate near 0: 0 and infinity stay.
    exp_m1: ExpM1;
    /// The natural logarithm: 1 becomes 0, 0 minus infinity, infinity stays.
    ln: Ln;
    /// `ln(1 + a)`, accurate near 0: 0 and infinity stay.
    ln_1p: Ln1p;
    /// The logarithm to base 2: 1 becomes 0, 0 minus infinity, infinity stays.
    log2: Log2;
    /// The logarithm to base 10: 1 becomes 0, 0 minus infinity, infinity stays.
    log10: Log10;
    /// The sine of an angle in radians: 0 stays.
    sin: Sin;
    /// The cosine of an angle in radians: 0 becomes 1.
    cos: Cos;
    /// The tangent of an angle in radians: 0 stays.
    tan: Tan;
    /// The arc sine in radians: 0 stays.
    asin: Asin;
    /// The arc cosine in radians: 1 becomes 0.
    acos: Acos;
    /// The arc tangent in radians: 0 stays.
    atan: Atan;
    /// The hyperbolic sine: 0 and the infinities stay.
    sinh: Sinh;
    /// The hyperbolic cosine: 0 becomes 1, the infinities infinity.
    cosh: Cosh;
    /// The hyperbolic tangent: 0 stays, infinity becomes 1.
    tanh: Tanh;
    /// The inverse hyperbolic sine: 0 and the infinities stay.
    asinh: Asinh;
    /// The inverse hyperbolic cosine: 1 becomes 0, infinity stays.
    acosh: Acosh;
    /// The inverse hyperbolic tangent: 0 stays, 1 becomes infinity.
    atanh: Atanh;
    /// The largest whole number that is not larger: 0, 1 and the infinities stay.
    floor: Floor;
    /// The smallest whole number that is not smaller: 0, 1 and the infinities stay.
    ceil: Ceil;
    /// The nearest whole number, halves away from 0: 0, 1 and the infinities stay.
    round: Round;
    /// The whole part: 0, 1 and the infinities stay.
    trunc: Trunc;
    /// What the whole part leaves over: 0 stays, 1 becomes 0.
    fract: Fract;
    /// 1 divided by the value: 1 stays, 0 becomes infinity, infinity 0.
    recip: Recip;
    /// 1 or -1 by the sign bit: 1 stays, 0 and infinity become 1.
    signum: Signum;
    /// Whether the value is NaN.
    is_nan: IsNan;
    /// Whether the value is neither infinite nor NaN.
    is_finite: IsFinite;
    /// Whether the value is infinite.
    is_infinite: IsInfinite;
}

impl<K: Ordered, V: Number, E: Expr<T = By<K, V>>> Value<E> {
    /// The key of a pair, as `<<minby>>=` and `<<maxby>>=` keep it: an infinity where they have kept none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn key(self) -> Applied<operators::KeyOf, E> {
        map1(operators::KeyOf, self)
    }

    /// The value of a pair, as `<<minby>>=` and `<<maxby>>=` keep it: zero where they have kept none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value(self) -> Applied<operators::ValueOf, E> {
        map1(operators::ValueOf, self)
    }
}

/// The value that a method with an operand makes: the operator `O` of the expression `E` and the operand `A`.
pub type AppliedTo<O, E, T, A> = Value<Map2<O, E, <A as Operand<T>>::Expr>>;

macro_rules! methods_of_two {
    ($($(#[$doc:meta])* $name:ident($other:ident): $op:ident;)*) => {
        impl<E: Expr> Value<E> { $(
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $name<A: Operand<E::T>>(self, $other: A) -> AppliedTo<operators::$op, E, E::T, A>
            where
                operators::$op: BinaryOp<E::T, E::T>,
            {
                map2(operators::$op, self, $other.operand())
            }
        )* }
    };
}

methods_of_two! {
    /// The smaller of two values: `a[i].min(b[i])`, `a[i].min(2.5)`.
    min(other): Min;
    /// The larger of two values: `a[i].max(b[i])`, `a[i].max(2.5)`.
    max(other): Max;
    /// The value to the power of another one, or of a number.
    powf(exponent): PowF;
    /// The angle of the point `(x, self)` in radians.
    atan2(x): Atan2;
    /// The length of the vector of this value and another one.
    hypot(other): Hypot;
}

impl<E: Expr> Value<E> {
    /// The value to a whole power. Only 1 is known to stay; [`square`](Self::square) keeps zeros, too, and so does a positive literal
    /// behind an access or parentheses in `finch!`, `x[i].powi(3)`, of which it makes [`power`](Self::power).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn powi(self, exponent: i32) -> Applied<operators::PowI, E>
    where
        operators::PowI: UnaryOp<E::T>,
    {
        map1(operators::PowI(exponent), self)
    }

    /// The value to the power of `N`, which is positive: 0 and 1 stay.
    ///
    /// `finch!` makes this of `x[i].powi(2)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn power<const N: i32>(self) -> Applied<operators::Power<N>, E>
    where
        operators::Power<N>: UnaryOp<E::T>,
    {
        map1(operators::Power::new(), self)
    }

    /// The value to the power of a positive number: 0 and 1 stay.
    ///
    /// `finch!` makes this of `x[i].powf(1.5)`.
    ///
    /// # Panics
    ///
    /// If the exponent is not positive.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn power_of(self, exponent: E::T) -> Applied<operators::PowerF<E::T>, E>
    where
        operators::PowerF<E::T>: UnaryOp<E::T>,
        E::T: Ordered,
    {
        map1(operators::PowerF::new(exponent), self)
    }

    /// `self * factor + term`, rounded once. A factor that is known to be zero leaves the term.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mul_add<A: Operand<E::T>, B: Operand<E::T>>(
        self,
        factor: A,
        term: B,
    ) -> Value<Map3<operators::MulAdd, E, A::Expr, B::Expr>>
    where
        operators::MulAdd: TernaryOp<E::T, E::T, E::T>,
    {
        map3(operators::MulAdd, self, factor.operand(), term.operand())
    }

    /// The value as a `To`, as `as` converts it: integers wrap around, floating point numbers saturate, zero stays zero.
    ///
    /// `finch!` makes this of `x[i] as f32`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cast<To>(self) -> Applied<Cast<To>, E>
    where
        Cast<To>: UnaryOp<E::T>,
    {
        map1(Cast::new(), self)
    }

    /// What a function makes of the value. Nothing is known of its results, so they are stored wherever they are assigned;
    /// [`function!`](finch_algebra::function) makes an operator with laws of a closure, for [`apply`](Self::apply).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn map<F, Out>(self, function: F) -> Applied<Unary<F>, E>
    where
        F: Fn(E::T) -> Out + Copy,
        Out: Copy + 'static,
    {
        map1(Unary(function), self)
    }

    /// What a function makes of this value and another one. Nothing is known of its results.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn zip_map<B: Expr, F, Out>(self, other: Value<B>, function: F) -> Value<Map2<Binary<F>, E, B>>
    where
        F: Fn(E::T, B::T) -> Out + Copy,
        Out: Copy + 'static,
    {
        map2(Binary(function), self, other)
    }

    /// What an operator makes of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apply<O: UnaryOp<E::T>>(self, op: O) -> Applied<O, E> {
        map1(op, self)
    }
}
