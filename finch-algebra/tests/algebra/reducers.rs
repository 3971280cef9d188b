//! The algebra of the reducers on stored values.

use crate::common::{properties, repeats};
use finch_algebra::laws::{self, Combining, LawViolation, exactly};
use finch_algebra::{
    Add, And, Any, Bits, Bool, By, Choose, False, FastAdd, Fill, Inf, InitWrite, Max, MaxBy, Min, MinBy, Mul, NegInf,
    Number, One, Or, Ordered, Overwrite, Reduce, Reducer, True, Zero,
};
use num_complex::Complex;

type Checked = Result<(), LawViolation>;

const COUNTS: [usize; 8] = [0, 1, 2, 3, 7, 64, 256, 1000];

/// Everything that a reducer promises, besides what it is for.
fn promises<T: Copy + std::fmt::Debug + PartialEq + 'static, R: Reducer<T>>(reducer: R, a: T, b: T, c: T) -> Checked {
    laws::associative(Combining(reducer), a, b, c, exactly)?;
    laws::neutral(reducer, a, exactly)?;
    if !R::Reassociates::VALUE {
        laws::groups(reducer, a, b, c, exactly)?;
    }
    laws::commutes(reducer, a, b, c, exactly)?;
    laws::gathers(reducer, a, b, c, exactly)?;
    laws::settles(reducer, a, b, c, exactly)?;
    laws::done_agrees(reducer, a, b, exactly)?;
    assert_eq!(reducer.repeat(a, b, 0), a, "no repetition changes nothing");
    laws::repetition_agrees(reducer, a, b, 1, exactly)?;
    laws::repetition_agrees(reducer, a, b, 2, exactly)?;
    laws::repetition_agrees(reducer, a, b, 5, exactly)
}

fn sums<T: Number>(a: T, b: T, c: T) -> Checked {
    promises(Add, a, b, c)?;
    promises(FastAdd, a, b, c)?;
    laws::commutative(Combining(FastAdd), a, b, exactly)?;
    repeats::<Zero, _, _>(Add, a, b, &COUNTS)?;
    repeats::<Zero, _, _>(FastAdd, a, b, &COUNTS)
}

fn products_of_integers<T: Bits>(a: T, b: T, c: T) -> Checked {
    promises(Mul, a, b, c)?;
    repeats::<One, _, _>(Mul, a, b, &COUNTS)
}

fn extrema<T: Ordered>(a: T, b: T, c: T) -> Checked {
    promises(Min, a, b, c)?;
    promises(Max, a, b, c)?;
    laws::commutative(Combining(Min), a, b, exactly)?;
    laws::commutative(Combining(Max), a, b, exactly)?;
    repeats::<Inf, _, _>(Min, a, b, &COUNTS)?;
    repeats::<NegInf, _, _>(Max, a, b, &COUNTS)
}

fn bits<T: Bits>(a: T, b: T, c: T) -> Checked {
    promises(And, a, b, c)?;
    promises(Or, a, b, c)?;
    repeats::<Zero, _, _>(And, a, b, &[1000])?;
    repeats::<Zero, _, _>(Or, a, b, &[1000])
}

fn writes<T: Number>(a: T, b: T, c: T) -> Checked {
    promises(Overwrite, a, b, c)?;
    promises(InitWrite, a, b, c)?;
    promises(Choose::<Zero>::new(), a, b, c)?;
    promises(Choose::<One>::new(), a, b, c)?;
    promises(Any, a, b, c)?;
    promises(Reduce(|_old: T, new: T| new), a, b, c)?;
    promises(Reduce(Number::sum), a, b, c)?;
    laws::skip_agrees::<T, _, Zero>(Choose::<Zero>::new(), a, exactly)?;
    let chosen = Choose::<Zero>::new().combine(a, b);
    assert_eq!(chosen, if a == *T::ZERO { b } else { a });
    laws::skip_agrees::<T, _, Zero>(Any, a, exactly)?;
    assert_eq!(
        Any.combine(a, *T::ZERO),
        a,
        "a zero that only run time knows is not there"
    );
    assert_eq!(Any.combine(*T::ZERO, a), a);
    assert!([a, b].contains(&Any.combine(a, b)));
    Ok(())
}

mod every_number {
    use super::*;
    properties!(numbers: sums, writes);
}

mod every_ordered_number {
    use super::*;
    properties!(ordered_numbers: extrema);
}

mod every_integer {
    use super::*;
    properties!(integers: products_of_integers, bits);
}

#[test]
fn products_of_floats_are_powers() {
    for (old, new, count) in [(3.0, -2.0, 101), (1.5, 0.5, 90), (-7.0, 1.0, 1000), (2.0, 0.0, 3)] {
        laws::repetition_agrees::<f64, _>(Mul, old, new, count, exactly).unwrap();
        laws::repetition_agrees::<f32, _>(Mul, old as f32, new as f32, count, exactly).unwrap();
    }
    laws::repetition_agrees(Mul, 1.0, 1.0 + 1e-9, 12_345, laws::within(1e-12)).unwrap();
    let i = Complex::new(0.0, 1.0);
    assert_eq!(
        Mul.repeat(Complex::new(2.0, 0.0), i, 4 * 250 + 1),
        Complex::new(0.0, 2.0)
    );
}

#[test]
fn sums_of_no_infinite_values_are_finite() {
    assert_eq!(Add.repeat(1.0, f64::INFINITY, 0), 1.0);
    assert_eq!(Add.repeat(1.0, f64::INFINITY, 3), f64::INFINITY);
    let infinite = Complex::new(f32::INFINITY, 0.0);
    assert_eq!(
        FastAdd.repeat(Complex::new(1.0, 2.0), infinite, 0),
        Complex::new(1.0, 2.0)
    );
}

#[test]
fn booleans() -> Checked {
    for (a, b, c) in (0..8).map(|n| (n & 1 == 1, n & 2 == 2, n & 4 == 4)) {
        promises(And, a, b, c)?;
        promises(Or, a, b, c)?;
        promises(Any, a, b, c)?;
        promises(Overwrite, a, b, c)?;
        promises(Choose::<False>::new(), a, b, c)?;
        promises(Choose::<True>::new(), a, b, c)?;
        laws::skip_agrees::<bool, _, True>(And, a, exactly)?;
        laws::skip_agrees::<bool, _, False>(Or, a, exactly)?;
        laws::skip_agrees::<bool, _, False>(Any, a, exactly)?;
        assert_eq!((Or.done(&a), And.done(&a)), (a, !a));
    }
    Ok(())
}

#[test]
fn pairs() -> Checked {
    let pairs: Vec<By<f64, usize>> = (0..5).map(|n| By::new(f64::from(n % 3), n as usize)).collect();
    for &a in &pairs {
        for &b in &pairs {
            for &c in &pairs {
                promises(MinBy, a, b, c)?;
                promises(MaxBy, a, b, c)?;
                laws::skip_agrees::<By<f64, usize>, _, Inf>(MinBy, a, exactly)?;
                laws::skip_agrees::<By<f64, usize>, _, NegInf>(MaxBy, a, exactly)?;
            }
        }
    }
    let first = pairs
        .iter()
        .fold(<Inf as Fill<By<f64, usize>>>::value(), |least, &pair| {
            MinBy.combine(least, pair)
        });
    assert_eq!(first, By::new(0.0, 0));
    assert_eq!(first.to_string(), "(0, 0)");
    Ok(())
}

#[test]
fn choosing_against_a_fill_that_is_nan() {
    #[derive(Clone, Copy, Debug, Default)]
    struct Unset;
    impl Fill<f64> for Unset {
        type Known = finch_algebra::Unknown;
        const VALUE: &'static f64 = &f64::NAN;
    }
    let choose = Choose::<Unset>::new();
    assert_eq!(choose.combine(f64::NAN, 3.0), 3.0);
    assert_eq!(choose.combine(3.0, 4.0), 3.0);
    assert!(choose.done(&3.0) && !choose.done(&f64::NAN));
    // Against other fills, NaN is a value like any other.
    assert!(Choose::<Zero>::new().combine(f64::NAN, 3.0).is_nan());
}

#[test]
fn only_what_saturates_is_ever_done() {
    fn saturates<T, R: Reducer<T>>(_: R) -> bool {
        R::Saturates::VALUE
    }
    assert!(saturates::<bool, _>(Any) && saturates::<f64, _>(Any));
    assert!(saturates::<bool, _>(Or) && saturates::<bool, _>(And) && saturates::<i32, _>(Choose::<Zero>::new()));
    assert!(!saturates::<u32, _>(Or) && !saturates::<f64, _>(Min) && !saturates::<f64, _>(Add));
    assert!(!Min.done(&f64::NEG_INFINITY));
}

#[test]
fn order_matters_where_it_can_be_told() {
    fn reassociates<T, R: Reducer<T>>(_: R) -> bool {
        R::Reassociates::VALUE
    }
    assert!(!reassociates::<f64, _>(Add) && !reassociates::<i32, _>(Add) && !reassociates::<f64, _>(Mul));
    assert!(reassociates::<f64, _>(FastAdd) && reassociates::<f64, _>(Min) && reassociates::<bool, _>(Or));
    assert!(!reassociates::<By<f64, usize>, _>(MinBy) && !reassociates::<f64, _>(Overwrite));
    assert!(!reassociates::<f64, _>(Choose::<Zero>::new()) && !reassociates::<f64, _>(Any));
}

#[test]
fn violations_of_reducers_are_noticed() {
    /// Breaks every promise.
    #[derive(Clone, Copy, Debug)]
    struct Liar;
    impl Reducer<i32> for Liar {
        finch_algebra::skips!(One);
        finch_algebra::claims!(Gathers);
        const SYMBOL: &'static str = "<<liar>>=";
        fn identity() -> Option<i32> {
            Some(1)
        }
        fn combine(&self, old: i32, new: i32) -> i32 {
            old + new
        }
        fn repeat(&self, old: i32, new: i32, _count: usize) -> i32 {
            old + new
        }
        fn done(&self, value: &i32) -> bool {
            *value > 100
        }
    }
    assert!(laws::repetition_agrees(Liar, 1, 2, 1, exactly).is_ok());
    let violation = laws::repetition_agrees(Liar, 1, 2, 3, exactly).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "`<<liar>>=` does not repeat as it combines for 1, 2, 3: 3 is not 7"
    );
    assert!(laws::skip_agrees::<i32, _, One>(Liar, 1, exactly).is_err());
    assert!(laws::neutral(Liar, 1, exactly).is_err());
    assert!(laws::done_agrees(Liar, 101, 1, exactly).is_err());
    /// Gathers, groups and reorders what it should not, and does not settle.
    #[derive(Clone, Copy, Debug)]
    struct Horner;
    impl Reducer<i32> for Horner {
        finch_algebra::skips!(never);
        finch_algebra::claims!(Groups, Gathers, Commutes);
        const AGAIN: finch_algebra::Again = finch_algebra::Again::Settles;
        const SYMBOL: &'static str = "<<horner>>=";
        fn combine(&self, old: i32, new: i32) -> i32 {
            10 * old + new
        }
        fn repeat(&self, old: i32, new: i32, count: usize) -> i32 {
            (0..count).fold(old, |old, _| self.combine(old, new))
        }
    }
    assert!(laws::gathers(Horner, 0, 1, 2, exactly).is_err());
    assert!(laws::settles(Horner, 0, 1, 2, exactly).is_err());
    assert!(laws::groups(Horner, 1, 2, 3, exactly).is_err());
    assert!(laws::commutes(Horner, 0, 1, 2, exactly).is_err());
}
