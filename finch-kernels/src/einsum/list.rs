//! Lists of indices, as types: the places of operands and results, and orders of loops.

use super::facts::{Dimension, List};
use super::search::Specs;
use crate::imports::*;
use finch_formats::array::kinds::{Dim, DimensionKind};
use finch_formats::traits::algebra::nat::Succ;
use finch_formats::traits::expr::overload::forall;
use finch_formats::traits::stmt::loop_::{Inferred, Loop};

/// A list of indices: the places of an operand or of a result, or loops, outermost first.
pub trait IndexNames: IndexList {
    /// The list.
    const HERE: Self;
    /// How many there are.
    type Len: Nat;
    /// Whether there are two.
    type IsPair: Bool;
    /// Whether index number `N` is in the list.
    type Has<N: Nat>: Bool;
    /// Whether all of these are in `L`.
    type AllIn<L: IndexNames>: Bool;
    /// Whether no index stands in the list twice.
    type Distinct: Bool;
    /// The list with index number `N` behind the others.
    type Append<N: Nat>: IndexNames;
    /// The list in reverse, in front of `Rest`.
    type Reverse<Rest: IndexNames>: IndexNames;
    /// Of these places, innermost first, in levels of kinds `K`: whether a loop over index number `N` inside of loops over `Around`
    /// reads those of that index without a search. Where an index stands twice, the later place is searched in any order of loops.
    type Allows<K: Kinds, N: Nat, Around: IndexNames>: Bool;
    /// Of these places, innermost first, in levels of kinds `K`: whether one of index number `N` is sparse, and so few of its values
    /// matter for given indices `Y`: those outside of it are given, or sparse, or few of theirs matter by the operands `O`, whose
    /// products are `Zero` wherever one of them is.
    type Thins<K: Kinds, N: Nat, Y: IndexNames, Zero: Known, O: Specs>: Bool;
    /// Of these places, innermost first, in levels of kinds `K`: whether each is given, or sparse, or few of its values matter.
    type Thin<K: Kinds, Y: IndexNames, Zero: Known, O: Specs>: Bool;
    /// Whether few values of one of these matter for given others of `Y`, by the operands `O`: see [`IndexNames::Thins`].
    type AnyThins<Y: IndexNames, Zero: Known, O: Specs>: Bool;
    /// These behind `L`.
    type Behind<L: IndexNames>: IndexNames;
    /// All but the last one.
    type Init: IndexNames;
    /// The last one, if there is one.
    type Ends: IndexNames;
    /// Index number `N` and all of these but the last one: nothing if there are none.
    type InitWith<N: Nat>: IndexNames;
    /// The last one, index number `N` if there is none.
    type EndsOr<N: Nat>: IndexNames;
    /// Whether the first one is index number `N`.
    type StartsWith<N: Nat>: Bool;
    /// Whether this list and `L` start with the same index, or one of them is empty.
    type StartsLike<L: IndexNames>: Bool;
    /// The kinds of the sums of the products of `O` at the places `Y`, of which these are the last ones, inside of those of kinds
    /// `Outer`.
    type SumKinds<Y: IndexNames, Zero: Known, O: Specs, Outer: Kinds>: Kinds;
    /// Of these places, innermost first, in levels of kinds `K`: whether one is sparse.
    type AnySparse<K: Kinds>: Bool;
    /// The loops over these indices around `B`.
    type Nest<B: Stmt>: Stmt;

    /// The loops over these indices around `body`.
    fn nest<B: Stmt>(self, body: B) -> Self::Nest<B>;
    /// Appends the number of each.
    fn numbers(to: &mut List<usize>);
    /// Appends the number and the name of each.
    fn names(to: &mut Vec<(usize, &'static str)>);
    /// Appends what the dimensions of kinds `K` are, of these places, innermost first.
    fn dimensions<K: Kinds>(to: &mut List<Dimension>);
}

/// Along the innermost dimension of `K`, every place can be looked up.
type IsLookedUp<K> = And<Not<<K as Kinds>::Sparse>, Not<<K as Kinds>::Flat>>;

/// What a dimension of sums stores: a list if `Sparse`, else everything.
#[derive(Clone, Copy, Debug)]
pub struct ListIf<Sparse>(PhantomData<Sparse>);

impl<Sparse: Bool> DimensionKind for ListIf<Sparse> {
    type Sparse = Sparse;
    type Flat = No;
    type Chunked = Not<Sparse>;
    type Single = Not<Sparse>;
}

impl IndexNames for Nil {
    const HERE: Nil = Nil;
    type Len = U0;
    type IsPair = No;
    type Has<N: Nat> = No;
    type AllIn<L: IndexNames> = Yes;
    type Distinct = Yes;
    type Append<N: Nat> = Cons<Index<N>, Nil>;
    type Reverse<Rest: IndexNames> = Rest;
    type Allows<K: Kinds, N: Nat, Around: IndexNames> = Yes;
    type Thins<K: Kinds, N: Nat, Y: IndexNames, Zero: Known, O: Specs> = No;
    type Thin<K: Kinds, Y: IndexNames, Zero: Known, O: Specs> = Yes;
    type AnyThins<Y: IndexNames, Zero: Known, O: Specs> = No;
    type Behind<L: IndexNames> = L;
    type Init = Nil;
    type Ends = Nil;
    type InitWith<N: Nat> = Nil;
    type EndsOr<N: Nat> = Cons<Index<N>, Nil>;
    type StartsWith<N: Nat> = Yes;
    type StartsLike<L: IndexNames> = Yes;
    type SumKinds<Y: IndexNames, Zero: Known, O: Specs, Outer: Kinds> = Outer;
    type AnySparse<K: Kinds> = No;
    type Nest<B: Stmt> = B;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nest<B: Stmt>(self, body: B) -> B {
        body
    }
    fn numbers(_to: &mut List<usize>) {}
    fn names(_to: &mut Vec<(usize, &'static str)>) {}
    fn dimensions<K: Kinds>(_to: &mut List<Dimension>) {}
}

impl<M: Nat, R: IndexNames> IndexNames for Cons<Index<M>, R> {
    const HERE: Self = Cons(Index::new(), R::HERE);
    type Len = Succ<R::Len>;
    type IsPair = <Succ<R::Len> as Nat>::Eq<U2>;
    type Has<N: Nat> = Or<M::Eq<N>, R::Has<N>>;
    type AllIn<L: IndexNames> = And<L::Has<M>, R::AllIn<L>>;
    type Distinct = And<Not<R::Has<M>>, R::Distinct>;
    type Append<N: Nat> = Cons<Index<M>, R::Append<N>>;
    type Reverse<Rest: IndexNames> = R::Reverse<Cons<Index<M>, Rest>>;
    type Allows<K: Kinds, N: Nat, Around: IndexNames> =
        And<Or<Not<M::Eq<N>>, Or<IsLookedUp<K>, R::AllIn<Cons<Index<N>, Around>>>>, R::Allows<K::Outer, N, Around>>;
    type Thins<K: Kinds, N: Nat, Y: IndexNames, Zero: Known, O: Specs> =
        Or<And<And<M::Eq<N>, K::Sparse>, R::Thin<K::Outer, Y, Zero, O>>, R::Thins<K::Outer, N, Y, Zero, O>>;
    type Thin<K: Kinds, Y: IndexNames, Zero: Known, O: Specs> =
        And<Or<K::Sparse, Or<Y::Has<M>, O::Thins<M, Y, Zero, Nil>>>, R::Thin<K::Outer, Y, Zero, O>>;
    type AnyThins<Y: IndexNames, Zero: Known, O: Specs> = Or<O::Thins<M, Y, Zero, O>, R::AnyThins<Y, Zero, O>>;
    type Behind<L: IndexNames> = R::Behind<L::Append<M>>;
    type Init = R::InitWith<M>;
    type Ends = R::EndsOr<M>;
    type InitWith<N: Nat> = Cons<Index<N>, R::InitWith<M>>;
    type EndsOr<N: Nat> = R::EndsOr<M>;
    type StartsWith<N: Nat> = M::Eq<N>;
    type StartsLike<L: IndexNames> = L::StartsWith<M>;
    type SumKinds<Y: IndexNames, Zero: Known, O: Specs, Outer: Kinds> =
        R::SumKinds<Y, Zero, O, Dim<ListIf<O::Thins<M, Y, Zero, O>>, Outer>>;
    type AnySparse<K: Kinds> = Or<K::Sparse, R::AnySparse<K::Outer>>;
    type Nest<B: Stmt> = Loop<M, Inferred, R::Nest<B>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nest<B: Stmt>(self, body: B) -> Self::Nest<B> {
        forall(self.0, self.1.nest(body))
    }
    fn numbers(to: &mut List<usize>) {
        to.push(M::VALUE);
        R::numbers(to)
    }
    fn names(to: &mut Vec<(usize, &'static str)>) {
        to.push((M::VALUE, M::NAME));
        R::names(to)
    }
    fn dimensions<K: Kinds>(to: &mut List<Dimension>) {
        to.push(Dimension {
            looked_up: <IsLookedUp<K> as Bool>::VALUE,
            sparse: <K::Sparse as Bool>::VALUE,
        });
        R::dimensions::<K::Outer>(to)
    }
}
