//! Fills, operators, reducers, numbers and semirings of one's own, which recognise each other.

use finch_algebra::laws::{self, LawViolation, exactly, fold_agrees, known_value, skip_twins_agree, twins_agree};
use finch_algebra::operator::{FoldBinary, FoldUnary};
use finch_algebra::{
    Abs, Add, BinaryOp, Bool, Choose, Fill, Inf, InitWrite, Knowledge, Known, Max, Min, Mul, NamedFill, No, Number,
    One, Ordered, PlusTimes, Reducer, Semiring, Tagged, UnaryOp, Unknown, UserTag, Yes, Zero, binary_laws, claims,
    skips, unary_laws,
};
use typenum::{U0, U1};

type Checked = Result<(), LawViolation>;

// ---- a fill, an operator with laws about it, and a reducer that skips it ----

/// The length of an edge that is not there.
#[derive(Clone, Copy, Debug, Default)]
struct NoEdge;

impl NamedFill for NoEdge {
    type Tag = UserTag<U0>;
}

impl Fill<u32> for NoEdge {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static u32 = &999;
}

/// A tag that no fill has.
type Elsewhere = UserTag<U1>;

/// The length of two edges, one after the other.
#[derive(Clone, Copy, Debug)]
struct Then;

binary_laws! {
    impl BinaryOp<u32, u32> for Then {
        type Out = u32;
        const SYMBOL = "then";
        forced {
            (NoEdge, _) => left;
            (_, NoEdge) => NoEdge = 999;
        }
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
            (Elsewhere, Elsewhere) => Elsewhere;
        }
        fn apply(&self, a, b) { a + b }
    }
}

/// Twice as long, which a missing edge is not.
#[derive(Clone, Copy, Debug)]
struct Twice;

unary_laws! {
    impl UnaryOp<u32> for Twice {
        type Out = u32;
        const SYMBOL = "twice";
        forced {
            (NoEdge) => operand;
        }
        natural {
            (Zero) => Zero;
        }
        fn apply(&self, a) { 2 * a }
    }
}

/// Keeps the shorter edge.
#[derive(Clone, Copy, Debug)]
struct Shorten;

impl Reducer<u32> for Shorten {
    skips!(NoEdge);
    claims!(Reassociates, Groups, Gathers);
    const SYMBOL: &'static str = "<<shorten>>=";
    fn identity() -> Option<u32> {
        Some(999)
    }
    fn combine(&self, old: u32, new: u32) -> u32 {
        old.min(new)
    }
    fn repeat(&self, old: u32, new: u32, count: usize) -> u32 {
        if count == 0 { old } else { old.min(new) }
    }
}

type KnownNoEdge = <NoEdge as Fill<u32>>::Known;

fn skipped<R: Reducer<u32>, V: Known, F: Known>() -> bool {
    R::Skip::<V, F>::VALUE
}

#[test]
fn an_operator_recognises_the_fill() -> Checked {
    type Path = FoldBinary<Then, u32, u32, Unknown, KnownNoEdge>;
    assert_eq!(Path::AT_RUN_TIME, KnownNoEdge::AT_RUN_TIME);
    assert!(skipped::<Shorten, Path, KnownNoEdge>(), "so nothing needs to be done");

    let knowledge = KnownNoEdge::AT_RUN_TIME;
    assert_eq!(Then.apply_known(Knowledge::NOTHING, knowledge, 5, 999), 999);
    assert_eq!(Then.apply_known(knowledge, Knowledge::NOTHING, 999, 5), 999);
    assert_eq!(Then.apply(998, 1), 999);
    assert_eq!(Twice.apply_known(knowledge, 999), 999);
    assert_eq!(<FoldUnary<Twice, u32, KnownNoEdge>>::AT_RUN_TIME, knowledge);

    twins_agree::<u32, u32, Then>()?;
    laws::twins_agree_unary::<u32, Twice>()?;
    skip_twins_agree::<u32, Shorten>()?;
    laws::skip_agrees::<u32, _, NoEdge>(Shorten, 5, exactly)?;
    laws::neutral(Shorten, 5, exactly)?;
    laws::repetition_agrees(Shorten, 7, 5, 3, exactly)?;
    let values = [
        known_value::<u32, NoEdge>(),
        known_value::<u32, Zero>(),
        (Knowledge::NOTHING, 5),
    ];
    fold_agrees(Then, &values, &values, &values, exactly)?;
    laws::fold_agrees_unary(Twice, &values, &values, exactly)
}

#[test]
fn what_comes_with_the_crate_recognises_the_fill() {
    // Idempotent operators, and reducers that compare with a fill, know every tag.
    type Least = FoldBinary<Min, u32, u32, KnownNoEdge, KnownNoEdge>;
    assert_eq!(Least::AT_RUN_TIME, KnownNoEdge::AT_RUN_TIME);
    type Mixed = FoldBinary<Max, u32, u32, KnownNoEdge, Tagged<Elsewhere>>;
    assert_eq!(Mixed::AT_RUN_TIME, Knowledge::NOTHING);
    assert!(skipped::<InitWrite, KnownNoEdge, KnownNoEdge>());
    assert!(skipped::<Choose<NoEdge>, KnownNoEdge, Unknown>());
    assert_eq!(Choose::<NoEdge>::new().combine(999, 5), 5);
    // Other laws do not mistake it for something else.
    type Sum = FoldBinary<Add, u32, u32, KnownNoEdge, Unknown>;
    assert_eq!(Sum::AT_RUN_TIME, Knowledge::NOTHING);
}

// ---- an operator that holds something, for every number ----

/// A weighted sum.
#[derive(Clone, Copy, Debug)]
struct Blend<T>(T, T);

binary_laws! {
    impl[T: Ordered] BinaryOp<T, T> for Blend<T> {
        type Out = T;
        const SYMBOL = "blend";
        forced by Number::choose {
            (Inf, Inf) => left;
        }
        natural {
            (Zero, Zero) => Zero;
        }
        fn apply(&self, a, b) { self.0.product(a).sum(self.1.product(b)) }
    }
}

#[test]
fn operators_may_hold_values() -> Checked {
    let values = [
        known_value::<f64, Zero>(),
        known_value::<f64, Inf>(),
        (Knowledge::NOTHING, 0.5),
    ];
    // The arithmetic makes NaN of two infinities.
    fold_agrees(Blend(0.5, -0.5), &values, &values, &values, exactly)?;
    twins_agree::<f64, f64, Blend<f64>>()?;
    assert_eq!(Blend(2_u8, 3).apply(10, 20), 80);
    Ok(())
}

// ---- a number type ----

/// An integer modulo 97.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Modular(u32);

impl Number for Modular {
    const ZERO: &'static Self = &Modular(0);
    const ONE: &'static Self = &Modular(1);
    type Magnitude = Self;
    type Symmetric = No;
    type Exact = Yes;
    fn sum(self, other: Self) -> Self {
        Modular((self.0 + other.0) % 97)
    }
    fn difference(self, other: Self) -> Self {
        self.sum(other.negative())
    }
    fn product(self, other: Self) -> Self {
        Modular(self.0 * other.0 % 97)
    }
    fn quotient(self, other: Self) -> Self {
        self.times_repeated(other, 95)
    }
    fn negative(self) -> Self {
        Modular((97 - self.0) % 97)
    }
    fn magnitude(self) -> Self {
        self
    }
}

#[test]
fn numbers_get_operators_reducers_fills_and_semirings() -> Checked {
    for a in (0..97).map(Modular) {
        let (b, c) = (Modular(35), Modular(96));
        laws::distributes(Mul, Add, a, b, c, exactly)?;
        laws::identity(<PlusTimes as Semiring<Modular>>::plus(), Zero::value(), a, exactly)?;
        for count in [0, 1, 2, 96, 1000] {
            laws::repetition_agrees(Add, a, b, count, exactly)?;
            laws::repetition_agrees(Mul, a, b, count, exactly)?;
            laws::repetition_agrees(finch_algebra::Sub, a, b, count, exactly)?;
        }
        let values = [
            known_value::<Modular, Zero>(),
            known_value::<Modular, One>(),
            (Knowledge::NOTHING, a),
            (Knowledge::NOTHING, b),
        ];
        fold_agrees(Mul, &values, &values, &values, exactly)?;
        assert_eq!(Mul.apply(finch_algebra::Div.apply(a, b), b), a);
        assert_eq!(Abs.apply(a), a);
    }
    Ok(())
}
