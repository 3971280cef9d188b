//! Logic on booleans, and bit by bit on integers: `And`, `Or`, `Xor`, `Not`.

use crate::fill::{False, True, Zero};
use crate::number::Bits;
use crate::operator::Monotone;

/// Declares connectives: how they are written, which boolean changes nothing, which stays whatever the other one is, and what becomes of
/// a zero of integers on the left and on the right.
macro_rules! connectives {
    ($(
        $(#[$doc:meta])*
        $name:ident $symbol:literal $operator:tt: identity $identity:ident, annihilator $annihilator:ident, zeros ($left:ident, $right:ident);
    )*) => {
        operators! { $(
            $(#[$doc])*
            $name $symbol {
                (bool, bool) -> bool: |a, b| a $operator b,
                    natural {
                        ($annihilator, _) => $annihilator;
                        (_, $annihilator) => $annihilator;
                        ($identity, _) => right;
                        (_, $identity) => left;
                        same => left;
                    };
                [T: Bits] (T, T) -> T: |a, b| a $operator b,
                    natural {
                        (Zero, _) => $left;
                        (_, Zero) => $right;
                        same => left;
                    };
            }
        )* }
    };
}

connectives! {
    /// `a & b`: false annihilates, true is the identity; of integers, zero annihilates.
    And "&" &: identity True, annihilator False, zeros (Zero, Zero);
    /// `a | b`: true annihilates, false is the identity; of integers, zero is.
    Or "|" |: identity False, annihilator True, zeros (right, left);
}

operators! {
    /// `a ^ b`: false is the identity; of integers, zero is.
    Xor "^" {
        (bool, bool) -> bool: |a, b| a ^ b,
            natural {
                (False, _) => right;
                (_, False) => left;
                (True, True) => False;
            };
        [T: Bits] (T, T) -> T: |a, b| a ^ b,
            natural { (Zero, _) => right; (_, Zero) => left; };
    }

    /// `!a`: true becomes false and false true.
    Not "!" {
        (bool) -> bool: |a| !a,
            natural { (True) => False; (False) => True; }, monotone Monotone::Decreasing;
        [T: Bits] (T) -> T: |a| !a, monotone Monotone::Decreasing;
    }
}
