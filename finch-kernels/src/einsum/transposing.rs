//! Operands that are transposed first, where no order of loops reads all as they are stored.

use super::list::IndexNames;
use super::search::{FindOrders, FoundOrders, If, Spec, Specs};
use crate::imports::*;
use finch_formats::array::kinds::{Dim, Full, List};

/// The kinds of a matrix that was transposed: rows that are lists.
pub(super) type RowKinds = Dim<List, Dim<Full, NoDim>>;

/// Operands of which those at which `M` says `Yes` are transposed first.
#[derive(Clone, Copy, Debug)]
pub struct Transposing<M>(PhantomData<M>);

/// The candidates, or if there are none those where as few as possible of the operands `O` are transposed first, up to three. `All` is the
/// set of all indices of the sum.
pub trait OrTransposing<O, All> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<O, All, H, R: FoundOrders> OrTransposing<O, All> for Cons<H, R> {
    type Out = Self;
}

impl<O: EachTransposed<One, O, Nil, All, Nil>, All> OrTransposing<O, All> for Nil
where
    O::Out: OrMore<More<One>, O, All>,
{
    type Out = <O::Out as OrMore<More<One>, O, All>>::Out;
}

/// One operand is transposed.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// One operand more than `N` is transposed.
#[derive(Clone, Copy, Debug)]
pub struct More<N>(PhantomData<N>);

/// None is transposed any more.
#[derive(Clone, Copy, Debug)]
pub struct Enough;

/// The candidates, or if there are none those where `N` of the operands `O` are transposed first, or one more. `All` is the set of all
/// indices of the sum.
pub trait OrMore<N, O, All> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<N, O, All, H, R: FoundOrders> OrMore<N, O, All> for Cons<H, R> {
    type Out = Self;
}

impl<O: EachTransposed<More<One>, O, Nil, All, Nil>, All> OrMore<More<One>, O, All> for Nil
where
    O::Out: OrMore<More<More<One>>, O, All>,
{
    type Out = <O::Out as OrMore<More<More<One>>, O, All>>::Out;
}

impl<O: EachTransposed<More<More<One>>, O, Nil, All, Nil>, All> OrMore<More<More<One>>, O, All> for Nil {
    type Out = O::Out;
}

/// The last operands of `Whole`, of which `N` are transposed, with those in front of them of which `M` says whether they are. What is found
/// over the indices `All` is added to the candidates `F`.
pub trait EachTransposed<N, Whole, M, All, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<Whole: Swap<M>, M, All, F> EachTransposed<Enough, Whole, M, All, F> for Nil
where
    All: FindOrders<Transposing<M>, Whole::Out, All, Nil, F>,
{
    type Out = All::Out;
}

impl<Whole, M, All, F: FoundOrders> EachTransposed<One, Whole, M, All, F> for Nil {
    type Out = F;
}

impl<N, Whole, M, All, F: FoundOrders> EachTransposed<More<N>, Whole, M, All, F> for Nil {
    type Out = F;
}

impl<K, T, I, R, Whole, M: FoundOrders, All, F> EachTransposed<Enough, Whole, M, All, F> for Cons<Spec<K, T, I>, R>
where
    R: EachTransposed<Enough, Whole, M::Push<No>, All, F>,
{
    type Out = R::Out;
}

macro_rules! each_transposed {
    ($([$($n:ident)?] $one:ty, then $less:ty;)*) => { $(
        impl<$($n,)? K, T, I: IndexNames, R, Whole, M: FoundOrders, All, F> EachTransposed<$one, Whole, M, All, F>
            for Cons<Spec<K, T, I>, R>
        where
            If<I::IsPair>: OneTransposed<$less, R, Whole, M, All, F>,
            R: EachTransposed<$one, Whole, M::Push<No>, All, <If<I::IsPair> as OneTransposed<$less, R, Whole, M, All, F>>::Out>,
        {
            type Out = R::Out;
        }
    )* };
}

each_transposed! {
    [] One, then Enough;
    [N] More<N>, then N;
}

/// One operand of `Whole` is transposed, if it can be, and `N` of the operands `R` behind it. `M`, `All` and `F` are those of
/// [`EachTransposed`].
pub trait OneTransposed<N, R, Whole, M, All, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<N, R, Whole, M, All, F: FoundOrders> OneTransposed<N, R, Whole, M, All, F> for If<No> {
    type Out = F;
}

impl<N, R, Whole, M: FoundOrders, All, F> OneTransposed<N, R, Whole, M, All, F> for If<Yes>
where
    R: EachTransposed<N, Whole, M::Push<Yes>, All, F>,
{
    type Out = R::Out;
}

/// Operands of which those at which `M` says `Yes` are transposed.
pub trait Swap<M> {
    /// What types know of them.
    type Out: Specs;
}

impl Swap<Nil> for Nil {
    type Out = Nil;
}

impl<K: Kinds, F: Known, A: Nat, B: Nat, R: Swap<M>, M> Swap<Cons<Yes, M>>
    for Cons<Spec<K, F, Cons<Index<A>, Cons<Index<B>, Nil>>>, R>
{
    type Out = Cons<Spec<RowKinds, F, Cons<Index<B>, Cons<Index<A>, Nil>>>, R::Out>;
}

impl<K: Kinds, F: Known, I: IndexNames, R: Swap<M>, M> Swap<Cons<No, M>> for Cons<Spec<K, F, I>, R> {
    type Out = Cons<Spec<K, F, I>, R::Out>;
}
