//! How loops go along with the places of a result.

use super::list::IndexNames;
use super::search::If;
use crate::imports::*;

/// How an order of loops writes the result at `Y`: its loops that go along with the places of the result, those inside of them, and
/// the places that are left.
pub trait SplitBy<Y> {
    /// The loops over leading places of the result.
    type Lead: IndexNames;
    /// The loops inside of these.
    type Inner: IndexNames;
    /// The places of the result that are left.
    type Rest: IndexNames;
}

impl<O: IndexNames> SplitBy<Nil> for O {
    type Lead = Nil;
    type Inner = O;
    type Rest = Nil;
}

impl<M: Nat, S: IndexNames> SplitBy<Cons<Index<M>, S>> for Nil {
    type Lead = Nil;
    type Inner = Nil;
    type Rest = Cons<Index<M>, S>;
}

impl<N: Nat, R, M: Nat, S> SplitBy<Cons<Index<M>, S>> for Cons<Index<N>, R>
where
    If<N::Eq<M>>: SplitAt<N, R, M, S>,
{
    type Lead = <If<N::Eq<M>> as SplitAt<N, R, M, S>>::Lead;
    type Inner = <If<N::Eq<M>> as SplitAt<N, R, M, S>>::Inner;
    type Rest = <If<N::Eq<M>> as SplitAt<N, R, M, S>>::Rest;
}

/// A [`SplitBy`] of the loops `N` and `R` by the places `M` and `S`.
pub trait SplitAt<N, R, M, S> {
    /// The loops over leading places of the result.
    type Lead: IndexNames;
    /// The loops inside of these.
    type Inner: IndexNames;
    /// The places of the result that are left.
    type Rest: IndexNames;
}

impl<N: Nat, R: SplitBy<S>, M, S> SplitAt<N, R, M, S> for If<Yes> {
    type Lead = Cons<Index<N>, R::Lead>;
    type Inner = R::Inner;
    type Rest = R::Rest;
}

impl<N: Nat, R: IndexNames, M: Nat, S: IndexNames> SplitAt<N, R, M, S> for If<No> {
    type Lead = Nil;
    type Inner = Cons<Index<N>, R>;
    type Rest = Cons<Index<M>, S>;
}
