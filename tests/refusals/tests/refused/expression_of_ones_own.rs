//! What is trusted of an expression, such as which extents its accesses have, is what the nodes of this library say.

use finch_formats::traits::algebra::known::{Knowledge, Known};
use finch_formats::traits::algebra::nat::Nat;
use finch_formats::traits::context::Context;
use finch_formats::traits::cursor::Cursor;
use finch_formats::traits::driver::Driver;
use finch_formats::traits::expr::Expr;
use finch_formats::traits::index::Loops;
use finch_formats::traits::pass::{OnExpr, Pass};

/// Hides the extents of what is inside: all else it forwards.
#[derive(Clone, Copy)]
struct Quiet<E>(E);

impl<E: Expr> Cursor for Quiet<E> {}

impl<E: Expr> Expr for Quiet<E> {
    type T = E::T;
    type Style = E::Style;
    type Known = E::Known;
    type Steppers = E::Steppers;
    type Stable = E::Stable;
    type HoldsStable = E::HoldsStable;
    type Conjunctive<C: Context> = E::Conjunctive<C>;
    type ConjunctiveJumpers<C: Context> = E::ConjunctiveJumpers<C>;
    type WhenCut = E::WhenCut;
    type Alive<C: Context> = E::Alive<C>;
    type RuntimeKnown = E::RuntimeKnown;
    type Ordered<L: Loops> = E::Ordered<L>;
    type Beyond<N: Nat> = E::Beyond<N>;
    type Uses<V: Nat> = E::Uses<V>;
    type With<V: Nat, K: Known> = E::With<V, K>;

    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        self.0.with::<V, K, U>(value, known)
    }

    fn traverse<P: Pass, K: OnExpr<P, Self::T>>(self, pass: P, k: K) {
        self.0.traverse(pass, k)
    }

    fn value(self, driver: Driver) -> Self::T {
        self.0.value(driver)
    }
}

fn main() {}
