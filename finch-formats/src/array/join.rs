//! Arrays beside each other: concatenated, stacked, padded; and arrays along other dimensions: one index, the diagonal, outer products.

use super::along::{IndexAlong, PlaceOf};
use super::expr::{Everywhere, agreed, ready_behind, ready_parts};
use super::kinds::Zip;
use super::view::{Seen, Viewed};
use crate::imports::*;
use finch_traits::algebra::Coalesce;
use finch_traits::algebra::fill::FindFill;
use finch_traits::algebra::known::tag;
use finch_traits::expr::Expr;
use finch_traits::expr::joined::Joined;
use finch_traits::expr::overload::{IsBefore, PlacesWithin, joined, places};
use finch_traits::view::{AtPlace, Each, Inset, PartBehind};

/// The array `A`, and behind it the array `B`, along axis number `AXIS`, counted from 0, the outermost.
/// [`Array::concatenate`](crate::array::Array::concatenate) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Concatenated<A, B, const AXIS: usize> {
    a: A,
    b: B,
    /// The extents of both.
    extents: [usize; 2],
}

/// The extent of `part` along dimension number `axis`, counted from 0, the innermost, along which it is joined.
pub(super) fn end(part: impl ArrayExpr, axis: usize) -> Result<usize> {
    ensure!(let Some(end) = part.extent(axis)?, else Unresolved,
        "an array that is joined with others, or padded, has no extent of its own along dimension {axis}, counted from the last one");
    Ok(end)
}

/// The array `E`, cut off at `N` extents, outermost first: beyond them, values are missing. A part of [`Padded`].
#[derive(Clone, Copy, Debug)]
pub struct Framed<E, const N: usize> {
    pub(super) expr: E,
    pub(super) extents: [usize; N],
}

impl<E: ArrayExpr, const N: usize> ArrayExpr for Framed<E, N> {
    type T = E::T;
    type Rank = E::Rank;
    type At<I: IndexList> = Present<N, Take<E::Rank, I>, E::At<I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        present(self.extents, E::Rank::take(indices, Nil), self.expr.at(indices))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        self.expr.extent(axis)
    }
    ready_behind!(E, |of| of.expr, is Framed<E::Ready<'t>, N>, |expr| Framed { expr, extents: of.extents });
}

/// `E` as a part of a longer dimension.
type PartAlong<E, const AXIS: usize> = Viewed<E, AtPlace<PlaceOf<<E as ArrayExpr>::Rank, AXIS>, PartBehind>>;

impl<A: ArrayExpr, B: ArrayExpr, const AXIS: usize> Concatenated<A, B, AXIS> {
    pub(super) fn new(a: A, b: B) -> Self {
        // No tensor has an extent of which nothing is known: `check` says so.
        let extent = |extent: Result<Option<usize>>| extent.ok().flatten().unwrap_or(usize::MAX);
        let (a_axis, b_axis) = (
            A::Rank::USIZE.saturating_sub(AXIS + 1),
            B::Rank::USIZE.saturating_sub(AXIS + 1),
        );
        let extents = [extent(a.extent(a_axis)), extent(b.extent(b_axis))];
        Concatenated { a, b, extents }
    }
}

impl<A, B, const AXIS: usize> ArrayExpr for Concatenated<A, B, AXIS>
where
    A: ArrayExpr<Rank: AlongAxis<AXIS>>,
    B: ArrayExpr<T = A::T, Rank = A::Rank>,
{
    type T = A::T;
    type Rank = A::Rank;
    type At<I: IndexList> = Present<
        1,
        Cons<IndexAlong<A::Rank, AXIS, I>, Nil>,
        Joined<
            IsBefore<IndexAlong<A::Rank, AXIS, I>>,
            <PartAlong<A, AXIS> as ArrayExpr>::At<I>,
            <PartAlong<B, AXIS> as ArrayExpr>::At<I>,
        >,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let [first, second] = self.extents;
        let part = |before| AtPlace::<PlaceOf<A::Rank, AXIS>, _>::new(PartBehind::new(before));
        let (a, b) = (Viewed(self.a, part(0)), Viewed(self.b, part(first)));
        let index = PlaceOf::<A::Rank, AXIS>::HERE.term(A::Rank::take(indices, Nil));
        present(
            [first.saturating_add(second)],
            Cons(index, Nil),
            expr_of(joined(first, index, a.at(indices), b.at(indices))),
        )
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        if axis + AXIS + 1 == A::Rank::USIZE {
            Ok(Some(end(self.a, axis)?.saturating_add(end(self.b, axis)?)))
        } else {
            agreed(self.a.extent(axis)?, self.b.extent(axis)?)
        }
    }
    fn check(&self) -> Result<()> {
        let axis = A::Rank::USIZE.saturating_sub(AXIS + 1);
        end(self.a, axis)?;
        end(self.b, axis)?;
        self.a.check()?;
        self.b.check()
    }
    fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
        self.a.explain_products(false, to);
        self.b.explain_products(false, to)
    }
    ready_parts!(Concatenated { a: A, b: B; extents }, is Concatenated<A::Ready<'t>, B::Ready<'t>, AXIS>);
}

impl<A, B, const AXIS: usize> Infer for Concatenated<A, B, AXIS>
where
    A: Infer<Rank: AlongAxis<AXIS>>,
    B: Infer<T = A::T, Rank = A::Rank>,
{
    type Fill = <Same<A::Fill, B::Fill> as Bool>::SelectKnown<A::Fill, Unknown>;
    type Always = <Same<A::Always, B::Always> as Bool>::SelectKnown<A::Always, Unknown>;
    type Kinds = Zip<A::Kinds, B::Kinds, No, No, Same<A::Fill, B::Fill>>;
}

impl<A: AnyOrder, B: AnyOrder, const AXIS: usize> AnyOrder for Concatenated<A, B, AXIS> {}

/// The array `A` with the fill `F` around it, before and behind along each of `N` dimensions. [`Array::pad`](crate::array::Array::pad)
/// makes it.
#[derive(Debug)]
pub struct Padded<A, F, const N: usize> {
    expr: Framed<A, N>,
    insets: [Inset; N],
    fill: PhantomData<F>,
}

crate::copied!([A: Copy, F, const N: usize] Padded<A, F, N>);

impl<A: ArrayExpr, F, const N: usize> Padded<A, F, N> {
    pub(super) fn new(expr: A, by: [[usize; 2]; N]) -> Self {
        // No tensor has an extent of which nothing is known: `check` says so.
        let extents: [usize; N] =
            core::array::from_fn(|axis| expr.extent(N - 1 - axis).ok().flatten().unwrap_or(usize::MAX));
        let insets = core::array::from_fn(|axis| {
            let [before, behind] = by[axis];
            Inset::new(before, before.saturating_add(extents[axis]).saturating_add(behind))
        });
        Padded {
            expr: Framed { expr, extents },
            insets,
            fill: PhantomData,
        }
    }
}

impl<A: ArrayExpr, F: Fill<A::T>, const N: usize> ArrayExpr for Padded<A, F, N>
where
    Each<Inset, N>: Seen<A::Rank, Dims = A::Rank>,
{
    type T = A::T;
    type Rank = A::Rank;
    type At<I: IndexList> = Present<
        N,
        Take<A::Rank, I>,
        Map2<
            Coalesce,
            <Viewed<Framed<A, N>, Each<Inset, N>> as ArrayExpr>::At<I>,
            <Everywhere<A::T, F> as ArrayExpr>::At<I>,
        >,
    >;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let fill = Everywhere::<A::T, F>::HERE.at(indices);
        let values = Map2::new(Coalesce, Viewed(self.expr, Each::new(self.insets)).at(indices), fill);
        present(self.insets.map(Inset::extent), A::Rank::take(indices, Nil), values)
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        self.expr.extent(axis)?;
        Ok(self.insets.iter().rev().nth(axis).map(|inset| inset.extent()))
    }
    fn check(&self) -> Result<()> {
        for axis in 0..N {
            end(self.expr, axis)?;
        }
        self.expr.check()
    }
    ready_behind!(own check; A, |of| of.expr.expr, is Padded<A::Ready<'t>, F, N>, |expr| Padded {
        expr: Framed { expr, extents: of.expr.extents },
        insets: of.insets,
        fill: PhantomData,
    });
}

impl<A: AnyOrder, F, const N: usize> AnyOrder for Padded<A, F, N> {}

impl<A: Infer<T: FindFill>, F: Fill<A::T>, const N: usize> Infer for Padded<A, F, N>
where
    Each<Inset, N>: Seen<A::Rank, Dims = A::Rank>,
{
    type Fill = <<A::T as FindFill>::Has<A::Fill> as Bool>::SelectKnown<A::Fill, Unknown>;
    type Always = Unknown;
    type Kinds = A::Kinds;
}

/// The operator that returns its second operand. The first one is a test whether an index is within an extent, which the expression thereby
/// gets as its own. Views with extents of their own, such as [`Lifted`], use it. Where types do not know whether the index is within the extent,
/// they know nothing of the value: beyond, it is missing.
#[derive(Clone, Copy, Debug)]
pub struct There;

impl<T: Copy + 'static> BinaryOp<bool, T> for There {
    type Out = T;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = <L::Is<tag::True> as Bool>::SelectKnown<R, Unknown>;
    const SYMBOL: &'static str = "there";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(there: Knowledge, value: Knowledge) -> Knowledge {
        if there.is::<tag::True>() {
            value
        } else {
            Knowledge::NOTHING
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, _there: bool, value: T) -> T {
        value
    }
}

/// `E` at the places `I`, which have extents of their own.
pub(super) type Present<const N: usize, I, E> = Map2<There, PlacesWithin<N, I>, E>;

pub(super) fn present<const N: usize, I: IndexList, E: Expr>(
    extents: [usize; N],
    indices: I,
    expr: E,
) -> Present<N, I, E> {
    Map2::new(There, expr_of(places(extents, indices)), expr)
}

/// The array `A` with one more dimension, the outermost, of extent one: a vector as a matrix of one row.
/// [`Array::lift`](crate::array::Array::lift) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<A>(pub(super) A);

/// The index of the outermost of the dimensions of rank `R`.
type Outermost<R, I> = <Take<R, I> as IndexList>::Head;

impl<A: ArrayExpr> ArrayExpr for Lifted<A> {
    type T = A::T;
    type Rank = <A::Rank as Dims>::Up;
    type At<I: IndexList> = Present<1, Cons<Outermost<<A::Rank as Dims>::Up, I>, Nil>, A::At<I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (outermost, _) = <A::Rank as Dims>::Up::take(indices, Nil).split();
        present([1], Cons(outermost, Nil), self.0.at(indices))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        if axis == A::Rank::USIZE {
            Ok(Some(1))
        } else {
            self.0.extent(axis)
        }
    }
    ready_behind!(A, |of| of.0, is Lifted<A::Ready<'t>>, |expr| Lifted(expr));
}

impl<A: AnyOrder> AnyOrder for Lifted<A> {}

/// The array `A` at one index of axis number `AXIS`, counted from 0, the outermost: it has one dimension less.
/// [`Array::pick`](crate::array::Array::pick) makes it. Along an axis other than the first, a sparse array is searched in each fiber.
#[derive(Clone, Copy, Debug)]
pub struct Picked<A, const AXIS: usize>(pub(super) A, pub(super) usize);

impl<A: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> ArrayExpr for Picked<A, AXIS> {
    type T = A::T;
    type Rank = <A::Rank as Dims>::Down;
    type At<I: IndexList> =
        A::At<Take<A::Rank, <PlaceOf<A::Rank, AXIS> as ListPlace>::Inserted<Take<<A::Rank as Dims>::Down, I>, usize>>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let indices = <A::Rank as Dims>::Down::take(indices, Nil);
        self.0.at(A::Rank::take(
            PlaceOf::<A::Rank, AXIS>::HERE.insert(indices, self.1),
            Nil,
        ))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        let behind = axis + AXIS + 1 >= A::Rank::USIZE;
        self.0.extent(axis + usize::from(behind))
    }
    ready_behind!(A, |of| of.0, is Picked<A::Ready<'t>, AXIS>, |expr| Picked(expr, of.1));
}

/// The diagonal of the square matrix `A`, a vector. [`Array::diagonal`](crate::array::Array::diagonal) makes it. Each value is looked up,
/// which is a search in a sparse row.
#[derive(Clone, Copy, Debug)]
pub struct Diagonal<A>(pub(super) A);

impl<A: ArrayExpr<Rank = U2>> ArrayExpr for Diagonal<A> {
    type T = A::T;
    type Rank = U1;
    type At<I: IndexList> = A::At<Cons<I::Head, Cons<I::Head, I::Tail>>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (i, rest) = indices.split();
        self.0.at(Cons(i, Cons(i, rest)))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        if axis == 0 {
            agreed(self.0.extent(1)?, self.0.extent(0)?)
        } else {
            Ok(None)
        }
    }
    ready_behind!(A, |of| of.0, is Diagonal<A::Ready<'t>>, |expr| Diagonal(expr));
}

/// The array `A` with as many more inner dimensions as the rank `R` has, along which its values are repeated. The left operand of an [outer
/// product](crate::array::Array::outer).
#[derive(Clone, Copy, Debug)]
pub struct Spread<A, R>(A, PhantomData<R>);

impl<A, R> Spread<A, R> {
    pub(super) fn new(expr: A) -> Self {
        Spread(expr, PhantomData)
    }
}

impl<A: ArrayExpr, R: Dims> ArrayExpr for Spread<A, R> {
    type T = A::T;
    type Rank = R::Plus<A::Rank>;
    type At<I: IndexList> = A::At<R::Drop<I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        self.0.at(R::drop(indices))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        axis.checked_sub(R::USIZE).map_or(Ok(None), |axis| self.0.extent(axis))
    }
    ready_behind!(A, |of| of.0, is Spread<A::Ready<'t>, R>, |expr| Spread::new(expr));
}

impl<A: AnyOrder, R> AnyOrder for Spread<A, R> {}
