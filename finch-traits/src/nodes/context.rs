//! Contexts: what a whole statement does when one of its leaves becomes known.
//!
//! A leaf asks "does the statement die if I am cut?" of the context it stands in, which folds the question through the
//! operators above it. Dense and invariant operands thus take part in the answer without being asked themselves.

use crate::prelude::*;
use finch_algebra::operator::{BinaryOp, FoldBinary, FoldTernary, FoldUnary, TernaryOp, UnaryOp};

/// What is around a leaf of a statement, as a type that answers one question: does the statement do nothing if the leaf has a known value?
pub trait Context: Sealed {
    /// Whether the statement is a no-op if the value in this place is known as `K`.
    type Dies<K: Known>: Bool;
}

/// The right side of an assignment to a target whose fill is known as `F`.
#[derive(Clone, Copy, Debug)]
pub struct RightSide<T, O, F>(PhantomData<(T, O, F)>);

impl<T, O: Reducer<T>, F: Known> Sealed for RightSide<T, O, F> {}
impl<T, O: Reducer<T>, F: Known> Context for RightSide<T, O, F> {
    type Dies<K: Known> = Or<O::Skip<K, F>, IsMissing<K>>;
}

/// The context of a condition: the statement under it does nothing if it is false or missing.
#[derive(Clone, Copy, Debug)]
pub struct SieveCondition;

impl Sealed for SieveCondition {}
impl Context for SieveCondition {
    type Dies<K: Known> = Or<K::Is<tag::False>, IsMissing<K>>;
}

/// A context in which no value makes the statement do nothing.
#[derive(Clone, Copy, Debug)]
pub struct Indifferent;

impl Sealed for Indifferent {}
impl Context for Indifferent {
    type Dies<K: Known> = No;
}

macro_rules! operands {
    ($($(#[$doc:meta])* $name:ident<$($T:ident),+; $($R:ident),*>: $op:ident, $folded:ty;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<O, $($T,)+ In, $($R),*>(PhantomData<(O, $($T,)+ In, $($R),*)>);

        impl<O, $($T,)+ In, $($R),*> Sealed for $name<O, $($T,)+ In, $($R),*> {}
        impl<O: $op<$($T),+>, $($T,)+ In: Context, $($R: Known),*> Context for $name<O, $($T,)+ In, $($R),*> {
            type Dies<K: Known> = In::Dies<$folded>;
        }
    )* };
}

operands! {
    /// The operand of a unary operator.
    OperandOf<A;>: UnaryOp, FoldUnary<O, A, K>;
    /// The left operand of a binary operator whose right one is known as `R`.
    LeftOf<A, B; R>: BinaryOp, FoldBinary<O, A, B, K, R>;
    /// The right operand of a binary operator whose left one is known as `L`.
    RightOf<A, B; L>: BinaryOp, FoldBinary<O, A, B, L, K>;
    /// The first operand of a ternary operator.
    FirstOf<A, B, D; K2, K3>: TernaryOp, FoldTernary<O, A, B, D, K, K2, K3>;
    /// The second operand of a ternary operator.
    SecondOf<A, B, D; K1, K3>: TernaryOp, FoldTernary<O, A, B, D, K1, K, K3>;
    /// The third operand of a ternary operator.
    ThirdOf<A, B, D; K1, K2>: TernaryOp, FoldTernary<O, A, B, D, K1, K2, K>;
}
