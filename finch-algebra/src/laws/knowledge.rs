//! What is claimed to be known is what is computed.

use super::violation::LawViolation;
use crate::fill::Fill;
use crate::known::{Knowledge, Known};
use crate::operator::{BinaryOp, UnaryOp, fold_binary, fold_unary};
use core::fmt::Debug;

const WRONG: &str = "computes something else than it claims to know";

/// A fill as an operand or result of [`fold_agrees`]: what is known of it, and its value.
pub fn known_value<T: Copy + 'static, F: Fill<T>>() -> (Knowledge, T) {
    (F::Known::AT_RUN_TIME, F::value())
}

/// Checks that what an operator claims to know of its result is what it computes, for all `operands`.
///
/// `results` are the values that knowledge of a result stands for. Values of which nothing is known belong among the
/// operands too: with them, an operator must do without a law or have one that holds for every value.
pub fn fold_agrees_unary<A, Op>(
    op: Op,
    operands: &[(Knowledge, A)],
    results: &[(Knowledge, Op::Out)],
    agree: impl Fn(Op::Out, Op::Out) -> bool,
) -> Result<(), LawViolation>
where
    A: Copy + Debug,
    Op: UnaryOp<A>,
    Op::Out: Debug,
{
    for &(known, a) in operands {
        let claim = fold_unary::<A, Op>(known);
        let value = op.apply_known(known, a);
        let expected = expected(claim, &[known], op.apply(a), results);
        for expected in expected {
            LawViolation::unless(agree(value, expected), Op::SYMBOL, WRONG, &[&a], [&value, &expected])?;
        }
    }
    Ok(())
}

/// Checks that what an operator claims to know of its result is what it computes, for all pairs of operands.
///
/// `results` are the values that knowledge of a result stands for. Values of which nothing is known belong among the
/// operands too: with them, an operator must do without a law or have one that holds for every value.
///
/// ```
/// use finch_algebra::laws::{exactly, fold_agrees, known_value};
/// use finch_algebra::{Knowledge, Mul, One, Zero};
///
/// let values = [known_value::<f64, Zero>(), known_value::<f64, One>(), (Knowledge::NOTHING, f64::INFINITY)];
/// fold_agrees(Mul, &values, &values, &values, exactly)?;
/// # Ok::<(), finch_algebra::laws::LawViolation>(())
/// ```
pub fn fold_agrees<A, B, Op>(
    op: Op,
    lefts: &[(Knowledge, A)],
    rights: &[(Knowledge, B)],
    results: &[(Knowledge, Op::Out)],
    agree: impl Fn(Op::Out, Op::Out) -> bool,
) -> Result<(), LawViolation>
where
    A: Copy + Debug,
    B: Copy + Debug,
    Op: BinaryOp<A, B>,
    Op::Out: Debug,
{
    for &(left, a) in lefts {
        for &(right, b) in rights {
            let claim = fold_binary::<A, B, Op>(left, right);
            let value = op.apply_known(left, right, a, b);
            for expected in expected(claim, &[left, right], op.apply(a, b), results) {
                let sides: [&dyn Debug; 2] = [&value, &expected];
                LawViolation::unless(agree(value, expected), Op::SYMBOL, WRONG, &[&a, &b], sides)?;
            }
        }
    }
    Ok(())
}

/// The values that an operator may compute: those that its claim stands for. Where nothing is known of the operands
/// there is no law but the arithmetic; where something is, a forced law may return an operand of which nothing is.
fn expected<T: Copy>(claim: Knowledge, operands: &[Knowledge], arithmetic: T, results: &[(Knowledge, T)]) -> Vec<T> {
    if operands.iter().all(|&operand| operand == Knowledge::NOTHING) {
        return vec![arithmetic];
    }
    // Nobody looks at the value of what is missing.
    let meant = results
        .iter()
        .filter(|(known, _)| known.same(claim) && !claim.is_missing());
    meant.map(|&(_, value)| value).collect()
}
