//! The algebra of the operators on stored values.

use crate::common::{Draw, properties};
use finch_algebra::laws::{self, LawViolation, exactly};
use finch_algebra::{
    Abs, Add, And, Any, BinaryOp, Bits, By, Cast, CastTo, Div, Eq, First, Ge, Gt, Keyed, Le, Lt, Max, MaxBy, Min,
    MinBy, Mul, Ne, Neg, Not, Number, Or, Ordered, Pair, Second, Select, Shl, Shr, Sub, TernaryOp, UnaryOp, Xor,
};
use num_complex::Complex;
use std::fmt::Debug;
use std::num::Wrapping;

type Checked = Result<(), LawViolation>;

fn sums<T: Number>(a: T, b: T, c: T) -> Checked {
    laws::associative(Add, a, b, c, exactly)?;
    laws::commutative(Add, a, b, exactly)?;
    laws::identity(Add, *T::ZERO, a, exactly)?;
    assert_eq!(Sub.apply(Add.apply(a, b), b), a);
    assert_eq!(Add.apply(a, Neg.apply(a)), *T::ZERO);
    assert_eq!(Sub.apply(a, b), Add.apply(a, Neg.apply(b)));
    Ok(())
}

fn products<T: Number>(a: T, b: T, c: T) -> Checked {
    laws::associative(Mul, a, b, c, exactly)?;
    laws::commutative(Mul, a, b, exactly)?;
    laws::identity(Mul, *T::ONE, a, exactly)?;
    laws::annihilator(Mul, *T::ZERO, a, exactly)?;
    laws::distributes(Mul, Add, a, b, c, exactly)
}

fn quotients<T: Number>(a: T, b: T, _c: T) -> Checked {
    assert_eq!(Div.apply(a, *T::ONE), a);
    if b != *T::ZERO {
        assert_eq!(Div.apply(*T::ZERO, b), *T::ZERO);
        assert_eq!(Div.apply(b, b), *T::ONE);
    }
    Ok(())
}

fn magnitudes<T: Ordered<Magnitude = T>>(a: T, _b: T, _c: T) -> Checked {
    let negative = a < *T::ZERO;
    assert_eq!(Abs.apply(a), if negative { Neg.apply(a) } else { a });
    Ok(())
}

/// Both keep one of the operands, and what is nothing to the one is all to the other.
fn lattice<T: Copy + Debug + PartialEq>(
    (meet, top): (impl BinaryOp<T, T, Out = T>, T),
    (join, bottom): (impl BinaryOp<T, T, Out = T>, T),
    [a, b, c]: [T; 3],
) -> Checked {
    fn half<T: Copy + Debug + PartialEq>(
        op: impl BinaryOp<T, T, Out = T>,
        [e, z]: [T; 2],
        [a, b, c]: [T; 3],
    ) -> Checked {
        laws::associative(op, a, b, c, exactly)?;
        laws::commutative(op, a, b, exactly)?;
        laws::idempotent(op, b, a, exactly)?;
        laws::identity(op, e, a, exactly)?;
        laws::annihilator(op, z, a, exactly)
    }
    half(meet, [top, bottom], [a, b, c])?;
    half(join, [bottom, top], [a, b, c])?;
    laws::distributes(meet, join, a, b, c, exactly)?;
    laws::distributes(join, meet, a, b, c, exactly)
}

fn extrema<T: Ordered>(a: T, b: T, c: T) -> Checked {
    lattice((Min, *T::INF), (Max, *T::NEG_INF), [a, b, c])
}

fn keyed<T: Ordered>(a: T, b: T, c: T) -> Checked {
    let pair = |key, value| Keyed.apply(key, value);
    let (a, b, c): (By<T, u8>, _, _) = (pair(a, 0), pair(b, 1), pair(c, 2));
    laws::associative(MinBy, a, b, c, exactly)?;
    laws::associative(MaxBy, a, b, c, exactly)?;
    laws::idempotent(MinBy, b, a, exactly)?;
    laws::idempotent(MaxBy, b, a, exactly)?;
    assert_eq!(MinBy.apply(a, b), if b.key < a.key { b } else { a });
    assert_eq!(MaxBy.apply(a, b), if b.key > a.key { b } else { a });
    assert_eq!(MinBy.apply(a, By::new(a.key, 3)), a, "the first wins");
    assert_eq!(MaxBy.apply(a, By::new(a.key, 3)), a, "the first wins");
    Ok(())
}

fn comparisons<T: PartialOrd + Copy + 'static>(a: T, b: T, _c: T) -> Checked {
    assert_eq!(Eq.apply(a, b), a == b);
    assert_eq!(Ne.apply(a, b), a != b);
    assert_eq!(Lt.apply(a, b), a < b);
    assert_eq!(Le.apply(a, b), a <= b);
    assert_eq!(Gt.apply(a, b), a > b);
    assert_eq!(Ge.apply(a, b), a >= b);
    Ok(())
}

fn bits<T: Bits>(a: T, b: T, c: T) -> Checked {
    let ones = Not.apply(*T::ZERO);
    lattice((And, ones), (Or, *T::ZERO), [a, b, c])?;
    laws::associative(Xor, a, b, c, exactly)?;
    laws::commutative(Xor, a, b, exactly)?;
    laws::identity(Xor, *T::ZERO, a, exactly)?;
    laws::distributes(And, Xor, a, b, c, exactly)?;
    assert_eq!(Not.apply(Not.apply(a)), a);
    assert_eq!(Not.apply(And.apply(a, b)), Or.apply(Not.apply(a), Not.apply(b)));
    Ok(())
}

fn structure<T: Number>(a: T, b: T, c: T) -> Checked {
    laws::associative(First, a, b, c, exactly)?;
    laws::associative(Second, a, b, c, exactly)?;
    laws::associative(Any, a, b, c, exactly)?;
    laws::associative(Pair, a, b, c, exactly)?;
    laws::idempotent(Any, b, a, exactly)?;
    laws::identity(Any, *T::ZERO, a, exactly)?;
    laws::distributes(First, Any, a, b, c, |x, y| {
        [a, b, c].contains(&x) && [a, b, c].contains(&y)
    })?;
    laws::distributes(Pair, Any, a, b, c, exactly)?;
    assert_eq!(
        (First.apply(a, b), Second.apply(a, b), Pair.apply(a, b)),
        (a, b, *T::ONE)
    );
    assert_eq!((Select.apply(true, a, b), Select.apply(false, a, b)), (a, b));
    Ok(())
}

mod every_number {
    use super::*;
    properties!(numbers: sums, products, quotients, structure);
}

mod every_ordered_number {
    use super::*;
    properties!(ordered_numbers: magnitudes, extrema, keyed, comparisons);
}

mod every_integer {
    use super::*;
    properties!(integers: bits);
}

#[test]
fn booleans() {
    for (a, b, c) in (0..8).map(|n| (n & 1 == 1, n & 2 == 2, n & 4 == 4)) {
        let all = || {
            laws::associative(And, a, b, c, exactly)?;
            laws::associative(Or, a, b, c, exactly)?;
            laws::associative(Xor, a, b, c, exactly)?;
            laws::commutative(And, a, b, exactly)?;
            laws::commutative(Or, a, b, exactly)?;
            laws::commutative(Xor, a, b, exactly)?;
            laws::identity(And, true, a, exactly)?;
            laws::identity(Or, false, a, exactly)?;
            laws::identity(Xor, false, a, exactly)?;
            laws::annihilator(And, false, a, exactly)?;
            laws::annihilator(Or, true, a, exactly)?;
            laws::distributes(And, Or, a, b, c, exactly)?;
            laws::distributes(Or, And, a, b, c, exactly)?;
            comparisons(a, b, c)
        };
        all().unwrap();
        assert_eq!(Not.apply(a), !a);
        assert!(Pair.apply(a, b));
    }
}

#[test]
fn nan_in_the_second_operand_of_an_extremum_is_dropped() {
    assert_eq!(Min.apply(1.0, f64::NAN), 1.0);
    assert_eq!(Max.apply(1.0, f64::NAN), 1.0);
    assert!(Min.apply(f64::NAN, 1.0_f64).is_nan());
    assert!(Max.apply(f32::NAN, 1.0).is_nan());
}

#[test]
fn of_equals_an_extremum_is_the_first() {
    for zero in [0.0_f64, -0.0] {
        assert_eq!(Min.apply(zero, -zero).to_bits(), zero.to_bits());
        assert_eq!(Max.apply(zero, -zero).to_bits(), zero.to_bits());
    }
}

#[test]
fn the_magnitude_of_a_complex_number_is_real() {
    assert_eq!(Abs.apply(Complex::new(3.0_f32, -4.0)), 5.0);
    assert_eq!(Abs.apply(Complex::new(f64::MAX, 0.0)), f64::MAX);
}

fn cast<From: CastTo<To>, To: Copy + 'static>(value: From) -> To {
    Cast::<To>::new().apply(value)
}

#[test]
fn casts_do_what_as_does() {
    assert_eq!(cast::<_, u8>(300_i32), 44);
    assert_eq!(cast::<_, u8>(300.5_f64), 255);
    assert_eq!(cast::<_, i64>(u64::MAX), -1);
    assert_eq!(cast::<_, f32>(-7_i128), -7.0);
    assert_eq!(cast::<_, i32>(f64::NAN), 0);
    assert_eq!((cast::<_, f64>(true), cast::<_, f64>(false)), (1.0, 0.0));
    assert_eq!((cast::<_, u128>(true), cast::<_, isize>(false)), (1, 0));
    assert_eq!(cast::<_, Wrapping<u8>>(-1_i32), Wrapping(255));
    assert_eq!(cast::<_, i16>(Wrapping(255_u8)), 255);
    assert_eq!(cast::<_, Wrapping<i8>>(Wrapping(255_u8)), Wrapping(-1));
    assert_eq!(cast::<_, Complex<f64>>(3_u8), Complex::new(3.0, 0.0));
    assert_eq!(cast::<_, Complex<f32>>(true), Complex::new(1.0, 0.0));
    assert_eq!(
        cast::<_, Complex<f32>>(Complex::new(1.5_f64, -2.0)),
        Complex::new(1.5, -2.0)
    );
}

#[test]
fn casts_keep_zero_and_one() {
    fn of<T: Number + CastTo<u8> + CastTo<f64>>() {
        assert_eq!((cast::<T, u8>(*T::ZERO), cast::<T, f64>(*T::ONE)), (0, 1.0));
    }
    of::<i8>();
    of::<usize>();
    of::<f32>();
    of::<Wrapping<i128>>();
}

#[test]
fn a_violation_names_operator_operands_and_results() {
    let violation = laws::associative(Sub, 5_i32, 3, 1, exactly).unwrap_err();
    assert_eq!(violation.to_string(), "`-` is not associative for 5, 3, 1: 1 is not 3");
    assert_eq!((violation.operator(), violation.law()), ("-", "is not associative"));
    let violation = laws::distributes(Add, Mul, 1_i32, 2, 3, exactly).unwrap_err();
    assert_eq!(violation.operator(), "+ over *");
    assert!(laws::commutative(Sub, 1, 2, exactly).is_err());
    assert!(laws::identity(Sub, 0, 2, exactly).is_err());
    assert!(laws::annihilator(Add, 0, 2, exactly).is_err());
    assert!(laws::idempotent(Add, 1, 2, exactly).is_err());
}

#[test]
fn tolerances_are_relative() {
    let agree = laws::within(1e-9);
    assert!(agree(1.0, 1.0 + 1e-12) && agree(1e300, 1e300 * (1.0 + 1e-12)));
    assert!(agree(f64::NAN, f64::NAN) && agree(f64::INFINITY, f64::INFINITY));
    assert!(!agree(1.0, 1.0001) && !agree(0.0, 1e-300) && !agree(f64::INFINITY, 1.0));
    assert!(!agree(f64::INFINITY, f64::NEG_INFINITY) && !agree(f64::NAN, 1.0));
}

// The samples themselves must not be the reason that a law holds.
#[test]
fn samples_vary() {
    let mut g = quickcheck::Gen::new(100);
    let drawn: Vec<i8> = (0..100).map(|_| i8::draw(&mut g)).collect();
    assert!(drawn.iter().any(|&n| n < -50) && drawn.iter().any(|&n| n > 50));
}

#[test]
fn shifts() {
    assert_eq!((Shl.apply(5u8, 2), Shr.apply(5u8, 2)), (20, 1));
    assert_eq!((Shl.apply(0x81u8, 1), Shr.apply(-6i32, 1)), (2, -3));
    assert_eq!((Shl.apply(7u64, 0), Shr.apply(u64::MAX, 63)), (7, 1));
    let outer = finch_algebra::fault::take();
    let moved = Shl.apply(1u8, 9);
    let fault = finch_algebra::fault::take();
    assert_eq!(fault.is_some(), finch_algebra::CHECKED);
    assert_eq!(moved, 2);
    finch_algebra::fault::restore(outer)
}
