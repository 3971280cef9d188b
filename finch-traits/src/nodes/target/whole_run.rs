//! Targets that stand for a whole region.

use crate::knot::*;
use core::fmt::Debug;

/// A target that stands for a whole region already: a run that is written once.
#[derive(Clone, Copy, Debug)]
pub struct WholeRun<W>(W);

impl<W: Target> WholeRun<W> {
    /// `target` takes one value for the whole region.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(_driver: Driver, target: W) -> Self {
        WholeRun(target)
    }
}

continuation! {
    struct ThenWholeRun<K>(k: K);
    impl[P, T, K: OnTarget<P, T>] OnTarget<P, T>: |pass, target: W| {
        k.call(pass, WholeRun(target))
    }
}

forward_cursor!([W] WholeRun<W>);

impl<W: Target> Target for WholeRun<W> {
    type Once = Yes;
    target_seen_as!(WholeRun then ThenWholeRun);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnTarget<(), W::T>>(self, driver: Driver, k: K) {
        self.0.enter(driver, ThenWholeRun(k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, K: OnTarget<P, W::T>>(self, pass: P, k: K) {
        self.0.settle(pass, ThenWholeRun(k))
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription {
            once: true,
            ..self.0.describe()
        }
    }
}
