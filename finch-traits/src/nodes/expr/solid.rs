//! An expression of which run time knows nothing.

use crate::expr::as_inside;
use crate::knot::*;

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
    as_inside!(E: 0);
    type RuntimeKnown = No;
    type Ordered<L: Loops> = E::Ordered<L>;
    type Reads<L: Loops> = E::Reads<L>;
    type With<V: Nat, K: Known> = SolidExpr<E::With<V, K>>;
    type Changed<P: Change> = SolidExpr<E::Changed<P>>;
    change_each!(SolidExpr: 0);

    each_part!(SolidExpr: 0);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, E::T>>(self, pass: P, k: K) {
        self.0.traverse(pass, ThenSolid(k))
    }

    fn describe(&self) -> Expression {
        Expression::over(ExprNode::Solid, "", vec![self.0.describe()])
    }
}
