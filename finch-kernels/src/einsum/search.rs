//! Orders of loops in which operands are read without searching, found by types.

use super::list::IndexNames;
use super::operand::{Here, There};
use core::marker::PhantomData;
use finch_formats::array::kinds::Kinds;
use finch_formats::traits::algebra::known::{Known, Same};
use finch_formats::traits::algebra::logic::{And, Bool, No, Not, Or, Yes};
use finch_formats::traits::algebra::nat::{Nat, Succ};
use finch_formats::traits::index::{Cons, Index, Nil};
use typenum::{U0, U6};

/// What types know of an operand: the kinds of its levels, its fill, its places.
#[derive(Clone, Copy, Debug)]
pub struct Spec<K, F, I>(PhantomData<(K, F, I)>);

/// What types know of operands.
pub trait Specs {
    /// Whether a loop over index number `N` inside of loops over `Around` reads all of them without a search.
    type Allows<N: Nat, Around: IndexNames>: Bool;
    /// Whether few values of index number `N` matter for given other indices of `Y`, as products are `Zero` wherever an operand is:
    /// see [`IndexNames::Thins`].
    type Thins<N: Nat, Y: IndexNames, Zero: Known, O: Specs>: Bool;
}

impl Specs for Nil {
    type Allows<N: Nat, Around: IndexNames> = Yes;
    type Thins<N: Nat, Y: IndexNames, Zero: Known, O: Specs> = No;
}

/// The places `I`, innermost first.
type Inward<I> = <I as IndexNames>::Reverse<Nil>;

impl<K: Kinds, F: Known, I: IndexNames, R: Specs> Specs for Cons<Spec<K, F, I>, R> {
    type Allows<N: Nat, Around: IndexNames> =
        And<<Inward<I> as IndexNames>::Allows<K, N, Around>, R::Allows<N, Around>>;
    type Thins<N: Nat, Y: IndexNames, Zero: Known, O: Specs> =
        Or<And<Same<F, Zero>, <Inward<I> as IndexNames>::Thins<K, N, Y, Zero, O>>, R::Thins<N, Y, Zero, O>>;
}

/// All indices of operands, each once, behind those of `Seen`.
pub trait Collect<Seen> {
    /// The list.
    type All: IndexNames;
}

impl<Seen: IndexNames> Collect<Seen> for Nil {
    type All = Seen;
}

impl<K, F, I, R, Seen> Collect<Seen> for Cons<Spec<K, F, I>, R>
where
    I: InsertAll<Seen>,
    R: Collect<I::Out>,
{
    type All = R::All;
}

/// Indices, each once, behind those of `Seen`.
pub trait InsertAll<Seen> {
    /// The list.
    type Out: IndexNames;
}

impl<Seen: IndexNames> InsertAll<Seen> for Nil {
    type Out = Seen;
}

impl<N: Nat, R, Seen: IndexNames> InsertAll<Seen> for Cons<Index<N>, R>
where
    If<Seen::Has<N>>: Unless<N, Seen>,
    R: InsertAll<<If<Seen::Has<N>> as Unless<N, Seen>>::Out>,
{
    type Out = R::Out;
}

/// A question that implementations depend on.
#[derive(Clone, Copy, Debug)]
pub struct If<C>(PhantomData<C>);

/// `Seen`, and index number `N` unless it is there.
pub trait Unless<N, Seen> {
    /// The list.
    type Out: IndexNames;
}

impl<N, Seen: IndexNames> Unless<N, Seen> for If<Yes> {
    type Out = Seen;
}

impl<N: Nat, Seen: IndexNames> Unless<N, Seen> for If<No> {
    type Out = Seen::Append<N>;
}

/// The order `O`, with the operands `How` they are.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<How, O>(PhantomData<(How, O)>);

/// Operands as they are.
#[derive(Clone, Copy, Debug)]
pub struct AsTheyAre;

/// Operands of which number `At` is transposed first.
#[derive(Clone, Copy, Debug)]
pub struct Transposing<At>(PhantomData<At>);

/// Candidates that were found: six at most.
pub trait FoundOrders {
    /// These and `C`.
    type Push<C>: FoundOrders;
    /// How many.
    type Len: Nat;
    /// Whether no more are looked for.
    type IsFull: Bool;
}

impl FoundOrders for Nil {
    type Push<C> = Cons<C, Nil>;
    type Len = U0;
    type IsFull = No;
}

impl<H, R: FoundOrders> FoundOrders for Cons<H, R> {
    type Push<C> = Cons<H, R::Push<C>>;
    type Len = Succ<R::Len>;
    type IsFull = <Succ<R::Len> as Nat>::Eq<U6>;
}

/// Of `All` indices, those that can be the next loop inside of loops over `Around`, tried one after the other: `Self` are left.
/// Adds each order of all that is so found, for operands `O`, to the candidates `F`.
pub trait FindOrders<How, O, All, Around, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<How, O, All, Around, F: FoundOrders> FindOrders<How, O, All, Around, F> for Nil {
    type Out = F;
}

/// Whether index number `N` can be the next loop.
type Fits<N, O, Around, F> =
    And<And<Not<<Around as IndexNames>::Has<N>>, Not<<F as FoundOrders>::IsFull>>, <O as Specs>::Allows<N, Around>>;

impl<N: Nat, R, How, O: Specs, All, Around: IndexNames, F: FoundOrders> FindOrders<How, O, All, Around, F>
    for Cons<Index<N>, R>
where
    If<Fits<N, O, Around, F>>: Enter<How, O, All, Around::Append<N>, F>,
    R: FindOrders<How, O, All, Around, <If<Fits<N, O, Around, F>> as Enter<How, O, All, Around::Append<N>, F>>::Out>,
{
    type Out = R::Out;
}

/// What is found inside of loops over `Around`, if that can be.
pub trait Enter<How, O, All, Around, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<How, O, All, Around, F: FoundOrders> Enter<How, O, All, Around, F> for If<No> {
    type Out = F;
}

impl<How, O, All: IndexNames, Around: IndexNames, F> Enter<How, O, All, Around, F> for If<Yes>
where
    If<All::AllIn<Around>>: Arrive<How, O, All, Around, F>,
{
    type Out = <If<All::AllIn<Around>> as Arrive<How, O, All, Around, F>>::Out;
}

/// What is found inside of loops over `Around`, which may be all.
pub trait Arrive<How, O, All, Around, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<How, O, All, Around, F: FoundOrders> Arrive<How, O, All, Around, F> for If<Yes> {
    type Out = F::Push<Candidate<How, Around>>;
}

impl<How, O, All: FindOrders<How, O, All, Around, F>, Around, F> Arrive<How, O, All, Around, F> for If<No> {
    type Out = All::Out;
}

/// The candidates, or if there are none those where one of the operands `O` is transposed first.
pub trait OrTransposing<O, All> {
    /// All candidates.
    type Out;
}

impl<O, All, H, R> OrTransposing<O, All> for Cons<H, R> {
    type Out = Self;
}

impl<O: EachTransposed<O, Here, All, Nil>, All> OrTransposing<O, All> for Nil {
    type Out = O::Out;
}

/// Operands from number `At` on, each of which is transposed in `Whole`.
pub trait EachTransposed<Whole, At, All, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<Whole, At, All, F: FoundOrders> EachTransposed<Whole, At, All, F> for Nil {
    type Out = F;
}

impl<K, T, I: IndexNames, R, Whole, At, All, F> EachTransposed<Whole, At, All, F> for Cons<Spec<K, T, I>, R>
where
    If<I::IsPair>: OneTransposed<Whole, At, All, F>,
    R: EachTransposed<Whole, There<At>, All, <If<I::IsPair> as OneTransposed<Whole, At, All, F>>::Out>,
{
    type Out = R::Out;
}

/// Operand number `At` is transposed in `Whole`, if it can be.
pub trait OneTransposed<Whole, At, All, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<Whole, At, All, F: FoundOrders> OneTransposed<Whole, At, All, F> for If<No> {
    type Out = F;
}

impl<Whole: Swap<At>, At, All, F> OneTransposed<Whole, At, All, F> for If<Yes>
where
    All: FindOrders<Transposing<At>, Whole::Out, All, Nil, F>,
{
    type Out = All::Out;
}

/// Operands of which number `At` is transposed.
pub trait Swap<At> {
    /// What types know of them.
    type Out;
}

impl<K: Kinds, F, A, B, R> Swap<Here> for Cons<Spec<K, F, Cons<A, Cons<B, Nil>>>, R> {
    type Out = Cons<Spec<super::RowKinds, F, Cons<B, Cons<A, Nil>>>, R>;
}

impl<H, R: Swap<At>, At> Swap<There<At>> for Cons<H, R> {
    type Out = Cons<H, R::Out>;
}

/// There is a candidate.
#[diagnostic::on_unimplemented(
    message = "no order of loops reads all operands of this `einsum!` in the order in which they are stored, even if one matrix is \
               transposed first",
    label = "operands that are stored in orders which contradict each other",
    note = "transpose operands in front of it, `let at = transpose::transposed(&a)?;`, and write `at[k, i]` for `a[i, k]`; of tensors with \
            more dimensions, store the dimensions in another order",
    note = "or let operands be dense: they are read in any order"
)]
pub trait SomeOrder {}

impl<H, R> SomeOrder for Cons<H, R> {}

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
