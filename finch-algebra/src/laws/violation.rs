//! What a check returns, and what it takes for equal.

use core::error::Error;
use core::fmt::{self, Debug, Display, Formatter};

/// What a check of a law returns.
pub type Check = Result<(), LawViolation>;

/// A law that an operator or reducer does not keep: which one, for which operands, and both results. What the functions of [`laws`](super)
/// return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawViolation {
    operator: String,
    law: &'static str,
    operands: String,
    left: String,
    right: String,
}

impl LawViolation {
    /// The law, as in "`-` *is not commutative*".
    pub fn law(&self) -> &'static str {
        self.law
    }

    /// How the operator is written.
    pub fn operator(&self) -> &str {
        &self.operator
    }

    /// Fails unless both sides of a law agree.
    pub(super) fn unless(
        agree: bool,
        operator: &str,
        law: &'static str,
        operands: &[&dyn Debug],
        sides: [&dyn Debug; 2],
    ) -> Check {
        if agree {
            return Ok(());
        }
        let operands: Vec<String> = operands.iter().map(|operand| format!("{operand:?}")).collect();
        Err(LawViolation {
            operator: operator.to_owned(),
            law,
            operands: operands.join(", "),
            left: format!("{:?}", sides[0]),
            right: format!("{:?}", sides[1]),
        })
    }

    /// Fails unless `agree` takes both sides of a law for the same.
    pub(super) fn unless_same<T: Copy + Debug>(
        agree: impl Fn(T, T) -> bool,
        operator: &str,
        law: &'static str,
        operands: &[&dyn Debug],
        [left, right]: [T; 2],
    ) -> Check {
        LawViolation::unless(agree(left, right), operator, law, operands, [&left, &right])
    }
}

impl Display for LawViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let LawViolation {
            operator,
            law,
            operands,
            left,
            right,
        } = self;
        write!(f, "`{operator}` {law} for {operands}: {left} is not {right}")
    }
}

impl Error for LawViolation {}

/// Whether two results are equal: the `agree` of laws of integers and booleans.
#[inline]
pub fn exactly<T: PartialEq>(left: T, right: T) -> bool {
    left == right
}

/// A function that says whether two results are equal up to a relative `tolerance`: the `agree` of laws of floating point numbers. NaN
/// agrees with NaN, and an infinity with itself.
#[inline]
pub fn within(tolerance: f64) -> impl Fn(f64, f64) -> bool + Copy {
    move |left, right| {
        left == right
            || (left.is_nan() && right.is_nan())
            || (left - right).abs() <= tolerance * left.abs().max(right.abs()).min(f64::MAX)
    }
}
