//! The fills whose tags are reserved: operators have laws about them.

use super::{Fill, NamedFill};
use crate::known::{Tagged, tag};
use crate::number::{Number, Ordered};

/// Declares a fill, and the places that hold it.
macro_rules! fills {
    ($(
        $(#[$doc:meta])*
        $fill:ident { $($([$generic:ident: $bound:ident])? $ty:ident: $tag:ident = $place:expr;)* }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $fill;

        impl NamedFill for $fill {
            type Tag = tag::$fill;
        }

        $(impl $(<$generic: $bound>)? Fill<$ty> for $fill {
            type Known = Tagged<tag::$tag>;
            const VALUE: &'static $ty = $place;
        })*
    )* };
}

fills! {
    /// Zero; `false` of booleans.
    Zero {
        [T: Number] T: Zero = T::ZERO;
        bool: False = &false;
    }
    /// One; `true` of booleans.
    One {
        [T: Number] T: One = T::ONE;
        bool: True = &true;
    }
    /// `false`.
    False {
        bool: False = &false;
    }
    /// `true`.
    True {
        bool: True = &true;
    }
    /// Infinity, or the largest value of an integer type: what no minimum takes.
    Inf {
        [T: Ordered] T: Inf = T::INF;
    }
    /// Negative infinity, or the smallest value of an integer type (0 of an unsigned one): what no maximum takes.
    NegInf {
        [T: Ordered] T: NegInf = T::NEG_INF;
    }
    /// No value at all: operators are missing where an operand is, assigning it is no assignment.
    Missing {
        [T: Number] T: Missing = T::ZERO;
        bool: Missing = &false;
    }
}
