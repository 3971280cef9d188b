//! An access: a fiber with the indices that are not bound yet.

use crate::context::Context;
use crate::cursor::Cursor;
use crate::error::Result;
use crate::explain::{Expression, FiberFacts, tree};
use crate::expr::{Expr, no_variable, settled};
use crate::fiber::Fiber;
use crate::index::{IndexList, Loops};
use crate::pass::{OnExpr, Pass};
use crate::scope::Scope;
use finch_algebra::known::Knowledge;
use finch_algebra::logic::Not;

/// A fiber with the indices that are not bound yet.
#[derive(Clone, Copy, Debug)]
pub struct Access<F, I> {
    pub(crate) fiber: F,
    pub(crate) indices: I,
    name: &'static str,
}

impl<F: Fiber, I: IndexList> Access<F, I> {
    /// Reads `fiber` at `indices`; `name` is what messages call it.
    #[inline(always)]
    pub fn new(fiber: F, indices: I, name: &'static str) -> Self {
        Access { fiber, indices, name }
    }

    /// The same access, called `name` in messages.
    #[inline(always)]
    pub fn named(self, name: &'static str) -> Self {
        Access { name, ..self }
    }
}

impl<F, I> Cursor for Access<F, I> {}

impl<F: Fiber, I: IndexList> Expr for Access<F, I> {
    type T = F::T;
    type Known = F::Known;
    type WhenCut = F::Known;
    type Alive<C: Context> = Not<F::Fickle>;
    type Fickle = F::Fickle;
    type Ordered<L: Loops> = L::BindAll<I>;
    settled!();
    no_variable!();

    #[inline(always)]
    fn traverse<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        pass.access(self, k)
    }

    #[inline(always)]
    fn value(self) -> F::T {
        self.fiber.value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        self.fiber.knowledge()
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        scope.read(self.fiber.root(), self.name, &|visit| {
            self.indices.visit(0, &mut |number, index, axis| {
                visit(number, index, axis, self.fiber.dim(axis))
            })
        })
    }

    fn describe(&self) -> Expression {
        let rest = self.indices.describe();
        let names: Vec<&str> = rest.iter().map(|term| term.name).collect();
        Expression(tree::Expr::Access(tree::Access {
            fiber: FiberFacts::of::<F>(),
            label: self.name.into(),
            dims: (0..rest.len()).map(|axis| self.fiber.dim(axis)).collect(),
            root: self.fiber.root(),
            notation: self.fiber.notation(&names),
            rest,
        }))
    }
}
