//! The loops around a place, as a type: what an access is checked against before a program runs.

use crate::index::set::IndexSet;
use core::marker::PhantomData;
use finch_algebra::logic::{And, Bool, No, Not, Or};
use finch_algebra::nat::Nat;

/// The loops around a place.
pub trait Loops {
    /// Number `N` is bound here.
    type Bind<N: Nat>: Bool;
    /// When the last index of `A` is bound, one of `B` is still to come.
    type Inside<A: IndexSet, B: IndexSet>: Bool;
}

/// No loop.
#[derive(Clone, Copy, Debug)]
pub struct Outermost;

/// Loops `L`, and in them one over index `N`.
#[derive(Clone, Copy, Debug)]
pub struct Nested<L, N>(PhantomData<(L, N)>);

impl Loops for Outermost {
    type Bind<N: Nat> = No;
    type Inside<A: IndexSet, B: IndexSet> = No;
}

impl<L: Loops, N: Nat> Loops for Nested<L, N> {
    type Bind<M: Nat> = Or<N::Eq<M>, L::Bind<M>>;
    type Inside<A: IndexSet, B: IndexSet> = And<Not<A::Has<N>>, Or<B::Has<N>, L::Inside<A, B>>>;
}
