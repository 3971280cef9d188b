//! `Sequence`: one looplet, then another.

use crate::knot::*;

/// `first` before index `split`, `second` from there on. Longer sequences nest.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<A, B> {
    /// Before `split`.
    pub first: A,
    /// Where the second phase starts.
    pub split: usize,
    /// From `split` on.
    pub second: B,
}

impl<A, B> Cursor for Sequence<A, B> {}

// SAFETY: each phase is handed out for its part of the region only.
unsafe impl<A: Looplet, B: Looplet<T = A::T>> Looplet for Sequence<A, B> {
    type T = A::T;
    type Style = style::Sequence;
    type Known = Unknown;
    type Truncated = A::Known;
    plain_looplet!();
    itself!();
    type In<P: Change> = P::Sequence<A, B>;

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Sequence(Box::new(A::describe()), Box::new(B::describe())))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sequence<K: OnLeaf<SequencePass, A::T>>(self, pass: SequencePass, k: K) {
        // Regions are not empty. Each phase is tested by itself, so that what one compares is not left behind where the
        // other is a no-op.
        let Region { lo, hi } = pass.0;
        if lo < self.split {
            k.hand_on(narrowed(pass, lo, self.split.min(hi)), self.first)
        }
        if self.split < hi {
            k.hand_on(narrowed(pass, self.split.max(lo), hi), self.second)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap_end(&self) -> usize {
        self.split
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> P::Sequence<A, B> {
        pass.sequence(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, A::T>>(self, pass: Bind, k: K) {
        if pass.index() < self.split {
            self.first.bind(pass, k)
        } else {
            self.second.bind(pass, k)
        }
    }
}
