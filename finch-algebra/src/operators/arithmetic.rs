//! Arithmetic: `Add`, `Sub`, `Mul`, `Div`, `Neg`, `Abs`.

use crate::fill::{Inf, NegInf, One, Zero};
use crate::number::Number;
use crate::{binary_laws, unary_laws};

/// `a + b`; as a reducer, a sum in order.
///
/// Zero is the identity. A known infinity stays what it is, whatever is added: `inf + -inf` is `inf` if that one is
/// a fill, and the limits of integer types behave like infinities. Of two, the positive one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Add;

binary_laws! {
    impl[T: Number] BinaryOp<T, T> for Add {
        type Out = T;
        const SYMBOL = "+";
        forced by T::choose {
            (Inf, _) => left;
            (_, Inf) => right;
            (NegInf, _) => left;
            (_, NegInf) => right;
        }
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
        }
        fn apply(&self, a, b) { a.sum(b) }
    }
}

/// `a - b`, where subtracting zero changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sub;

binary_laws! {
    impl[T: Number] BinaryOp<T, T> for Sub {
        type Out = T;
        const SYMBOL = "-";
        forced {}
        natural {
            (_, Zero) => left;
        }
        fn apply(&self, a, b) { a.difference(b) }
    }
}

/// `a * b`; as a reducer, a product in order.
///
/// A known zero annihilates whatever it meets, infinities and NaN too; one is the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mul;

binary_laws! {
    impl[T: Number] BinaryOp<T, T> for Mul {
        type Out = T;
        const SYMBOL = "*";
        forced by T::choose {
            (Zero, _) => Zero = *T::ZERO;
            (_, Zero) => Zero = *T::ZERO;
        }
        natural {
            (One, _) => right;
            (_, One) => left;
        }
        fn apply(&self, a, b) { a.product(b) }
    }
}

/// `a / b`. A known zero divided by anything is zero, a zero included; dividing by one changes nothing.
///
/// An integer divided by a zero that is no such case raises
/// [`Fault::DivisionByZero`](crate::fault::Fault::DivisionByZero), and is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Div;

binary_laws! {
    impl[T: Number] BinaryOp<T, T> for Div {
        type Out = T;
        const SYMBOL = "/";
        forced {
            (Zero, _) => Zero = *T::ZERO;
        }
        natural {
            (_, One) => left;
        }
        fn apply(&self, a, b) { a.quotient(b) }
    }
}

/// `-a`. Zero stays zero, and infinities of floating point numbers change their sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neg;

unary_laws! {
    impl[T: Number] UnaryOp<T> for Neg {
        type Out = T;
        const SYMBOL = "-";
        forced {}
        natural {
            (Zero) => Zero;
            (Inf) if T::Symmetric => NegInf;
            (NegInf) if T::Symmetric => Inf;
        }
        fn apply(&self, a) { a.negative() }
    }
}

/// `|a|`, which of a complex number is real. Zero, one and infinity stay what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abs;

unary_laws! {
    impl[T: Number] UnaryOp<T> for Abs {
        type Out = T::Magnitude;
        const SYMBOL = "abs";
        forced {}
        natural {
            (Zero) => Zero;
            (One) => One;
            (Inf) => Inf;
            (NegInf) if T::Symmetric => Inf;
        }
        fn apply(&self, a) { a.magnitude() }
    }
}
