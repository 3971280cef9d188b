//! What becomes of integers that overflow or are divided by zero.

use finch_algebra::fault::{Fault, take};
use finch_algebra::{Abs, Add, BinaryOp, CHECKED, Div, FloorDivide, Modulo, Mul, Neg, Pow, Reducer, Rem, Sub, UnaryOp};
use quickcheck::quickcheck;
use std::num::Wrapping;

/// The fault of an operator whose result does not fit.
fn overflow(operator: &'static str) -> Option<Fault> {
    CHECKED.then_some(Fault::Overflow { operator })
}

#[test]
fn results_wrap_and_overflow_is_a_fault_when_checked() {
    assert_eq!((Add.apply(200_u8, 100), take()), (44, overflow("+")));
    assert_eq!((Sub.apply(0_usize, 1), take()), (usize::MAX, overflow("-")));
    assert_eq!((Mul.apply(i32::MAX, 2), take()), (-2, overflow("*")));
    assert_eq!((Div.apply(i64::MIN, -1), take()), (i64::MIN, overflow("/")));
    assert_eq!((Neg.apply(i8::MIN), take()), (i8::MIN, overflow("-")));
    assert_eq!((Neg.apply(1_u16), take()), (u16::MAX, overflow("-")));
    assert_eq!((Abs.apply(i128::MIN), take()), (i128::MIN, overflow("abs")));
    assert_eq!((Add.combine(i16::MAX, 1), take()), (i16::MIN, overflow("+")));
}

#[test]
fn results_that_fit_are_no_fault() {
    assert_eq!(Add.apply(200_u8, 55), 255);
    assert_eq!(Sub.apply(1_usize, 1), 0);
    assert_eq!(Mul.apply(i32::MIN, 1), i32::MIN);
    assert_eq!(Div.apply(i64::MIN, 1), i64::MIN);
    assert_eq!(Neg.apply(0_u16), 0);
    assert_eq!(Abs.apply(-128_i16), 128);
    assert_eq!(take(), None);
}

#[test]
fn wrapping_integers_never_overflow() {
    assert_eq!(Add.apply(Wrapping(200_u8), Wrapping(100)), Wrapping(44));
    assert_eq!(Sub.apply(Wrapping(0_usize), Wrapping(1)), Wrapping(usize::MAX));
    assert_eq!(Mul.apply(Wrapping(i32::MAX), Wrapping(2)), Wrapping(-2));
    assert_eq!(Div.apply(Wrapping(i64::MIN), Wrapping(-1)), Wrapping(i64::MIN));
    assert_eq!(Neg.apply(Wrapping(1_u16)), Wrapping(u16::MAX));
    assert_eq!(Abs.apply(Wrapping(i8::MIN)), Wrapping(i8::MIN));
    assert_eq!(Add.repeat(Wrapping(7_u8), Wrapping(3), 1000), Wrapping(3007_u16 as u8));
    assert_eq!(
        Mul.repeat(Wrapping(1_u64), Wrapping(3), 100),
        Wrapping(3_u64.wrapping_pow(100))
    );
    assert_eq!(take(), None);
}

#[test]
fn division_by_zero_is_a_fault_and_zero() {
    assert_eq!((Div.apply(5_i32, 0), take()), (0, Some(Fault::DivisionByZero)));
    assert_eq!((Div.apply(0_u128, 0), take()), (0, Some(Fault::DivisionByZero)));
    assert_eq!(
        (Div.apply(Wrapping(5_i8), Wrapping(0)), take()),
        (Wrapping(0), Some(Fault::DivisionByZero))
    );
    assert_eq!((Div.apply(5.0, 0.0), take()), (f64::INFINITY, None));
    assert_eq!((Rem.apply(5_u8, 0), take()), (0, Some(Fault::DivisionByZero)));
    assert_eq!((FloorDivide.apply(5_u8, 0), take()), (0, Some(Fault::DivisionByZero)));
    assert_eq!((Modulo.apply(-5_i64, 0), take()), (0, Some(Fault::DivisionByZero)));
}

#[test]
fn remainders() {
    assert_eq!((Rem.apply(7_usize, 3), Rem.apply(-7_i32, 3)), (1, -1));
    assert_eq!((Rem.apply(i64::MIN, -1), take()), (0, None));
    assert_eq!((Modulo.apply(i64::MIN, -1), take()), (0, None));
    assert_eq!(
        (FloorDivide.apply(i8::MIN, -1), take()),
        (i8::MIN, overflow("floor_divide"))
    );
    assert_eq!((FloorDivide.apply(u8::MAX, 2), Modulo.apply(u8::MAX, 2)), (127, 1));
}

#[test]
fn powers() {
    assert_eq!((Pow.apply(-3_i32, 3), Pow.apply(0_u8, 0), take()), (-27, 1, None));
    assert_eq!((Pow.apply(2_u8, 8), take()), (0, overflow("pow")));
}

#[test]
fn the_first_fault_stays() {
    Div.apply(1_i32, 0);
    Neg.apply(i32::MIN);
    assert_eq!((take(), take()), (Some(Fault::DivisionByZero), None));
}

#[test]
fn counts_beyond_the_range_of_the_type() {
    assert_eq!((Add.repeat(7_u8, 3, 1000), take()), (3007_u16 as u8, overflow("+")));
    assert_eq!((Add.repeat(0_i8, 1, 1 << 40), take()), (0, overflow("+")));
    assert_eq!((Add.repeat(5_i8, 0, usize::MAX), take()), (5, None));
    assert_eq!(
        (Mul.repeat(1_u8, 3, 1000), take()),
        (3_u8.wrapping_pow(1000), overflow("*"))
    );
    assert_eq!((Mul.repeat(0_u8, 3, usize::MAX), take()), (0, None));
    assert_eq!((Mul.repeat(9_u8, 1, usize::MAX), take()), (9, None));
    assert_eq!((Mul.repeat(9_u8, 0, usize::MAX), take()), (0, None));
}

#[test]
fn sums_may_end_in_range_though_the_product_is_not() {
    assert_eq!((Add.repeat(-100_i8, 1, 200), take()), (100, None));
    assert_eq!((Add.repeat(100_i8, -1, 228), take()), (-128, None));
    assert_eq!((Add.repeat(100_i8, -1, 229), take()), (127, overflow("+")));
    assert_eq!((Add.repeat(i128::MIN, i128::MAX, 2), take()), (i128::MAX - 1, None));
    assert_eq!((Mul.repeat(1_i8, -2, 7), take()), (-128, None));
    assert_eq!((Mul.repeat(1_i8, -2, 8), take()), (0, overflow("*")));
}

quickcheck! {
    fn floor_divide_and_modulo_belong_together(a: i8, b: i8) -> bool {
        if b == 0 || (a, b) == (i8::MIN, -1) {
            return true;
        }
        let (quotient, left) = (FloorDivide.apply(a, b), Modulo.apply(a, b));
        let exact = (f64::from(a) / f64::from(b)).floor();
        f64::from(quotient) == exact
            && i16::from(quotient) * i16::from(b) + i16::from(left) == i16::from(a)
            && f64::from(left) == Modulo.apply(f64::from(a), f64::from(b))
            && exact == FloorDivide.apply(f64::from(a), f64::from(b))
    }

    fn repeated_sums_overflow_when_the_exact_sum_does(old: i8, new: i8, count: u16) -> bool {
        let exact = i64::from(old) + i64::from(new) * i64::from(count);
        let fits = i8::try_from(exact).is_ok();
        let result = Add.repeat(old, new, usize::from(count));
        result == exact as i8 && take() == if fits { None } else { overflow("+") }
    }

    fn repeated_unsigned_sums_overflow_when_the_exact_sum_does(old: u32, new: u32, count: u16) -> bool {
        let exact = u64::from(old) + u64::from(new) * u64::from(count);
        let fits = u32::try_from(exact).is_ok();
        let result = Add.repeat(old, new, usize::from(count));
        result == exact as u32 && take() == if fits { None } else { overflow("+") }
    }

    fn repeated_products_overflow_when_the_exact_product_does(old: i8, new: i8, count: u8) -> bool {
        let count = u32::from(count % 16);
        let exact = i128::from(old) * i128::from(new).pow(count);
        let fits = i8::try_from(exact).is_ok();
        let result = Mul.repeat(old, new, count as usize);
        result == exact as i8 && take() == if fits { None } else { overflow("*") }
    }
}
