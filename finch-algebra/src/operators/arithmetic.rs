//! Arithmetic: `Add`, `Sub`, `Mul`, `Div`, `Neg`, `Abs`.

use crate::fill::{Inf, NegInf, One, Zero};
use crate::logic::Bool;
use crate::number::Number;
use crate::operator::Monotone;

/// Declares an operator that adds. As reducers they differ.
macro_rules! sum {
    ($(#[$doc:meta])* $name:ident) => {
        $crate::operators::operators! {
            $(#[$doc])*
            $name "+" {
                [T: Number] (T, T) -> T: |a, b| a.sum(b),
                    forced by T::choose {
                        (Inf, _) => left;
                        (_, Inf) => right;
                        (NegInf, _) => left;
                        (_, NegInf) => right;
                    },
                    natural { (Zero, _) => right; (_, Zero) => left; };
            }
        }
    };
}
pub(crate) use sum;

sum! {
    /// `a + b`; as a reducer, a sum in order.
    ///
    /// Zero is the identity. A known infinity stays what it is, whatever is added: `inf + -inf` is `inf` if that one is
    /// a fill, and the limits of integer types behave like infinities. Of two, the positive one wins.
    Add
}

operators! {
    /// `a - b`, where subtracting zero changes nothing.
    Sub "-" {
        [T: Number] (T, T) -> T: |a, b| a.difference(b),
            natural { (_, Zero) => left; };
    }

    /// `a * b`; as a reducer, a product in order.
    ///
    /// A known zero annihilates whatever it meets, infinities and NaN too; one is the identity.
    Mul "*" {
        [T: Number] (T, T) -> T: |a, b| a.product(b),
            forced by T::choose { (Zero, _) => Zero = *T::ZERO; (_, Zero) => Zero = *T::ZERO; },
            natural { (One, _) => right; (_, One) => left; };
    }

    /// `a / b`. A known zero divided by anything is zero, a zero included; dividing by one changes nothing.
    ///
    /// An integer divided by a zero that is no such case raises
    /// [`Fault::DivisionByZero`](crate::fault::Fault::DivisionByZero), and is zero.
    Div "/" {
        [T: Number] (T, T) -> T: |a, b| a.quotient(b),
            forced { (Zero, _) => Zero = *T::ZERO; },
            natural { (_, One) => left; };
    }

    /// `-a`. Zero stays zero, and infinities of floating point numbers change their sign.
    Neg "-" {
        [T: Number] (T) -> T: |a| a.negative(),
            natural {
                (Zero) => Zero;
                (Inf) if T::Symmetric => NegInf;
                (NegInf) if T::Symmetric => Inf;
            },
            monotone if T::Symmetric::VALUE { Monotone::Decreasing } else { Monotone::Neither };
    }

    /// `|a|`, which of a complex number is real. Zero, one and infinity stay what they are.
    Abs "abs" {
        [T: Number] (T) -> T::Magnitude: |a| a.magnitude(),
            natural {
                (Zero) => Zero;
                (One) => One;
                (Inf) => Inf;
                (NegInf) if T::Symmetric => Inf;
            },
            even true;
    }
}
