//! Orders of loops in which operands are read without searching, found by types.

use super::list::IndexNames;
use crate::imports::*;
use finch_formats::traits::algebra::known::Same;
use finch_formats::traits::algebra::nat::Succ;
use typenum::U6;

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
    /// Whether all of them have a value everywhere, other than a fill that is `Zero`.
    type Everywhere<Zero: Known>: Bool;
}

impl Specs for Nil {
    type Allows<N: Nat, Around: IndexNames> = Yes;
    type Thins<N: Nat, Y: IndexNames, Zero: Known, O: Specs> = No;
    type Everywhere<Zero: Known> = Yes;
}

/// The places `I`, innermost first.
type Inward<I> = <I as IndexNames>::Reverse<Nil>;

impl<K: Kinds, F: Known, I: IndexNames, R: Specs> Specs for Cons<Spec<K, F, I>, R> {
    type Allows<N: Nat, Around: IndexNames> =
        And<<Inward<I> as IndexNames>::Allows<K, N, Around>, R::Allows<N, Around>>;
    type Thins<N: Nat, Y: IndexNames, Zero: Known, O: Specs> =
        Or<And<Same<F, Zero>, <Inward<I> as IndexNames>::Thins<K, N, Y, Zero, O>>, R::Thins<N, Y, Zero, O>>;
    type Everywhere<Zero: Known> = And<Not<And<Same<F, Zero>, I::AnySparse<K>>>, R::Everywhere<Zero>>;
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

/// A question that implementations depend on: its answer, [`Yes`] or [`No`]. It is an alias, not a type around the answer, so that the compiler
/// stops where the answer is unknown, because the type of an operand is. It would try both answers of each question else, and never end.
pub(super) type If<C> = C;

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
pub struct OneNest<How, O>(PhantomData<(How, O)>);

/// A way to compute an einsum: operands are read in the formats in which they are given, and none is transposed.
#[derive(Clone, Copy, Debug)]
pub struct AsTheyAre;

/// Candidates that were found: six at most, or, beginning with [`Sought`], one.
pub trait FoundOrders {
    /// These and `C`.
    type Push<C>: FoundOrders;
    /// These and `F`.
    type Join<F: FoundOrders>: FoundOrders;
    /// The first two of these.
    type FirstTwo: FoundOrders;
    /// The first one of these.
    type FirstOne: FoundOrders;
    /// Whether there are none.
    type IsEmpty: Bool;
    /// How many.
    type Len: Nat;
    /// Whether no more are looked for.
    type IsFull: Bool;
}

impl FoundOrders for Nil {
    type Push<C> = Cons<C, Nil>;
    type Join<F: FoundOrders> = F;
    type FirstTwo = Nil;
    type FirstOne = Nil;
    type IsEmpty = Yes;
    type Len = U0;
    type IsFull = No;
}

impl<H, R: FoundOrders> FoundOrders for Cons<H, R> {
    type Push<C> = Cons<H, R::Push<C>>;
    type Join<F: FoundOrders> = Cons<H, R::Join<F>>;
    type FirstTwo = Cons<H, R::FirstOne>;
    type FirstOne = Cons<H, Nil>;
    type IsEmpty = No;
    type Len = Succ<R::Len>;
    type IsFull = <Succ<R::Len> as Nat>::Eq<U6>;
}

/// No candidate, where one is enough.
#[derive(Clone, Copy, Debug)]
pub struct Sought;

/// The one candidate that was sought.
#[derive(Clone, Copy, Debug)]
pub struct Found<C>(PhantomData<C>);

impl FoundOrders for Sought {
    type Push<C> = Found<C>;
    type Join<F: FoundOrders> = F;
    type FirstTwo = Nil;
    type FirstOne = Nil;
    type IsEmpty = Yes;
    type Len = U0;
    type IsFull = No;
}

impl<H> FoundOrders for Found<H> {
    type Push<C> = Self;
    type Join<F: FoundOrders> = Cons<H, F>;
    type FirstTwo = Cons<H, Nil>;
    type FirstOne = Cons<H, Nil>;
    type IsEmpty = No;
    type Len = U1;
    type IsFull = Yes;
}

/// Of `All` indices, those that can be the next loop inside of loops over `Around`, tried one after the other: `Self` are left.
/// Adds each order of all that is so found, for operands `O`, to the candidates `F`. `How` says what such an order makes a candidate of:
/// the operands as they are, or some of them transposed.
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

/// What is found inside of loops over `Around`, if that can be. The parameters are those of [`FindOrders`].
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

/// What is found inside of loops over `Around`, which may be all. The parameters are those of [`FindOrders`].
pub trait Arrive<How, O, All, Around, F> {
    /// All candidates.
    type Out: FoundOrders;
}

impl<How, O, All, Around, F: FoundOrders> Arrive<How, O, All, Around, F> for If<Yes> {
    type Out = F::Push<OneNest<How, Around>>;
}

impl<How, O, All: FindOrders<How, O, All, Around, F>, Around, F> Arrive<How, O, All, Around, F> for If<No> {
    type Out = All::Out;
}

/// There is a candidate.
#[diagnostic::on_unimplemented(
    message = "no order of loops reads all operands of this `einsum!` in the order in which they are stored, even if up to three \
               matrices are transposed first",
    label = "operands that are stored in orders which contradict each other",
    note = "transpose operands in front of it, `let at = transpose::transposed(&a)?;`, and write `at[k, i]` for `a[i, k]`; of tensors with \
            more dimensions, store the dimensions in another order",
    note = "or let operands be dense: they are read in any order"
)]
pub trait SomeOrder {}

impl<H, R> SomeOrder for Cons<H, R> {}
