//! What may stand where a program wants a value.

use crate::fiber::FillFiber;
use crate::notation::overload::{Constant, Value, constant};
use crate::upper::*;

/// What may stand where a program wants a value of type `T`: an expression, a constant, an index.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` is wanted here, and this is none",
    label = "here a value of type `{T}` is wanted",
    note = "a value is made of accesses, of numbers and `bool`s of the same type, of names that `let` gave, and of \
            indices (of type `usize`); others are converted by `as`: `j as f64`, `(j + 1) as f64`, `{{ n as f64 }}`",
    note = "a literal has a point where `f64`s are wanted: `y[i] = -1.0`",
    note = "a scalar is read with brackets, `s[]`; a captured value of another type is written `constant(value)`; one of a generic type \
            stands there as it is where `T: Number`"
)]
pub trait Operand<T> {
    /// The expression that it is.
    type Expr: Expr<T = T>;
    /// The expression that it is.
    fn operand(self) -> Value<Self::Expr>;
}

impl<T, E: Expr + OfType<T>> Operand<T> for Value<E> {
    type Expr = E;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(self) -> Value<E> {
        self
    }
}

/// `0`, `1`, `true`, `false`, `inf` or `-inf` as a program writes it: types know which value it is, whatever its type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Literal<F>(PhantomData<F>);

impl<F> Literal<F> {
    /// The literal.
    pub const VALUE: Literal<F> = Literal(PhantomData);
}

impl<T: Copy + 'static, F: Fill<T>> Operand<T> for Literal<F> {
    type Expr = Access<FillFiber<T, F>, Nil>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(self) -> Value<Self::Expr> {
        crate::expr::overload::literal::<T, F>()
    }
}

impl<T: Captured> Operand<T> for T {
    type Expr = Constant<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(self) -> Value<Constant<T>> {
        constant(self)
    }
}
