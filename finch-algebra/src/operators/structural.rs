//! Operators that look at which operand is there: `First`, `Second`, `Any`, `Pair`.

use crate::fill::{False, One, True, Zero};
use crate::known::{Knowledge, Known};
use crate::logic::No;
use crate::number::Number;
use crate::operator::BinaryOp;

/// Declares operators that keep one operand as it is, whatever the other one.
macro_rules! kept {
    ($(
        $(#[$doc:meta])*
        $name:ident $symbol:literal: [$($generics:tt)*] -> $out:ty, known $known:ident, |$left:ident, $right:ident| $kept:ident;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl<$($generics)*> BinaryOp<A, B> for $name {
            type Out = $out;
            type Strict = No;
            type Fold<L: Known, R: Known> = $known;
            const SYMBOL: &'static str = $symbol;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold($left: Knowledge, $right: Knowledge) -> Knowledge {
                $kept
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&self, $left: A, $right: B) -> $out {
                $kept
            }
        }
    )* };
}

kept! {
    /// The first operand, also if the second is missing.
    First "first": [A: Copy + 'static, B] -> A, known L, |first, _second| first;
    /// The second operand, also if the first is missing.
    Second "second": [A, B: Copy + 'static] -> B, known R, |_first, second| second;
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
