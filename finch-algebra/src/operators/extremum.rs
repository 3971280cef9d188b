//! The lesser and the greater of two: `Min`, `Max`, and by a key `MinBy`, `MaxBy`.

use crate::by::By;
use crate::fill::{Inf, NegInf};
use crate::number::{Number, Ordered};

/// Declares extrema: how they are written, what numbers do, which known value changes nothing, and which stays whatever the other one is.
macro_rules! extrema {
    ($($(#[$doc:meta])* $name:ident $symbol:literal: $method:ident, identity $identity:ident, annihilator $annihilator:ident;)*) => {
        operators! { $(
            $(#[$doc])*
            $name $symbol {
                [T: Ordered] (T, T) -> T: |a, b| a.$method(b),
                    natural {
                        ($identity, _) => right;
                        (_, $identity) => left;
                        ($annihilator, _) => left;
                        (_, $annihilator) => right;
                        same => left;
                    };
            }
        )* }
    };
}

extrema! {
    /// The lesser of two: `if b < a { b } else { a }`, so of equals the first, and a NaN in the second operand is
    /// dropped. Infinity is the identity and negative infinity annihilates.
    Min "min": lesser, identity Inf, annihilator NegInf;
    /// The greater of two: `if b > a { b } else { a }`, so of equals the first, and a NaN in the second operand is
    /// dropped. Negative infinity is the identity and infinity annihilates.
    Max "max": greater, identity NegInf, annihilator Inf;
}

/// Declares extrema of keys: how they are written, how keys are compared, and the key that stands for no pair.
macro_rules! extrema_by_key {
    ($($(#[$doc:meta])* $name:ident $symbol:literal: $before:tt, identity $identity:ident;)*) => {
        operators! { $(
            $(#[$doc])*
            $name $symbol {
                [Key: PartialOrd + Copy + 'static, Value: Copy + 'static]
                    (By<Key, Value>, By<Key, Value>) -> By<Key, Value>: |a, b| if b.key $before a.key { b } else { a },
                    natural {
                        ($identity, _) => right;
                        (_, $identity) => left;
                        same => left;
                    };
            }
        )* }
    };
}

extrema_by_key! {
    /// The pair with the lesser key: `if b.key < a.key { b } else { a }`, so of equal keys the first, and a key of NaN in the second operand
    /// is dropped. A key of infinity, which among integers is the largest number, stands for no pair. With [`Keyed`] it finds where the least
    /// value is.
    MinBy "minby": <, identity Inf;
    /// The pair with the greater key: `if b.key > a.key { b } else { a }`, so of equal keys the first, and a key of NaN in the second operand
    /// is dropped. A key of negative infinity, which among integers is the smallest number, stands for no pair. With [`Keyed`] it finds where
    /// the greatest value is.
    MaxBy "maxby": >, identity NegInf;
}

operators! {
    /// The pair of a key and a value: `s[] <<minby>>= keyed(a[i], i.value())` makes `s` the least element of `a` and where it is.
    ///
    /// The pair of a key that is *known* to be an infinity, such as a fill, is known too: its value is 0, whatever the second
    /// operand. So [`MinBy`] skips places without an entry if the fill is infinity, and [`MaxBy`] if it is negative infinity.
    /// The other way round, where the fill is the very key that wins, the reduction yields that key with the value 0, not a
    /// place.
    Keyed "keyed" {
        [Key: Ordered, Value: Number] (Key, Value) -> By<Key, Value>: |a, b| By::new(a, b),
            forced {
                (Inf, _) => Inf = By::new(*Key::INF, *Value::ZERO);
                (NegInf, _) => NegInf = By::new(*Key::NEG_INF, *Value::ZERO);
            };
    }
}
