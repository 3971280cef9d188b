//! What an operator is: a function of one, two or three values that also knows what it does with known values.
//!
//! Knowledge is folded twice: by types ([`BinaryOp::Fold`]), which decides what is compiled, and by values
//! ([`BinaryOp::fold`]), where only run time knows which operands are present. Both come out of one table of laws,
//! see [`laws!`](crate::binary_laws).

use crate::known::{IsMissing, Knowledge, Known, Tagged, tag};
use crate::logic::{And, Bool, Or, SelectKnown};
use core::fmt::Debug;

/// Whether the results of a function grow or shrink as its operand grows, over all operands for which the result is not NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monotone {
    /// Of two operands, the greater one has a result that is greater or the same, but for rounding.
    Increasing,
    /// Of two operands, the greater one has a result that is less or the same, but for rounding.
    Decreasing,
    /// Neither is so, or it was not declared.
    Neither,
}

/// An operator of one value: what it computes, and what is known of its result where something is known of its operand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operator of a value of type `{A}`",
    note = "operators are types, such as `Abs` and `Sqrt`, each for some types of values; a closure or function is wrapped, and says what it \
            takes: `a.map(Unary(|v: f64| v * v))`"
)]
pub trait UnaryOp<A>: Copy + Debug {
    /// What it returns.
    type Out: Copy + 'static;
    /// `Yes` if a missing operand makes the result missing.
    type Strict: Bool;
    /// What is known of the result.
    type Fold<K: Known>: Known;
    /// How it is written: `-`, `abs`, ...
    const SYMBOL: &'static str;
    /// Which way the results go as the operand grows; [`laws::monotone`](crate::laws::monotone) checks it.
    ///
    /// Programs are lowered without this law. It is there for generic code, which may compute the function of the greatest operand in place
    /// of the greatest result.
    const MONOTONE: Monotone = Monotone::Neither;
    /// Whether a value and its negative have the same result; [`laws::even`](crate::laws::even) checks it, and that the same is known
    /// of the results of both infinities.
    ///
    /// Programs are lowered without this law: it is there for generic code, which may compute one of `f(a - b)` and `f(b - a)`.
    const EVEN: bool = false;
    /// What is known of the result, given what is known of the operand at run time. A strict operator is not asked about a
    /// missing operand: its result is missing. By default nothing is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(_known: Knowledge) -> Knowledge {
        Knowledge::NOTHING
    }
    /// The result for the operand `a`.
    fn apply(&self, a: A) -> Self::Out;
    /// The result for the operand `a`, of which something is known: laws come before arithmetic.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, _known: Knowledge, a: A) -> Self::Out {
        self.apply(a)
    }
}

/// A function of two values.
#[diagnostic::on_unimplemented(
    message = "an operator does not work on a value of type `{A}` and one of type `{B}`",
    label = "`{A}` on the left, `{B}` on the right",
    note = "both operands of an arithmetic operator or a comparison have the same number type: convert the right one as in Rust, \
            `x[i] as {A}`, or the left one, `x[i] as {B}`; so are indices, which are `usize`s, `i as f64`, and captured numbers, `{{ n as f64 }}`",
    note = "the operator is `{Self}`"
)]
pub trait BinaryOp<A, B>: Copy + Debug {
    /// What it returns.
    type Out: Copy + 'static;
    /// `Yes` if a missing operand makes the result missing.
    type Strict: Bool;
    /// What is known of the result.
    type Fold<L: Known, R: Known>: Known;
    /// How it is written: `+`, `min`, ...
    const SYMBOL: &'static str;
    /// Whether the result is the first operand, or the second one where the first is missing. Programs compute no other operand then.
    const TAKES_ONE: bool = false;
    /// What is known of the result, given what run time knows of the operands. A strict operator is not asked about missing
    /// operands: its result is missing. By default nothing is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(_left: Knowledge, _right: Knowledge) -> Knowledge {
        Knowledge::NOTHING
    }
    /// The result for the operands `a` and `b`.
    fn apply(&self, a: A, b: B) -> Self::Out;
    /// The result for operands of which something is known: laws come before arithmetic, so `0 * inf` is 0 if that 0 is a fill.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, _left: Knowledge, _right: Knowledge, a: A, b: B) -> Self::Out {
        self.apply(a, b)
    }
}

/// An operator of three values: what it computes, and what is known of its result where something is known of its operands.
pub trait TernaryOp<A, B, C>: Copy + Debug {
    /// What it returns.
    type Out: Copy + 'static;
    /// `Yes` if a missing operand makes the result missing.
    type Strict: Bool;
    /// What is known of the result.
    type Fold<K1: Known, K2: Known, K3: Known>: Known;
    /// How it is written.
    const SYMBOL: &'static str;
    /// What is known of the result, given what run time knows of the operands. A strict operator is not asked about missing
    /// operands: its result is missing. By default nothing is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(_k1: Knowledge, _k2: Knowledge, _k3: Knowledge) -> Knowledge {
        Knowledge::NOTHING
    }
    /// The result for the operands `a`, `b` and `c`.
    fn apply(&self, a: A, b: B, c: C) -> Self::Out;
    /// The result for operands of which something is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, _k1: Knowledge, _k2: Knowledge, _k3: Knowledge, a: A, b: B, c: C) -> Self::Out {
        self.apply(a, b, c)
    }
}

/// What is known of `Op(a)`, missing operands included.
pub type FoldUnary<Op, A, K> =
    SelectKnown<And<<Op as UnaryOp<A>>::Strict, IsMissing<K>>, Tagged<tag::Missing>, <Op as UnaryOp<A>>::Fold<K>>;

/// What is known of `Op(a, b)`, missing operands included.
pub type FoldBinary<Op, A, B, L, R> = SelectKnown<
    And<<Op as BinaryOp<A, B>>::Strict, Or<IsMissing<L>, IsMissing<R>>>,
    Tagged<tag::Missing>,
    <Op as BinaryOp<A, B>>::Fold<L, R>,
>;

/// What is known of `Op(a, b, c)`, missing operands included.
pub type FoldTernary<Op, A, B, C, K1, K2, K3> = SelectKnown<
    And<<Op as TernaryOp<A, B, C>>::Strict, Or<IsMissing<K1>, Or<IsMissing<K2>, IsMissing<K3>>>>,
    Tagged<tag::Missing>,
    <Op as TernaryOp<A, B, C>>::Fold<K1, K2, K3>,
>;

/// What run time knows of `Op(a)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fold_unary<A, Op: UnaryOp<A>>(known: Knowledge) -> Knowledge {
    if Op::Strict::VALUE && known.is_missing() {
        Knowledge::MISSING
    } else {
        Op::fold(known)
    }
}

/// What run time knows of `Op(a, b)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fold_binary<A, B, Op: BinaryOp<A, B>>(left: Knowledge, right: Knowledge) -> Knowledge {
    if Op::Strict::VALUE && (left.is_missing() | right.is_missing()) {
        Knowledge::MISSING
    } else {
        Op::fold(left, right)
    }
}

/// What run time knows of `Op(a, b, c)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fold_ternary<A, B, C, Op: TernaryOp<A, B, C>>(k1: Knowledge, k2: Knowledge, k3: Knowledge) -> Knowledge {
    if Op::Strict::VALUE && (k1.is_missing() | k2.is_missing() | k3.is_missing()) {
        Knowledge::MISSING
    } else {
        Op::fold(k1, k2, k3)
    }
}
