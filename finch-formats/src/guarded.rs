//! `Guarded`: steps that may be asked where they stop after the last child, which is what merges ask.

use core::hint::select_unpredictable;
use finch_traits::looplet::stepper::Steps;

/// Steps that know whether there is a current child.
///
/// # Safety
///
/// Where there is none `seek`, `last` and `leap` may be called all the same.
pub unsafe trait Bounded: Steps {
    /// There is a current child.
    fn is_in(&self) -> bool;
    /// Moves on by `count` children.
    fn skip(&mut self, count: usize);
}

/// Steps that remember where they stop, so that the end is tested once per advance.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<G> {
    steps: G,
    stop: usize,
}

impl<G: Bounded> Guarded<G> {
    /// Guards `steps`.
    #[inline(always)]
    pub fn new(steps: G) -> Self {
        let mut guarded = Guarded { steps, stop: 0 };
        guarded.load();
        guarded
    }

    #[inline(always)]
    fn load(&mut self) {
        self.stop = if self.steps.is_in() {
            self.steps.stop()
        } else {
            usize::MAX
        }
    }
}

// SAFETY: forwards; after the last child it stops at the largest index.
unsafe impl<G: Bounded> Steps for Guarded<G> {
    type T = G::T;
    type Child = G::Child;
    type Trunc = G::Trunc;
    type Blend = G::Blend;
    type Stable = G::Stable;
    type Guarded = Self;

    #[inline(always)]
    fn guarded(self) -> Self {
        self
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.steps.seek(index);
        self.load()
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.steps.count()
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.stop
    }
    #[inline(always)]
    fn next(&mut self) {
        self.steps.next();
        self.load()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.steps.skip(select_unpredictable(self.stop == end, 1, 0));
        self.load()
    }
    #[inline(always)]
    fn child(&self) -> G::Child {
        self.steps.child()
    }
    #[inline(always)]
    fn trunc(&self) -> G::Trunc {
        self.steps.trunc()
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> G::Blend {
        self.steps.blend(here)
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.steps.position()
    }
    #[inline(always)]
    fn last(&self) -> usize {
        self.steps.last()
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        let stop = self.steps.leap(end);
        self.load();
        stop
    }
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        self.steps.end(hi)
    }
}
