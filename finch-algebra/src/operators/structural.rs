//! Operators that look at which operand is there: `First`, `Second`, `Any`, `Pair`.

use crate::fill::{False, One, True, Zero};
use crate::known::{Knowledge, Known};
use crate::logic::No;
use crate::number::Number;
use crate::operator::BinaryOp;

/// The first operand, also if the second is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First;

impl<A: Copy + 'static, B> BinaryOp<A, B> for First {
    type Out = A;
    type Strict = No;
    type Fold<L: Known, R: Known> = L;
    const SYMBOL: &'static str = "first";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(left: Knowledge, _right: Knowledge) -> Knowledge {
        left
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: A, _b: B) -> A {
        a
    }
}

/// The second operand, also if the first is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Second;

impl<A, B: Copy + 'static> BinaryOp<A, B> for Second {
    type Out = B;
    type Strict = No;
    type Fold<L: Known, R: Known> = R;
    const SYMBOL: &'static str = "second";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(_left: Knowledge, right: Knowledge) -> Knowledge {
        right
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, _a: A, b: B) -> B {
        b
    }
}

operators! {
    /// Any of the operands that are there; as a reducer, any of the values that are there.
    ///
    /// Zero and false are not there, known or not. Of two that are, it takes the first, which nobody should rely on.
    Any "any" {
        [T: Number] (T, T) -> T: |a, b| if a == *T::ZERO { b } else { a },
            forced { (_, Zero) => left; },
            natural { (Zero, _) => right; same => left; };
        (bool, bool) -> bool: |a, b| a | b,
            natural {
                (_, False) => left;
                (False, _) => right;
                (True, _) => True;
                (_, True) => True;
            };
    }

    /// One if both operands are there, whatever they are; a known zero or false is not there.
    Pair "pair" {
        [T: Number] (T, T) -> T: |_a, _b| *T::ONE,
            forced by T::choose { (Zero, _) => Zero = *T::ZERO; (_, Zero) => Zero = *T::ZERO; },
            natural { (One, One) => One; };
        (bool, bool) -> bool: |_a, _b| true,
            forced { (False, _) => False = false; (_, False) => False = false; },
            natural { (True, True) => True; };
    }
}
