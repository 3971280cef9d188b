//! Comparisons: `Eq`, `Ne`, `Lt`, `Le`, `Gt`, `Ge`.
//!
//! They hold for everything that Rust can compare. Laws take known values to be equal to themselves and infinities to
//! be comparable with everything, so a stored NaN is less than or equal to a fill of infinity.

use crate::fill::{False, Inf, NegInf, One, True, Zero};

operators! {
    /// `a == b`.
    Eq "==" {
        [T: core::cmp::PartialEq + Copy + 'static] (T, T) -> bool: |a, b| a == b,
            natural {
                same => True;
                (Zero, One) => False;
                (One, Zero) => False;
                (False, True) => False;
                (True, False) => False;
            };
    }

    /// `a != b`.
    Ne "!=" {
        [T: core::cmp::PartialEq + Copy + 'static] (T, T) -> bool: |a, b| a != b,
            natural {
                same => False;
                (Zero, One) => True;
                (One, Zero) => True;
                (False, True) => True;
                (True, False) => True;
            };
    }

    /// `a < b`: infinity is less than nothing, and nothing is less than negative infinity.
    Lt "<" {
        [T: core::cmp::PartialOrd + Copy + 'static] (T, T) -> bool: |a, b| a < b,
            natural {
                (Inf, _) => False;
                (_, NegInf) => False;
                same => False;
            };
    }

    /// `a <= b`: everything is at most infinity, and negative infinity is at most everything.
    Le "<=" {
        [T: core::cmp::PartialOrd + Copy + 'static] (T, T) -> bool: |a, b| a <= b,
            forced { (_, Inf) => True = true; (NegInf, _) => True = true; },
            natural { same => True; };
    }

    /// `a > b`: negative infinity is greater than nothing, and nothing is greater than infinity.
    Gt ">" {
        [T: core::cmp::PartialOrd + Copy + 'static] (T, T) -> bool: |a, b| a > b,
            natural {
                (NegInf, _) => False;
                (_, Inf) => False;
                same => False;
            };
    }

    /// `a >= b`: everything is at least negative infinity, and infinity is at least everything.
    Ge ">=" {
        [T: core::cmp::PartialOrd + Copy + 'static] (T, T) -> bool: |a, b| a >= b,
            forced { (_, NegInf) => True = true; (Inf, _) => True = true; },
            natural { same => True; };
    }
}
