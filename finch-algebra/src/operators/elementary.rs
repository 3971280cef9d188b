//! Functions of numbers, one type each: `Sqrt`, `Exp`, `Ln`, and so on.
//!
//! They are what Rust's methods of the same names compute, for every type that implements [`ComplexFloat`] (`f32`, `f64`
//! and complex numbers of them) or [`Float`], where that type has the function or its laws do not hold of complex numbers. The laws say what they make of the
//! values that types can know, so that `sqrt` of a sparse tensor stays sparse and `exp` of one has the fill 1.

use crate::fill::{False, Fill, Inf, NegInf, One, True, Zero};
use crate::known::{Knowledge, Known, Unknown};
use crate::logic::{Or, SelectKnown, Yes};
use crate::number::{Number, Ordered};
use crate::operator::{Monotone, TernaryOp};
use crate::table::{Is, is};
use crate::unary_laws;
use num_complex::ComplexFloat;
use num_traits::{Float, FloatConst};

/// Declares functions of one number of type `T`: their result; documentation, operator, the trait that has the method, the method,
/// its name, which way its results go or whether it is even, and laws.
macro_rules! functions {
    ($out:ty; $(
        $(#[$doc:meta])*
        $op:ident: $trait:ident::$method:ident $symbol:literal $($shape:ident)? { $($laws:tt)* }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $op;

        unary_laws! {
            impl[T: Number + $trait] UnaryOp<T> for $op {
                type Out = $out;
                const SYMBOL = $symbol;
                const MONOTONE = functions!(@monotone $($shape)?);
                const EVEN = functions!(@even $($shape)?);
                forced {}
                natural { $($laws)* }
                fn apply(&self, a) { $trait::$method(a) }
            }
        }
    )* };
    (@monotone increasing) => { Monotone::Increasing };
    (@monotone decreasing) => { Monotone::Decreasing };
    (@monotone $(even)?) => { Monotone::Neither };
    (@even even) => { true };
    (@even $($monotone:ident)?) => { false };
}

functions! { T;
    /// The square root: 0, 1 and infinity stay.
    Sqrt: ComplexFloat::sqrt "sqrt" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; }
    /// The cube root: 0, 1 and the infinities stay.
    Cbrt: Float::cbrt "cbrt" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// e to the power of a number: 0 becomes 1, minus infinity 0, infinity stays.
    Exp: ComplexFloat::exp "exp" increasing { (Zero) => One; (NegInf) => Zero; (Inf) => Inf; }
    /// 2 to the power of a number: 0 becomes 1, minus infinity 0, infinity stays.
    Exp2: Float::exp2 "exp2" increasing { (Zero) => One; (NegInf) => Zero; (Inf) => Inf; }
    /// `exp(a) - 1`, accurate near 0: 0 and infinity stay.
    ExpM1: Float::exp_m1 "exp_m1" increasing { (Zero) => Zero; (Inf) => Inf; }
    /// The natural logarithm: 1 becomes 0, 0 minus infinity, infinity stays.
    Ln: Float::ln "ln" increasing { (One) => Zero; (Zero) => NegInf; (Inf) => Inf; }
    /// `ln(1 + a)`, accurate near 0: 0 and infinity stay.
    Ln1p: Float::ln_1p "ln_1p" increasing { (Zero) => Zero; (Inf) => Inf; }
    /// The logarithm to base 2: 1 becomes 0, 0 minus infinity, infinity stays.
    Log2: Float::log2 "log2" increasing { (One) => Zero; (Zero) => NegInf; (Inf) => Inf; }
    /// The logarithm to base 10: 1 becomes 0, 0 minus infinity, infinity stays.
    Log10: Float::log10 "log10" increasing { (One) => Zero; (Zero) => NegInf; (Inf) => Inf; }
    /// The sine of an angle in radians: 0 stays.
    Sin: ComplexFloat::sin "sin" { (Zero) => Zero; }
    /// The cosine of an angle in radians: 0 becomes 1.
    Cos: ComplexFloat::cos "cos" even { (Zero) => One; }
    /// The tangent of an angle in radians: 0 stays.
    Tan: ComplexFloat::tan "tan" { (Zero) => Zero; }
    /// The arc sine, in radians: 0 stays.
    Asin: ComplexFloat::asin "asin" increasing { (Zero) => Zero; }
    /// The arc cosine, in radians: 1 becomes 0.
    Acos: Float::acos "acos" decreasing { (One) => Zero; }
    /// The arc tangent, in radians: 0 stays.
    Atan: ComplexFloat::atan "atan" increasing { (Zero) => Zero; }
    /// The hyperbolic sine: 0 and the infinities stay.
    Sinh: Float::sinh "sinh" increasing { (Zero) => Zero; (Inf) => Inf; (NegInf) => NegInf; }
    /// The hyperbolic cosine: 0 becomes 1, the infinities infinity.
    Cosh: Float::cosh "cosh" even { (Zero) => One; (Inf) => Inf; (NegInf) => Inf; }
    /// The hyperbolic tangent: 0 stays, infinity becomes 1.
    Tanh: Float::tanh "tanh" increasing { (Zero) => Zero; (Inf) => One; }
    /// The inverse hyperbolic sine: 0 and the infinities stay.
    Asinh: Float::asinh "asinh" increasing { (Zero) => Zero; (Inf) => Inf; (NegInf) => NegInf; }
    /// The inverse hyperbolic cosine: 1 becomes 0, infinity stays.
    Acosh: Float::acosh "acosh" increasing { (One) => Zero; (Inf) => Inf; }
    /// The inverse hyperbolic tangent: 0 stays, 1 becomes infinity.
    Atanh: Float::atanh "atanh" increasing { (Zero) => Zero; (One) => Inf; }
    /// The largest whole number that is at most this one: 0, 1 and the infinities stay.
    Floor: Float::floor "floor" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// The smallest whole number that is at least this one: 0, 1 and the infinities stay.
    Ceil: Float::ceil "ceil" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// The nearest whole number, halves away from 0: 0, 1 and the infinities stay.
    Round: Float::round "round" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// The whole part: 0, 1 and the infinities stay.
    Trunc: Float::trunc "trunc" increasing { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// What the whole part leaves over: 0 stays, 1 becomes 0.
    Fract: Float::fract "fract" { (Zero) => Zero; (One) => Zero; }
    /// 1 divided by the number: 1 stays, infinity becomes 0, 0 infinity.
    Recip: Float::recip "recip" { (One) => One; (Inf) => Zero; (Zero) => Inf; }
    /// The sign of a floating point number as 1 or -1, which of 0 is that of its sign bit: 1 stays, infinity and 0 become 1.
    Signum: Float::signum "signum" increasing { (One) => One; (Inf) => One; (Zero) => One; }
    /// The complex conjugate, which of a real number is the number: 0, 1 and the infinities stay.
    Conj: ComplexFloat::conj "conj" { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
}

functions! { T::Real;
    /// The real part, which of a real number is the number: 0, 1 and the infinities stay.
    Real: ComplexFloat::re "real" { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }
    /// The imaginary part, which of a real number is 0: whatever is known becomes 0.
    Imag: ComplexFloat::im "imag" { (Zero) => Zero; (One) => Zero; (Inf) => Zero; (NegInf) => Zero; }
}

functions! { bool;
    /// Whether a number is NaN, which no value that types know is.
    IsNan: ComplexFloat::is_nan "is_nan" even {
        (Zero) => False; (One) => False; (Inf) => False; (NegInf) => False;
    }
    /// Whether a number is neither infinite nor NaN.
    IsFinite: ComplexFloat::is_finite "is_finite" even {
        (Zero) => True; (One) => True; (Inf) => False; (NegInf) => False;
    }
    /// Whether a number is infinite.
    IsInfinite: ComplexFloat::is_infinite "is_infinite" even {
        (Zero) => False; (One) => False; (Inf) => True; (NegInf) => True;
    }
    /// Whether the sign bit of a floating point number is set, as it is of -0 and may be of NaN.
    IsSignNegative: Float::is_sign_negative "is_sign_negative" {
        (Zero) => False; (One) => False; (Inf) => False; (NegInf) => True;
    }
}

operators! {
    /// The square of a number: 0 and 1 stay.
    Square "square" {
        [T: Number] (T) -> T: |a| a.product(a),
            natural { (Zero) => Zero; (One) => One; }, even true;
    }

    /// The sign of a number as 1, 0 or -1: 0, 1 and NaN stay, infinity becomes 1. [`Signum`] is of the sign bit, and never 0.
    Sign "sign" {
        [T: Ordered] (T) -> T: |a| {
            if a > *T::ZERO { *T::ONE } else if a < *T::ZERO { T::ONE.negative() } else { a }
        },
            natural { (Zero) => Zero; (One) => One; (Inf) => One; }, monotone Monotone::Increasing;
    }

    /// The nearest whole number, of two that are as near the even one: 0, 1 and the infinities stay. [`Round`] takes halves away from 0.
    RoundEven "round_even" {
        (f32) -> f32: |a| a.round_ties_even(),
            natural { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }, monotone Monotone::Increasing;
        (f64) -> f64: |a| a.round_ties_even(),
            natural { (Zero) => Zero; (One) => One; (Inf) => Inf; (NegInf) => NegInf; }, monotone Monotone::Increasing;
    }
}

/// A number to an integer power that is known only at run time: 1 stays 1.
///
/// No other law holds for all powers: 0 to the power of 0 is 1, and to a negative one infinity. [`Power`] and [`Square`] keep zeros, and
/// say whether they are increasing or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowI(pub i32);

unary_laws! {
    impl[T: Number + ComplexFloat] UnaryOp<T> for PowI {
        type Out = T;
        const SYMBOL = "powi";
        forced {}
        natural {
            (One) => One;
        }
        fn apply(&self, a) { ComplexFloat::powi(a, self.0) }
    }
}

/// A number to the power of `N`, which is positive: 0 and 1 stay.
///
/// ```
/// # use finch_algebra::operator::UnaryOp;
/// # use finch_algebra::operators::Power;
/// assert_eq!(Power::<3>::new().apply(2.0), 8.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Power<const N: i32>(());

impl<const N: i32> Power<N> {
    /// The power of `N`. One that is not positive does not compile.
    #[allow(clippy::new_without_default, reason = "there is none of an `N` that is not positive")]
    pub const fn new() -> Self {
        const { assert!(N > 0, "only positive powers keep zeros: `PowI` takes any") }
        Power(())
    }
}

unary_laws! {
    impl[const N: i32, T: Number + ComplexFloat] UnaryOp<T> for Power<N> {
        type Out = T;
        const SYMBOL = "powi";
        const MONOTONE = if N % 2 == 1 { Monotone::Increasing } else { Monotone::Neither };
        const EVEN = N % 2 == 0;
        forced {}
        natural {
            (Zero) => Zero;
            (One) => One;
        }
        fn apply(&self, a) { ComplexFloat::powi(a, N) }
    }
}

/// A number to the power of a positive one: 0 and 1 stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerF<T>(T);

impl<T: Ordered> PowerF<T> {
    /// The power of `exponent`.
    ///
    /// # Panics
    ///
    /// If `exponent` is not positive.
    pub fn new(exponent: T) -> Self {
        assert!(
            exponent > <Zero as Fill<T>>::value(),
            "only positive powers keep zeros: `PowF` takes any"
        );
        PowerF(exponent)
    }
}

unary_laws! {
    impl[T: Number + Float] UnaryOp<T> for PowerF<T> {
        type Out = T;
        const SYMBOL = "powf";
        forced {}
        natural {
            (Zero) => Zero;
            (One) => One;
        }
        fn apply(&self, a) { Float::powf(a, self.0) }
    }
}

/// The number next to `a` on the way to `b`.
macro_rules! next_after {
    ($a:ident, $b:ident) => {
        if $a < $b {
            $a.next_up()
        } else if $a > $b {
            $a.next_down()
        } else if $a == $b {
            $b
        } else {
            $a + $b
        }
    };
}

operators! {
    /// A number to the power of another one: 1 stays 1, and any number to the power of 0 is 1.
    PowF "powf" {
        [T: Number + Float] (T, T) -> T: |a, b| Float::powf(a, b),
            natural {
                (One, _) => One;
                (_, Zero) => One;
                (_, One) => left;
            };
    }

    /// The angle of the point `(b, a)`, in radians.
    Atan2 "atan2" {
        [T: Number + Float] (T, T) -> T: |a, b| Float::atan2(a, b),
            natural { (Zero, Zero) => Zero; };
    }

    /// The length of the vector `(a, b)`, without overflow on the way.
    Hypot "hypot" {
        [T: Number + Float] (T, T) -> T: |a, b| Float::hypot(a, b),
            natural {
                (Zero, Zero) => Zero;
                (Inf, _) => Inf;
                (_, Inf) => Inf;
            };
    }

    /// `a` with the sign bit of `b`: a known zero stays zero.
    CopySign "copysign" {
        [T: Number + Float] (T, T) -> T: |a, b| Float::copysign(a, b),
            natural { (Zero, _) => Zero; };
    }

    /// The number next to `a` on the way to `b`, of those that the type has; where they are equal, `b`.
    NextAfter "next_after" {
        (f32, f32) -> f32: |a, b| next_after!(a, b), natural { (Zero, Zero) => Zero; };
        (f64, f64) -> f64: |a, b| next_after!(a, b), natural { (Zero, Zero) => Zero; };
    }

    /// `ln(exp(a) + exp(b))`, without overflow on the way: a sum of numbers that are stored as their logarithms. Minus infinity, the
    /// logarithm of 0, is the identity.
    LogAddExp "logaddexp" {
        [T: Number + Float + FloatConst] (T, T) -> T: |a, b| {
            if a == b {
                // Of two infinities, too, whose difference is NaN.
                a + T::LN_2()
            } else {
                let (greater, lesser) = if a > b { (a, b) } else { (b, a) };
                greater + (lesser - greater).exp().ln_1p()
            }
        },
            natural { (NegInf, _) => right; (_, NegInf) => left; };
    }
}

/// `a * b + c` of floating point numbers, rounded once. It is fast only where the processor that is compiled for has such an instruction
/// (`-C target-cpu=x86-64-v3`); elsewhere it is a library call for each value, many times slower than `a * b + c`. A factor that is known to
/// be zero gives `c`, as in [`Mul`](crate::Mul).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MulAdd;

impl<T: Number + Float> TernaryOp<T, T, T> for MulAdd {
    type Out = T;
    type Strict = Yes;
    type Fold<K1: Known, K2: Known, K3: Known> = SelectKnown<Or<Is<K1, Zero>, Is<K2, Zero>>, K3, Unknown>;
    const SYMBOL: &'static str = "mul_add";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(a: Knowledge, b: Knowledge, c: Knowledge) -> Knowledge {
        if is::<Zero>(a) | is::<Zero>(b) {
            c
        } else {
            Knowledge::NOTHING
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: T, b: T, c: T) -> T {
        Float::mul_add(a, b, c)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, known_a: Knowledge, known_b: Knowledge, _: Knowledge, a: T, b: T, c: T) -> T {
        T::choose(is::<Zero>(known_a) | is::<Zero>(known_b), c, || Float::mul_add(a, b, c))
    }
}
