//! An access that is looked up when all of its indices have values, and not before: one body, whether it lies inside of its
//! extents or not.

use crate::expr::{never_beyond, settled};
use crate::fiber::Settled;
use crate::knot::*;

/// An access that waits for all of its indices.
#[derive(Clone, Copy, Debug)]
pub struct Slow<F, I>(Access<F, I>);

/// An access that waits for all of its indices, in a loop over `N`, which is one of them.
pub type SlowAt<N, F, I> = Late<N, F, I, Yes>;

impl<F: Fiber, I: IndexList> Slow<F, I> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(access: Access<F, I>) -> Self {
        Slow(access)
    }

    /// What it is in a loop over `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unfurl<N: Nat, K: OnExpr<Unfurl<N>, F::T>>(self, pass: Unfurl<N>, k: K) {
        branch!(if <I::Indices as IndexSet>::Has::<N> {
            k.call(pass, SlowAt::<N, F, I>::new(self.0))
        } else {
            k.call(pass, self)
        })
    }
}

impl<F: Fiber, I: IndexList> Access<F, I> {
    /// Looks up: all indices have values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn look_up<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        let Access { fiber, indices, .. } = self;
        let (value, known) = indices.look_up(Driver::new(), fiber);
        k.call(
            pass,
            AtLeaf {
                fiber: Settled::new(value, known),
            },
        )
    }

    /// Looks up if all indices have values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn resolve<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        branch!(if <I::Indices as IndexSet>::IsNone {
            self.look_up(pass, k)
        } else {
            k.call(pass, Slow(self))
        })
    }
}

forward_cursor!([F, I] Slow<F, I>);

impl<F: Fiber, I: IndexList> Expr for Slow<F, I> {
    type T = F::T;
    type Known = Unknown;
    type WhenCut = Unknown;
    type Alive<C: Context> = No;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = Yes;
    type Ordered<L: Loops> = <I::Indices as IndexSet>::BoundBy<L>;
    type Uses<V: Nat> = Names<I::Indices, V>;
    type With<V: Nat, K: Known> = Slow<F, I::Given<V>>;
    holds_no_looplet!();
    settled!();
    never_beyond!();
    type Walked<Number: Nat> = crate::count::Single;
    type Merged<Number: Nat> = crate::count::Single;
    type Walks<Work: Nat> = finch_algebra::logic::Yes;
    reads_nothing!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Slow(self.0.given::<V, U>(value, known))
    }

    // Once the last one to have a value is a variable.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> F::T {
        self.0.value(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        self.0.knowledge(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        pass.slow(self, k)
    }

    fn describe(&self) -> Expression {
        self.0.describe().into_node(|fiber| ExprNode::Slow(fiber, None))
    }
}
