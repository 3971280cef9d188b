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

/// What messages call an access. A label is dropped by the first pass, so that loops do not carry it along.
pub trait Label: Copy {
    /// The name, or nothing.
    fn name(self) -> &'static str;
}

/// No name.
impl Label for () {
    #[inline(always)]
    fn name(self) -> &'static str {
        ""
    }
}

/// A name.
impl Label for &'static str {
    #[inline(always)]
    fn name(self) -> &'static str {
        self
    }
}

/// A fiber with the indices that are not bound yet.
#[derive(Clone, Copy, Debug)]
pub struct Access<F, I, M = ()> {
    pub(crate) fiber: F,
    pub(crate) indices: I,
    label: M,
}

impl<F: Fiber, I: IndexList> Access<F, I> {
    /// Reads `fiber` at `indices`.
    #[inline(always)]
    pub fn new(fiber: F, indices: I) -> Self {
        Access {
            fiber,
            indices,
            label: (),
        }
    }
}

impl<F: Fiber, I: IndexList, M: Label> Access<F, I, M> {
    /// The same access, called `name` in messages.
    #[inline(always)]
    pub fn named(self, name: &'static str) -> Access<F, I, &'static str> {
        Access {
            fiber: self.fiber,
            indices: self.indices,
            label: name,
        }
    }
}

impl<F, I, M> Cursor for Access<F, I, M> {}

impl<F: Fiber, I: IndexList, M: Label> Expr for Access<F, I, M> {
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
        pass.access(Access::new(self.fiber, self.indices), k)
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
        scope.read(self.fiber.root(), self.label.name(), &|visit| {
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
            label: self.label.name().into(),
            dims: (0..rest.len()).map(|axis| self.fiber.dim(axis)).collect(),
            root: self.fiber.root(),
            notation: self.fiber.notation(&names),
            rest,
        }))
    }
}
