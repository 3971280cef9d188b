//! Comparisons: `Eq`, `Ne`, `Lt`, `Le`, `Gt`, `Ge`.
//!
//! They hold for everything that Rust can compare. Laws take known values to be equal to themselves and infinities to
//! be comparable with everything, so a stored NaN is less than or equal to a fill of infinity.

use crate::binary_laws;
use crate::fill::{False, Inf, NegInf, One, True, Zero};

/// Declares one comparison.
macro_rules! comparison {
    (
        $(#[$doc:meta])*
        $op:ident: $bound:ident, $symbol:literal, |$a:ident, $b:ident| $body:expr;
        forced { $($forced:tt)* }
        natural { $($natural:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $op;

        binary_laws! {
            impl[T: core::cmp::$bound + Copy + 'static] BinaryOp<T, T> for $op {
                type Out = bool;
                const SYMBOL = $symbol;
                forced { $($forced)* }
                natural { $($natural)* }
                fn apply(&self, $a, $b) { $body }
            }
        }
    };
}

comparison! {
    /// `a == b`.
    Eq: PartialEq, "==", |a, b| a == b;
    forced {}
    natural {
        same => True;
        (Zero, One) => False;
        (One, Zero) => False;
        (False, True) => False;
        (True, False) => False;
    }
}

comparison! {
    /// `a != b`.
    Ne: PartialEq, "!=", |a, b| a != b;
    forced {}
    natural {
        same => False;
        (Zero, One) => True;
        (One, Zero) => True;
        (False, True) => True;
        (True, False) => True;
    }
}

comparison! {
    /// `a < b`: infinity is less than nothing, and nothing is less than negative infinity.
    Lt: PartialOrd, "<", |a, b| a < b;
    forced {}
    natural {
        (Inf, _) => False;
        (_, NegInf) => False;
        same => False;
    }
}

comparison! {
    /// `a <= b`: everything is at most infinity, and negative infinity is at most everything.
    Le: PartialOrd, "<=", |a, b| a <= b;
    forced {
        (_, Inf) => True = true;
        (NegInf, _) => True = true;
    }
    natural {
        same => True;
    }
}

comparison! {
    /// `a > b`: negative infinity is greater than nothing, and nothing is greater than infinity.
    Gt: PartialOrd, ">", |a, b| a > b;
    forced {}
    natural {
        (NegInf, _) => False;
        (_, Inf) => False;
        same => False;
    }
}

comparison! {
    /// `a >= b`: everything is at least negative infinity, and infinity is at least everything.
    Ge: PartialOrd, ">=", |a, b| a >= b;
    forced {
        (_, NegInf) => True = true;
        (Inf, _) => True = true;
    }
    natural {
        same => True;
    }
}
