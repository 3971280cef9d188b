//! Logic on booleans, and bit by bit on integers: `And`, `Or`, `Xor`, `Not`.

use crate::fill::{False, True, Zero};
use crate::number::Bits;
use crate::{binary_laws, unary_laws};

/// `a & b`: false annihilates, true is the identity; of integers, zero annihilates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct And;

binary_laws! {
    impl BinaryOp<bool, bool> for And {
        type Out = bool;
        const SYMBOL = "&";
        forced {}
        natural {
            (False, _) => False;
            (_, False) => False;
            (True, _) => right;
            (_, True) => left;
            same => left;
        }
        fn apply(&self, a, b) { a & b }
    }
}

binary_laws! {
    impl[T: Bits] BinaryOp<T, T> for And {
        type Out = T;
        const SYMBOL = "&";
        forced {}
        natural {
            (Zero, _) => Zero;
            (_, Zero) => Zero;
            same => left;
        }
        fn apply(&self, a, b) { a & b }
    }
}

/// `a | b`: true annihilates, false is the identity; of integers, zero is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Or;

binary_laws! {
    impl BinaryOp<bool, bool> for Or {
        type Out = bool;
        const SYMBOL = "|";
        forced {}
        natural {
            (True, _) => True;
            (_, True) => True;
            (False, _) => right;
            (_, False) => left;
            same => left;
        }
        fn apply(&self, a, b) { a | b }
    }
}

binary_laws! {
    impl[T: Bits] BinaryOp<T, T> for Or {
        type Out = T;
        const SYMBOL = "|";
        forced {}
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
            same => left;
        }
        fn apply(&self, a, b) { a | b }
    }
}

/// `a ^ b`: false is the identity; of integers, zero is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xor;

binary_laws! {
    impl BinaryOp<bool, bool> for Xor {
        type Out = bool;
        const SYMBOL = "^";
        forced {}
        natural {
            (False, _) => right;
            (_, False) => left;
            (True, True) => False;
        }
        fn apply(&self, a, b) { a ^ b }
    }
}

binary_laws! {
    impl[T: Bits] BinaryOp<T, T> for Xor {
        type Out = T;
        const SYMBOL = "^";
        forced {}
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
        }
        fn apply(&self, a, b) { a ^ b }
    }
}

/// `!a`: true becomes false and false true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Not;

unary_laws! {
    impl UnaryOp<bool> for Not {
        type Out = bool;
        const SYMBOL = "!";
        forced {}
        natural {
            (True) => False;
            (False) => True;
        }
        fn apply(&self, a) { !a }
    }
}

unary_laws! {
    impl[T: Bits] UnaryOp<T> for Not {
        type Out = T;
        const SYMBOL = "!";
        forced {}
        natural {}
        fn apply(&self, a) { !a }
    }
}
