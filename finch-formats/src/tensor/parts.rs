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
    /// The matrix of `rows` by `cols` whose row `j` stores `val[ptr[j]..ptr[j + 1]]` at the columns
    /// `idx[ptr[j]..ptr[j + 1]]`: compressed sparse rows.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (ptr, idx, val) = ([0, 1, 3], [2, 0, 1], [1.0, 2.0, 3.0]);
    /// let a = CsrView::<f64>::from_parts(2, 3, &ptr[..], &idx[..], &val[..])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): pointers do not start with 0, descend, are too few or lead beyond the
    ///   arrays, columns are not strictly ascending within a row, or there are too few values.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a column is not below `cols`.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): columns up to `cols` do not fit the type of the indices.
    ///
    /// The message names the row. The check takes linear time.
    pub fn from_parts(rows: usize, cols: usize, ptr: Ptr, idx: Idx, val: Val) -> Result<Self> {
        Tensor::new(Dense::new(rows, SparseList::new(cols, ptr, idx, Element::new(val))))
    }

    /// Rows, columns, `ptr`, `idx` and `val`, as [`from_parts`](Self::from_parts) takes them.
    pub fn into_parts(self) -> (usize, usize, Ptr, Idx, Val) {
        let rows = self.level.extent();
        let (cols, ptr, idx, child) = self.level.into_child().into_parts();
        (rows, cols, ptr, idx, child.into_val())
    }

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

impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> Tensor<Dense<Element<T, F, Val>>> {
    /// The vector of the first `len` values of `val`, which are moved. Takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid) if there are fewer values than `len`.
    pub fn from_parts(len: usize, val: Val) -> Result<Self> {
        Tensor::new(Dense::new(len, Element::new(val)))
    }

    /// Length and `val`, as [`from_parts`](Self::from_parts) takes them. Moves the values, in constant time.
    pub fn into_parts(self) -> (usize, Val) {
        (self.level.extent(), self.level.into_child().into_val())
    }
}

impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> Tensor<Dense<Dense<Element<T, F, Val>>>> {
    /// The matrix of `rows` by `cols` with the values `val`, row by row, which are moved. Takes constant time.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there are fewer values than `rows * cols`.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are more places than can be counted, or an extent does not fit `isize`.
    pub fn from_parts(rows: usize, cols: usize, val: Val) -> Result<Self> {
        Tensor::new(Dense::new(rows, Dense::new(cols, Element::new(val))))
    }

    /// Rows, columns and `val`, as [`from_parts`](Self::from_parts) takes them. Moves the values, in constant time.
    pub fn into_parts(self) -> (usize, usize, Val) {
        let rows = self.level.extent();
        let row = self.level.into_child();
        (rows, row.extent(), row.into_child().into_val())
    }
}
