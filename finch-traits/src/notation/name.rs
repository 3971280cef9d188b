//! Names: `let d = a[i] + b[i];`.

use crate::notation::Operand;
use crate::notation::overload::Value;
use crate::upper::*;

/// A value that `let` names in a program, as variable number `V`.
#[derive(Clone, Copy, Debug)]
pub struct LetBinding<V, E> {
    value: E,
    number: PhantomData<V>,
}

impl<V: Nat, E: Expr> LetBinding<V, E> {
    /// Names a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<T, X: Operand<T, Expr = E>>(value: X) -> Self {
        LetBinding {
            value: value.operand().0,
            number: PhantomData,
        }
    }

    /// The name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn name(&self) -> Value<Variable<V, E::T>> {
        Value(Variable::unbound())
    }

    /// `let name = value; body`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within<B: Stmt>(self, body: B) -> Let<V, E, B> {
        Let::new(self.value, body)
    }
}
