//! Comparisons: `Eq`, `Ne`, `Lt`, `Le`, `Gt`, `Ge`.
//!
//! They hold for everything that Rust can compare. Laws take known values to be equal to themselves and infinities to
//! be comparable with everything, so a stored NaN is less than or equal to a fill of infinity.

use crate::fill::{False, Inf, NegInf, One, True, Zero};

/// Declares equality and its opposite: how they are written, and what they say of the same value and of others.
macro_rules! equalities {
    ($($(#[$doc:meta])* $name:ident $symbol:literal $operator:tt: same $same:ident, others $others:ident;)*) => {
        operators! { $(
            $(#[$doc])*
            $name $symbol {
                [T: core::cmp::PartialEq + Copy + 'static] (T, T) -> bool: |a, b| a $operator b,
                    natural {
                        same => $same;
                        (Zero, One) => $others;
                        (One, Zero) => $others;
                        (False, True) => $others;
                        (True, False) => $others;
                    };
            }
        )* }
    };
}

equalities! {
    /// `a == b`.
    Eq "==" ==: same True, others False;
    /// `a != b`.
    Ne "!=" !=: same False, others True;
}

operators! {
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
