//! How the indices of a view become those of what is behind it.

use crate::upper::*;

/// How the indices of a view become those of the tensor behind it. Sealed: a list of indices that it makes must have one entry
/// for each dimension of that tensor.
pub trait Rearrange: Copy + Sealed {
    /// How many dimensions the view of a tensor of rank `R` has.
    type Rank<R: Nat>: Nat;
    /// The protocols that the dimensions of the view can be read by, if those of the tensor can be read by `X`.
    type Axes<X: AxisList>: AxisList;
    /// The indices of the tensor, if those of the view are `I`.
    type List<I: IndexList>: IndexList;
    /// The indices of the tensor, if those of the view are `indices`.
    fn list<I: IndexList>(self, indices: I) -> Self::List<I>;
    /// The extent of dimension number `axis` of the view, counted from 0, the outermost, where `of` says those of the tensor; `None` if
    /// the view has none of its own there.
    ///
    /// # Errors
    ///
    /// Those of `of`; [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a window that runs backwards or reaches beyond.
    fn extent(self, _axis: usize, _of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
        Ok(None)
    }
}

/// The extents of dimensions by number, counted from 0, the outermost; `None` where none is known.
pub type ExtentsByNumber<'a> = &'a dyn Fn(usize) -> Result<Option<usize>>;

/// The view that changes nothing: its indices are those of the tensor.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsItIs;

impl Sealed for AsItIs {}
impl Rearrange for AsItIs {
    type Rank<R: Nat> = R;
    type Axes<X: AxisList> = X;
    type List<I: IndexList> = I;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, indices: I) -> I {
        indices
    }
    fn extent(self, axis: usize, of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
        of(axis)
    }
}

/// A view of a view: the indices of `Outer` become those of `Inner`, and these become those of the tensor.
#[derive(Clone, Copy, Debug)]
pub struct Composed<Outer, Inner>(Outer, Inner);

impl<Outer, Inner> Composed<Outer, Inner> {
    /// The view `outer` of a view `inner`.
    #[inline]
    pub fn new(outer: Outer, inner: Inner) -> Self {
        Composed(outer, inner)
    }
}

impl<Outer, Inner> Sealed for Composed<Outer, Inner> {}
impl<Outer: Rearrange, Inner: Rearrange> Rearrange for Composed<Outer, Inner> {
    type Rank<R: Nat> = Outer::Rank<Inner::Rank<R>>;
    type Axes<X: AxisList> = Outer::Axes<Inner::Axes<X>>;
    type List<I: IndexList> = Inner::List<Outer::List<I>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
        self.1.list(self.0.list(indices))
    }
    fn extent(self, axis: usize, of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
        self.0.extent(axis, &|axis| self.1.extent(axis, of))
    }
}

/// `M`, for a tensor of `R` dimensions. A list with more entries, or fewer, does not compile.
#[derive(Debug)]
pub struct ForRank<M, R>(M, PhantomData<R>);

copied!([M: Copy, R] ForRank<M, R>);

impl<M, R> ForRank<M, R> {
    /// `rearrange`, for a tensor of `R` dimensions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(rearrange: M) -> Self {
        ForRank(rearrange, PhantomData)
    }
}

impl<M, R> Sealed for ForRank<M, R> {}
impl<M: Rearrange, R: Nat> Rearrange for ForRank<M, R> {
    type Rank<N: Nat> = M::Rank<N>;
    type Axes<X: AxisList> = M::Axes<X>;
    type List<I: IndexList> = M::List<I>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
        const {
            assert!(
                <M::List<I> as IndexList>::LEN == R::VALUE,
                "a view makes one index for each dimension of the tensor behind it"
            )
        }
        self.0.list(indices)
    }
}

/// One entry for each of `R` dimensions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one entry for each of the dimensions of this tensor",
    label = "too many entries, or too few",
    note = "a view takes an array with an entry per dimension, outermost first: `a.offset([0, 1])` of a matrix"
)]
pub trait OneForEach<R> {}

/// A range for each of `R` dimensions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one range for each of the dimensions of this tensor",
    label = "too many ranges, or too few",
    note = "a window takes a range of a vector, `x.window(2..5)`, and an array of ranges of other tensors, outermost first: \
            `a.window([0..2, 1..3])` of a matrix"
)]
pub trait WindowRanges<R> {
    /// The view that shows the part within the ranges.
    type Window: Rearrange;
    /// The view that shows the part within these ranges.
    fn window(self) -> Self::Window;
}
