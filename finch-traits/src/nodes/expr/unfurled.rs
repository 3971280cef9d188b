//! An access that is being lowered: a looplet and the indices behind it.

use crate::expr::access::KnownWithin;
use crate::expr::being_lowered;
use crate::knot::*;

/// A looplet and the indices that come after its own.
#[derive(Clone, Copy, Debug)]
pub struct Unfurled<L, I> {
    pub(crate) looplet: L,
    pub(crate) rest: I,
}

/// Continues with what a leaf has become, as an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnLeafOf<I, K> {
    pub(crate) rest: I,
    pub(crate) k: K,
}

impl<P: Pass, T: Copy + 'static, I: IndexList, K: OnExpr<P, T>> OnLeaf<P, T> for OnLeafOf<I, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet<T = T>>(self, pass: P, looplet: L) {
        self.k.call(
            pass,
            Unfurled {
                looplet,
                rest: self.rest,
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber<F: Fiber<T = T>>(self, pass: P, fiber: F) {
        self.rest.arrive(fiber, pass, self.k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hand_on<L: Looplet<T = T>>(self, pass: P, looplet: L) {
        self.k.call(pass, looplet.leaf(self.rest))
    }
}

/// A stepper that minds truncation.
type Cuttable<L> = And<<L as Looplet>::IsStepper, Not<<L as Looplet>::Stable>>;

forward_cursor!([L: Looplet, I] Unfurled<L, I>: looplet);

impl<L: Looplet, I: IndexList> Expr for Unfurled<L, I> {
    type T = L::T;
    type Style = L::Style;
    type Known = KnownWithin<L::Known, I>;
    type Steppers = L::Steppers;
    type Stable = L::Stable;
    type HoldsStable = And<L::IsStepper, L::Stable>;
    type Last = I::IsEmpty;
    type Conjunctive<C: Context> = Implies<Cuttable<L>, C::Dies<KnownWithin<L::Truncated, I>>>;
    type Gapped<C: Context> = Implies<Self::HoldsStable, C::Dies<KnownWithin<L::Truncated, I>>>;
    type ConjunctiveJumpers<C: Context> = Implies<L::IsJumper, C::Dies<KnownWithin<L::Truncated, I>>>;
    type WhenCut = KnownWithin<SelectKnown<Cuttable<L>, L::Truncated, L::Known>, I>;
    type Alive<C: Context> = Implies<L::IsStepper, Not<C::Dies<Unknown>>>;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = Yes;
    being_lowered!(I);
    type With<V: Nat, K: Known> = Unfurled<L, I::Given<V>>;
    type Changed<P: Change> = <L::In<P> as Looplet>::Leaf<I>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> Self::Changed<P> {
        self.looplet.change(pass).leaf(self.rest)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Unfurled {
            looplet: self.looplet,
            rest: self.rest.given::<V, U>(value, known),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets<C: Context>(&self, last: usize) -> bool {
        self.looplet.differs(last) == 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, L::T>>(self, pass: P, k: K) {
        pass.looplet(self.looplet, OnLeafOf { rest: self.rest, k })
    }

    fn describe(&self) -> Expression {
        Expression::leaf(ExprNode::Unfurled(L::describe()), self.rest.describe(), "")
    }
}
