//! Arrays of other shapes: rolled, turned round, repeated, with one more dimension, broadcast, flattened.

use super::along::{IndexAlong, PlaceOf, from_inside};
use super::expr::{agreed, ready_behind};
use super::join::{Concatenated, Present, end, present};
use super::view::Viewed;
use crate::imports::*;
use finch_traits::view::{
    AtPlace, Backwards, EachSeveralTimes, Entry, OverAndOver, Quotient, Remainder, WindowPart, quotient, remainder,
};

/// An extent, where the expression says it. No tensor has one of which nothing is known: `check` says so.
fn or_all(extent: Result<Option<usize>>) -> usize {
    extent.ok().flatten().unwrap_or(usize::MAX)
}

/// The array `E` with its last indices along axis number `AXIS` moved in front of the others.
/// [`Manipulate::roll`](crate::array::Manipulate::roll) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Rolled<E, const AXIS: usize> {
    expr: E,
    extent: usize,
    /// The index that comes first.
    first: usize,
}

/// A part of `E` along axis number `AXIS`.
type PartOf<E, const AXIS: usize> = Viewed<E, AtPlace<PlaceOf<<E as ArrayExpr>::Rank, AXIS>, WindowPart>>;

/// Its last indices, and behind these the others.
type BothParts<E, const AXIS: usize> = Concatenated<PartOf<E, AXIS>, PartOf<E, AXIS>, AXIS>;

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> Rolled<E, AXIS> {
    /// `expr` moved forward by `by` indices, or back.
    pub(super) fn new(expr: E, by: isize) -> Self {
        let extent = or_all(expr.extent(from_inside::<E::Rank>(AXIS)));
        // The sum of two numbers of 64 bits fits in.
        let first = (-(by as i128)).rem_euclid(extent.max(1) as i128) as usize;
        Rolled { expr, extent, first }
    }

    fn parts(self) -> BothParts<E, AXIS> {
        let part = |range| Viewed(self.expr, AtPlace::new(WindowPart::new(range)));
        Concatenated::new(part(self.first..self.extent), part(0..self.first))
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> ArrayExpr for Rolled<E, AXIS> {
    type T = E::T;
    type Rank = E::Rank;
    type At<I: IndexList> = <BothParts<E, AXIS> as ArrayExpr>::At<I>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        self.parts().at(indices)
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        self.expr.extent(axis)
    }
    fn check(&self) -> Result<()> {
        end(self.expr, from_inside::<E::Rank>(AXIS))?;
        self.expr.check()
    }
    ready_behind!(own check; E, |of| of.expr, is Rolled<E::Ready<'t>, AXIS>, |expr| Rolled { expr, extent: of.extent, first: of.first });
}

impl<E: Infer<Rank: AlongAxis<AXIS>>, const AXIS: usize> Infer for Rolled<E, AXIS> {
    type Fill = <BothParts<E, AXIS> as Infer>::Fill;
    type Always = <BothParts<E, AXIS> as Infer>::Always;
    type Kinds = <BothParts<E, AXIS> as Infer>::Kinds;
}

impl<E: AnyOrder, const AXIS: usize> AnyOrder for Rolled<E, AXIS> {}

/// An array whose index along axis number `AXIS` is mapped: at index `i` it reads the array `E` at the index that `X` makes of `i`. Along
/// this axis `E` is looked up: in constant time if it is dense there, by a search if it is sparse.
#[derive(Clone, Copy, Debug)]
pub struct LookedUp<E, X, const AXIS: usize> {
    expr: E,
    entry: X,
    extent: usize,
}

/// The array `E` with the indices of axis number `AXIS` in reverse, the last one first.
/// [`Manipulate::flip`](crate::array::Manipulate::flip) makes it.
pub type Flipped<E, const AXIS: usize> = LookedUp<E, Backwards, AXIS>;

/// The array `E` with each index of axis number `AXIS` several times in a row: `0 0 1 1`.
/// [`Manipulate::repeat`](crate::array::Manipulate::repeat) makes it.
pub type Repeated<E, const AXIS: usize> = LookedUp<E, EachSeveralTimes, AXIS>;

/// The array `E` several times, one copy behind the other, along axis number `AXIS`: `0 1 0 1`.
/// [`Manipulate::tile`](crate::array::Manipulate::tile) makes it.
pub type Tiled<E, const AXIS: usize> = LookedUp<E, OverAndOver, AXIS>;

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, X: Entry, const AXIS: usize> LookedUp<E, X, AXIS> {
    fn new(expr: E, entry: impl FnOnce(usize) -> X, times: usize) -> Self {
        let extent = or_all(expr.extent(from_inside::<E::Rank>(AXIS)));
        LookedUp {
            expr,
            entry: entry(extent),
            // No tensor has so many indices: computing the result says so.
            extent: extent.saturating_mul(times),
        }
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> Flipped<E, AXIS> {
    pub(super) fn flipped(expr: E) -> Self {
        Self::new(expr, |extent| Backwards::new(extent.saturating_sub(1)), 1)
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> Repeated<E, AXIS> {
    pub(super) fn repeated(expr: E, times: usize) -> Self {
        Self::new(expr, |_| EachSeveralTimes::new(times), times)
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize> Tiled<E, AXIS> {
    pub(super) fn tiled(expr: E, times: usize) -> Self {
        Self::new(expr, OverAndOver::new, times)
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<AXIS>>, X: Entry, const AXIS: usize> ArrayExpr for LookedUp<E, X, AXIS> {
    type T = E::T;
    type Rank = E::Rank;
    type At<I: IndexList> = Present<
        1,
        Cons<IndexAlong<E::Rank, AXIS, I>, Nil>,
        <Viewed<E, AtPlace<PlaceOf<E::Rank, AXIS>, X>> as ArrayExpr>::At<I>,
    >;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let index = PlaceOf::<E::Rank, AXIS>::HERE.term(E::Rank::take(indices, Nil));
        let expr = Viewed(self.expr, AtPlace::<PlaceOf<E::Rank, AXIS>, X>::new(self.entry));
        present([self.extent], Cons(index, Nil), expr.at(indices))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        if axis == from_inside::<E::Rank>(AXIS) {
            end(self.expr, axis).map(|_| Some(self.extent))
        } else {
            self.expr.extent(axis)
        }
    }
    fn check(&self) -> Result<()> {
        end(self.expr, from_inside::<E::Rank>(AXIS))?;
        self.expr.check()
    }
    ready_behind!(own check; E, |of| of.expr, is LookedUp<E::Ready<'t>, X, AXIS>, |expr| LookedUp {
        expr,
        entry: of.entry,
        extent: of.extent
    });
}

impl<E: AnyOrder, X, const AXIS: usize> AnyOrder for LookedUp<E, X, AXIS> {}

/// The array `A` with one more dimension of extent one, which is axis number `AXIS` of the result.
/// [`Manipulate::expand_dims`](crate::array::Manipulate::expand_dims) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<A, const AXIS: usize>(pub(super) A);

/// One dimension more than `A` has.
pub(super) type OneMore<A> = <<A as ArrayExpr>::Rank as Dims>::Up;

/// The indices of `A`, outermost first, where it has one more dimension.
type Others<A, const AXIS: usize, I> = <PlaceOf<OneMore<A>, AXIS> as ListPlace>::Removed<Take<OneMore<A>, I>>;

impl<A: ArrayExpr<Rank: Dims<Up: AlongAxis<AXIS>>>, const AXIS: usize> ArrayExpr for Expanded<A, AXIS> {
    type T = A::T;
    type Rank = OneMore<A>;
    type At<I: IndexList> =
        Present<1, Cons<IndexAlong<OneMore<A>, AXIS, I>, Nil>, A::At<Take<A::Rank, Others<A, AXIS, I>>>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let place = PlaceOf::<OneMore<A>, AXIS>::HERE;
        let all = OneMore::<A>::take(indices, Nil);
        let others = A::Rank::take(place.remove(all), Nil);
        present([1], Cons(place.term(all), Nil), self.0.at(others))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        let new = from_inside::<OneMore<A>>(AXIS);
        match axis.cmp(&new) {
            Ordering::Less => self.0.extent(axis),
            Ordering::Equal => Ok(Some(1)),
            Ordering::Greater => self.0.extent(axis - 1),
        }
    }
    ready_behind!(A, |of| of.0, is Expanded<A::Ready<'t>, AXIS>, |expr| Expanded(expr));
}

impl<A: AnyOrder, const AXIS: usize> AnyOrder for Expanded<A, AXIS> {}

/// The array `E` as one of rank `R` with the given extents, outermost first. It is repeated along dimensions that it does not have.
/// [`Manipulate::broadcast_to`](crate::array::Manipulate::broadcast_to) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Broadcast<E, R, const N: usize> {
    expr: E,
    extents: [usize; N],
    rank: PhantomData<R>,
}

impl<E, R, const N: usize> Broadcast<E, R, N> {
    pub(super) fn new(expr: E, extents: [usize; N]) -> Self {
        let rank = PhantomData;
        Broadcast { expr, extents, rank }
    }
}

impl<E: ArrayExpr, R: Dims<Max<E::Rank> = R>, const N: usize> ArrayExpr for Broadcast<E, R, N> {
    type T = E::T;
    type Rank = R;
    type At<I: IndexList> = Present<N, Take<R, I>, E::At<I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        present(self.extents, R::take(indices, Nil), self.expr.at(indices))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        agreed(self.expr.extent(axis)?, self.extents.iter().rev().nth(axis).copied())
    }
    fn check(&self) -> Result<()> {
        for axis in 0..N {
            self.extent(axis)?;
        }
        self.expr.check()
    }
    ready_behind!(own check; E, |of| of.expr, is Broadcast<E::Ready<'t>, R, N>, |expr| Broadcast::new(expr, of.extents));
}

impl<E: AnyOrder, R, const N: usize> AnyOrder for Broadcast<E, R, N> {}

/// The array `E` with its last two dimensions joined to one, row by row. [`Manipulate::flatten`](crate::array::Manipulate::flatten) makes
/// it. Each value is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Flattened<E> {
    expr: E,
    /// The extent of the last one of both.
    n: usize,
    extent: usize,
}

impl<E: ArrayExpr> Flattened<E> {
    pub(super) fn new(expr: E) -> Self {
        let n = or_all(expr.extent(0));
        // No tensor has so many indices: computing the result says so.
        let extent = or_all(expr.extent(1)).saturating_mul(n);
        Flattened {
            expr,
            n: n.max(1),
            extent,
        }
    }
}

impl<E: ArrayExpr<Rank: AlongAxis<1>>> ArrayExpr for Flattened<E> {
    type T = E::T;
    type Rank = <E::Rank as Dims>::Down;
    type At<I: IndexList> =
        Present<1, Cons<I::Head, Nil>, E::At<Cons<Remainder<I::Head>, Cons<Quotient<I::Head>, I::Tail>>>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (place, rest) = indices.split();
        let both = Cons(remainder(place, self.n), Cons(quotient(place, self.n), rest));
        present([self.extent], Cons(place, Nil), self.expr.at(both))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        if axis > 0 {
            return self.expr.extent(axis + 1);
        }
        end(self.expr, 0)?;
        end(self.expr, 1).map(|_| Some(self.extent))
    }
    fn check(&self) -> Result<()> {
        self.extent(0)?;
        self.expr.check()
    }
    ready_behind!(own check; E, |of| of.expr, is Flattened<E::Ready<'t>>, |expr| Flattened { expr, n: of.n, extent: of.extent });
}

impl<E: AnyOrder> AnyOrder for Flattened<E> {}
