//! `Switch`: one of two looplets, by a condition that is known when the fiber is unfurled.

use crate::knot::*;

/// A looplet that is one of two, by a condition that is known when the loop starts. Loops for both are compiled.
#[derive(Clone, Copy, Debug)]
pub struct Switch<A, B> {
    /// Whether `then` applies.
    pub condition: bool,
    /// The looplet if the condition holds.
    pub then: A,
    /// The looplet if the condition does not hold.
    pub otherwise: B,
}

impl<A, B> Cursor for Switch<A, B> {}

// SAFETY: hands out the looplet that the condition chooses.
unsafe impl<A: Looplet, B: Looplet<T = A::T>> Looplet for Switch<A, B> {
    type T = A::T;
    plain_looplet!(Switch);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Switch(Box::new(A::describe()), Box::new(B::describe())))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn switch<K: OnLeaf<SwitchPass, A::T>>(self, pass: SwitchPass, k: K) {
        if self.condition {
            k.hand_on(pass, self.then)
        } else {
            k.hand_on(pass, self.otherwise)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, A::T>>(self, pass: Bind, k: K) {
        if self.condition {
            self.then.bind(pass, k)
        } else {
            self.otherwise.bind(pass, k)
        }
    }
}
