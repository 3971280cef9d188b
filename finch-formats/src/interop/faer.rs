//! [faer](https://docs.rs/faer/0.24) 0.24: sparse matrices by rows and by columns, dense vectors and matrices. Feature `faer`.
//!
//! | matrix | write |
//! |---|---|
//! | `SparseColMat` | `m.transpose()`, a view of the transposed matrix; or a copy, `m.to_row_major()` |
//! | `SparseRowMat` with room between rows | a copy, `m.to_col_major()` and then `to_row_major()` |
//!
//! faer takes pointers and indices of one unsigned type: of a [`Csr`](crate::Csr), whose types are `usize` and `u32`, the index arrays are
//! copied.
//!
//! | dense matrix | write |
//! |---|---|
//! | rows one behind the other | `MatrixView::try_from(m)?`, `a[row, column]` |
//! | columns one behind the other | `MatrixView::try_from(ByColumns(m))?`, `a[column, row]` |
//! | room between columns, every other row, reversed, .. | a copy, `Matrix::try_from(m)?` |
//!
//! A `Mat` is stored by columns. It may have unused room behind each of them, for alignment: of `f64` it has none if the number of rows is a
//! multiple of 8, or if there is one column. Its values then follow each other, so that it is viewed by columns. In the other direction nothing is
//! copied: a dense tensor is viewed as a `MatRef` or `MatMut`. A program that computes a matrix for faer writes a
//! [`MatrixMut`] over a `MatMut`, if that can be viewed; or a [`Matrix`](crate::Matrix), which is then viewed as a `MatRef`.
//!
//! ```
//! use faer::sparse::{SparseRowMat, Triplet};
//! use faer::{Col, MatRef};
//! use finch_formats::interop::CompressedView;
//! use finch_formats::prelude::*;
//!
//! let entries = [Triplet::new(0, 2, 1.0), Triplet::new(1, 0, 2.0), Triplet::new(1, 1, 3.0)];
//! let matrix = SparseRowMat::<usize, f64>::try_new_from_triplets(2, 3, &entries).unwrap();
//! let (x, mut result) = (Col::from_fn(3, |i| 10_f64.powi(i as i32)), Col::zeros(2));
//!
//! let (a, x) = (CompressedView::try_from(&matrix)?, VectorView::try_from(&x)?);
//! let mut y = VectorMut::try_from(&mut result)?;
//! finch! {
//!     y .= 0;
//!     for j, i { y[j] += a[j, i] * x[i] }
//! }
//! .run()?;
//! assert_eq!((result[0], result[1]), (100.0, 32.0));
//!
//! let dense = Matrix::from_parts(1, 2, vec![1.0, 2.0])?;
//! assert_eq!(MatRef::try_from(&dense)?[(0, 1)], 2.0);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use super::compressed::{Arrays, Rows};
use super::{ByColumns, Compressed, CompressedView};
use crate::imports::*;
use crate::tensor::values::AllDense;
use crate::{MatrixMut, MatrixView, VectorMut, VectorView};
use ::faer::sparse::{SparseRowMat, SparseRowMatRef, SymbolicSparseRowMat, SymbolicSparseRowMatRef};
use ::faer::{Col, ColMut, ColRef, Index, Mat, MatMut, MatRef, Row, RowMut, RowRef};

/// Rows follow each other without room between them.
fn compressed<I: Index + Width>(ptr: &[I], lengths: Option<&[I]>) -> Result<()> {
    let mut rows = ptr.windows(2).zip(lengths.unwrap_or_default());
    let short =
        rows.position(|(pair, length)| pair[0].to_usize().checked_add(length.to_usize()) != Some(pair[1].to_usize()));
    ensure!(!let Some(row) = short, else Invalid,
        "a sparse matrix of faer has room for more entries behind row {row}: `to_col_major()` and then `to_row_major()` copies it \
         without");
    Ok(())
}

/// faer takes matrices of up to so many rows and columns as fit a number with a sign.
fn fits<I: Width>((rows, cols): (usize, usize)) -> Result<()> {
    ensure!(rows.max(cols) <= I::MAX / 2, else TooLarge,
        "a sparse matrix of faer with indices of type {} has at most {} rows and columns, and not {rows} by {cols}",
        I::NAME, I::MAX / 2);
    Ok(())
}

#[cold]
fn strided(stride: isize) -> Error {
    error!(
        Invalid,
        "the values of a vector of faer are {stride} places apart, not 1: `to_owned()` copies them to one behind the other"
    )
}

conversions! {
    /// A view of a matrix by rows. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): there is room between rows.
    ['a, T: Copy + 'static, I: Index + Width] SparseRowMatRef<'a, I, T> => CompressedView<'a, T, I, I>,
    where [Zero: Fill<T>]: |matrix| {
        let (symbolic, val) = matrix.parts();
        let (rows, cols, ptr, lengths, idx) = symbolic.parts();
        compressed(ptr, lengths)?;
        Self::from_parts(rows, cols, ptr, idx, val)
    };

    /// A view of a matrix by rows. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): there is room between rows.
    ['a, T: Copy + 'static, I: Index + Width] &'a SparseRowMat<I, T> => CompressedView<'a, T, I, I>,
    where [Zero: Fill<T>]: |matrix| matrix.as_ref().try_into();

    /// The arrays of a matrix by rows, which are moved; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): there is room between rows.
    [T: Copy + 'static, I: Index + Width] SparseRowMat<I, T> => Compressed<T, I, I>, where [Zero: Fill<T>]: |matrix| {
        let (symbolic, val) = matrix.into_parts();
        let (rows, cols, ptr, lengths, idx) = symbolic.into_parts();
        compressed(&ptr, lengths.as_deref())?;
        Self::from_parts(rows, cols, ptr, idx, val)
    };

    /// A view of compressed rows whose pointers and indices have one type. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows or columns is above half of what fits the type of the indices.
    ['a, T: Copy + 'static, I: Index + Width, Ptr, Idx, Val] &'a Rows<T, Ptr, Idx, Val> => SparseRowMatRef<'a, I, T>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = I>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]:
        |tensor| viewed(Arrays::borrowed(tensor));
}

fn viewed<'a, T, I: Index + Width>(arrays: Arrays<&'a [I], &'a [I], &'a [T]>) -> Result<SparseRowMatRef<'a, I, T>> {
    let Arrays { shape, ptr, idx, val } = arrays;
    fits::<I>(shape)?;
    // SAFETY: a level of compressed rows is valid: pointers ascend from 0 to the number of entries, and the indices of each row ascend
    // within bounds.
    let symbolic = unsafe { SymbolicSparseRowMatRef::new_unchecked(shape.0, shape.1, ptr, None, idx) };
    Ok(SparseRowMatRef::new(symbolic, val))
}

fn owned<T, I: Index + Width>(arrays: Arrays<Vec<I>, Vec<I>, Vec<T>>) -> Result<SparseRowMat<I, T>> {
    let Arrays { shape, ptr, idx, val } = arrays;
    fits::<I>(shape)?;
    // SAFETY: these are the arrays of a level of compressed rows, or copies of them: pointers ascend from 0 to the number of entries, and the
    // indices of each row ascend within bounds.
    let symbolic = unsafe { SymbolicSparseRowMat::new_unchecked(shape.0, shape.1, ptr, None, idx) };
    Ok(SparseRowMat::new(symbolic, val))
}

conversions! {
    /// A matrix of the arrays of compressed rows, which are moved. Takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows or columns is above half of what fits the type of the indices.
    [T: Copy + 'static, I: Index + Width] Compressed<T, I, I> => SparseRowMat<I, T>, where [Zero: Fill<T>]:
        |tensor| owned(Arrays::moved(tensor));

    /// A copy of compressed rows, whose pointers and indices may have other types. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): a pointer does not fit the type of the indices, or the number of rows or columns is above half
    /// of what does.
    [T: Copy + 'static, I: Index + Width, P: Width, J: Width, Ptr, Idx, Val] &Rows<T, Ptr, Idx, Val> => SparseRowMat<I, T>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = P>, Idx: Buffer<Item = J>, Val: Buffer<Item = T>]:
        |tensor| owned(Arrays::copied(tensor)?);
}

/// Views of vectors, from each type of faer by way of `ColRef` or `ColMut`.
macro_rules! vectors {
    ($($from:ty => $to:ident, |$vector:ident| $col:expr;)*) => { conversions! { $(
        /// The values of a vector, one behind the other. Copies nothing and takes constant time.
        ///
        /// # Errors
        ///
        /// [`Invalid`](crate::ErrorKind::Invalid): the values are not one behind the other.
        ['a, T: Copy + 'static] $from => $to<'a, T>, where [Zero: Fill<T>]: |$vector| $col;
    )* } };
}

vectors! {
    ColRef<'a, T> => VectorView, |col| match col.try_as_col_major() {
        Some(values) => Ok(values.as_slice().into()),
        None => Err(strided(col.row_stride())),
    };
    &'a Col<T> => VectorView, |col| col.as_ref().try_into();
    RowRef<'a, T> => VectorView, |row| row.transpose().try_into();
    &'a Row<T> => VectorView, |row| row.as_ref().try_into();
    ColMut<'a, T> => VectorMut, |col| {
        let stride = col.row_stride();
        match col.try_as_col_major_mut() {
            Some(values) => Ok(values.as_slice_mut().into()),
            None => Err(strided(stride)),
        }
    };
    &'a mut Col<T> => VectorMut, |col| col.as_mut().try_into();
    RowMut<'a, T> => VectorMut, |row| row.transpose_mut().try_into();
    &'a mut Row<T> => VectorMut, |row| row.as_mut().try_into();
}

/// Where the values of a matrix are.
#[derive(Clone, Copy)]
struct MemoryLayout {
    shape: (usize, usize),
    strides: (isize, isize),
}

/// How values follow each other, and what else to write if they do so the other way round.
const BY_ROWS: [&str; 2] = ["row by row", "`ByColumns(matrix)`"];
const BY_COLUMNS: [&str; 2] = ["column by column", "the matrix without `ByColumns`"];

impl MemoryLayout {
    fn of<T>(matrix: &MatRef<'_, T>) -> Self {
        MemoryLayout {
            shape: matrix.shape(),
            strides: (matrix.row_stride(), matrix.col_stride()),
        }
    }

    /// How many values there are, if they are one behind the other, column by column.
    fn count_together(self) -> Option<usize> {
        let (rows, cols) = self.shape;
        let count = rows.checked_mul(cols)?;
        // Along a dimension of a single index there is no step.
        let are_together =
            (rows == 1 || self.strides.0 == 1) && (cols == 1 || usize::try_from(self.strides.1) == Ok(rows));
        (count == 0 || are_together).then_some(count)
    }

    #[cold]
    fn refused(self, [how, other]: [&str; 2]) -> Error {
        error!(
            Invalid,
            "the values of a matrix of faer of shape {:?} with strides {:?} are not one behind the other {how}: {other} is a view if they are so \
             the other way round; `Matrix::try_from(matrix)` of a `MatRef` copies any",
            self.shape,
            self.strides
        )
    }
}

/// The values of a matrix, column by column, if they are one behind the other.
fn together<T>(matrix: MatRef<'_, T>) -> Option<&[T]> {
    match MemoryLayout::of(&matrix).count_together()? {
        0 => Some(&[]),
        // SAFETY: the matrix borrows so many values, and its strides say that they are one behind the other.
        count => Some(unsafe { core::slice::from_raw_parts(matrix.as_ptr(), count) }),
    }
}

/// The values of a matrix, column by column, if they are one behind the other.
fn together_mut<T>(matrix: MatMut<'_, T>) -> Option<&mut [T]> {
    match MemoryLayout::of(&matrix.as_ref()).count_together()? {
        0 => Some(&mut []),
        // SAFETY: the matrix alone borrows so many values, and its strides say that they are one behind the other.
        count => Some(unsafe { core::slice::from_raw_parts_mut(matrix.as_ptr_mut(), count) }),
    }
}

/// Views of matrices, from each type of faer by way of `MatRef` or `MatMut`.
macro_rules! matrices {
    ($($index:literal, $from:ty => $to:ident, |$matrix:ident| $view:expr;)*) => { conversions! { $(
        #[doc = concat!("The values of a dense matrix, `", $index, "`. Copies nothing and takes constant time.")]
        ///
        /// # Errors
        ///
        /// [`Invalid`](crate::ErrorKind::Invalid): the values are not one behind the other, in this order.
        ['a, T: Copy + 'static] $from => $to<'a, T>, where [Zero: Fill<T>]: |$matrix| $view;
    )* } };
}

matrices! {
    "a[row, column]", MatRef<'a, T> => MatrixView, |matrix| {
        let values = together(matrix.transpose()).ok_or_else(|| MemoryLayout::of(&matrix).refused(BY_ROWS))?;
        Self::from_parts(matrix.nrows(), matrix.ncols(), values)
    };
    "a[row, column]", &'a Mat<T> => MatrixView, |matrix| matrix.as_ref().try_into();
    "a[column, row]", ByColumns<MatRef<'a, T>> => MatrixView, |matrix| {
        let values = together(matrix.0).ok_or_else(|| MemoryLayout::of(&matrix.0).refused(BY_COLUMNS))?;
        Self::from_parts(matrix.0.ncols(), matrix.0.nrows(), values)
    };
    "a[column, row]", ByColumns<&'a Mat<T>> => MatrixView, |matrix| ByColumns(matrix.0.as_ref()).try_into();
    "a[row, column]", MatMut<'a, T> => MatrixMut, |matrix| {
        let layout = MemoryLayout::of(&matrix.as_ref());
        let values = together_mut(matrix.transpose_mut()).ok_or_else(|| layout.refused(BY_ROWS))?;
        Self::from_parts(layout.shape.0, layout.shape.1, values.into())
    };
    "a[row, column]", &'a mut Mat<T> => MatrixMut, |matrix| matrix.as_mut().try_into();
    "a[column, row]", ByColumns<MatMut<'a, T>> => MatrixMut, |matrix| {
        let layout = MemoryLayout::of(&matrix.0.as_ref());
        let values = together_mut(matrix.0).ok_or_else(|| layout.refused(BY_COLUMNS))?;
        Self::from_parts(layout.shape.1, layout.shape.0, values.into())
    };
    "a[column, row]", ByColumns<&'a mut Mat<T>> => MatrixMut, |matrix| ByColumns(matrix.0.as_mut()).try_into();
}

conversions! {
    /// A copy of a dense matrix, row by row. Takes time and memory linear in the values.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    [T: Copy + 'static] MatRef<'_, T> => crate::Matrix<T>, where [Zero: Fill<T>]: |matrix| {
        let (rows, cols) = matrix.shape();
        let mut val = Vec::new();
        let room = rows
            .checked_mul(cols)
            .filter(|&room| val.try_reserve_exact(room).is_ok());
        ensure!(room.is_some(), else TooLarge, "there is no memory for a matrix of {rows} by {cols}");
        for row in 0..rows {
            val.extend((0..cols).map(|col| matrix[(row, col)]))
        }
        Self::from_parts(rows, cols, val)
    };

    /// A copy of a dense matrix, row by row. Takes time and memory linear in the values.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    [T: Copy + 'static] &Mat<T> => crate::Matrix<T>, where [Zero: Fill<T>]: |matrix| matrix.as_ref().try_into();
}

/// Views of dense tensors.
macro_rules! dense {
    ($([$($changed:ident)?] $rank:ty => $to:ident<$($bound:path)?>, |$tensor:ident| $view:expr;)*) => { conversions! { $(
        /// A view of a dense tensor. Copies nothing and takes constant time. It does not fail.
        ['a, L: AllDense<Rank = $rank $(, Val: $bound)?>] &'a $($changed)? Tensor<L> => $to<'a, L::T>: |$tensor| Ok($view);
    )* } };
}

dense! {
    [] U1 => ColRef<>, |tensor| ColRef::from_slice(tensor.values());
    [mut] U1 => ColMut<Values>, |tensor| ColMut::from_slice_mut(tensor.values_mut());
    [] U2 => MatRef<>, |tensor| MatRef::from_row_major_slice(tensor.values(), tensor.nrows(), tensor.ncols());
    [mut] U2 => MatMut<Values>, |tensor| {
        let (rows, cols) = (tensor.nrows(), tensor.ncols());
        MatMut::from_row_major_slice_mut(tensor.values_mut(), rows, cols)
    };
}
