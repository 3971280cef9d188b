//! An access whose indices are used up: a leaf, which no loop has to do with any more.

use crate::expr::{never_beyond, settled};
use crate::knot::*;

/// A fiber without a dimension, once a pass has met it. It is an [`Access`] without indices, which each pass would ask what becomes of it.
#[derive(Clone, Copy, Debug)]
pub struct AtLeaf<F> {
    pub(crate) fiber: F,
}

forward_cursor!([F] AtLeaf<F>);

impl<F: Fiber> Expr for AtLeaf<F> {
    type T = F::T;
    type Known = F::Known;
    type WhenCut = F::Known;
    type Alive<C: Context> = Not<F::RuntimeKnown>;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = F::RuntimeKnown;
    type Ordered<L: Loops> = Yes;
    settled!();
    never_beyond!();
    type Walked<Number: Nat> = crate::count::Nought;
    type Merged<Number: Nat> = crate::count::Nought;
    type Walks<Work: Nat> = No;
    reads_nothing!();
    type Uses<V: Nat> = No;
    type With<V: Nat, K: Known> = Self;
    holds_no_looplet!();

    // A workspace of one value may have been filled with it: see `Fiber::filled`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, _known: Knowledge) -> Self {
        AtLeaf {
            fiber: self.fiber.filled::<V, U>(value),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        k.call(pass, self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> F::T {
        self.fiber.read(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        self.fiber.sense(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        self.fiber.sense(driver)
    }

    fn describe(&self) -> Expression {
        Access::new(self.fiber, Nil).describe()
    }
}
