//! What is around a place, as a type: what an access is checked against before a program runs.

use crate::index::set::IndexSet;
use crate::prelude::*;
use crate::stmt::Stmt;

/// What is around a place: its loops, or the [pass](Pass) of the program that it is in.
pub trait Loops: Sealed {
    /// Whether index number `N` is bound here.
    type Bind<N: Nat>: Bool;
    /// Whether an index of `B` is bound inside of all loops that bind indices of `A`.
    type Inside<A: IndexSet, B: IndexSet>: Bool;
    /// Whether output number `Out` is written here.
    type Write<Out: Nat>: Bool;
    /// What is around a place in these loops and one more, over index `N`.
    type Over<N: Nat>: Loops;
    /// What is around a place in these loops and in statement `S`. Only [`Passes`] takes note of the statement.
    type In<S: Stmt>: Loops;
}

/// No loop.
#[derive(Clone, Copy, Debug)]
pub struct Outermost;

/// Loops `L`, and in them one over index `N`.
#[derive(Clone, Copy, Debug)]
pub struct Nested<L, N>(PhantomData<(L, N)>);

impl Sealed for Outermost {}
impl Loops for Outermost {
    type Bind<N: Nat> = No;
    type Inside<A: IndexSet, B: IndexSet> = No;
    type Write<Out: Nat> = No;
    type Over<N: Nat> = Nested<Outermost, N>;
    type In<S: Stmt> = Outermost;
}

impl<L: Loops, N: Nat> Sealed for Nested<L, N> {}
impl<L: Loops, N: Nat> Loops for Nested<L, N> {
    type Bind<M: Nat> = Or<N::Eq<M>, L::Bind<M>>;
    type Inside<A: IndexSet, B: IndexSet> = And<Not<A::Has<N>>, Or<B::Has<N>, L::Inside<A, B>>>;
    type Write<Out: Nat> = No;
    type Over<M: Nat> = Nested<Nested<L, N>, M>;
    type In<S: Stmt> = Nested<L, N>;
}

/// Between the passes of a program.
#[derive(Clone, Copy, Debug)]
pub struct Passes;

/// In a pass: `S`, one of the statements that a program consists of. Asked which outputs it writes, for those that it reads.
#[derive(Clone, Copy, Debug)]
pub struct Pass<S>(PhantomData<S>);

impl Sealed for Passes {}
impl Loops for Passes {
    type Bind<N: Nat> = Yes;
    type Inside<A: IndexSet, B: IndexSet> = Yes;
    type Write<Out: Nat> = No;
    type Over<N: Nat> = Passes;
    type In<S: Stmt> = Pass<S>;
}

impl<S: Stmt> Sealed for Pass<S> {}
impl<S: Stmt> Loops for Pass<S> {
    type Bind<N: Nat> = Yes;
    type Inside<A: IndexSet, B: IndexSet> = Yes;
    type Write<Out: Nat> = S::Writes<Out>;
    type Over<N: Nat> = Pass<S>;
    type In<T: Stmt> = Pass<S>;
}
