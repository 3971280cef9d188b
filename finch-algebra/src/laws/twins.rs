//! What types know agrees with what run time knows.

use super::violation::LawViolation;
use crate::known::{Known, Tagged, UserTag, tag};
use crate::logic::Bool;
use crate::operator::{
    BinaryOp, FoldBinary, FoldTernary, FoldUnary, TernaryOp, UnaryOp, fold_binary, fold_ternary, fold_unary,
};
use crate::reducer::Reducer;
use core::fmt::Debug;
use typenum::{U0, U1, U2, U7};

const LAW: &str = "knows something else at compile time than at run time";

/// Everything that is tried as the knowledge of an operand.
mod case {
    use super::*;
    pub(super) use crate::known::{Solid, Unknown};
    pub(super) type Zero = Tagged<tag::Zero>;
    pub(super) type One = Tagged<tag::One>;
    pub(super) type False = Tagged<tag::False>;
    pub(super) type True = Tagged<tag::True>;
    pub(super) type Inf = Tagged<tag::Inf>;
    pub(super) type NegInf = Tagged<tag::NegInf>;
    pub(super) type Missing = Tagged<tag::Missing>;
    pub(super) type Reserved = Tagged<U7>;
    pub(super) type User0 = Tagged<UserTag<U0>>;
    pub(super) type User1 = Tagged<UserTag<U1>>;
    pub(super) type User2 = Tagged<UserTag<U2>>;
}

/// Hands all cases to a macro, behind its other arguments.
macro_rules! cases {
    ($each:ident $($argument:ident)*) => {
        $each!($($argument)*: Unknown Solid Zero One False True Inf NegInf Missing Reserved User0 User1 User2)
    };
}

/// Hands the cases to a macro that make a difference among the operands of a ternary operator.
macro_rules! few_cases {
    ($each:ident $($argument:ident)*) => {
        $each!($($argument)*: Unknown Zero False True Inf Missing User0)
    };
}

/// The run-time knowledge that is the same as all cases.
macro_rules! knowledge {
    (: $($case:ident)*) => {
        [$(<case::$case as Known>::AT_RUN_TIME),*]
    };
}

/// Checks that types and run time know the same of `Op(a)`, for every kind of knowledge about `a`. For tests of operators of your own.
///
/// # Errors
///
/// A [`LawViolation`] that names the first operand for which they differ.
pub fn twins_agree_unary<A, Op: UnaryOp<A>>() -> Result<(), LawViolation> {
    macro_rules! types {
        (: $($case:ident)*) => {
            [$(<FoldUnary<Op, A, case::$case> as Known>::AT_RUN_TIME),*]
        };
    }
    for (known, types) in cases!(knowledge).into_iter().zip(cases!(types)) {
        compare(Op::SYMBOL, &[&known], types, fold_unary::<A, Op>(known))?;
    }
    Ok(())
}

/// Checks that types know of `Op(a, b)` what run time knows, whatever is known of `a` and `b`: nothing, one of the reserved tags or one of
/// the first tags for users. For tests of operators of your own.
///
/// # Errors
///
/// A [`LawViolation`] that names the first pair of operands for which they differ.
///
/// ```
/// use finch_algebra::laws::twins_agree;
/// use finch_algebra::{Add, Mul};
///
/// twins_agree::<f64, f64, Add>()?;
/// twins_agree::<f64, f64, Mul>()?;
/// # Ok::<(), finch_algebra::laws::LawViolation>(())
/// ```
pub fn twins_agree<A, B, Op: BinaryOp<A, B>>() -> Result<(), LawViolation> {
    macro_rules! row {
        ($left:ident: $($right:ident)*) => {
            [$(<FoldBinary<Op, A, B, case::$left, case::$right> as Known>::AT_RUN_TIME),*]
        };
    }
    macro_rules! types {
        (: $($left:ident)*) => {
            [$(cases!(row $left)),*]
        };
    }
    for (left, row) in cases!(knowledge).into_iter().zip(cases!(types)) {
        for (right, types) in cases!(knowledge).into_iter().zip(row) {
            compare(
                Op::SYMBOL,
                &[&left, &right],
                types,
                fold_binary::<A, B, Op>(left, right),
            )?;
        }
    }
    Ok(())
}

/// Checks that types know of `Op(a, b, c)` what run time knows, whatever is known of `a`, `b` and `c`. For tests of operators of your own.
///
/// # Errors
///
/// A [`LawViolation`] that names the first three operands for which they differ.
pub fn twins_agree_ternary<A, B, C, Op: TernaryOp<A, B, C>>() -> Result<(), LawViolation> {
    macro_rules! row {
        ($first:ident $second:ident: $($third:ident)*) => {
            [$(<FoldTernary<Op, A, B, C, case::$first, case::$second, case::$third> as Known>::AT_RUN_TIME),*]
        };
    }
    macro_rules! plane {
        ($first:ident: $($second:ident)*) => {
            [$(few_cases!(row $first $second)),*]
        };
    }
    macro_rules! types {
        (: $($first:ident)*) => {
            [$(few_cases!(plane $first)),*]
        };
    }
    for (first, plane) in few_cases!(knowledge).into_iter().zip(few_cases!(types)) {
        for (second, row) in few_cases!(knowledge).into_iter().zip(plane) {
            for (third, types) in few_cases!(knowledge).into_iter().zip(row) {
                let values = fold_ternary::<A, B, C, Op>(first, second, third);
                compare(Op::SYMBOL, &[&first, &second, &third], types, values)?;
            }
        }
    }
    Ok(())
}

/// Checks that a reducer skips at compile time what it skips at run time, whatever is known of the value and of the target's fill. For
/// tests of reducers of your own.
pub fn skip_twins_agree<T, R: Reducer<T>>() -> Result<(), LawViolation> {
    macro_rules! row {
        ($value:ident: $($target:ident)*) => {
            [$(<R::Skip<case::$value, case::$target> as Bool>::VALUE),*]
        };
    }
    macro_rules! types {
        (: $($value:ident)*) => {
            [$(cases!(row $value)),*]
        };
    }
    for (value, row) in cases!(knowledge).into_iter().zip(cases!(types)) {
        for (target, types) in cases!(knowledge).into_iter().zip(row) {
            compare(R::SYMBOL, &[&value, &target], types, R::skips(value, target))?;
        }
    }
    Ok(())
}

/// Fails if types and values say different things.
fn compare<T: Debug + PartialEq>(
    operator: &str,
    operands: &[&dyn Debug],
    types: T,
    values: T,
) -> Result<(), LawViolation> {
    LawViolation::unless(types == values, operator, LAW, operands, [&types, &values])
}
