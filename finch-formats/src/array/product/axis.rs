//! Products that are summed over one dimension of each array, whichever these are.

use super::{Fresh, KnownZero, Left, RankOf, Skips, Summed, check_factors, explain};
use crate::array::along::{PlaceOf, extent_beside, from_inside};
use crate::array::expr::{agreed, ready_parts};
use crate::array::kinds::Keep;
use crate::imports::*;
use finch_traits::expr::total::Total;

/// The sum of products of `A` and `B` over axis number `P` of `A` and `Q` of `B`, over semiring `S`. Each value is computed by a loop of its
/// own.
#[derive(Debug)]
pub struct AxisContraction<S, A, B, const P: usize, const Q: usize> {
    a: A,
    b: B,
    kind: PhantomData<S>,
}

crate::copy!(impl[S, A: Copy, B: Copy, const P: usize, const Q: usize] for AxisContraction<S, A, B, P, Q>);

/// `E` at the indices `Kept`, outermost first, and at the one that is summed over along axis number `AXIS`.
type Side<E, const AXIS: usize, Kept, I> = <E as ArrayExpr>::At<
    Take<<E as ArrayExpr>::Rank, <PlaceOf<<E as ArrayExpr>::Rank, AXIS> as ListPlace>::Inserted<Kept, Index<Fresh<I>>>>,
>;

impl<S, A, B, const P: usize, const Q: usize> AxisContraction<S, A, B, P, Q> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(a: A, b: B) -> Self {
        let kind = PhantomData;
        AxisContraction { a, b, kind }
    }
}

impl<S, A: ArrayExpr, B: ArrayExpr, const P: usize, const Q: usize> AxisContraction<S, A, B, P, Q> {
    /// The extent of the dimension that is summed over.
    fn inner(&self) -> Result<Option<usize>> {
        agreed(
            self.a.extent(from_inside::<A::Rank>(P))?,
            self.b.extent(from_inside::<B::Rank>(Q))?,
        )
    }
}

impl<S, A, B, const P: usize, const Q: usize> ArrayExpr for AxisContraction<S, A, B, P, Q>
where
    S: Semiring<A::T>,
    A: ArrayExpr<Rank: AlongAxis<P>>,
    B: ArrayExpr<T = A::T, Rank: AlongAxis<Q>>,
{
    type T = A::T;
    type Rank = RankOf<A, B>;
    type At<I: IndexList> = Total<
        Fresh<I>,
        S::Plus,
        S::Zero,
        Map2<S::Times, Side<A, P, Take<Left<A>, <Left<B> as Dims>::Drop<I>>, I>, Side<B, Q, Take<Left<B>, I>, I>>,
    >;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let index = Index::<Fresh<I>>::new();
        let of_a = Left::<A>::take(Left::<B>::drop(indices), Nil);
        let of_b = Left::<B>::take(indices, Nil);
        let a = PlaceOf::<A::Rank, P>::HERE.insert(of_a, index);
        let b = PlaceOf::<B::Rank, Q>::HERE.insert(of_b, index);
        let (a, b) = (self.a.at(A::Rank::take(a, Nil)), self.b.at(B::Rank::take(b, Nil)));
        // No tensor has an extent of which nothing is known: `check` says so.
        let end = self.inner().ok().flatten().unwrap_or(usize::MAX);
        Total::new(index, end, S::plus(), Map2::new(S::times(), a, b))
    }

    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        match axis.checked_sub(Left::<B>::USIZE) {
            Some(axis) => extent_beside::<A, P>(&self.a, axis),
            None => extent_beside::<B, Q>(&self.b, axis),
        }
    }

    fn check(&self) -> Result<()> {
        check_factors(self.inner()?, &self.a, &self.b)
    }

    fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
        explain("product", &self.a, &self.b, super::BY_VALUES, to)
    }

    ready_parts!(AxisContraction { a: A, b: B; => kind: PhantomData }, is AxisContraction<S, A::Ready<'t>, B::Ready<'t>, P, Q>);
}

impl<S, A, B, const P: usize, const Q: usize> Infer for AxisContraction<S, A, B, P, Q>
where
    S: Semiring<A::T>,
    A: Infer<Rank: AlongAxis<P>>,
    B: Infer<T = A::T, Rank: AlongAxis<Q>>,
{
    type Fill = <Skips<S, A::T, A::Fill, B::Fill> as Bool>::SelectKnown<KnownZero<S, A::T>, Unknown>;
    type Always = Unknown;
    type Kinds = <Left<B> as Dims>::Inside<
        Summed<<B::Rank as AlongAxis<Q>>::Summed<B::Kinds>, Skips<S, A::T, A::Always, B::Fill>>,
        Keep<<A::Rank as AlongAxis<P>>::Summed<A::Kinds>, Skips<S, A::T, A::Fill, B::Always>>,
    >;
}

impl<S, A: AnyOrder, B: AnyOrder, const P: usize, const Q: usize> AnyOrder for AxisContraction<S, A, B, P, Q> {}
