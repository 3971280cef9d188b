//! Ways to multiply two of the operands first, or to copy a row of one of them first, found by types.
//!
//! `c[i, l] += a[i, j] * b[j, k] * c[k, l]` takes as many steps as there are `i`, `j`, `k` and `l` in one loop nest; less if the
//! products of `a` and `b` are summed over `j` first. Sums are kept in a number or a row inside of the loops over their other indices,
//! else in a temporary tensor.
//!
//! `s[] += a[i, j] * b[j, k] * c[i, k]` merges row `i` of `c` with many rows of `b`. A copy of that row is one of as many sums of
//! products of one operand: it is made once for each `i`, and looked up at what the rows of `b` store.

use super::list::IndexNames;
use super::operand::{Factors, Operands};
use super::places::SplitBy;
use super::search::{Arrive, AsTheyAre, Collect, Found, FoundOrders, If, OneNest, Sought, Specs};
use super::split::{FirstOne, FirstPair, LaterPair, OuterPair, PairAt};
use crate::imports::*;

/// Operands at `At` are multiplied first: inside of loops over `Lead`, loops in the order `P` sum products up at the places `Rest`, of
/// kinds `K`, and loops in the order `C` multiply these sums by the other operands. `P` and `C` begin with `Lead`. The sums are looked up
/// if `Followed`, else walked.
#[derive(Clone, Copy, Debug)]
pub struct InsideLead<At, Lead, Rest, K, P, C, Followed>(PhantomData<(At, Lead, Rest, K, P, C, Followed)>);

/// Operands at `At` are multiplied first: loops in the order `P` sum products up in a temporary tensor at the places `I`, of kinds `K`,
/// and loops in the order `C` multiply it by the other operands.
#[derive(Clone, Copy, Debug)]
pub struct Before<At, I, K, P, C>(PhantomData<(At, I, K, P, C)>);

/// The sum of products of `O` at the places `Y`, over semiring `S`, of which those at `At` are multiplied first.
#[derive(Clone, Copy, Debug)]
pub struct PairFirst<S, O, Y, At>(PhantomData<(S, O, Y, At)>);

/// What a search asks of operands of which two are multiplied first.
pub trait Factoring {
    /// Which they are.
    type At;
    /// The places of the result.
    type Y: IndexNames;
    /// The zero.
    type Zero: Known;
    /// What types know of all operands.
    type Whole: Specs;
    /// What types know of the two.
    type Pair: Specs;
    /// What types know of the others.
    type Others: Specs;
    /// What types know of the others and of the sums.
    type With<K: Kinds, I: IndexNames>: Specs;
    /// The indices of the two.
    type Inner: IndexNames;
    /// The indices of the others and of the result.
    type Outer: IndexNames;
    /// The indices of the sums.
    type Places: IndexNames;
    /// The indices of all operands.
    type All: IndexNames;
}

type SpecsOf<O, T> = <O as Factors<T>>::Specs;

impl<S, O, Y: IndexNames, At> Factoring for PairFirst<S, O, Y, At>
where
    O: PairAt<At>,
    S: Semiring<O::T>,
    SpecsOf<O::Pair, O::T>: Collect<Nil>,
    SpecsOf<O::Others, O::T>: Collect<Y>,
    SpecsOf<O, O::T>: Collect<Nil>,
    <SpecsOf<O::Pair, O::T> as Collect<Nil>>::All: KeptIn<<SpecsOf<O::Others, O::T> as Collect<Y>>::All>,
{
    type At = At;
    type Y = Y;
    type Zero = <S::Zero as Fill<O::T>>::Known;
    type Whole = SpecsOf<O, O::T>;
    type Pair = SpecsOf<O::Pair, O::T>;
    type Others = SpecsOf<O::Others, O::T>;
    type With<K: Kinds, I: IndexNames> = O::SpecsWith<K, Self::Zero, I>;
    type Inner = <Self::Pair as Collect<Nil>>::All;
    type Outer = <Self::Others as Collect<Y>>::All;
    type Places = <Self::Inner as KeptIn<Self::Outer>>::Out;
    type All = <Self::Whole as Collect<Nil>>::All;
}

/// Those of these indices that are in `L`.
pub trait KeptIn<L> {
    /// The list.
    type Out: IndexNames;
}

impl<L> KeptIn<L> for Nil {
    type Out = Nil;
}

impl<N: Nat, R: KeptIn<L>, L: IndexNames> KeptIn<L> for Cons<Index<N>, R>
where
    If<L::Has<N>>: InFront<N, R::Out>,
{
    type Out = <If<L::Has<N>> as InFront<N, R::Out>>::Out;
}

/// Index number `N`, if so, in front of `R`.
pub trait InFront<N, R> {
    /// The list.
    type Out: IndexNames;
}

impl<N: Nat, R: IndexNames> InFront<N, R> for If<Yes> {
    type Out = Cons<Index<N>, R>;
}

impl<N, R: IndexNames> InFront<N, R> for If<No> {
    type Out = R;
}

/// A question whose answer is a candidate or none.
pub trait Attempt {
    /// The answer, [`Found`] or [`Sought`].
    type Out: FoundOrders;
}

/// The candidate, or else the answer to `Next`.
pub trait OrAttempt<Next> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<C, Next> OrAttempt<Next> for Found<C> {
    type Out = Self;
}

impl<Next: Attempt> OrAttempt<Next> for Sought {
    type Out = Next::Out;
}

/// Sums in a number, inside of the loops over all their indices: where the others are read only there, as in a sampled product, and
/// either few of these places matter or there is one index.
#[derive(Clone, Copy, Debug)]
pub struct InNumber<A>(PhantomData<A>);

/// Sums in a row over the last of their indices, inside of the loops over the others.
#[derive(Clone, Copy, Debug)]
pub struct InRow<A>(PhantomData<A>);

/// Sums in a temporary tensor.
#[derive(Clone, Copy, Debug)]
pub struct InTensor<A>(PhantomData<A>);

/// Sums in a temporary tensor, with its indices in reverse.
#[derive(Clone, Copy, Debug)]
pub struct Reversed<A>(PhantomData<A>);

/// Whether sums are kept in a number.
type FitsNumber<A, W> = And<
    <<A as Factoring>::Outer as IndexNames>::AllIn<W>,
    Or<
        <<W as IndexNames>::Init as IndexList>::IsEmpty,
        <W as IndexNames>::AnyThins<W, <A as Factoring>::Zero, <A as Factoring>::Others>,
    >,
>;

impl<A: Factoring> Attempt for InNumber<A>
where
    If<FitsNumber<A, A::Places>>: Leads<A, A::Places, Nil>,
{
    type Out = <If<FitsNumber<A, A::Places>> as Leads<A, A::Places, Nil>>::Out;
}

type InitOf<A> = <<A as Factoring>::Places as IndexNames>::Init;
type EndsOf<A> = <<A as Factoring>::Places as IndexNames>::Ends;

/// Whether there are loops around a row: without them, it is stored once, as a tensor.
type FitsRow<A> = Not<<InitOf<A> as IndexList>::IsEmpty>;

impl<A: Factoring> Attempt for InRow<A>
where
    If<FitsRow<A>>: Leads<A, InitOf<A>, EndsOf<A>>,
{
    type Out = <If<FitsRow<A>> as Leads<A, InitOf<A>, EndsOf<A>>>::Out;
}

impl<A: Factoring> Attempt for InTensor<A>
where
    Sums<A::Places>: LoopsInside<A, Nil>,
{
    type Out = <Sums<A::Places> as LoopsInside<A, Nil>>::Out;
}

type ReversedOf<A> = <<A as Factoring>::Places as IndexNames>::Reverse<Nil>;

impl<A: Factoring> Attempt for Reversed<A>
where
    Sums<ReversedOf<A>>: LoopsInside<A, Nil>,
{
    type Out = <Sums<ReversedOf<A>> as LoopsInside<A, Nil>>::Out;
}

/// If so, sums inside of loops over the indices `Lead`, in an order in which all operands are read without a search, at the places `Rest`.
pub trait Leads<A, Lead, Rest> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<A, Lead, Rest> Leads<A, Lead, Rest> for If<No> {
    type Out = Sought;
}

type LeadOf<A, Lead> =
    <If<<Lead as IndexNames>::AllIn<Nil>> as Arrive<AsTheyAre, <A as Factoring>::Whole, Lead, Nil, Sought>>::Out;

impl<A: Factoring, Lead: IndexNames, Rest> Leads<A, Lead, Rest> for If<Yes>
where
    If<Lead::AllIn<Nil>>: Arrive<AsTheyAre, A::Whole, Lead, Nil, Sought>,
    LeadOf<A, Lead>: LedBy<A, Rest>,
{
    type Out = <LeadOf<A, Lead> as LedBy<A, Rest>>::Out;
}

/// Sums inside of loops in this order, if there is one, at the places `Rest`.
pub trait LedBy<A, Rest> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<A, Rest> LedBy<A, Rest> for Sought {
    type Out = Sought;
}

// Loops that do not go along with the result would add to far places of it time and again, or need a table.
impl<A: Factoring, Lead: IndexNames, Rest> LedBy<A, Rest> for Found<OneNest<AsTheyAre, Lead>>
where
    If<Lead::StartsLike<A::Y>>: LedAlong<A, Lead, Rest>,
{
    type Out = <If<Lead::StartsLike<A::Y>> as LedAlong<A, Lead, Rest>>::Out;
}

/// If so, sums inside of loops in the order `Lead`, at the places `Rest`.
pub trait LedAlong<A, Lead, Rest> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<A, Lead, Rest> LedAlong<A, Lead, Rest> for If<No> {
    type Out = Sought;
}

impl<A, Lead: IndexNames, Rest: IndexNames> LedAlong<A, Lead, Rest> for If<Yes>
where
    Sums<Rest::Behind<Lead>, Rest>: LoopsInside<A, Lead>,
{
    type Out = <Sums<Rest::Behind<Lead>, Rest> as LoopsInside<A, Lead>>::Out;
}

/// Sums at the places `I`, of which those of `Rest` are stored inside of loops, or all in a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Sums<I, Rest = InTemporary>(PhantomData<(I, Rest)>);

/// Sums are stored in a tensor.
#[derive(Clone, Copy, Debug)]
pub struct InTemporary;

/// Orders of the loops inside of those over `Lead`.
pub trait LoopsInside<A, Lead> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

type KindsOf<A, I> = <I as IndexNames>::SumKinds<I, <A as Factoring>::Zero, <A as Factoring>::Pair, NoDim>;
type WithOf<A, I> = <A as Factoring>::With<KindsOf<A, I>, I>;
type InnerOrder<A, Lead> = <If<<<A as Factoring>::Inner as IndexNames>::AllIn<Lead>> as Arrive<
    AsTheyAre,
    <A as Factoring>::Pair,
    <A as Factoring>::Inner,
    Lead,
    Sought,
>>::Out;
type AllOf<A, I> = <WithOf<A, I> as Collect<Nil>>::All;
type OuterOrder<A, I, Lead> =
    <If<<AllOf<A, I> as IndexNames>::AllIn<Lead>> as Arrive<AsTheyAre, WithOf<A, I>, AllOf<A, I>, Lead, Sought>>::Out;

impl<A: Factoring, Lead: IndexNames, I: IndexNames, Rest> LoopsInside<A, Lead> for Sums<I, Rest>
where
    If<<A::Inner as IndexNames>::AllIn<Lead>>: Arrive<AsTheyAre, A::Pair, A::Inner, Lead, Sought>,
    WithOf<A, I>: Collect<Nil>,
    If<<AllOf<A, I> as IndexNames>::AllIn<Lead>>: Arrive<AsTheyAre, WithOf<A, I>, AllOf<A, I>, Lead, Sought>,
    Rest: SumPlaces<A>,
    TwoOrders<InnerOrder<A, Lead>, OuterOrder<A, I, Lead>>:
        Combined<A::At, Lead, I, Rest, KindsOf<A, I>, Rest::AreFollowed>,
{
    type Out = <TwoOrders<InnerOrder<A, Lead>, OuterOrder<A, I, Lead>> as Combined<
        A::At,
        Lead,
        I,
        Rest,
        KindsOf<A, I>,
        Rest::AreFollowed,
    >>::Out;
}

/// Where sums are stored.
pub trait SumPlaces<A> {
    /// Whether they are in a row that is looked up, since another operand leads to few of its places.
    type AreFollowed: Bool;
}

impl<A> SumPlaces<A> for InTemporary {
    type AreFollowed = No;
}

/// Whether, for given other indices, few values of those of `Rest` matter by the operands `O`.
type AreFew<A, Rest, O> = <Rest as IndexNames>::AnyThins<<A as Factoring>::All, <A as Factoring>::Zero, O>;

impl<A: Factoring, Rest: IndexNames> SumPlaces<A> for Rest {
    type AreFollowed = AreFew<A, Rest, A::Others>;
}

/// Two orders, if there are.
#[derive(Clone, Copy, Debug)]
pub struct TwoOrders<P, C>(PhantomData<(P, C)>);

/// The candidate that has both orders.
pub trait Combined<At, Lead, I, Rest, K, F> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<At, Lead, I, Rest, K, C, F> Combined<At, Lead, I, Rest, K, F> for TwoOrders<Sought, C> {
    type Out = Sought;
}

impl<At, Lead, I, Rest, K, P, F> Combined<At, Lead, I, Rest, K, F> for TwoOrders<Found<P>, Sought> {
    type Out = Sought;
}

/// Whether sums at the places `I`, of kinds `K`, need a table while loops in the order `P` sum them up.
type NeedsTable<I, K, P> =
    And<<I as IndexNames>::AnySparse<K>, Not<<<<P as SplitBy<I>>::Rest as IndexNames>::Init as IndexList>::IsEmpty>>;

// A table of sums costs more than it saves, and takes long to compile.
impl<At, Lead, I: IndexNames, K: Kinds, P: SplitBy<I>, C, F> Combined<At, Lead, I, InTemporary, K, F>
    for TwoOrders<Found<OneNest<AsTheyAre, P>>, Found<OneNest<AsTheyAre, C>>>
where
    If<NeedsTable<I, K, P>>: ExceptIf<Before<At, I, K, P, C>>,
{
    type Out = <If<NeedsTable<I, K, P>> as ExceptIf<Before<At, I, K, P, C>>>::Out;
}

/// The candidate `C`, unless so.
pub trait ExceptIf<C> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<C> ExceptIf<C> for If<Yes> {
    type Out = Sought;
}

impl<C> ExceptIf<C> for If<No> {
    type Out = Found<C>;
}

impl<At, Lead, I, Rest: IndexNames, K, P, C, F> Combined<At, Lead, I, Rest, K, F>
    for TwoOrders<Found<OneNest<AsTheyAre, P>>, Found<OneNest<AsTheyAre, C>>>
{
    type Out = Found<InsideLead<At, Lead, Rest, K, P, C, F>>;
}

/// If it saves anything, two operands are multiplied first.
pub trait IfUseful<A> {
    /// The candidate, or none.
    type Out: FoundOrders;
}

impl<A> IfUseful<A> for If<No> {
    type Out = Sought;
}

type Number<A> = <InNumber<A> as Attempt>::Out;
type Row<A> = <Number<A> as OrAttempt<InRow<A>>>::Out;
type InTensorOf<A> = <Row<A> as OrAttempt<InTensor<A>>>::Out;

impl<A> IfUseful<A> for If<Yes>
where
    InNumber<A>: Attempt,
    Number<A>: OrAttempt<InRow<A>>,
    Row<A>: OrAttempt<InTensor<A>>,
    InTensorOf<A>: OrAttempt<Reversed<A>>,
{
    type Out = <InTensorOf<A> as OrAttempt<Reversed<A>>>::Out;
}

/// Something is summed over.
type IsUseful<A> = Not<<<A as Factoring>::Inner as IndexNames>::AllIn<<A as Factoring>::Outer>>;

impl<S, O, Y, At> Attempt for PairFirst<S, O, Y, At>
where
    Self: Factoring,
    If<IsUseful<Self>>: IfUseful<Self>,
{
    type Out = <If<IsUseful<Self>> as IfUseful<Self>>::Out;
}

/// A copy of a row of one operand, inside of the loops over its other indices: where there are loops behind these that go along rows of
/// another one, which lead to few places of the copy.
#[derive(Clone, Copy, Debug)]
pub struct RowCopy<A>(PhantomData<A>);

/// Whether a row is copied.
type IsCopied<A> = And<
    And<FitsRow<A>, Not<<<A as Factoring>::Outer as IndexNames>::AllIn<<A as Factoring>::Inner>>>,
    And<AreFew<A, EndsOf<A>, <A as Factoring>::Pair>, AreFew<A, EndsOf<A>, <A as Factoring>::Others>>,
>;

impl<A: Factoring> Attempt for RowCopy<A>
where
    If<IsCopied<A>>: Leads<A, InitOf<A>, EndsOf<A>>,
{
    type Out = <If<IsCopied<A>> as Leads<A, InitOf<A>, EndsOf<A>>>::Out;
}

/// Ways to compute the sum of products of these operands at the places `Y`, over semiring `S`, in which two are multiplied first or a row
/// of one is copied: none but of three and of four operands.
pub trait Factorings<S, Y> {
    /// The candidates.
    type Out: FoundOrders;
}

type FirstOf<S, O, Y> = <PairFirst<S, O, Y, FirstPair> as Attempt>::Out;
type SecondOf<S, O, Y> = <PairFirst<S, O, Y, LaterPair<FirstPair>> as Attempt>::Out;

/// A copy of a row of the operand at `At`.
type CopyOf<S, O, Y, At> = RowCopy<PairFirst<S, O, Y, At>>;
type FirstCopy<S, O, Y> = <CopyOf<S, O, Y, FirstOne> as Attempt>::Out;
type SecondCopy<S, O, Y> = <FirstCopy<S, O, Y> as OrAttempt<CopyOf<S, O, Y, LaterPair<FirstOne>>>>::Out;
type ThirdCopy<S, O, Y> = <SecondCopy<S, O, Y> as OrAttempt<CopyOf<S, O, Y, LaterPair<LaterPair<FirstOne>>>>>::Out;

macro_rules! factorings {
    ($($operands:ty, [$($generic:ident)*] $third:ty;)*) => { $(
        impl<S, Y, A, B, C $(, $generic)*> Factorings<S, Y> for $operands
        where
            Self: Operands,
            PairFirst<S, Self, Y, FirstPair>: Attempt,
            PairFirst<S, Self, Y, LaterPair<FirstPair>>: Attempt,
            PairFirst<S, Self, Y, $third>: Attempt,
            CopyOf<S, Self, Y, FirstOne>: Attempt,
            FirstCopy<S, Self, Y>: OrAttempt<CopyOf<S, Self, Y, LaterPair<FirstOne>>>,
            SecondCopy<S, Self, Y>: OrAttempt<CopyOf<S, Self, Y, LaterPair<LaterPair<FirstOne>>>>,
        {
            type Out = <FirstOf<S, Self, Y> as FoundOrders>::Join<
                <SecondOf<S, Self, Y> as FoundOrders>::Join<
                    <<PairFirst<S, Self, Y, $third> as Attempt>::Out as FoundOrders>::Join<
                        <ThirdCopy<S, Self, Y> as FoundOrders>::Join<Nil>,
                    >,
                >,
            >;
        }
    )* };
}

factorings! {
    Cons<A, Cons<B, Cons<C, Nil>>>, [] OuterPair;
    Cons<A, Cons<B, Cons<C, Cons<D, Nil>>>>, [D] LaterPair<LaterPair<FirstPair>>;
}

impl<S, Y, A> Factorings<S, Y> for Cons<A, Nil> {
    type Out = Nil;
}

impl<S, Y, A, B> Factorings<S, Y> for Cons<A, Cons<B, Nil>> {
    type Out = Nil;
}

impl<S, Y, A, B, C, D, E, R> Factorings<S, Y> for Cons<A, Cons<B, Cons<C, Cons<D, Cons<E, R>>>>> {
    type Out = Nil;
}

/// Orders of loops, and ways to factor: of orders two, if there are ways to factor.
pub trait AndFactored<F> {
    /// The candidates.
    type Out: FoundOrders;
}

impl<O: FoundOrders> AndFactored<Nil> for O {
    type Out = O;
}

impl<O: FoundOrders, H, R: FoundOrders> AndFactored<Cons<H, R>> for O {
    type Out = <O::FirstTwo as FoundOrders>::Join<Cons<H, R>>;
}
