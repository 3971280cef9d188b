//! An expression of which run time knows nothing.

use crate::context::Context;
use crate::expr::Expr;
use crate::index::Loops;
use crate::nodes::{each_part, of_parts};
use crate::pass::{OnExpr, Pass, continuation};
use crate::prelude::*;

/// `E`, with what run time might know of it left aside: a blended merge has shown by types that it does not matter.
#[derive(Clone, Copy, Debug)]
pub struct SolidExpr<E>(pub(crate) E);

forward_cursor!([E: Expr] SolidExpr<E>: 0);

continuation! {
    struct ThenSolid<K>(k: K);
    impl[P: Pass, T, K: OnExpr<P, T>] OnExpr<P, T>: |pass, expr: E| {
        k.call(pass, SolidExpr(expr))
    }
}

impl<E: Expr> Expr for SolidExpr<E> {
    type T = E::T;
    of_parts!(E);
    type Walked<N: Nat> = E::Walked<N>;
    type Known = E::Known;
    type Conjunctive<C: Context> = E::Conjunctive<C>;
    type ConjunctiveJumpers<C: Context> = E::ConjunctiveJumpers<C>;
    type WhenCut = E::WhenCut;
    type Alive<C: Context> = E::Alive<C>;
    type Met<C: Context, M: Context> = E::Met<C, M>;
    type RuntimeKnown = No;
    type Ordered<L: Loops> = E::Ordered<L>;
    type Reads<L: Loops> = E::Reads<L>;
    type With<V: Nat, K: Known> = SolidExpr<E::With<V, K>>;

    each_part!(SolidExpr: 0);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due<C: Context>(&mut self) -> usize {
        self.0.due::<C>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets<C: Context>(&self, last: usize) -> bool {
        self.0.meets::<C>(last)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, E::T>>(self, pass: P, k: K) {
        self.0.traverse(pass, ThenSolid(k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> E::T {
        self.0.value(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<K: Check>(&self, check: &mut K) -> Result<()> {
        self.0.infer(check)
    }

    fn describe(&self) -> Expression {
        Expression::over(ExprNode::Solid, "", vec![self.0.describe()])
    }
}
