//! A variable: what a `let` has named.

use crate::context::Context;
use crate::description::tree;
use crate::expr::{Expr, never_beyond, reads_nothing, settled};
use crate::index::Loops;
use crate::pass::{OnExpr, Pass};
use crate::prelude::*;
use core::any::Any;

/// Variable number `V`, of which `K` is known.
#[derive(Clone, Copy, Debug)]
pub struct Variable<V, T, K = Unknown> {
    value: Option<T>,
    known: Knowledge,
    number: PhantomData<(V, K)>,
}

impl<V: Nat, T: Copy + 'static> Variable<V, T> {
    /// The variable before its `let` is reached.
    #[inline(always)]
    pub(crate) fn unbound() -> Self {
        Variable {
            value: None,
            known: Knowledge::NOTHING,
            number: PhantomData,
        }
    }
}

/// `value` as a `T`, which it is if the variable numbers are the same.
#[inline(always)]
pub(crate) fn same_type<U: Copy + 'static, T: Copy + 'static>(value: U) -> Option<T> {
    (&value as &dyn Any).downcast_ref::<T>().copied()
}

forward_cursor!([V, T, K] Variable<V, T, K>);

impl<V: Nat, T: Copy + 'static, K: Known> Expr for Variable<V, T, K> {
    type T = T;
    type Known = K;
    type WhenCut = K;
    type Alive<C: Context> = K::IsSolid;
    type RuntimeKnown = Not<K::IsSolid>;
    type Ordered<L: Loops> = finch_algebra::logic::Yes;
    never_beyond!();
    settled!();
    reads_nothing!();
    type Uses<W: Nat> = V::Eq<W>;
    type With<W: Nat, N: Known> = Variable<V, T, Select<V::Eq<W>, N, K>>;

    #[inline(always)]
    fn with<W: Nat, N: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<W, N> {
        if V::Eq::<W>::VALUE {
            Variable {
                value: same_type(value),
                known,
                number: PhantomData,
            }
        } else {
            Variable {
                value: self.value,
                known: self.known,
                number: PhantomData,
            }
        }
    }

    #[inline(always)]
    fn traverse<P: Pass, Q: OnExpr<P, T>>(self, pass: P, k: Q) {
        k.call(pass, self)
    }

    #[inline(always)]
    fn value(self, _driver: Driver) -> T {
        match self.value {
            Some(value) => value,
            None => crate::total::never(),
        }
    }

    #[inline(always)]
    fn knowledge(&self, _driver: Driver) -> Knowledge {
        if K::IsUnknown::VALUE {
            self.known
        } else {
            K::AT_RUN_TIME
        }
    }

    #[inline(always)]
    fn infer<C: Check>(&self, check: &mut C) -> Result<()> {
        check.variable(V::VALUE)
    }

    fn describe(&self) -> Expression {
        let value = tree::Value {
            solid: K::IsSolid::VALUE,
            ..tree::Value::known(K::AT_RUN_TIME)
        };
        Expression::leaf(
            ExprNode::Variable(V::VALUE, value),
            Vec::new(),
            format!("v{}", V::VALUE),
        )
    }
}
