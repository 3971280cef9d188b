//! An access that takes part in a loop with an index that does not unfurl it: the term has more indices, or another
//! level's turn comes first. At each index of the loop, the term takes its value. What is [slow](crate::expr::slow) waits for the others then.

use crate::expr::access::{AccessKnown, AccessRuntimeKnown};
use crate::expr::{being_lowered, settled};
use crate::knot::*;

/// An access that waits for index `N`, or for all of its indices if it `IsSlow`, in a loop over `N`.
#[derive(Clone, Copy, Debug)]
pub struct Late<N, F, I, IsSlow = No> {
    access: Access<F, I>,
    index: PhantomData<(N, IsSlow)>,
}

impl<N: Nat, F: Fiber, I: IndexList, IsSlow: Waits> Late<N, F, I, IsSlow> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(access: Access<F, I>) -> Self {
        Late {
            access,
            index: PhantomData,
        }
    }

    /// What it is at the index of the pass.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bind<K: OnExpr<Bind, F::T>>(self, pass: Bind, k: K) {
        let Access { fiber, indices, .. } = self.access;
        IsSlow::go_on(fiber, indices.bind::<N>(pass.index()), pass, k)
    }
}

/// Whether an access that has been given a value waits for its other indices, too. Not by `branch!`, which is two functions.
pub trait Waits: Bool {
    /// Goes on with `fiber` at `indices`.
    fn go_on<P: Pass, F: Fiber, I: IndexList, K: OnExpr<P, F::T>>(fiber: F, indices: I, pass: P, k: K);
}

impl Waits for No {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_on<P: Pass, F: Fiber, I: IndexList, K: OnExpr<P, F::T>>(fiber: F, indices: I, pass: P, k: K) {
        indices.settle(fiber, pass, k)
    }
}

impl Waits for Yes {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_on<P: Pass, F: Fiber, I: IndexList, K: OnExpr<P, F::T>>(fiber: F, indices: I, pass: P, k: K) {
        Access::new(fiber, indices).resolve(pass, k)
    }
}

forward_cursor!([N, F, I, IsSlow] Late<N, F, I, IsSlow>);

impl<N: Nat, F: Fiber, I: IndexList, IsSlow: Waits> Expr for Late<N, F, I, IsSlow> {
    type T = F::T;
    type Known = AccessKnown<F, I>;
    settled!(style style::Lookup);
    type WhenCut = AccessKnown<F, I>;
    type Alive<C: Context> = Not<AccessRuntimeKnown<F, I>>;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = AccessRuntimeKnown<F, I>;
    being_lowered!(I);
    type With<V: Nat, K: Known> = Late<N, F, I::Given<V>, IsSlow>;
    holds_no_looplet!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Late::new(self.access.given::<V, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_inside(&self, driver: Driver, index: usize) -> bool {
        self.access.is_inside::<N>(driver, index)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        pass.late(self, k)
    }

    fn describe(&self) -> Expression {
        self.access.describe().into_node(|fiber| match IsSlow::VALUE {
            true => ExprNode::Slow(fiber, Some(N::VALUE)),
            false => ExprNode::Late(fiber, N::VALUE),
        })
    }
}
