//! A value that is found by its key.

use crate::fill::{Inf, NegInf, Zero};
use crate::number::{Number, Ordered};
use crate::operators::operators;
use core::fmt::{self, Display, Formatter};

/// A value and the key by which it is compared: the element type of `argmin` and similar reductions.
///
/// [`MinBy`](crate::reducers::MinBy) and [`MaxBy`](crate::reducers::MaxBy) reduce such pairs,
/// [`Keyed`](crate::operators::Keyed) makes them of two values. `MinBy` takes a key of infinity for no pair, `MaxBy`
/// one of negative infinity, whatever the value; among integers these are the largest and the smallest number.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(key: Key, value: Value) -> Self {
        By { key, value }
    }
}

impl<Key: Display, Value: Display> Display for By<Key, Value> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.key, self.value)
    }
}

operators! {
    /// The key of a pair: the infinities stay.
    KeyOf "key" {
        [Key: Ordered, Value: Number] (By<Key, Value>) -> Key: |pair| pair.key,
            natural { (Inf) => Inf; (NegInf) => NegInf; };
    }

    /// The value of a pair: the infinities, which are pairs of such a key and 0, become 0.
    ValueOf "value" {
        [Key: Ordered, Value: Number] (By<Key, Value>) -> Value: |pair| pair.value,
            natural { (Inf) => Zero; (NegInf) => Zero; };
    }
}
