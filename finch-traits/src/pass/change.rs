//! Passes of which types know what becomes of each looplet, whatever run time says: one looplet becomes one other.
//!
//! An expression [changes](Expr::Changed) by such a pass as a whole: what comes out is a type of it, and a function returns it. Any
//! other pass hands each leaf to a continuation, which is compiled anew for all that stands around the leaf.

use crate::knot::*;

/// A pass that makes one looplet of each.
pub trait Change: Pass {
    /// What becomes of a stepper.
    type Stepper<G: Steps>: Looplet<T = G::T>;
    /// What becomes of a spike.
    type Spike<B: Fiber, F: Fiber<T = B::T>>: Looplet<T = B::T>;
    /// What becomes of a sequence.
    type Sequence<A: Looplet, B: Looplet<T = A::T>>: Looplet<T = A::T>;
    /// What becomes of the reducer of an assignment.
    type Reducer<T: Copy, O: Reducer<T>>: Reducer<T>;
    /// What becomes of an expression that a `let` names.
    type Named<E: Expr>: Expr<T = E::T>;

    /// What becomes of a stepper.
    fn stepper<G: Steps>(self, steps: G) -> Self::Stepper<G>;
    /// What becomes of a spike.
    fn spike<B: Fiber, F: Fiber<T = B::T>>(self, spike: Spike<B, F>) -> Self::Spike<B, F>;
    /// What becomes of a sequence.
    fn sequence<A: Looplet, B: Looplet<T = A::T>>(self, sequence: Sequence<A, B>) -> Self::Sequence<A, B>;
    /// What becomes of the reducer of an assignment.
    fn reducer<T: Copy, O: Reducer<T>>(op: O) -> Self::Reducer<T, O>;
    /// What becomes of an expression that a `let` names.
    fn named<E: Expr>(expr: E) -> Self::Named<E>;
}

/// What a pass says that asks looplets alone: targets hold none that is read.
macro_rules! reads_alone {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn assign<
            W: $crate::target::Target,
            O: finch_algebra::reducer::Reducer<W::T>,
            E: $crate::expr::Expr<T = W::T>,
            K: $crate::pass::OnStmt<Self>,
        >(
            self,
            assign: $crate::stmt::assign::Assign<W, O, E>,
            k: K,
        ) {
            assign.only_value(self, k)
        }
    };
}
pub(crate) use reads_alone;

/// Declares passes that change looplets: what becomes of steps, of spikes, of sequences, of reducers, of names. What is not mentioned stays
/// as it is. `asks` names a method of looplets to ask where a leaf is handed to a continuation.
macro_rules! changes {
    ($(
        $(#[$doc:meta])*
        $name:ident $(asks $method:ident)? {
            $(stepper |$pass:ident, $steps:ident| $stepper:ty: $steps_do:expr;)?
            $(spike |$spike:ident| $spiked:ty: $spike_does:expr;)?
            $(sequence |$sequence:ident| $sequenced:ty: $sequence_does:expr;)?
            $(reducer |$op:ident| $reducer:ty: $op_does:expr;)?
            $(named |$named:ident| $named_as:ty: $named_does:expr;)?
        }
    )*) => { $(
        $crate::pass::looplet_pass! { $(#[$doc])* $name $(asks $method)?; }
        impl $crate::pass::change::Change for $name {
            $crate::pass::change::changes!(@stepper $($pass $steps: $stepper: $steps_do)?);
            $crate::pass::change::changes!(@spike $($spike: $spiked: $spike_does)?);
            $crate::pass::change::changes!(@sequence $($sequence: $sequenced: $sequence_does)?);
            $crate::pass::change::changes!(@reducer $($op: $reducer: $op_does)?);
            $crate::pass::change::changes!(@named $($named: $named_as: $named_does)?);
        }
    )* };
    (@stepper) => { $crate::pass::change::changes!(@stepper _pass steps: Stepper<G>: Stepper(steps)); };
    (@stepper $pass:ident $steps:ident: $stepper:ty: $does:expr) => {
        type Stepper<G: Steps> = $stepper;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn stepper<G: Steps>(self, $steps: G) -> $stepper {
            let $pass = self;
            $does
        }
    };
    (@spike) => { $crate::pass::change::changes!(@spike spike: Spike<B, F>: spike); };
    (@spike $spike:ident: $spiked:ty: $does:expr) => {
        type Spike<B: Fiber, F: Fiber<T = B::T>> = $spiked;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn spike<B: Fiber, F: Fiber<T = B::T>>(self, $spike: Spike<B, F>) -> $spiked {
            $does
        }
    };
    (@sequence) => { $crate::pass::change::changes!(@sequence sequence: Sequence<A, B>: sequence); };
    (@sequence $sequence:ident: $sequenced:ty: $does:expr) => {
        type Sequence<A: Looplet, B: Looplet<T = A::T>> = $sequenced;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sequence<A: Looplet, B: Looplet<T = A::T>>(self, $sequence: Sequence<A, B>) -> $sequenced {
            $does
        }
    };
    (@reducer) => { $crate::pass::change::changes!(@reducer op: O: op); };
    (@reducer $op:ident: $reducer:ty: $does:expr) => {
        type Reducer<T: Copy, O: Reducer<T>> = $reducer;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn reducer<T: Copy, O: Reducer<T>>($op: O) -> $reducer {
            $does
        }
    };
    (@named) => { $crate::pass::change::changes!(@named expr: E: expr); };
    (@named $expr:ident: $named:ty: $does:expr) => {
        type Named<E: Expr> = $named;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn named<E: Expr>($expr: E) -> $named {
            $does
        }
    };
}
pub(crate) use changes;
