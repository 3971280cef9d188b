//! Operators that take one of their operands as it is: `Select` and `Coalesce`.

use crate::known::{IsMissing, Knowledge, Known, Same, Tagged, Unknown, tag};
use crate::logic::{No, Or, SelectKnown};
use crate::operator::{BinaryOp, TernaryOp};

/// `if condition { a } else { b }`.
///
/// Only the operand that is chosen counts: where the condition is known, the other one may be missing. Where it is
/// not, a missing operand makes the result missing, and so does a missing condition. If the same is known of both
/// operands, the condition does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Select;

/// What is known of a choice between two operands by a condition that is not known.
type Undecided<K2, K3> =
    SelectKnown<Or<IsMissing<K2>, IsMissing<K3>>, Tagged<tag::Missing>, SelectKnown<Same<K2, K3>, K2, Unknown>>;

impl<T: Copy + 'static> TernaryOp<bool, T, T> for Select {
    type Out = T;
    type Strict = No;
    type Fold<K1: Known, K2: Known, K3: Known> = SelectKnown<
        IsMissing<K1>,
        Tagged<tag::Missing>,
        SelectKnown<K1::Is<tag::True>, K2, SelectKnown<K1::Is<tag::False>, K3, Undecided<K2, K3>>>,
    >;
    const SYMBOL: &'static str = "select";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(condition: Knowledge, a: Knowledge, b: Knowledge) -> Knowledge {
        if condition.is_missing() {
            Knowledge::MISSING
        } else if condition.is::<tag::True>() {
            a
        } else if condition.is::<tag::False>() {
            b
        } else if a.is_missing() | b.is_missing() {
            Knowledge::MISSING
        } else if a.same(b) {
            a
        } else {
            Knowledge::NOTHING
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, condition: bool, a: T, b: T) -> T {
        if condition { a } else { b }
    }
}

/// The first operand, or the second where the first is missing.
///
/// ```
/// use finch_algebra::known::Knowledge;
/// use finch_algebra::{BinaryOp, Coalesce};
///
/// assert_eq!(Coalesce.apply_known(Knowledge::NOTHING, Knowledge::NOTHING, 1, 2), 1);
/// assert_eq!(Coalesce.apply_known(Knowledge::MISSING, Knowledge::NOTHING, 1, 2), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coalesce;

impl<T: Copy + 'static> BinaryOp<T, T> for Coalesce {
    type Out = T;
    type Strict = No;
    type Fold<L: Known, R: Known> = SelectKnown<IsMissing<L>, R, L>;
    const SYMBOL: &'static str = "coalesce";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(left: Knowledge, right: Knowledge) -> Knowledge {
        if left.is_missing() { right } else { left }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: T, _b: T) -> T {
        a
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, left: Knowledge, _right: Knowledge, a: T, b: T) -> T {
        if left.is_missing() { b } else { a }
    }
}
