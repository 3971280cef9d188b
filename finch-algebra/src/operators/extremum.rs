//! The lesser and the greater of two: `Min`, `Max`, and by a key `MinBy`, `MaxBy`.

use crate::binary_laws;
use crate::by::By;
use crate::fill::{Inf, NegInf};
use crate::number::{Number, Ordered};

/// The lesser of two: `if b < a { b } else { a }`, so of equals the first, and a NaN in the second operand is
/// dropped. Infinity is the identity and negative infinity annihilates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Min;

binary_laws! {
    impl[T: Ordered] BinaryOp<T, T> for Min {
        type Out = T;
        const SYMBOL = "min";
        forced {}
        natural {
            (Inf, _) => right;
            (_, Inf) => left;
            (NegInf, _) => left;
            (_, NegInf) => right;
            same => left;
        }
        fn apply(&self, a, b) { a.lesser(b) }
    }
}

/// The greater of two: `if b > a { b } else { a }`, so of equals the first, and a NaN in the second operand is
/// dropped. Negative infinity is the identity and infinity annihilates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Max;

binary_laws! {
    impl[T: Ordered] BinaryOp<T, T> for Max {
        type Out = T;
        const SYMBOL = "max";
        forced {}
        natural {
            (NegInf, _) => right;
            (_, NegInf) => left;
            (Inf, _) => left;
            (_, Inf) => right;
            same => left;
        }
        fn apply(&self, a, b) { a.greater(b) }
    }
}

/// The pair with the lesser key; the first of two with the same key. An infinite key is no pair at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinBy;

binary_laws! {
    impl[Key: PartialOrd + Copy + 'static, Value: Copy + 'static]
        BinaryOp<By<Key, Value>, By<Key, Value>> for MinBy
    {
        type Out = By<Key, Value>;
        const SYMBOL = "min_by";
        forced {}
        natural {
            (Inf, _) => right;
            (_, Inf) => left;
            same => left;
        }
        fn apply(&self, a, b) { if b.key < a.key { b } else { a } }
    }
}

/// The pair with the greater key; the first of two with the same key. A key of negative infinity is no pair at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaxBy;

binary_laws! {
    impl[Key: PartialOrd + Copy + 'static, Value: Copy + 'static]
        BinaryOp<By<Key, Value>, By<Key, Value>> for MaxBy
    {
        type Out = By<Key, Value>;
        const SYMBOL = "max_by";
        forced {}
        natural {
            (NegInf, _) => right;
            (_, NegInf) => left;
            same => left;
        }
        fn apply(&self, a, b) { if b.key > a.key { b } else { a } }
    }
}

/// The pair of a key and a value. With an infinite key it is no pair at all, whatever the value.
///
/// `s[] <<min_by>>= keyed(a[i], i)` is the least element of `a` and where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keyed;

binary_laws! {
    impl[Key: Ordered, Value: Number] BinaryOp<Key, Value> for Keyed {
        type Out = By<Key, Value>;
        const SYMBOL = "keyed";
        forced {
            (Inf, _) => Inf = By::new(*Key::INF, *Value::ZERO);
            (NegInf, _) => NegInf = By::new(*Key::NEG_INF, *Value::ZERO);
        }
        natural {}
        fn apply(&self, a, b) { By::new(a, b) }
    }
}
