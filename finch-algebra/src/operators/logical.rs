//! Logic on booleans, and bit by bit on integers: `And`, `Or`, `Xor`, `Not`.

use crate::fill::{False, True, Zero};
use crate::number::Bits;
use crate::operator::Monotone;

operators! {
    /// `a & b`: false annihilates, true is the identity; of integers, zero annihilates.
    And "&" {
        (bool, bool) -> bool: |a, b| a & b,
            natural {
                (False, _) => False;
                (_, False) => False;
                (True, _) => right;
                (_, True) => left;
                same => left;
            };
        [T: Bits] (T, T) -> T: |a, b| a & b,
            natural {
                (Zero, _) => Zero;
                (_, Zero) => Zero;
                same => left;
            };
    }

    /// `a | b`: true annihilates, false is the identity; of integers, zero is.
    Or "|" {
        (bool, bool) -> bool: |a, b| a | b,
            natural {
                (True, _) => True;
                (_, True) => True;
                (False, _) => right;
                (_, False) => left;
                same => left;
            };
        [T: Bits] (T, T) -> T: |a, b| a | b,
            natural {
                (Zero, _) => right;
                (_, Zero) => left;
                same => left;
            };
    }

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
