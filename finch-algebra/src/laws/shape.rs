//! Laws of functions of one value: which way results go, and whether the sign of the operand counts.

use super::violation::LawViolation;
use crate::known::{Knowledge, tag};
use crate::logic::Bool;
use crate::number::Number;
use crate::operator::{Monotone, UnaryOp, fold_unary};
use core::cmp::Ordering;
use core::fmt::Debug;

/// Checks that the results of an operator of one value go the way that it [states](UnaryOp::MONOTONE). Operands and results that compare
/// with nothing, as NaN, are not checked.
///
/// The results of `a` and `b` are compared as they are. Where they may be rounded the wrong way round, `a` and `b` are to be apart.
pub fn monotone<A, Op>(op: Op, a: A, b: A) -> Result<(), LawViolation>
where
    A: Copy + Debug + PartialOrd,
    Op: UnaryOp<A>,
    Op::Out: Debug + PartialOrd,
{
    let (lesser, greater) = match a.partial_cmp(&b) {
        Some(Ordering::Less) => (a, b),
        Some(Ordering::Greater) => (b, a),
        _ => return Ok(()),
    };
    let (low, high) = (op.apply(lesser), op.apply(greater));
    let (wrong, law) = match Op::MONOTONE {
        Monotone::Neither => return Ok(()),
        Monotone::Increasing => (Ordering::Greater, "is not increasing"),
        Monotone::Decreasing => (Ordering::Less, "is not decreasing"),
    };
    let holds = low.partial_cmp(&high) != Some(wrong);
    LawViolation::unless(holds, Op::SYMBOL, law, &[&lesser, &greater], [&low, &high])
}

/// Checks an operator that [says](UnaryOp::EVEN) that the sign of its operand does not count: a value and its negative have equal results;
/// and where infinities are the negatives of each other, types know the same of the results of both. `agree` says whether two results count
/// as equal.
pub fn even<A, Op>(op: Op, a: A, agree: impl Fn(Op::Out, Op::Out) -> bool) -> Result<(), LawViolation>
where
    A: Number,
    Op: UnaryOp<A>,
    Op::Out: Debug,
{
    if !Op::EVEN {
        return Ok(());
    }
    if A::Symmetric::VALUE {
        let known = [Knowledge::of::<tag::Inf>(), Knowledge::of::<tag::NegInf>()];
        let [inf, neg_inf] = known.map(fold_unary::<A, Op>);
        let law = "is even, and knows something else of one infinity than of the other";
        LawViolation::unless(
            inf == neg_inf,
            Op::SYMBOL,
            law,
            &[&known[0], &known[1]],
            [&inf, &neg_inf],
        )?;
    }
    let (left, right) = (op.apply(a), op.apply(a.negative()));
    LawViolation::unless(agree(left, right), Op::SYMBOL, "is not even", &[&a], [&left, &right])
}
