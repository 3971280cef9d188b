//! A value that is found by its key.

use crate::fill::{Inf, NegInf, Zero};
use crate::number::{Number, Ordered};
use crate::unary_laws;
use core::fmt::{self, Display, Formatter};

/// A value and the key by which it is compared: the element type of `argmin` and similar reductions.
///
/// [`MinBy`](crate::reducers::MinBy) and [`MaxBy`](crate::reducers::MaxBy) reduce such pairs,
/// [`Keyed`](crate::operators::Keyed) makes them of two values. A pair whose key is infinite stands for no pair at all,
/// whatever its value.
///
/// ```
/// use finch_algebra::{By, MinBy, Reducer};
///
/// let (near, far) = (By::new(1.5, 7_usize), By::new(4.0, 3));
/// assert_eq!(MinBy.combine(far, near), By { key: 1.5, value: 7 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct By<Key, Value> {
    /// The key, which is compared.
    pub key: Key,
    /// The value, which is not compared.
    pub value: Value,
}

impl<Key, Value> By<Key, Value> {
    /// A value and its key.
    #[inline(always)]
    pub const fn new(key: Key, value: Value) -> Self {
        By { key, value }
    }
}

impl<Key: Display, Value: Display> Display for By<Key, Value> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.key, self.value)
    }
}

/// The key of a pair: infinities stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyOf;

unary_laws! {
    impl[Key: Ordered, Value: Number] UnaryOp<By<Key, Value>> for KeyOf {
        type Out = Key;
        const SYMBOL = "key";
        forced {}
        natural {
            (Inf) => Inf;
            (NegInf) => NegInf;
        }
        fn apply(&self, pair) { pair.key }
    }
}

/// The value of a pair, which is zero where the pair stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueOf;

unary_laws! {
    impl[Key: Ordered, Value: Number] UnaryOp<By<Key, Value>> for ValueOf {
        type Out = Value;
        const SYMBOL = "value";
        forced {}
        natural {
            (Inf) => Zero;
            (NegInf) => Zero;
        }
        fn apply(&self, pair) { pair.value }
    }
}
