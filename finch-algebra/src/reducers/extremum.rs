//! The least and the greatest.
//!
//! They do not saturate, although nothing is less than negative infinity: few reductions ever get there, and asking
//! after every element would keep the loop from being vectorised.

use super::once;
use crate::by::By;
use crate::fill::{Inf, NegInf};
use crate::logic::{No, Yes};
use crate::number::Ordered;
use crate::operators::{Max, MaxBy, Min, MinBy};
use crate::reducer::Reducer;
use crate::skips;

impl<T: Ordered> Reducer<T> for Min {
    skips!(Inf);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<min>>=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::INF)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.lesser(new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}

impl<T: Ordered> Reducer<T> for Max {
    skips!(NegInf);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<max>>=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::NEG_INF)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.greater(new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}

// The first of several equal keys wins, so the order matters.
impl<Key: Ordered, Value: Copy + Default + 'static> Reducer<By<Key, Value>> for MinBy {
    skips!(Inf);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<min_by>>=";

    #[inline(always)]
    fn identity() -> Option<By<Key, Value>> {
        Some(By::new(*Key::INF, Value::default()))
    }
    #[inline(always)]
    fn combine(&self, old: By<Key, Value>, new: By<Key, Value>) -> By<Key, Value> {
        if new.key < old.key { new } else { old }
    }
    #[inline(always)]
    fn repeat(&self, old: By<Key, Value>, new: By<Key, Value>, count: usize) -> By<Key, Value> {
        once(self, old, new, count)
    }
}

impl<Key: Ordered, Value: Copy + Default + 'static> Reducer<By<Key, Value>> for MaxBy {
    skips!(NegInf);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<max_by>>=";

    #[inline(always)]
    fn identity() -> Option<By<Key, Value>> {
        Some(By::new(*Key::NEG_INF, Value::default()))
    }
    #[inline(always)]
    fn combine(&self, old: By<Key, Value>, new: By<Key, Value>) -> By<Key, Value> {
        if new.key > old.key { new } else { old }
    }
    #[inline(always)]
    fn repeat(&self, old: By<Key, Value>, new: By<Key, Value>, count: usize) -> By<Key, Value> {
        once(self, old, new, count)
    }
}
