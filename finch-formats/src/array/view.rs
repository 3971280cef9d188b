//! Views of arrays: windows, moved arrays, other orders of dimensions; and views of tensors as operands.

use super::expr::{Source, ready_behind};
use super::join::{Present, present};
use crate::imports::*;
use crate::tensor::RootFiber;
use finch_traits::expr::overload::{AccessTo, Value, access};
use finch_traits::index::IndicesOf;
use finch_traits::index::protocol::{AskedAlong, AxisList};
use finch_traits::index::term::Step;
use finch_traits::notation::Readable;
use finch_traits::view::{
    AsItIs, AtPlace, AxisNumber, Composed, Each, Entry, ForRank, Offset, OneForEach, Permit, Permitted, PermutationOf,
    Products, Rearrange, Split, Swizzle, Toeplitz, WindowRanges, split,
};

/// The array `E` through a view `M`, which says which index of `E` belongs to an index of the view. [`window`](Uncomputed::window),
/// [`offset`](Uncomputed::offset) and the like make it. Nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct Viewed<E, M>(pub(super) E, pub(super) M);

/// Views through which an array of rank `R` can be read in an expression, with what that makes of its dimensions.
pub trait Seen<R: Dims>: Rearrange {
    /// How many dimensions the view has.
    type Dims: Dims;
    /// What its dimensions store, if `K` is what those of the array store.
    type Kinds<K: Kinds>: Kinds;
}

macro_rules! seen {
    ($([$($generics:tt)*] $view:ty, rank $rank:ty, |$k:ident| $kinds:ty;)*) => { $(
        impl<N: Dims, $($generics)*> Seen<N> for $view
        where
            $view: Rearrange,
        {
            type Dims = $rank;
            type Kinds<$k: Kinds> = $kinds;
        }
    )* };
}

seen! {
    [X: Entry, const M: usize] Each<X, M>, rank N, |K| K;
    [R] Permit<R>, rank N, |K| K;
    [P: ListPlace, X: Entry] AtPlace<P, X>, rank N, |K| K;
    [P, R] Swizzle<P, R>, rank N, |K| N::AllFull;
    [A] Toeplitz<A>, rank N::Up, |K| <N::Up as Dims>::AllFull;
    [A] Products<A>, rank N::Up, |K| <N::Up as Dims>::AllFull;
    [Inner: Seen<N>, Outer: Seen<Inner::Dims>] Composed<Outer, Inner>, rank Outer::Dims, |K| Outer::Kinds<Inner::Kinds<K>>;
}

impl<E: ArrayExpr, M: Seen<E::Rank>> ArrayExpr for Viewed<E, M> {
    type T = E::T;
    type Rank = M::Dims;
    type At<I: IndexList> = E::At<Take<E::Rank, M::List<Take<M::Dims, I>>>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        const {
            assert!(
                <M::List<Take<M::Dims, I>> as IndexList>::LEN == E::Rank::USIZE,
                "a view makes one index for each dimension of the array behind it"
            )
        }
        self.0.at(E::Rank::take(self.1.list(M::Dims::take(indices, Nil)), Nil))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        let turned = |rank: usize, axis: usize| rank.checked_sub(axis + 1);
        let of = |axis| turned(E::Rank::USIZE, axis).map_or(Ok(None), |axis| self.0.extent(axis));
        turned(M::Dims::USIZE, axis).map_or(Ok(None), |axis| self.1.extent(axis, &of))
    }
    ready_behind!(E, |of| of.0, is Viewed<E::Ready<'t>, M>, |expr| Viewed(expr, of.1));
}

impl<E: AnyOrder, M> AnyOrder for Viewed<E, M> {}

/// The array `E` with its last dimension split into two: `count` stretches of `n` indices each.
/// [`Array::stretches`](crate::array::Array::stretches) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Stretches<E> {
    expr: E,
    count: usize,
    n: usize,
}

/// The first two of `I` as one place.
type Merged<I> = Cons<
    Split<<<I as IndexList>::Tail as IndexList>::Head, <I as IndexList>::Head>,
    <<I as IndexList>::Tail as IndexList>::Tail,
>;

impl<E: ArrayExpr> ArrayExpr for Stretches<E> {
    type T = E::T;
    type Rank = <E::Rank as Dims>::Up;
    type At<I: IndexList> = Present<2, Cons<<I::Tail as IndexList>::Head, Cons<I::Head, Nil>>, E::At<Merged<I>>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (inner, rest) = indices.split();
        let (outer, rest) = rest.split();
        let place = split(outer, inner, self.n);
        present(
            [self.count, self.n],
            Cons(outer, Cons(inner, Nil)),
            self.expr.at(Cons(place, rest)),
        )
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        match axis {
            0 => Ok(Some(self.n)),
            1 => self.expr.extent(0).map(|_| Some(self.count)),
            _ => self.expr.extent(axis - 1),
        }
    }
    ready_behind!(E, |of| of.expr, is Stretches<E::Ready<'t>>, |expr| Stretches { expr, count: of.count, n: of.n });
}

impl<E: AnyOrder> AnyOrder for Stretches<E> {}

impl<E: ArrayExpr> Stretches<E> {
    /// Stretches of `n` indices. A last one that is not full lies beyond the extent, which is an error when it is computed.
    pub(super) fn new(expr: E, n: usize) -> Self {
        // No tensor has that many: computing the result says so.
        let count = match expr.extent(0).ok().flatten() {
            Some(extent) if n > 0 => extent.div_ceil(n),
            Some(0) => 0,
            _ => usize::MAX,
        };
        Stretches { expr, count, n }
    }
}

impl<E: ArrayExpr> Uncomputed<E> {
    /// The view of this array whose indices `rearrange` turns into indices of the array. Takes constant time and copies nothing. The
    /// methods below call it with the views that there are names for.
    pub fn seen<M: Seen<E::Rank>>(&self, rearrange: M) -> Uncomputed<Viewed<E, M>> {
        Uncomputed(Viewed(self.0, rearrange))
    }

    /// The part of this array within `ranges`, one for each dimension, outermost first: `a.window([0..2, 1..3])` of a matrix,
    /// `x.window(2..5)` of a vector. Indices of the part count from 0. Takes constant time and copies nothing; computing it visits what is
    /// stored within the ranges.
    ///
    /// A range that is decreasing or ends beyond the extent is an [`OutOfBounds`](crate::ErrorKind::OutOfBounds) error when the result is
    /// computed.
    pub fn window<W: WindowRanges<E::Rank, Window: Seen<E::Rank>>>(
        &self,
        ranges: W,
    ) -> Uncomputed<Viewed<E, W::Window>> {
        self.seen(ranges.window())
    }

    /// This array moved: index `i` of the result is index `i + by` of this array, with one step for each dimension, outermost first. Takes
    /// constant time and copies nothing.
    ///
    /// The result has no extents of its own: other operands say them, or [`window`](Self::window) behind it. Indices beyond the extents of
    /// this array are an [`OutOfBounds`](crate::ErrorKind::OutOfBounds) error when the result is computed, unless it is
    /// [`permissive`](Self::permissive).
    pub fn offset<const N: usize>(&self, by: [isize; N]) -> Uncomputed<Viewed<E, Offset<N>>>
    where
        Offset<N>: Seen<E::Rank>,
        [isize; N]: OneForEach<E::Rank>,
    {
        self.seen(Offset::new(by.map(Step)))
    }

    /// This array, which may be read beyond its extents along every dimension: values are missing there, for which
    /// [`coalesce`](crate::array::Array::coalesce) puts another value: `a.offset([0, 1]).permissive().coalesce(0.0)`. Takes constant time
    /// and copies nothing.
    pub fn permissive(&self) -> Uncomputed<Viewed<E, Permit<E::Rank>>>
    where
        Permit<E::Rank>: Seen<E::Rank>,
    {
        self.seen(Permit::new())
    }

    /// This array, which may be read beyond its extent along dimension `A` (`U0` is the outermost): values are missing there. Along other
    /// dimensions, an index beyond the extent stays an error. Takes constant time and copies nothing.
    pub fn permissive_along<A: AxisNumber>(&self) -> Uncomputed<Viewed<E, AtPlace<A::Place, Permitted>>> {
        self.seen(AtPlace::new(Permitted))
    }

    /// This array with its dimensions in another order: dimension number `d` of this array is dimension number `P.d` of the result, so
    /// `(U1, U0)` transposes a matrix. Takes constant time and copies nothing.
    ///
    /// The result is dense. A sparse array is searched for each value of it: transpose it first, by a kernel of `finch-kernels`.
    pub fn swizzle<P: PermutationOf<E::Rank>>(&self) -> Uncomputed<Viewed<E, Swizzle<P, E::Rank>>>
    where
        Swizzle<P, E::Rank>: Seen<E::Rank>,
    {
        self.seen(Swizzle::new())
    }

    /// This array with dimension `A` replaced by two, whose indices are added: element `[.., i, j, ..]` is element `[.., i + j, ..]` of
    /// this array. For Toeplitz and Hankel matrices, and for filters. Takes constant time and copies nothing; the result is dense. See
    /// [`Views::toeplitz`](finch_traits::view::Views::toeplitz) for an example.
    pub fn toeplitz<A: AxisNumber>(&self) -> Uncomputed<Viewed<E, Toeplitz<A>>> {
        Uncomputed(Viewed(self.0, Toeplitz::new()))
    }

    /// This array with dimension `A` replaced by two, whose indices are multiplied: element `[.., i, j, ..]` is element `[.., i * j, ..]`
    /// of this array. Takes constant time and copies nothing; the result is dense, and each of its values is looked up. See
    /// [`Views::products`](finch_traits::view::Views::products) for an example.
    pub fn products<A: AxisNumber>(&self) -> Uncomputed<Viewed<E, Products<A>>> {
        Uncomputed(Viewed(self.0, Products::new()))
    }
}

mod sealed {
    /// What is behind views is known: see [`ViewBase`](super::ViewBase).
    pub trait Sealed {}
    impl<L> Sealed for super::Source<'_, L> {}
    impl<E: Sealed, M> Sealed for super::Viewed<E, M> {}
}

/// What a view of a tensor shows: the tensor itself, or another view of it. Sealed.
///
/// Programs read a view by it: they access the tensor behind all views, at indices that all of them have changed.
pub trait ViewBase: Copy + sealed::Sealed {
    /// The dimensions of the tensor.
    type Tensor: Nat;
    /// The dimensions of this.
    type Rank: Nat;
    /// What these can be read by.
    type Axes: AxisList;
    /// How the indices of this become those of the tensor.
    type Rearrange: Rearrange;
    /// The root of the tensor, for reading.
    type Root: Fiber;
    /// The root of the tensor.
    fn root(self) -> Self::Root;
    /// How the indices of this become those of the tensor.
    fn rearrange(self) -> Self::Rearrange;
}

impl<'a, L: Level> ViewBase for Source<'a, L> {
    type Tensor = L::Rank;
    type Rank = L::Rank;
    type Axes = L::Axes;
    type Rearrange = AsItIs;
    type Root = RootFiber<'a, L>;
    fn root(self) -> Self::Root {
        Readable::root(self.0)
    }
    fn rearrange(self) -> AsItIs {
        AsItIs
    }
}

impl<E: ViewBase, M: Rearrange> ViewBase for Viewed<E, M> {
    type Tensor = E::Tensor;
    type Rank = M::Rank<E::Rank>;
    type Axes = M::Axes<E::Axes>;
    type Rearrange = Composed<M, E::Rearrange>;
    type Root = E::Root;
    fn root(self) -> E::Root {
        self.0.root()
    }
    fn rearrange(self) -> Self::Rearrange {
        Composed::new(self.1, self.0.rearrange())
    }
}

impl<'a, L: Level, M: Rearrange> Uncomputed<Viewed<Source<'a, L>, M>> {
    /// The view of `tensor` with its indices rearranged by `rearrange`.
    pub(crate) fn seeing(tensor: &'a Tensor<L>, rearrange: M) -> Self {
        Uncomputed(Viewed(Source(tensor), rearrange))
    }
}

// SAFETY: all is that of the tensor behind the view, which has as many dimensions as its lists have entries.
unsafe impl<E: ViewBase, M: Rearrange> Readable for Uncomputed<Viewed<E, M>> {
    type Rank = M::Rank<E::Rank>;
    type Axes = M::Axes<E::Axes>;
    type Rearrange = ForRank<Composed<M, E::Rearrange>, E::Tensor>;
    type Label = &'static str;
    type Root<'r>
        = E::Root
    where
        Self: 'r;

    fn root(&self) -> E::Root {
        self.0.root()
    }
    fn rearrange(&self) -> Self::Rearrange {
        ForRank::new(self.0.rearrange())
    }
    fn label(&self, name: &'static str) -> &'static str {
        name
    }
}

impl<E: ViewBase, M: Rearrange> Uncomputed<Viewed<E, M>> {
    /// The view of a tensor at `indices`, as a value in a program: `view.at((j, i))`.
    #[allow(clippy::type_complexity)]
    pub fn at<I: IndicesOf<M::Rank<E::Rank>> + AskedAlong<M::Axes<E::Axes>>>(
        &self,
        indices: I,
    ) -> Value<AccessTo<'_, Self, I>> {
        access(self, indices)
    }
}
