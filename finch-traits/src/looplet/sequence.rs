//! `Sequence`: one looplet, then another.

use crate::cursor::Cursor;
use crate::explain::{Nest, Shape};
use crate::looplet::{Looplet, narrowed, plain_looplet};
use crate::pass::OnLeaf;
use crate::pass::lookup::Bind;
use crate::pass::sequence::SequencePass;
use crate::style;
use finch_algebra::known::Unknown;

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
    type Truncated = Unknown;
    plain_looplet!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Sequence(Box::new(A::describe()), Box::new(B::describe())))
    }

    #[inline(always)]
    fn sequence<K: OnLeaf<SequencePass, A::T>>(self, pass: SequencePass, k: K) {
        let region = pass.0;
        let split = self.split.max(region.lo).min(region.hi);
        if region.lo < split {
            k.looplet(narrowed(pass, region.lo, split), self.first)
        }
        if split < region.hi {
            k.looplet(narrowed(pass, split, region.hi), self.second)
        }
    }

    #[inline(always)]
    fn bind<K: OnLeaf<Bind, A::T>>(self, pass: Bind, k: K) {
        if pass.index() < self.split {
            self.first.bind(pass, k)
        } else {
            self.second.bind(pass, k)
        }
    }
}
