//! The indices of a term that are not bound yet, as a type.

use crate::knot::*;
use core::fmt::Debug;

/// A set of index variables, as a type.
pub trait IndexSet: Copy + Debug + Sealed {
    /// Whether the set is empty.
    type IsNone: Bool;
    /// Whether the set has exactly one index.
    type IsOne: Bool;
    /// Whether index number `N` is in the set.
    type Has<N: Nat>: Bool;
    /// Whether the set consists of index number `N`.
    type IsOnly<N: Nat>: Bool;
    /// Whether the loops `L` bind all indices of the set.
    type BoundBy<L: Loops>: Bool;
    /// The loops `L`, and in them one over each index of the set.
    type LoopsIn<L: Loops>: Loops;
}

/// The empty set.
#[derive(Clone, Copy, Debug)]
pub struct NoIndex;

/// The set of index number `N`, or the empty set if that is bound.
#[derive(Clone, Copy, Debug)]
pub struct Just<N, IsBound = No>(PhantomData<(N, IsBound)>);

/// The number of variable `V`, which `let` names, among those of indices: in a place it is an index, bound where it has its value.
pub type NumberOf<V> = Apart<Apart<V>>;

/// Whether variable `V` is among the indices `S`.
pub type Names<S, V> = <S as IndexSet>::Has<NumberOf<V>>;

/// The union of the sets `A` and `B`.
#[derive(Clone, Copy, Debug)]
pub struct Union<A, B>(PhantomData<(A, B)>);

impl Sealed for NoIndex {}
impl IndexSet for NoIndex {
    type IsNone = Yes;
    type IsOne = No;
    type Has<N: Nat> = No;
    type IsOnly<N: Nat> = No;
    type BoundBy<L: Loops> = Yes;
    type LoopsIn<L: Loops> = L;
}

impl<N: Nat, IsBound: Bool> Sealed for Just<N, IsBound> {}
impl<N: Nat, IsBound: Bool> IndexSet for Just<N, IsBound> {
    type IsNone = IsBound;
    type IsOne = Not<IsBound>;
    type Has<M: Nat> = And<Not<IsBound>, N::Eq<M>>;
    type IsOnly<M: Nat> = And<Not<IsBound>, N::Eq<M>>;
    type BoundBy<L: Loops> = Or<IsBound, L::Bind<N>>;
    type LoopsIn<L: Loops> = L::Over<N, No>;
}

impl<A: IndexSet, B: IndexSet> Sealed for Union<A, B> {}
impl<A: IndexSet, B: IndexSet> IndexSet for Union<A, B> {
    type IsNone = And<A::IsNone, B::IsNone>;
    type IsOne = Or<And<A::IsOne, B::IsNone>, And<A::IsNone, B::IsOne>>;
    type Has<N: Nat> = Or<A::Has<N>, B::Has<N>>;
    type IsOnly<N: Nat> = Or<And<A::IsOnly<N>, B::IsNone>, And<A::IsNone, B::IsOnly<N>>>;
    type BoundBy<L: Loops> = And<A::BoundBy<L>, B::BoundBy<L>>;
    type LoopsIn<L: Loops> = B::LoopsIn<A::LoopsIn<L>>;
}
