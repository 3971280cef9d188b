//! Laws of one or two operators on stored values.

use super::violation::{Check, LawViolation};
use crate::operator::BinaryOp;
use core::fmt::Debug;

/// Checks that an operator is associative for these operands: `(a b) c = a (b c)`. `agree` says whether two results count as equal.
pub fn associative<T, Op>(op: Op, a: T, b: T, c: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Op: BinaryOp<T, T, Out = T>,
{
    let left = op.apply(op.apply(a, b), c);
    let right = op.apply(a, op.apply(b, c));
    let law = "is not associative";
    LawViolation::unless_same(&agree, Op::SYMBOL, law, &[&a, &b, &c], [left, right])
}

/// Checks that an operator is commutative for these operands: `a b = b a`. `agree` says whether two results count as equal.
pub fn commutative<A, Op>(op: Op, a: A, b: A, agree: impl Fn(Op::Out, Op::Out) -> bool) -> Check
where
    A: Copy + Debug,
    Op: BinaryOp<A, A>,
    Op::Out: Debug,
{
    let (left, right) = (op.apply(a, b), op.apply(b, a));
    LawViolation::unless(
        agree(left, right),
        Op::SYMBOL,
        "is not commutative",
        &[&a, &b],
        [&left, &right],
    )
}

/// `k a` and `a k` are what is expected.
fn on_both_sides<T, Op>(op: Op, [k, a]: [T; 2], expected: T, law: &'static str, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Op: BinaryOp<T, T, Out = T>,
{
    for result in [op.apply(k, a), op.apply(a, k)] {
        LawViolation::unless_same(&agree, Op::SYMBOL, law, &[&k, &a], [result, expected])?;
    }
    Ok(())
}

/// Checks that `e` is an identity of an operator for this operand: `e a = a = a e`. `agree` says whether two results count as equal.
pub fn identity<T, Op>(op: Op, e: T, a: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Op: BinaryOp<T, T, Out = T>,
{
    on_both_sides(op, [e, a], a, "does not have the first operand as its identity", agree)
}

/// Checks that `z` annihilates in an operator for this operand: `z a = z = a z`. `agree` says whether two results count as equal.
pub fn annihilator<T, Op>(op: Op, z: T, a: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Op: BinaryOp<T, T, Out = T>,
{
    on_both_sides(op, [z, a], z, "is not annihilated by the first operand", agree)
}

/// Checks that an operator is idempotent for these operands: `(b a) a = b a`, and `a a = a`. `agree` says whether two results count as
/// equal.
pub fn idempotent<T, Op>(op: Op, b: T, a: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Op: BinaryOp<T, T, Out = T>,
{
    let law = "is not idempotent";
    let twice = op.apply(a, a);
    LawViolation::unless_same(&agree, Op::SYMBOL, law, &[&a], [twice, a])?;
    let once = op.apply(b, a);
    let twice = op.apply(once, a);
    LawViolation::unless_same(&agree, Op::SYMBOL, law, &[&b, &a], [twice, once])
}

/// Checks that `times` distributes over `plus` for these operands: `a (b + c) = a b + a c` and `(b + c) a = b a + c a`. `agree` says
/// whether two results count as equal.
pub fn distributes<T, Times, Plus>(times: Times, plus: Plus, a: T, b: T, c: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug,
    Times: BinaryOp<T, T, Out = T>,
    Plus: BinaryOp<T, T, Out = T>,
{
    let sum = plus.apply(b, c);
    for (left, right) in [
        (times.apply(a, sum), plus.apply(times.apply(a, b), times.apply(a, c))),
        (times.apply(sum, a), plus.apply(times.apply(b, a), times.apply(c, a))),
    ] {
        let both = format!("{} over {}", Times::SYMBOL, Plus::SYMBOL);
        let law = "does not distribute";
        LawViolation::unless_same(&agree, &both, law, &[&a, &b, &c], [left, right])?;
    }
    Ok(())
}
