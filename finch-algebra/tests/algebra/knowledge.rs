//! What operators and reducers claim to know: types agree with run time, and both with what is computed.

use crate::common::{folds, properties, twins};
use finch_algebra::known::Same;
use finch_algebra::laws::{
    LawViolation, exactly, fold_agrees, fold_agrees_unary, known_value, skip_twins_agree, twins_agree,
    twins_agree_ternary, twins_agree_unary,
};
use finch_algebra::operator::{FoldBinary, FoldTernary, FoldUnary};
use finch_algebra::operators::Sign;
use finch_algebra::{
    Abs, Add, And, Any, Binary, BinaryOp, Bits, Bool, By, Cast, Choose, Coalesce, Div, Eq, False, FastAdd, Fill, First,
    FloorDivide, Ge, Gt, Inf, InitWrite, Keyed, Knowledge, Known, Le, Lt, Max, MaxBy, Min, MinBy, Missing, Modulo, Mul,
    Ne, Neg, NegInf, Not, Number, One, Or, Ordered, Overwrite, Pair, Pow, Reduce, Reducer, Rem, Second, Select, Shl,
    ShlBy, Shr, ShrBy, Sub, Tagged, Ternary, TernaryOp, True, Unary, UnaryOp, Unknown, UserTag, Xor, Yes, Zero, tag,
};
use typenum::{U0, U3};

type Checked = Result<(), LawViolation>;

fn twins_of_numbers<T: Number>(_a: T, _b: T, _c: T) -> Checked {
    twins! {
        binary T, T: Add, Sub, Mul, Div, Pair, Any, Eq, Ne;
        unary T: Neg, Abs;
        skips T: Add, FastAdd, Mul, Choose<Zero>;
    }
    Ok(())
}

fn twins_of_ordered_numbers<T: Ordered>(_a: T, _b: T, _c: T) -> Checked {
    twins! {
        binary T, T: Min, Max, Lt, Le, Gt, Ge;
        binary T, usize: Keyed;
        unary T: Sign;
        skips T: Min, Max, Choose<Inf>;
    }
    Ok(())
}

fn twins_of_integers<T: Bits>(_a: T, _b: T, _c: T) -> Checked {
    twins! {
        binary T, T: And, Or, Xor;
        unary T: Not;
        skips T: And, Or;
    }
    Ok(())
}

/// NaN agrees with NaN.
fn identically<T: PartialEq>(a: T, b: T) -> bool {
    #[expect(clippy::eq_op, reason = "this is how NaN is told from numbers of any type")]
    let both_nan = a != a && b != b;
    a == b || both_nan
}

/// Values of which nothing is known.
fn unknown<T: Copy, const N: usize>(values: [T; N]) -> [(Knowledge, T); N] {
    values.map(|value| (Knowledge::NOTHING, value))
}

/// What all numbers can, whatever is known of them.
fn arithmetic<T: Number>(values: &[(Knowledge, T)], booleans: &[(Knowledge, bool)]) -> Checked {
    folds! {
        values, values => values, identically: Add, Sub, Mul, Div;
        values, values => booleans, exactly: Eq, Ne;
        values => values, identically: Neg;
    }
    Ok(())
}

fn booleans() -> [(Knowledge, bool); 2] {
    [known_value::<bool, True>(), known_value::<bool, False>()]
}

fn claims_of_numbers<T: Number>(a: T, b: T, c: T) -> Checked {
    let known = [
        known_value::<T, Zero>(),
        known_value::<T, One>(),
        known_value::<T, Missing>(),
    ];
    let values = [&known[..], &unknown([a, b, c, *T::ZERO])].concat();
    arithmetic(&values, &booleans())?;
    folds! {
        &values, &values => &values, identically: Pair, Any, First, Second;
    }
    Ok(())
}

fn claims_of_ordered_numbers<T: Ordered<Magnitude = T>>(a: T, b: T, c: T) -> Checked {
    let limits = [known_value::<T, Inf>(), known_value::<T, NegInf>()];
    let known = [known_value::<T, Zero>(), known_value::<T, One>()];
    let values = [&known[..], &limits, &unknown([a, b, c, *T::INF, *T::NEG_INF])].concat();
    let booleans = booleans();
    arithmetic(&values, &booleans)?;
    folds! {
        &values, &values => &values, exactly: Min, Max;
        &values, &values => &booleans, exactly: Lt, Le, Gt, Ge;
        &values => &values, exactly: Neg, Sign, Abs;
    }
    Ok(())
}

fn claims_of_integers<T: Bits>(a: T, b: T, c: T) -> Checked {
    let known = [known_value::<T, Zero>(), known_value::<T, One>()];
    let values = [&known[..], &unknown([a, b, c])].concat();
    folds! {
        &values, &values => &values, exactly: And, Or, Xor;
        &values => &values, exactly: Not;
    }
    Ok(())
}

mod every_number {
    use super::*;
    properties!(numbers: twins_of_numbers, claims_of_numbers);
}

mod every_ordered_number {
    use super::*;
    properties!(ordered_numbers: twins_of_ordered_numbers, claims_of_ordered_numbers);
}

mod every_integer {
    use super::*;
    properties!(integers: twins_of_integers, claims_of_integers);
}

#[test]
fn twins_of_booleans_and_the_rest() -> Checked {
    twins! {
        binary bool, bool: And, Or, Xor, Eq, Pair;
        unary bool: Not;
        binary By<f64, usize>, By<f64, usize>: MinBy, MaxBy;
        binary f64, f64: Coalesce;
        binary f64, bool: First, Second;
        ternary bool, f64, f64: Select;
        unary bool: Cast<f64>;
        unary i32: Cast<f64>;
        unary f64: Unary<fn(f64) -> f64>;
        binary f64, f64: Binary<fn(f64, f64) -> f64>;
        ternary f64, f64, f64: Ternary<fn(f64, f64, f64) -> f64>;
        skips bool: And, Or, Any, Overwrite, InitWrite, Choose<False>;
        skips By<f64, usize>: MinBy, MaxBy;
        skips f64: Reduce<fn(f64, f64) -> f64>;
    }
    Ok(())
}

#[test]
fn claims_of_shifts() -> Checked {
    let values = [
        known_value::<u32, Zero>(),
        known_value::<u32, One>(),
        (Knowledge::NOTHING, 5),
    ];
    twins_agree::<u32, u32, Shl>()?;
    twins_agree::<u32, u32, Shr>()?;
    fold_agrees(Shl, &values, &values, &values, exactly)?;
    fold_agrees(Shr, &values, &values, &values, exactly)?;
    twins_agree_unary::<u32, ShlBy>()?;
    fold_agrees_unary(ShlBy(3), &values, &values, exactly)?;
    fold_agrees_unary(ShrBy(3), &values, &values, exactly)
}

#[test]
fn claims_of_booleans() -> Checked {
    let values = [
        known_value::<bool, Zero>(),
        known_value::<bool, One>(),
        (Knowledge::NOTHING, false),
        (Knowledge::NOTHING, true),
    ];
    let numbers = [known_value::<f64, Zero>(), known_value::<f64, One>()];
    folds! {
        &values, &values => &values, exactly: And, Or, Xor, Eq, Ne, Le, Pair, Any;
        &values => &values, exactly: Not;
        &values => &numbers, exactly: Cast::<f64>::new();
    }
    Ok(())
}

#[test]
fn claims_of_pairs() -> Checked {
    let values = [
        known_value::<By<f64, usize>, Inf>(),
        known_value::<By<f64, usize>, NegInf>(),
        (Knowledge::NOTHING, By::new(1.0, 5)),
        (Knowledge::NOTHING, By::new(2.0, 6)),
    ];
    fold_agrees(MinBy, &values, &values, &values, exactly)?;
    fold_agrees(MaxBy, &values, &values, &values, exactly)?;
    let keys = [
        known_value::<f64, Inf>(),
        known_value::<f64, NegInf>(),
        (Knowledge::NOTHING, 1.5),
    ];
    fold_agrees(Keyed, &keys, &[(Knowledge::NOTHING, 7_usize)], &values, exactly)
}

#[test]
fn a_wrong_claim_is_noticed() {
    /// Claims that one annihilates, and forgets to do so.
    #[derive(Clone, Copy, Debug)]
    struct Liar;
    finch_algebra::binary_laws! {
        impl BinaryOp<i32, i32> for Liar {
            type Out = i32;
            const SYMBOL = "liar";
            forced {}
            natural {
                (One, _) => One;
            }
            fn apply(&self, a, b) { a + b }
        }
    }
    let values = [known_value::<i32, One>(), (Knowledge::NOTHING, 4)];
    let violation = fold_agrees(Liar, &values, &values, &values, exactly).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "`liar` computes something else than it claims to know for 1, 1: 2 is not 1"
    );

    /// Whose types know more than its values.
    #[derive(Clone, Copy, Debug)]
    struct Drifted;
    impl BinaryOp<i32, i32> for Drifted {
        type Out = i32;
        type Strict = Yes;
        type Fold<L: Known, R: Known> = L;
        const SYMBOL: &'static str = "drifted";
        fn apply(&self, a: i32, _b: i32) -> i32 {
            a
        }
    }
    assert!(twins_agree::<i32, i32, Drifted>().is_err());
}

#[test]
fn wrong_claims_of_one_and_three_values_are_noticed() {
    /// Claims that one stays, and forgets to leave it.
    #[derive(Clone, Copy, Debug)]
    struct Liar;
    finch_algebra::unary_laws! {
        impl UnaryOp<i32> for Liar {
            type Out = i32;
            const SYMBOL = "liar";
            forced {}
            natural {
                (One) => One;
            }
            fn apply(&self, a) { a + 1 }
        }
    }
    let values = [known_value::<i32, One>(), (Knowledge::NOTHING, 4)];
    assert!(fold_agrees_unary(Liar, &values[1..], &values, exactly).is_ok());
    assert!(fold_agrees_unary(Liar, &values, &values, exactly).is_err());

    /// Whose types know more than its values.
    #[derive(Clone, Copy, Debug)]
    struct Drifted;
    impl UnaryOp<i32> for Drifted {
        type Out = i32;
        type Strict = Yes;
        type Fold<K: Known> = K;
        const SYMBOL: &'static str = "drifted";
        fn apply(&self, a: i32) -> i32 {
            a
        }
    }
    impl TernaryOp<i32, i32, i32> for Drifted {
        type Out = i32;
        type Strict = Yes;
        type Fold<K1: Known, K2: Known, K3: Known> = K3;
        const SYMBOL: &'static str = "drifted";
        fn apply(&self, _a: i32, _b: i32, c: i32) -> i32 {
            c
        }
    }
    impl Reducer<i32> for Drifted {
        type Skip<R: Known, F: Known> = Yes;
        finch_algebra::claims!(Reassociates, Groups, Gathers, Commutes, Saturates);
        const SYMBOL: &'static str = "drifted";
        fn combine(&self, old: i32, _new: i32) -> i32 {
            old
        }
        fn repeat(&self, old: i32, _new: i32, _count: usize) -> i32 {
            old
        }
    }
    assert!(twins_agree_unary::<i32, Drifted>().is_err());
    assert!(twins_agree_ternary::<i32, i32, i32, Drifted>().is_err());
    assert!(skip_twins_agree::<i32, Drifted>().is_err());
}

// ---- particular laws, spelled out ----

type Nothing = Unknown;
type KnownZero = Tagged<tag::Zero>;
type KnownInf = Tagged<tag::Inf>;
type KnownMissing = Tagged<tag::Missing>;

fn assert_same<A: Known, B: Known>() {
    assert_eq!(A::AT_RUN_TIME, B::AT_RUN_TIME);
    assert_eq!(Same::<A, B>::VALUE, !A::IsUnknown::VALUE);
}

#[test]
fn laws_come_before_arithmetic() {
    let zero = KnownZero::AT_RUN_TIME;
    let inf = KnownInf::AT_RUN_TIME;
    let nothing = Knowledge::NOTHING;
    for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!(Mul.apply_known(zero, nothing, 0.0, bad), 0.0);
        assert_eq!(Mul.apply_known(nothing, zero, bad, 0.0), 0.0);
        assert_eq!(Div.apply_known(zero, nothing, 0.0, bad), 0.0);
        assert_eq!(Add.apply_known(inf, nothing, f64::INFINITY, bad), f64::INFINITY);
        assert_eq!(Add.apply_known(nothing, inf, bad, f64::INFINITY), f64::INFINITY);
        assert!(Le.apply_known(nothing, inf, bad, f64::INFINITY));
        assert!(Ge.apply_known(inf, nothing, f64::INFINITY, bad));
        // What is stored obeys arithmetic.
        assert!(Mul.apply(0.0, bad).is_nan());
    }
    assert_eq!(Add.apply_known(inf, nothing, i32::MAX, 5), i32::MAX);
    assert_eq!(Div.apply_known(zero, nothing, 0, 0), 0);
    assert_eq!(finch_algebra::fault::take(), None, "a known zero is not divided");
}

#[test]
fn infinities_annihilate_in_order() {
    type Neg = Tagged<tag::NegInf>;
    assert_same::<FoldBinary<Add, f64, f64, KnownInf, Nothing>, KnownInf>();
    assert_same::<FoldBinary<Add, f64, f64, Nothing, Neg>, Neg>();
    assert_same::<FoldBinary<Add, f64, f64, Neg, KnownInf>, KnownInf>();
    assert_same::<FoldBinary<Add, f64, f64, KnownZero, Neg>, Neg>();
    let (inf, neg) = (KnownInf::AT_RUN_TIME, Neg::AT_RUN_TIME);
    assert_eq!(
        Add.apply_known(neg, inf, f64::NEG_INFINITY, f64::INFINITY),
        f64::INFINITY
    );
}

#[test]
fn the_negative_of_an_infinity_is_known_of_floats_only() {
    assert_same::<FoldUnary<Neg, f32, KnownInf>, Tagged<tag::NegInf>>();
    assert_same::<FoldUnary<Neg, i32, KnownInf>, Unknown>();
    assert_same::<FoldUnary<Abs, f32, Tagged<tag::NegInf>>, KnownInf>();
    assert_same::<FoldUnary<Abs, u32, Tagged<tag::NegInf>>, Unknown>();
}

#[test]
fn strict_operators_are_missing_where_an_operand_is() {
    assert_same::<FoldBinary<Mul, f64, f64, KnownZero, KnownMissing>, KnownMissing>();
    assert_same::<FoldBinary<Or, bool, bool, KnownMissing, Tagged<tag::True>>, KnownMissing>();
    assert_same::<FoldUnary<Neg, f64, KnownMissing>, KnownMissing>();
    assert_same::<FoldUnary<Unary<fn(f64) -> f64>, f64, KnownMissing>, KnownMissing>();
}

#[test]
fn lenient_operators_decide_themselves() {
    assert_same::<FoldBinary<Coalesce, f64, f64, KnownMissing, KnownZero>, KnownZero>();
    assert_same::<FoldBinary<Coalesce, f64, f64, Nothing, KnownZero>, Nothing>();
    assert_same::<FoldBinary<First, f64, f64, KnownZero, KnownMissing>, KnownZero>();
    assert_same::<FoldBinary<Second, f64, f64, KnownMissing, KnownInf>, KnownInf>();
    assert_same::<FoldBinary<First, f64, f64, KnownMissing, KnownZero>, KnownMissing>();

    type Chosen<K1, K2, K3> = FoldTernary<Select, bool, f64, f64, K1, K2, K3>;
    type Yes = Tagged<tag::True>;
    type No = Tagged<tag::False>;
    assert_same::<Chosen<Yes, KnownZero, KnownMissing>, KnownZero>();
    assert_same::<Chosen<No, KnownMissing, KnownInf>, KnownInf>();
    assert_same::<Chosen<Yes, KnownMissing, KnownInf>, KnownMissing>();
    assert_same::<Chosen<KnownMissing, KnownZero, KnownZero>, KnownMissing>();
    assert_same::<Chosen<Nothing, KnownZero, KnownZero>, KnownZero>();
    assert_same::<Chosen<Nothing, KnownZero, KnownInf>, Nothing>();
    assert_same::<Chosen<Nothing, KnownZero, KnownMissing>, KnownMissing>();
    assert_eq!(Select.apply(true, 1, 2), 1);
}

#[test]
fn fills_that_mean_the_same_are_known_to_be_the_same() {
    fn same<T: Copy + 'static, A: Fill<T>, B: Fill<T>>() -> bool {
        Same::<A::Known, B::Known>::VALUE
    }
    assert!(same::<bool, Zero, False>() && same::<bool, One, True>());
    assert!(!same::<bool, Zero, One>() && !same::<i32, Zero, Inf>());
    // They are told apart although their values are the same.
    assert!(!same::<u32, Zero, NegInf>());
    assert_eq!(<NegInf as Fill<u32>>::value(), 0);
    assert_eq!(<Inf as Fill<By<i32, u32>>>::value(), By::new(i32::MAX, 0));
    assert_eq!(<Zero as Fill<By<f64, usize>>>::value(), By::new(0.0, 0));
}

#[test]
fn reducers_skip_what_changes_nothing() {
    fn skips<T, R: Reducer<T>, V: Known, F: Known>() -> bool {
        R::Skip::<V, F>::VALUE
    }
    type User = Tagged<UserTag<U0>>;
    assert!(skips::<f64, Add, KnownZero, KnownInf>() && !skips::<f64, Add, Nothing, KnownZero>());
    assert!(skips::<i32, Or, KnownZero, KnownZero>() && skips::<bool, Or, Tagged<tag::False>, Nothing>());
    assert!(!skips::<f64, Overwrite, KnownZero, KnownZero>());
    assert!(skips::<f64, InitWrite, KnownInf, KnownInf>() && !skips::<f64, InitWrite, KnownZero, KnownInf>());
    assert!(skips::<f64, InitWrite, User, User>() && !skips::<f64, InitWrite, Nothing, Nothing>());
    assert!(!skips::<f64, InitWrite, User, Tagged<UserTag<U3>>>());
    assert!(skips::<f64, Choose<Inf>, KnownInf, Nothing>());
    assert!(skips::<f64, Min, KnownInf, Nothing>() && skips::<u8, Max, Tagged<tag::NegInf>, Nothing>());
}

#[test]
fn remainders_agree_with_their_laws() {
    twins_agree::<i32, i32, Rem>().unwrap();
    let values = [
        known_value::<i32, Zero>(),
        known_value::<i32, One>(),
        (Knowledge::NOTHING, 7),
        (Knowledge::NOTHING, -3),
    ];
    fold_agrees(Rem, &values, &values, &values, identically).unwrap();
    twins_agree::<i32, i32, FloorDivide>().unwrap();
    fold_agrees(FloorDivide, &values, &values, &values, identically).unwrap();
    twins_agree::<i32, i32, Modulo>().unwrap();
    fold_agrees(Modulo, &values, &values, &values, identically).unwrap();
    let exponents = [
        known_value::<u32, Zero>(),
        known_value::<u32, One>(),
        (Knowledge::NOTHING, 3),
    ];
    twins_agree::<i32, u32, Pow>().unwrap();
    fold_agrees(Pow, &values, &exponents, &values, identically).unwrap();
}
