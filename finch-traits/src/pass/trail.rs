//! The trail pass: a conjunctive statement is led by the steppers that can be cut short; runs and blocks, which cannot
//! make it a no-op by being cut, are looked up behind them with a cursor of their own.

use crate::knot::*;

looplet_pass! {
    /// Replaces stable steppers by lookups that follow.
    Trail asks trail;
}

/// Continues with a stable stepper as a lookup whose cursor lives in this frame.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn trail_behind<G: Steps, K: OnLeaf<Trail, G::T>>(mut steps: G, pass: Trail, k: K) {
    steps.seek(pass.0.lo);
    let cursor = Cell::new(steps);
    // SAFETY: it is handed on from the frame of `cursor`.
    k.looplet(pass, Trailing(unsafe { Lent::new(&cursor) }))
}

/// A stepper that is asked for one index after the other.
pub(crate) struct Trailing<G>(Lent<Cell<G>>);

copied!([G] Trailing<G>);

impl<G> Cursor for Trailing<G> {}

// SAFETY: seeks before it answers, so its child covers the index that is asked for.
unsafe impl<G: Steps> Looplet for Trailing<G> {
    type T = G::T;
    plain_looplet!(Lookup);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Trailing(Box::new(G::Child::describe())))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, G::T>>(self, pass: Bind, k: K) {
        let mut steps = self.0.get();
        steps.seek(pass.index());
        self.0.set(steps);
        steps.child().bind(pass, k)
    }
}
