//! Tensors from and to their arrays, without a copy.
//!
//! The general way is [`Tensor::new`] over levels that are made of arrays; here are short ones for common nests. Arrays
//! may be owned, shared or borrowed (see [`Buffer`]): over slices, a tensor is a view of arrays that are somebody else's.

mod macros;
mod nests;

use crate::imports::*;

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val>
    Tensor<Dense<SparseList<Element<T, F, Val>, Ptr, Idx>>>
where
    Val: Buffer<Item = T>,
{
    /// This matrix over borrowed arrays: a [`CsrView`](crate::CsrView) if `P` is `usize` and `I` is `u32`. Copies nothing
    /// and takes constant time.
    pub fn view(&self) -> Tensor<Dense<SparseList<Element<T, F, &[T]>, &[P], &[I]>>> {
        let list = self.level.child();
        let (ptr, idx, val) = (
            list.ptr().as_slice(),
            list.idx().as_slice(),
            list.child().val().as_slice(),
        );
        // The same arrays make a valid tensor as long as they are borrowed.
        Tensor {
            level: Dense::new(
                self.level.extent(),
                SparseList::new(list.extent(), ptr, idx, Element::new(val)),
            ),
        }
    }
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>>
    Tensor<Dense<SparseList<Element<T, F, Val>, Lengths<P>, Idx>>>
{
    /// The matrix of `cols` columns whose row `j` stores `lengths[j]` entries: the first `lengths[0]` of the columns `idx`
    /// and values `val` are those of row 0, and so on.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Lil::<f64>::from_lengths(3, &[1_u8, 2], vec![2, 0, 1], vec![1.0, 2.0, 3.0])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    /// let (cols, lengths, idx, val) = a.into_lengths::<u8>()?;
    /// assert_eq!((cols, lengths), (3, vec![1, 2]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): the sum of the lengths does not fit `P`, or columns up to `cols` do not
    ///   fit the type of the indices.
    /// * [`Invalid`](crate::ErrorKind::Invalid): the lengths add up to more than there are columns or values, or columns
    ///   are not strictly ascending within a row.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a column is not below `cols`.
    ///
    /// The message names the row. The check takes linear time.
    pub fn from_lengths<N: Width>(cols: usize, lengths: &[N], idx: Idx, val: Val) -> Result<Self> {
        Self::from_parts(lengths.len(), cols, Lengths::new(lengths)?, idx, val)
    }

    /// Columns, lengths of rows, `idx` and `val`, as [`from_lengths`](Self::from_lengths) takes them.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if a length does not fit `N`.
    pub fn into_lengths<N: Width>(self) -> Result<(usize, Vec<N>, Idx, Val)> {
        let (rows, cols, lengths, idx, val) = self.into_parts();
        // Arrays may be longer than what the rows need.
        let mut lengths: Vec<N> = lengths.to_lengths()?;
        lengths.truncate(rows);
        Ok((cols, lengths, idx, val))
    }
}
