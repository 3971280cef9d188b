//! Contexts: what a whole statement does when one of its leaves becomes known.
//!
//! A leaf asks "does the statement die if I am cut?" of the context it stands in, which folds the question through the
//! operators above it. Dense and invariant operands thus take part in the answer without being asked themselves.

use crate::sealed::Sealed;
use core::marker::PhantomData;
use finch_algebra::known::{IsMissing, Known, tag};
use finch_algebra::logic::{Bool, No, Or};
use finch_algebra::operator::{BinaryOp, FoldBinary, FoldTernary, FoldUnary, TernaryOp, UnaryOp};
use finch_algebra::reducer::Reducer;

/// A place in a statement.
pub trait Context: Sealed {
    /// The statement is a no-op if what stands here is known as `K`.
    type Dies<K: Known>: Bool;
}

/// The right side of an assignment to a target whose fill is known as `F`.
#[derive(Clone, Copy, Debug)]
pub struct Reduced<T, O, F>(PhantomData<(T, O, F)>);

impl<T, O: Reducer<T>, F: Known> Sealed for Reduced<T, O, F> {}
impl<T, O: Reducer<T>, F: Known> Context for Reduced<T, O, F> {
    type Dies<K: Known> = Or<O::Skip<K, F>, IsMissing<K>>;
}

/// The condition of a sieve.
#[derive(Clone, Copy, Debug)]
pub struct Condition;

impl Sealed for Condition {}
impl Context for Condition {
    type Dies<K: Known> = Or<K::Is<tag::False>, IsMissing<K>>;
}

/// A place whose value kills nothing.
#[derive(Clone, Copy, Debug)]
pub struct Indifferent;

impl Sealed for Indifferent {}
impl Context for Indifferent {
    type Dies<K: Known> = No;
}

/// The operand of a unary operator.
#[derive(Clone, Copy, Debug)]
pub struct OperandOf<O, A, C>(PhantomData<(O, A, C)>);

impl<A, O: UnaryOp<A>, C: Context> Sealed for OperandOf<O, A, C> {}
impl<A, O: UnaryOp<A>, C: Context> Context for OperandOf<O, A, C> {
    type Dies<K: Known> = C::Dies<FoldUnary<O, A, K>>;
}

/// The left operand of a binary operator whose right one is known as `R`.
#[derive(Clone, Copy, Debug)]
pub struct LeftOf<O, A, B, C, R>(PhantomData<(O, A, B, C, R)>);

impl<A, B, O: BinaryOp<A, B>, C: Context, R: Known> Sealed for LeftOf<O, A, B, C, R> {}
impl<A, B, O: BinaryOp<A, B>, C: Context, R: Known> Context for LeftOf<O, A, B, C, R> {
    type Dies<K: Known> = C::Dies<FoldBinary<O, A, B, K, R>>;
}

/// The right operand of a binary operator whose left one is known as `L`.
#[derive(Clone, Copy, Debug)]
pub struct RightOf<O, A, B, C, L>(PhantomData<(O, A, B, C, L)>);

impl<A, B, O: BinaryOp<A, B>, C: Context, L: Known> Sealed for RightOf<O, A, B, C, L> {}
impl<A, B, O: BinaryOp<A, B>, C: Context, L: Known> Context for RightOf<O, A, B, C, L> {
    type Dies<K: Known> = C::Dies<FoldBinary<O, A, B, L, K>>;
}

macro_rules! operand_of_three {
    ($($(#[$doc:meta])* $name:ident: $k1:ident, $k2:ident, |$x:ident| $folded:ty;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<O, A, B, D, C, $k1, $k2>(PhantomData<(O, A, B, D, C, $k1, $k2)>);

        impl<O, A, B, D, C, $k1, $k2> Sealed for $name<O, A, B, D, C, $k1, $k2> {}
        impl<A, B, D, O: TernaryOp<A, B, D>, C: Context, $k1: Known, $k2: Known> Context
            for $name<O, A, B, D, C, $k1, $k2>
        {
            type Dies<$x: Known> = C::Dies<$folded>;
        }
    )* };
}

operand_of_three! {
    /// The first operand of a ternary operator.
    FirstOf: K2, K3, |K| FoldTernary<O, A, B, D, K, K2, K3>;
    /// The second operand of a ternary operator.
    SecondOf: K1, K3, |K| FoldTernary<O, A, B, D, K1, K, K3>;
    /// The third operand of a ternary operator.
    ThirdOf: K1, K2, |K| FoldTernary<O, A, B, D, K1, K2, K>;
}
