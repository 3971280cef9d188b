//! An expression as it is written: what operators and methods are defined for.

use crate::expr::Expr;
use crate::expr::access::{Access, Label};
use crate::fiber::Fiber;
use crate::index::IndexList;

/// An expression of a program with Rust's operators: `a.at((j, i)) * x.at((i,)) + 1.0`. Making it computes nothing.
#[must_use = "a value does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Value<E>(pub(crate) E);

impl<E: Expr> Value<E> {
    /// The expression.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(expr: E) -> Self {
        Value(expr)
    }
}

impl<F: Fiber, I: IndexList, M: Label> Value<Access<F, I, M>> {
    /// Gives the access a name, which error messages and [`explain`](crate::explain) call it by.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn named(self, name: &'static str) -> Value<Access<F, I, M::Named>> {
        Value(self.0.named(name))
    }
}
