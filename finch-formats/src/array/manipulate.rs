//! `Manipulate`: arrays of other shapes, by the names of the array API standard.

use super::along::AlongAxis;
use super::dims::Dims;
use super::join::Concatenated;
use super::methods::Array;
use super::shapes::{Broadcast, Expanded, Flattened, Flipped, Repeated, Rolled, Tiled};
use super::uncomputed::Uncomputed;
use finch_traits::view::OneForEach;

/// The arrays `E` and `F` as the two indices of a new axis number `AXIS`. [`Manipulate::stack_axis`] makes it.
pub type Stacked<E, F, const AXIS: usize> = Concatenated<Expanded<E, AXIS>, Expanded<F, AXIS>, AXIS>;

/// Arrays of other shapes. Each method takes constant time and makes an operand, of which nothing is stored. Axes are counted from 0, the
/// outermost. What the dimensions of the result store is in a [table](super#the-format-of-a-result).
///
/// What is looked up along an axis is found at once where that axis is stored densely: the rows of a `Csr`, from the last to the first, cost no
/// more than from the first to the last. Where it is sparse, each index is searched for, in logarithmic time.
pub trait Manipulate: Array {
    /// The array moved by `by` indices along axis number `AXIS`, forward, or back if that is negative; what is moved beyond one end comes in
    /// at the other one. An extent of 0 stays as it is. The array is read in two parts, one loop after the other, and a roll along another axis cuts
    /// each of these in two.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let c: Csr<f64> = a.roll::<1>(1).compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 2.0, 4.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// A view without an extent of its own along that axis is [`Unresolved`](crate::ErrorKind::Unresolved) when the result is computed.
    fn roll<'a, const AXIS: usize>(&'a self, by: isize) -> Uncomputed<Rolled<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Rolled::new(self.uncomputed().0, by))
    }

    /// The array the other way round along axis number `AXIS`: the last index first. It is looked up along that axis, which is dense in the
    /// result.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let c: Csr<f64> = a.flip::<0>().compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 4.0, 0.0, 2.0, 0.0]);
    /// let c: Matrix<f64> = a.flip::<1>().compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 2.0, 0.0, 4.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// A view without an extent of its own along that axis is [`Unresolved`](crate::ErrorKind::Unresolved) when the result is computed.
    fn flip<'a, const AXIS: usize>(&'a self) -> Uncomputed<Flipped<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Flipped::flipped(self.uncomputed().0))
    }

    /// The array `times` times along axis number `AXIS`: `0 1 2` twice is `0 1 2 0 1 2`. It is looked up along that axis, which is dense in the
    /// result. Of numbers, [`kron`](super::Multiply::kron) makes a sparse result: `uniform(1.0).broadcast_to([2]).kron(&x)`.
    ///
    /// ```
    /// use finch_formats::array::uniform;
    /// use finch_formats::prelude::*;
    ///
    /// let x = SparseVector::from_triplets([3], [([1], 2.0)], Add)?;
    /// let y: Vector<f64> = x.tile::<0>(2).compute()?;
    /// assert_eq!(y.values(), [0.0, 2.0, 0.0, 0.0, 2.0, 0.0]);
    /// let y: SparseVector<f64> = uniform(1.0).broadcast_to([2]).kron(&x).compute()?;
    /// assert_eq!(y.to_dense()?, [0.0, 2.0, 0.0, 0.0, 2.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// When the result is computed, an extent that is no `usize` is [`TooLarge`](crate::ErrorKind::TooLarge), and a view without an extent of
    /// its own along that axis [`Unresolved`](crate::ErrorKind::Unresolved).
    fn tile<'a, const AXIS: usize>(&'a self, times: usize) -> Uncomputed<Tiled<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Tiled::tiled(self.uncomputed().0, times))
    }

    /// The array with each index of axis number `AXIS` `times` times, one behind the other: `0 1 2` twice is `0 0 1 1 2 2`. It is looked up
    /// along that axis, which is dense in the result. Of numbers, [`kron`](super::Multiply::kron) makes a sparse result:
    /// `x.kron(uniform(1.0).broadcast_to([2]))`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let y: Vector<i32> = Vector::from(vec![1, 2]).repeat::<0>(3).compute()?;
    /// assert_eq!(y.values(), [1, 1, 1, 2, 2, 2]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Errors are those of [`tile`](Self::tile).
    fn repeat<'a, const AXIS: usize>(&'a self, times: usize) -> Uncomputed<Repeated<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Repeated::repeated(self.uncomputed().0, times))
    }

    /// This array with one more dimension of extent one, which is axis number `AXIS` of the result. [`lift`](Array::lift) adds the outermost
    /// one; a [`column`](Array::column) has a last one without an extent.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let c: Csf<f64> = a.expand_dims::<1>().compute_as()?;
    /// assert_eq!((c.shape()[..].to_vec(), c.get([1, 0, 2])), (vec![2, 1, 3], Some(4.0)));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[doc(alias = "insert_axis", alias = "unsqueeze")]
    fn expand_dims<'a, const AXIS: usize>(&'a self) -> Uncomputed<Expanded<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: Dims<Up: AlongAxis<AXIS>>,
    {
        Uncomputed(Expanded(self.uncomputed().0))
    }

    /// This array and the other as the two parts of one that has one more dimension, axis number `AXIS` of the result:
    /// `x.stack_axis::<1, _>(&y)` of two vectors has them as columns. [`stack`](Array::stack) is along axis 0.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (x, y) = (Vector::from(vec![1, 2, 3]), Vector::from(vec![4, 5, 6]));
    /// let c: Matrix<i32> = x.stack_axis::<1, _>(&y).compute()?;
    /// assert_eq!((c.shape()[..].to_vec(), c.values()), (vec![3, 2], &[1, 4, 2, 5, 3, 6][..]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Extents that differ are a [`Mismatch`](crate::ErrorKind::Mismatch) when the result is computed.
    fn stack_axis<'a, const AXIS: usize, B: Array<T = Self::T, Rank = Self::Rank>>(
        &'a self,
        other: &'a B,
    ) -> Uncomputed<Stacked<Self::Expr<'a>, B::Expr<'a>, AXIS>>
    where
        Self::Rank: Dims<Up: AlongAxis<AXIS>>,
    {
        Uncomputed(Concatenated::new(
            Expanded(self.uncomputed().0),
            Expanded(other.uncomputed().0),
        ))
    }

    /// This array with the given extents, outermost first, aligned at the last one: it is repeated along dimensions that it does not have, and
    /// along the last one of a [`column`](Array::column). Extents that it has must be these, else computing returns
    /// [`Mismatch`](crate::ErrorKind::Mismatch): one of 1 is not repeated. A number that is broadcast is an array of it.
    ///
    /// ```
    /// use finch_formats::array::uniform;
    /// use finch_formats::prelude::*;
    ///
    /// let x = Vector::from(vec![1.0, 2.0]);
    /// let c: Matrix<f64> = x.broadcast_to([3, 2]).compute()?;
    /// assert_eq!(c.values(), [1.0, 2.0, 1.0, 2.0, 1.0, 2.0]);
    /// let c: RunMatrix<f64> = x.column().broadcast_to([2, 3]).compute()?;
    /// assert_eq!(c.to_dense()?, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    /// assert_eq!(uniform(7.0).broadcast_to([2, 2]).sum()?, 28.0);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn broadcast_to<'a, R, const N: usize>(&'a self, shape: [usize; N]) -> Uncomputed<Broadcast<Self::Expr<'a>, R, N>>
    where
        R: Dims<Max<Self::Rank> = R>,
        [usize; N]: OneForEach<R>,
    {
        Uncomputed(Broadcast::new(self.uncomputed().0, shape))
    }

    /// The last two dimensions as one, row by row: of a matrix, all of its values as a vector. It is [`stretches`](Array::stretches) the
    /// other way round, so both together reshape an array. Each place is looked up, which in a sparse row is a search; the dimension is
    /// dense in the result.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let x: Vector<f64> = a.flatten().compute()?;
    /// assert_eq!(x.values(), [0.0, 2.0, 0.0, 0.0, 0.0, 4.0]);
    /// let c = a.flatten().stretches(2).compute()?;
    /// assert_eq!((c.shape()[..].to_vec(), c.get([2, 1])), (vec![3, 2], Some(4.0)));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Errors are those of [`tile`](Self::tile).
    #[doc(alias = "reshape", alias = "ravel")]
    fn flatten<'a>(&'a self) -> Uncomputed<Flattened<Self::Expr<'a>>>
    where
        Self::Rank: AlongAxis<1>,
    {
        Uncomputed(Flattened::new(self.uncomputed().0))
    }
}

impl<A: Array + ?Sized> Manipulate for A {}
