//! Reducers as loops see them.

use crate::prelude::*;

/// What a view of the reducer `O` takes over from it.
macro_rules! forward {
    ($op:ident) => {
        type Skip<R: Known, F: Known> = O::Skip<R, F>;
        type Gathers = O::Gathers;
        type Commutes = O::Commutes;
        type Saturates = O::Saturates;
        const AGAIN: Again = O::AGAIN;
        const SYMBOL: &'static str = O::SYMBOL;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn identity() -> Option<T> {
            O::identity()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn done(&self, value: &T) -> bool {
            self.$op.done(value)
        }
    };
    ($op:ident as it combines) => {
        forward!($op);
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn combine(&self, old: T, new: T) -> T {
            self.$op.combine(old, new)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat(&self, old: T, new: T, count: usize) -> T {
            self.$op.repeat(old, new, count)
        }
    };
}

/// A reducer that is not asked at run time whether it skips.
#[derive(Clone, Copy, Debug)]
pub struct NeverSkips<O> {
    pub(crate) op: O,
}

impl<T: Copy, O: Reducer<T>> Reducer<T> for NeverSkips<O> {
    type Reassociates = O::Reassociates;
    type Groups = No;
    forward!(op as it combines);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skips(_value: Knowledge, _fill: Knowledge) -> bool {
        false
    }
}

/// A reducer without its leave to reassociate, so that lanes are not opened twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneAccumulator<O> {
    pub(crate) op: O,
}

impl<T: Copy, O: Reducer<T>> Reducer<T> for OneAccumulator<O> {
    type Reassociates = No;
    type Groups = No;
    forward!(op as it combines);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skips(value: Knowledge, fill: Knowledge) -> bool {
        O::skips(value, fill)
    }
}

/// A reducer whose every combination counts several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times<O> {
    pub(crate) op: O,
    pub(crate) times: usize,
}

impl<T: Copy, O: Reducer<T>> Reducer<T> for Times<O> {
    type Reassociates = No;
    type Groups = No;
    forward!(op);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skips(value: Knowledge, fill: Knowledge) -> bool {
        O::skips(value, fill)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine(&self, old: T, new: T) -> T {
        self.op.repeat(old, new, self.times)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        self.op.repeat(old, new, self.times.saturating_mul(count))
    }
}
