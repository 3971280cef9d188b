//! Products that are summed over one dimension of each array, whichever these are, or over two at once.

use super::{BY_VALUES, Fresh, KnownZero, Skips, Summed, check_factors, explain};
use crate::array::along::PlaceOf;
use crate::array::expr::{agreed, ready_parts};
use crate::array::kinds::Keep;
use crate::imports::*;
use finch_traits::expr::Expr;
use finch_traits::expr::total::Total;
use finch_traits::index::IndexTerm;
use finch_traits::view::AxisNumber;

/// Two different axes of arrays of rank `R`, a tuple of numbers that count from 0, the outermost: `(U1, U2)`.
#[diagnostic::on_unimplemented(
    message = "these are no pair of axes of this array",
    label = "not two different axes of this array",
    note = "axes are a tuple of two `typenum` numbers that count from 0, the outermost: \
            `a.tensordot_axes::<(U1, U2), (U0, U1), _>(&b)`",
    note = "arrays of two to four dimensions have a pair of axes; `a.tensordot(&b)` sums over one"
)]
pub trait AxisPair<R: Dims>: SummedAxes<R> {
    /// These axes in ascending order.
    type Sorted: AxisPair<R>;
    /// Other axes, in the order that makes these ascend.
    type Sort<S: Dims, Q: AxisPair<S>>: AxisPair<S>;
    /// These axes the other way round.
    type Swapped: AxisPair<R>;
}

/// What products of arrays of rank `R` are summed over: an [`OneAxis`], or two different ones, an [`AxisPair`].
pub trait SummedAxes<R: Dims> {
    /// The rank of what is left without them.
    type Left: Dims;
    /// What the other dimensions store, if `K` is what all do: everything, if these are not the last ones.
    type Without<K: Kinds>: Kinds;
    /// The list `I`, outermost first, with `X` at the first one of these axes, and `Y` at the second one, if there is one.
    type List<I: IndexList, X: IndexTerm, Y: IndexTerm>: IndexList;
    /// The sum over semiring `S` of `E`, of values `T`, where the result is read at `I`: by one loop for each axis.
    type Sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>>: Expr<T = T>;
    /// The numbers.
    const AXES: &'static [usize];
    /// The list `indices`, outermost first, with `x` at the first one of these axes, and `y` at the second one.
    fn list<I: IndexList, X: IndexTerm, Y: IndexTerm>(indices: I, x: X, y: Y) -> Self::List<I, X, Y>;
    /// The sum of `terms`, along dimensions that end where `ends` says.
    fn sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>>(
        ends: impl Fn(usize) -> usize,
        terms: E,
    ) -> Self::Sums<S, T, I, E>;
}

/// Axis number `AXIS`, counted from 0, the outermost.
#[derive(Clone, Copy, Debug)]
pub struct OneAxis<const AXIS: usize>;

impl<R: AlongAxis<AXIS>, const AXIS: usize> SummedAxes<R> for OneAxis<AXIS> {
    type Left = R::Down;
    type Without<K: Kinds> = R::Summed<K>;
    type List<I: IndexList, X: IndexTerm, Y: IndexTerm> = <PlaceOf<R, AXIS> as ListPlace>::Inserted<I, X>;
    type Sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>> = Sum<S, T, Fresh<I>, E>;
    const AXES: &'static [usize] = &[AXIS];
    fn list<I: IndexList, X: IndexTerm, Y: IndexTerm>(indices: I, x: X, _y: Y) -> Self::List<I, X, Y> {
        PlaceOf::<R, AXIS>::HERE.insert(indices, x)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>>(
        ends: impl Fn(usize) -> usize,
        terms: E,
    ) -> Self::Sums<S, T, I, E> {
        Total::new(Outer::<I>::new(), ends(0), S::plus(), terms)
    }
}

/// The place of axis `N`.
type At<N> = <N as AxisNumber>::Place;

/// The list `I` with `X` at axis `Low` and `Y` at axis `High`.
type InsertedTwo<I, Low, X, High, Y> = <At<High> as ListPlace>::Inserted<<At<Low> as ListPlace>::Inserted<I, X>, Y>;

fn both<Low: AxisNumber, High: AxisNumber, I: IndexList, X: IndexTerm, Y: IndexTerm>(
    indices: I,
    x: X,
    y: Y,
) -> InsertedTwo<I, Low, X, High, Y> {
    At::<High>::HERE.insert(At::<Low>::HERE.insert(indices, x), y)
}

macro_rules! pairs {
    ($($rank:ident, without one $one:ident, left $left:ident: $($low:ident $l:literal and $high:ident $h:literal $(are $last:ident)?),+;)*) => {
        $($(
            pairs! { @each $rank $left ($low, $high) [$l, $h] |K| pairs!(@without $rank $one $left $l $h K $($last)?);
                |I, X, Y| InsertedTwo<I, $low, X, $high, Y>, |indices, x, y| both::<$low, $high, _, _, _>(indices, x, y);
                sorted Self, |S, Q| Q, ($high, $low) }
            pairs! { @each $rank $left ($high, $low) [$h, $l] |K| pairs!(@without $rank $one $left $l $h K $($last)?);
                |I, X, Y| InsertedTwo<I, $low, Y, $high, X>, |indices, x, y| both::<$low, $high, _, _, _>(indices, y, x);
                sorted ($low, $high), |S, Q| Q::Swapped, ($low, $high) }
        )+)*
    };
    (
        @each $rank:ident $left:ident $pair:ty [$first:literal, $second:literal] |$k:ident| $without:ty;
        |$i:ident, $x:ident, $y:ident| $list:ty, |$indices:ident, $at:ident, $and:ident| $made:expr;
        sorted $sorted:ty, |$s:ident, $q:ident| $sort:ty, $swapped:ty
    ) => {
        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl AxisPair<$rank> for $pair {
            type Sorted = $sorted;
            type Sort<$s: Dims, $q: AxisPair<$s>> = $sort;
            type Swapped = $swapped;
        }

        #[diagnostic::do_not_recommend]
        impl SummedAxes<$rank> for $pair {
            type Left = $left;
            type Without<$k: Kinds> = $without;
            type List<$i: IndexList, $x: IndexTerm, $y: IndexTerm> = $list;
            type Sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>> =
                Sum<S, T, Fresh<I>, Sum<S, T, Fresh<Cons<Outer<I>, I>>, E>>;
            const AXES: &'static [usize] = &[$first, $second];
            fn list<$i: IndexList, $x: IndexTerm, $y: IndexTerm>($indices: $i, $at: $x, $and: $y) -> $list {
                $made
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn sums<S: Semiring<T>, T: Copy + 'static, I: IndexList, E: Expr<T = T>>(
                ends: impl Fn(usize) -> usize,
                terms: E,
            ) -> Self::Sums<S, T, I, E> {
                let inner = Total::new(Inner::<I>::new(), ends(1), S::plus(), terms);
                Total::new(Outer::<I>::new(), ends(0), S::plus(), inner)
            }
        }
    };
    (@without $rank:ident $one:ident $left:ident $l:literal $h:literal $k:ident last) => {
        <$one as AlongAxis<$l>>::Without<<$rank as AlongAxis<$h>>::Without<$k>>
    };
    (@without $rank:ident $one:ident $left:ident $l:literal $h:literal $k:ident) => {
        <$left as Dims>::AllFull
    };
}

pairs! {
    U2, without one U1, left U0: U0 0 and U1 1 are last;
    U3, without one U2, left U1: U0 0 and U1 1, U0 0 and U2 2, U1 1 and U2 2 are last;
    U4, without one U3, left U2: U0 0 and U1 1, U0 0 and U2 2, U0 0 and U3 3, U1 1 and U2 2, U1 1 and U3 3, U2 2 and U3 3 are last;
}

/// The sum of products of `A` and `B` over the axes `P` of `A` and `Q` of `B`, over semiring `S`. Those of `A` ascend. Each value is computed
/// by loops of its own, one for each axis.
#[derive(Debug)]
pub struct Contraction<S, A, B, P, Q> {
    a: A,
    b: B,
    kind: PhantomData<(S, P, Q)>,
}

crate::copied!([S, A: Copy, B: Copy, P, Q] Contraction<S, A, B, P, Q>);

/// The sum of products of `A` and `B` over the axes `P` of `A` and `Q` of `B`, over semiring `S`: the first axis of `P` goes with the first one
/// of `Q`. This exchanges both pairs if those of `P` do not ascend.
pub type ContractionOf<S, A, B, P, Q> = Contraction<
    S,
    A,
    B,
    <P as AxisPair<<A as ArrayExpr>::Rank>>::Sorted,
    <P as AxisPair<<A as ArrayExpr>::Rank>>::Sort<<B as ArrayExpr>::Rank, Q>,
>;

/// The sum of products of `A` and `B` over axis number `P` of `A` and `Q` of `B`, over semiring `S`.
pub type AxisContraction<S, A, B, const P: usize, const Q: usize> = Contraction<S, A, B, OneAxis<P>, OneAxis<Q>>;

/// The rank of what arrays of rank `R` have beside the axes `P`.
type Left<R, P> = <P as SummedAxes<R>>::Left;

/// The outer and the inner one of the indices that are summed over, where the result is read at `I`.
type Outer<I> = Index<Fresh<I>>;
type Inner<I> = Index<Fresh<Cons<Outer<I>, I>>>;

/// `E` at the indices `Kept`, outermost first, and at those that are summed over along the axes `P`.
type Side<E, P, Kept, I> = <E as ArrayExpr>::At<
    Take<<E as ArrayExpr>::Rank, <P as SummedAxes<<E as ArrayExpr>::Rank>>::List<Kept, Outer<I>, Inner<I>>>,
>;

/// The sum of `E` over index number `N`, of values `T` over semiring `S`.
type Sum<S, T, N, E> = Total<N, <S as Semiring<T>>::Plus, <S as Semiring<T>>::Zero, E>;

/// The products of values, at the indices `I`.
type Terms<S, A, B, P, Q, I> = Map2<
    <S as Semiring<<A as ArrayExpr>::T>>::Times,
    Side<A, P, Take<Left<<A as ArrayExpr>::Rank, P>, <Left<<B as ArrayExpr>::Rank, Q> as Dims>::Drop<I>>, I>,
    Side<B, Q, Take<Left<<B as ArrayExpr>::Rank, Q>, I>, I>,
>;

/// The extents of the dimensions of `E` that are no axes `P`: that of dimension number `axis`, counted from 0, the innermost.
fn extent_beside<E: ArrayExpr, P: SummedAxes<E::Rank>>(expr: &E, axis: usize) -> Result<Option<usize>> {
    let rank = E::Rank::USIZE;
    let kept = (0..rank).rev().filter(|axis| !P::AXES.contains(axis)).nth(axis);
    kept.map_or(Ok(None), |axis| expr.extent(rank - 1 - axis))
}

impl<S, A, B, P, Q> Contraction<S, A, B, P, Q> {
    pub(super) fn new(a: A, b: B) -> Self {
        let kind = PhantomData;
        Contraction { a, b, kind }
    }
}

impl<S, A, B, P, Q> Contraction<S, A, B, P, Q>
where
    A: ArrayExpr,
    B: ArrayExpr,
    P: SummedAxes<A::Rank>,
    Q: SummedAxes<B::Rank>,
{
    /// The extent of a dimension that is summed over: of the first one or the second one.
    fn inner(&self, number: usize) -> Result<Option<usize>> {
        let of = |rank: usize, axis: usize| rank - 1 - axis;
        agreed(
            self.a.extent(of(A::Rank::USIZE, P::AXES[number]))?,
            self.b.extent(of(B::Rank::USIZE, Q::AXES[number]))?,
        )
    }
}

impl<S, A, B, P, Q> ArrayExpr for Contraction<S, A, B, P, Q>
where
    S: Semiring<A::T>,
    A: ArrayExpr,
    B: ArrayExpr<T = A::T>,
    P: SummedAxes<A::Rank>,
    Q: SummedAxes<B::Rank>,
{
    type T = A::T;
    type Rank = <Left<B::Rank, Q> as Dims>::Plus<Left<A::Rank, P>>;
    type At<I: IndexList> = P::Sums<S, A::T, I, Terms<S, A, B, P, Q, I>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (outer, inner) = (Outer::<I>::new(), Inner::<I>::new());
        let of_a = Left::<A::Rank, P>::take(Left::<B::Rank, Q>::drop(indices), Nil);
        let of_b = Left::<B::Rank, Q>::take(indices, Nil);
        let a = self.a.at(A::Rank::take(P::list(of_a, outer, inner), Nil));
        let b = self.b.at(B::Rank::take(Q::list(of_b, outer, inner), Nil));
        // No tensor has an extent of which nothing is known: `check` says so.
        let end = |number| self.inner(number).ok().flatten().unwrap_or(usize::MAX);
        P::sums::<S, A::T, I, _>(end, Map2::new(S::times(), a, b))
    }

    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        match axis.checked_sub(Left::<B::Rank, Q>::USIZE) {
            Some(axis) => extent_beside::<A, P>(&self.a, axis),
            None => extent_beside::<B, Q>(&self.b, axis),
        }
    }

    fn check(&self) -> Result<()> {
        (0..P::AXES.len()).try_for_each(|number| check_factors(self.inner(number)?, &self.a, &self.b))
    }

    fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
        let by_two = "each value by two loops of its own, inside of the loops around, where it matters";
        let how = if P::AXES.len() == 1 { BY_VALUES } else { by_two };
        explain("product", &self.a, &self.b, how, to)
    }

    ready_parts!(Contraction { a: A, b: B; => kind: PhantomData }, is Contraction<S, A::Ready<'t>, B::Ready<'t>, P, Q>);
}

impl<S, A, B, P, Q> Infer for Contraction<S, A, B, P, Q>
where
    S: Semiring<A::T>,
    A: Infer,
    B: Infer<T = A::T>,
    P: SummedAxes<A::Rank>,
    Q: SummedAxes<B::Rank>,
{
    type Fill = <Skips<S, A::T, A::Fill, B::Fill> as Bool>::SelectKnown<KnownZero<S, A::T>, Unknown>;
    type Always = Unknown;
    type Kinds = <Left<B::Rank, Q> as Dims>::Inside<
        Summed<Q::Without<B::Kinds>, Skips<S, A::T, A::Always, B::Fill>>,
        Keep<P::Without<A::Kinds>, Skips<S, A::T, A::Fill, B::Always>>,
    >;
}

impl<S, A: AnyOrder, B: AnyOrder, P, Q> AnyOrder for Contraction<S, A, B, P, Q> {}
