//! `Spike`: one value, but for the last index of the region.

use crate::knot::*;

/// A looplet that is `body` at every index of the region but the last, where it is `tail`: one entry of a sparse level, with fill in front
/// of it.
#[derive(Clone, Copy, Debug)]
pub struct Spike<B, F> {
    /// Before the last index.
    pub body: B,
    /// At the last index.
    pub tail: F,
}

impl<B, F> Cursor for Spike<B, F> {}

// SAFETY: a spike is only handed out for a region whose last index it ends at; truncated ones are runs.
unsafe impl<B: Fiber, F: Fiber<T = B::T>> Looplet for Spike<B, F> {
    type T = F::T;
    plain_looplet!(Spike);
    itself!();
    type In<P: Change> = P::Spike<B, F>;

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Spike(FiberFacts::of::<B>(), FiberFacts::of::<F>()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> P::Spike<B, F> {
        pass.spike(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spike_body<K: OnLeaf<SpikeBody, F::T>>(self, pass: SpikeBody, k: K) {
        k.fiber(pass, self.body)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spike_tail<K: OnLeaf<SpikeTail, F::T>>(self, pass: SpikeTail, k: K) {
        k.fiber(pass, self.tail)
    }

    /// One index is a region of which it is the last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, F::T>>(self, pass: Bind, k: K) {
        k.fiber(pass, self.tail)
    }
}
