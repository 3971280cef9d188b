//! The functions of numbers: both twins of their laws, and that the laws say what the functions compute.

use crate::common::{folds, repeats, twins};
use core::fmt::Debug;
use finch_algebra::laws::{
    LawViolation, fold_agrees, fold_agrees_unary, known_value, skip_twins_agree, twins_agree, twins_agree_unary,
};
use finch_algebra::operators::*;
use finch_algebra::{
    BinaryOp, False, Inf, Knowledge, Monotone, NegInf, Number, One, Ordered, Reducer, True, UnaryOp, Zero,
};
use finch_algebra::{function, laws, reducers};
use num_complex::Complex;

type Checked = Result<(), LawViolation>;

fn near(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

/// What types can know of floating point numbers, and numbers of which they know nothing.
fn numbers() -> Vec<(Knowledge, f64)> {
    let known = [
        known_value::<f64, Zero>(),
        known_value::<f64, One>(),
        known_value::<f64, Inf>(),
        known_value::<f64, NegInf>(),
    ];
    let unknown = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -2.5,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    known
        .into_iter()
        .chain(unknown.map(|value| (Knowledge::NOTHING, value)))
        .collect()
}

/// A function goes the way that it says, and so it is with the sign.
fn has_shape<T: Ordered, Op: UnaryOp<T, Out: Debug + PartialOrd>>(op: Op, values: &[T]) -> Checked {
    for &a in values {
        let nan = |value: &Op::Out| value.partial_cmp(value).is_none();
        laws::even(op, a, |left, right| left == right || nan(&left) && nan(&right))?;
        values.iter().try_for_each(|&b| laws::monotone(op, a, b))?;
    }
    Ok(())
}

/// The numbers above, and some between them.
fn operands() -> Vec<f64> {
    let between = (-40..40).map(|step| f64::from(step) * 0.37);
    numbers().into_iter().map(|(_, value)| value).chain(between).collect()
}

macro_rules! check_each {
    ($($op:ident)*) => {{ $(
        twins_agree_unary::<f64, $op>()?;
        fold_agrees_unary($op, &numbers(), &numbers(), near)?;
        has_shape::<f64, _>($op, &operands())?;
    )* }};
}

#[test]
fn functions_compute_what_their_laws_say() -> Checked {
    check_each!(
        Sqrt Cbrt Exp Exp2 ExpM1 Ln Ln1p Log2 Log10 Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Floor Ceil
        Round RoundEven Trunc Fract Recip Signum Sign Square Abs Neg Conj Real Imag
    );
    for power in [-2, 0, 1, 2, 7] {
        twins_agree_unary::<f64, PowI>()?;
        fold_agrees_unary(PowI(power), &numbers(), &numbers(), near)?;
    }
    twins_agree_unary::<f64, Power<3>>()?;
    has_shape(Power::<3>::new(), &operands())?;
    has_shape(Power::<4>::new(), &operands())?;
    fold_agrees_unary(Power::<1>::new(), &numbers(), &numbers(), near)?;
    fold_agrees_unary(Power::<2>::new(), &numbers(), &numbers(), near)?;
    twins_agree_unary::<f64, PowerF<f64>>()?;
    for power in [0.5, 1.0, 3.0] {
        fold_agrees_unary(PowerF::new(power), &numbers(), &numbers(), near)?;
    }
    Ok(())
}

#[test]
fn functions_of_two_and_three_numbers_do() -> Checked {
    let numbers = numbers();
    twins! {
        binary f64, f64: PowF, Atan2, Hypot, CopySign, LogAddExp, NextAfter;
        binary f32, f32: FloorDivide, Modulo;
        ternary f64, f64, f64: MulAdd;
    }
    folds! {
        &numbers, &numbers => &numbers, near: PowF, Atan2, Hypot, CopySign, LogAddExp, NextAfter, FloorDivide, Modulo;
    }
    use finch_algebra::TernaryOp;
    let (zero, nothing) = (known_value::<f64, Zero>().0, Knowledge::NOTHING);
    assert_eq!(MulAdd.apply_known(zero, nothing, nothing, 0.0, f64::INFINITY, 3.0), 3.0);
    assert_eq!(MulAdd.apply_known(nothing, zero, nothing, f64::NAN, 0.0, 3.0), 3.0);
    assert!(
        MulAdd
            .apply_known(nothing, nothing, nothing, 0.0, f64::INFINITY, 3.0)
            .is_nan()
    );
    assert_eq!(MulAdd.apply(2.0, 3.0, 4.0), 10.0);
    // Two known zeros leave the sign of what is added, which arithmetic would not.
    let sum = MulAdd.apply_known(zero, zero, nothing, 0.0, 0.0, -0.0_f64);
    assert_eq!(sum.to_bits(), (-0.0_f64).to_bits());
    Ok(())
}

#[test]
fn questions_have_the_answers_that_are_known() -> Checked {
    let answers = [known_value::<bool, True>(), known_value::<bool, False>()];
    macro_rules! questions {
        ($($op:ident)*) => {{ $(
            twins_agree_unary::<f32, $op>()?;
            fold_agrees_unary($op, &numbers(), &answers, |a, b| a == b)?;
            has_shape::<f64, _>($op, &operands())?;
        )* }};
    }
    questions!(IsNan IsFinite IsInfinite IsSignNegative);
    Ok(())
}

#[test]
fn complex_numbers_have_functions_too() -> Checked {
    let values = [known_value::<Complex<f64>, Zero>(), known_value::<Complex<f64>, One>()];
    macro_rules! complex {
        ($($op:ident)*) => {{ $(
            fold_agrees_unary($op, &values, &values, |a, b| (a - b).norm() < 1e-12)?;
        )* }};
    }
    complex!(Sqrt Exp Sin Cos Tan Asin Atan Square Conj);
    let parts = [known_value::<f64, Zero>(), known_value::<f64, One>()];
    twins_agree_unary::<Complex<f64>, Real>()?;
    twins_agree_unary::<Complex<f64>, Imag>()?;
    fold_agrees_unary(Real, &values, &parts, near)?;
    fold_agrees_unary(Imag, &values, &parts, near)?;
    let z = Complex::new(3.0_f32, -4.0);
    assert_eq!((Real.apply(z), Imag.apply(z), Conj.apply(z)), (3.0, -4.0, z.conj()));
    Ok(())
}

#[test]
fn signs_and_halves() {
    assert_eq!([-2.5, -0.0, 0.5].map(|a: f64| Sign.apply(a)), [-1.0, 0.0, 1.0]);
    assert_eq!([i8::MIN, 0, 7].map(|a| Sign.apply(a)), [-1, 0, 1]);
    assert_eq!((Sign.apply(0_u8), Sign.apply(9_u8)), (0, 1));
    assert!(Sign.apply(f32::NAN).is_nan());
    assert_eq!(
        [0.5, 1.5, 2.5, -0.5, -3.5].map(|a: f64| RoundEven.apply(a)),
        [0.0, 2.0, 2.0, 0.0, -4.0]
    );
    assert_eq!(
        [0.0, -0.0, -1.0].map(|a: f64| IsSignNegative.apply(a)),
        [false, true, true]
    );
    assert_eq!(
        [0.5, 1.0, 2.0].map(|b| NextAfter.apply(1.0, b)),
        [1.0 - f64::EPSILON / 2.0, 1.0, 1.0 + f64::EPSILON]
    );
    assert!(NextAfter.apply(f32::NAN, 1.0).is_nan() && NextAfter.apply(1.0, f32::NAN).is_nan());
    assert_eq!((CopySign.apply(2.0, -0.0), CopySign.apply(-2.0, 1.0)), (-2.0, 2.0));
}

#[test]
fn logarithms_of_sums() -> Checked {
    let (small, inf) = (LogAddExp.apply(-1000.0, -1000.5), f64::INFINITY);
    assert!((small - (-1000.0 + (1.0 + (-0.5_f64).exp()).ln())).abs() < 1e-12);
    assert!((LogAddExp.apply(2_f64.ln(), 3_f64.ln()) - 5_f64.ln()).abs() < 1e-15);
    assert_eq!((LogAddExp.apply(inf, inf), LogAddExp.apply(-inf, -inf)), (inf, -inf));
    assert_eq!((LogAddExp.apply(inf, -inf), LogAddExp.apply(800.0, 0.0)), (inf, 800.0));
    assert!(LogAddExp.apply(f64::NAN, 1.0).is_nan() && LogAddExp.apply(1.0, f64::NAN).is_nan());
    for a in [-2.5, 0.0, 700.0] {
        laws::identity(LogAddExp, -inf, a, laws::exactly)?;
        laws::commutative(LogAddExp, a, 1.0, laws::exactly)?;
    }
    Ok(())
}

#[test]
fn quotients_and_rests_of_floating_point_numbers() {
    let both = |a: f64, b: f64| (FloorDivide.apply(a, b), Modulo.apply(a, b));
    assert_eq!((both(7.5, 2.0), both(-7.5, 2.0)), ((3.0, 1.5), (-4.0, 0.5)));
    assert_eq!((both(7.5, -2.0), both(-7.5, -2.0)), ((-4.0, -0.5), (3.0, -1.5)));
    assert_eq!(FloorDivide.apply(1.0, 0.1), 9.0, "0.1 is more than a tenth");
    assert_eq!(
        (both(1.0, f64::NEG_INFINITY), both(1.0, f64::INFINITY)),
        ((-1.0, f64::NEG_INFINITY), (0.0, 1.0))
    );
    assert_eq!(
        (FloorDivide.apply(f64::INFINITY, 2.0), FloorDivide.apply(-1.0, 0.0)),
        (f64::INFINITY, f64::NEG_INFINITY)
    );
    let zero: f64 = Modulo.apply(4.0, -2.0);
    assert!(f64::is_nan(Modulo.apply(1.0, 0.0)) && zero == 0.0 && zero.is_sign_negative());
}

#[test]
fn integers_that_wrap_around_keep_the_shape() -> Checked {
    let values: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    has_shape(Neg, &values)?;
    has_shape(Abs, &values)?;
    has_shape(Square, &values)?;
    has_shape(Sign, &values)?;
    has_shape(Not, &values)?;
    has_shape(ShlBy(3), &values)?;
    has_shape(ShrBy(3), &values)
}

#[test]
fn functions_say_which_way_they_go() {
    fn shape<T, Op: UnaryOp<T>>(_: Op) -> (Monotone, bool) {
        (Op::MONOTONE, Op::EVEN)
    }
    use Monotone::{Decreasing, Increasing, Neither};
    assert_eq!(shape::<f32, _>(Sqrt), (Increasing, false));
    assert_eq!(shape::<f64, _>(Acos), (Decreasing, false));
    assert_eq!(
        (shape::<f64, _>(Neg), shape::<i32, _>(Neg)),
        ((Decreasing, false), (Neither, false))
    );
    assert_eq!(
        (shape::<f64, _>(Abs), shape::<i32, _>(Square)),
        ((Neither, true), (Neither, true))
    );
    assert_eq!(shape::<f64, _>(Power::<3>::new()), (Increasing, false));
    assert_eq!(shape::<f64, _>(Power::<2>::new()), (Neither, true));
    assert_eq!(
        (shape::<f64, _>(PowI(3)), shape::<f64, _>(Recip)),
        ((Neither, false), (Neither, false))
    );
    assert_eq!(
        shape::<f64, _>(function!(|x: f64| -> f64 { x + 1.0 }; increasing)),
        (Increasing, false)
    );
    assert_eq!(
        shape::<f64, _>(function!(|x: f64| -> f64 { 1.0 - x }; decreasing, 1 => 0)),
        (Decreasing, false)
    );
    assert_eq!(
        shape::<f64, _>(function!(|x: f64| -> f64 { x * x }; even, 0 => 0,)),
        (Neither, true)
    );
    assert_eq!(
        shape::<f64, _>(function!(|x: f64| -> f64 { x * x }; 0 => 0)),
        (Neither, false)
    );
}

#[test]
fn shapes_that_do_not_hold_are_found() {
    let wrong = |checked: Checked| checked.unwrap_err().to_string();
    let rises = function!(|x: f64| -> f64 { x.abs() }; increasing);
    assert_eq!(
        wrong(laws::monotone(rises, 2.0, -3.0)),
        "`function` is not increasing for -3.0, 2.0: 3.0 is not 2.0"
    );
    let falls = function!(|x: f64| -> f64 { x.abs() }; decreasing);
    assert_eq!(
        wrong(laws::monotone(falls, 2.0, 3.0)),
        "`function` is not decreasing for 2.0, 3.0: 2.0 is not 3.0"
    );
    let odd = function!(|x: f64| -> f64 { x }; even);
    assert_eq!(
        wrong(laws::even(odd, 2.0, near)),
        "`function` is not even for 2.0: 2.0 is not -2.0"
    );
    let half = function!(|x: f64| -> f64 { x * x }; even, inf => inf);
    assert_eq!(
        wrong(laws::even(half, 2.0, near)).split(" for").next(),
        Some("`function` is even, and knows something else of one infinity than of the other")
    );
}

#[test]
fn closures_have_the_laws_that_are_stated() -> Checked {
    let clip = function!(|x: f64| -> f64 { x.clamp(-1.0, 1.0) }; 0 => 0, 1 => 1, inf => 1, NegInf => NegInf);
    fn check<O: finch_algebra::UnaryOp<f64, Out = f64>>(_: O) -> Checked {
        twins_agree_unary::<f64, O>()
    }
    check(clip)?;
    let first = function!(|a: f64, b: f64| -> f64 { if b == 0.0 { a } else { a * b } }; (0, _) => 0, (_, 0) => left);
    fn check_both<O: finch_algebra::BinaryOp<f64, f64, Out = f64>>(op: O) -> Checked {
        twins_agree::<f64, f64, O>()?;
        let known = &numbers()[..2];
        fold_agrees(op, known, &numbers(), &numbers(), near)
    }
    check_both(first)?;
    // Without a law nothing is known.
    check(function!(|x: f64| -> f64 { x + 1.0 }))
}

fn differences<T: Number>(a: T, b: T) -> Checked {
    skip_twins_agree::<T, reducers::Sub>()?;
    repeats::<Zero, _, _>(reducers::Sub, a, b, &[0, 1, 2, 3, 5, 100])
}

#[test]
fn differences_are_repeated() -> Checked {
    differences(7_i64, 3)?;
    differences(1000_u32, 3)?;
    differences(2.0_f64, 0.5)?;
    differences(Complex::new(1.0_f32, 2.0), Complex::new(0.5, -1.0))?;
    differences(core::num::Wrapping(1_u8), core::num::Wrapping(3))
}

fn quotients<T: Number>(a: T, b: T) -> Checked {
    skip_twins_agree::<T, reducers::Div>()?;
    repeats::<One, _, _>(reducers::Div, a, b, &[0, 1, 2, 3, 5, 100])
}

#[test]
fn quotients_are_repeated() -> Checked {
    quotients(700_i64, -3)?;
    quotients(1000_u32, 1)?;
    quotients(i8::MIN, -1)?;
    quotients(2.0_f64, -0.5)?;
    quotients(Complex::new(1.0_f32, 2.0), Complex::new(0.5, -1.0))
}

#[test]
fn a_difference_that_does_not_fit_is_a_fault() {
    use finch_algebra::fault::{Fault, take};
    let fault = finch_algebra::CHECKED.then_some(Fault::Overflow { operator: "-" });
    assert_eq!((Reducer::repeat(&reducers::Sub, 200_u8, 100, 2), take()), (0, None));
    assert_eq!((Reducer::repeat(&reducers::Sub, 200_u8, 100, 3), take()), (156, fault));
    assert_eq!((Reducer::repeat(&reducers::Sub, 127_i8, 100, 2), take()), (-73, None));
    assert_eq!((Reducer::repeat(&reducers::Sub, -100_i8, -100, 2), take()), (100, None));
    assert_eq!(
        (Reducer::repeat(&reducers::Sub, i8::MIN, 1, 1), take()),
        (i8::MAX, fault)
    );
}
