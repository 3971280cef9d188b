//! `OptionalSteps`: the children of a fiber that may not be there.

use crate::guarded::{Bounded, Guarded};
use crate::kit::prelude::*;

/// Steps over stable children, which can hand out fill where there is no child.
///
/// # Safety
///
/// `child_or_fill` may be called where there is no current child.
pub unsafe trait OrFill: Bounded<Stable = Yes> {
    /// The current child, or fill.
    type OrFill: Looplet<T = Self::T>;
    /// The current child, or fill if there is no current child.
    fn child_or_fill(&self) -> Self::OrFill;
}

/// The children of a fiber, or fill if there are none.
#[derive(Clone, Copy, Debug)]
pub struct OptionalSteps<G>(pub(crate) G);

// SAFETY: forwards; where there is no child, there is fill.
unsafe impl<G: OrFill> Steps for OptionalSteps<G> {
    type T = G::T;
    type Child = G::OrFill;
    type Trunc = G::OrFill;
    type Blend = G::OrFill;
    type Stable = Yes;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.0.seek(index)
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.count()
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.0.stop()
    }
    #[inline(always)]
    fn next(&mut self) {
        self.0.next()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.0.next_if(end)
    }
    #[inline(always)]
    fn child(&self) -> G::OrFill {
        self.0.child_or_fill()
    }
    #[inline(always)]
    fn trunc(&self) -> G::OrFill {
        self.0.child_or_fill()
    }
    #[inline(always)]
    fn blend(&self, _here: bool) -> G::OrFill {
        self.0.child_or_fill()
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.0.position()
    }
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        self.0.end(hi)
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.0.leap(end)
    }
}

// SAFETY: forwards.
unsafe impl<G: OrFill> Bounded for OptionalSteps<G> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.0.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.0.skip(count)
    }
    #[inline(always)]
    fn note(&self) {}
}
