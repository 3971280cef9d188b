//! [nalgebra](https://docs.rs/nalgebra/0.35) 0.35: dense vectors and matrices. Feature `nalgebra`.
//!
//! A vector whose values are one behind the other is viewed as a dense tensor, and a dense tensor as such a vector. A matrix is
//! stored by columns, so it is viewed as a tensor whose first index is the column: [`ByColumns`] wraps it, in both directions, and
//! nothing is copied. A tensor whose first index is the row needs a copy, `ByColumns(&m.transpose())`. From a tensor whose first
//! index is the row, `DMatrixView::try_from(ByColumns(&tensor))?.transpose()` copies a matrix of nalgebra.
//!
//! The values of a `DVector` or `DMatrix` that is consumed are moved, and so are those of a [`Vector`](crate::Vector) or
//! [`Matrix`](crate::Matrix) in the other direction: all of them are a `Vec`. [`ByColumns`] wraps a matrix here too, which stays stored by
//! columns.
//!
//! A view of a part of a matrix, whose columns are further apart, is copied by nalgebra: `view.into_owned()`.
//!
//! ```
//! use finch_formats::interop::ByColumns;
//! use finch_formats::prelude::*;
//! use nalgebra::{DMatrix, DMatrixView, DVector};
//!
//! let matrix = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
//! let x = DVector::from_vec(vec![1.0, 0.0, 100.0]);
//! let mut result = DVector::zeros(2);
//!
//! let (a, x) = (MatrixView::try_from(ByColumns(&matrix))?, VectorView::try_from(&x)?);
//! let mut y = VectorMut::try_from(&mut result)?;
//! finch! {
//!     y .= 0;
//!     for i, j { y[j] += a[i, j] * x[i] }
//! }
//! .run()?;
//! assert_eq!(result.as_slice(), [301.0, 604.0]);
//!
//! let back = DMatrixView::try_from(ByColumns(&a))?;
//! assert_eq!(back[(1, 2)], 6.0);
//!
//! // Moved, and moved back.
//! let mut a = Matrix::try_from(ByColumns(matrix))?;
//! a.values_mut()[0] = 0.5;
//! assert_eq!(DMatrix::try_from(ByColumns(a))?[(0, 0)], 0.5);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use super::ByColumns;
use crate::imports::*;
use crate::tensor::values::AllDense;
use crate::{MatrixMut, MatrixView, VectorMut, VectorView};
use ::nalgebra::{
    Const, DMatrix, DMatrixView, DMatrixViewMut, DVector, DVectorView, DVectorViewMut, Dim, Dyn, IsContiguous,
    RawStorage, RawStorageMut, Scalar, VecStorage,
};

conversions! {
    /// The values of a vector. Copies nothing and takes constant time. It does not fail.
    ['a, T: Copy + 'static, R: Dim, S] &'a ::nalgebra::Matrix<T, R, Const<1>, S> => VectorView<'a, T>,
    where [Zero: Fill<T>, S: RawStorage<T, R, Const<1>> + IsContiguous]:
        |vector| Self::from_parts(vector.nrows(), vector.as_slice());

    /// An output that writes into a vector. Copies nothing and takes constant time. It does not fail.
    ['a, T: Copy + 'static, R: Dim, S] &'a mut ::nalgebra::Matrix<T, R, Const<1>, S> => VectorMut<'a, T>,
    where [Zero: Fill<T>, S: RawStorageMut<T, R, Const<1>> + IsContiguous]:
        |vector| Self::from_parts(vector.nrows(), SliceMut::from(vector.as_mut_slice()));

    /// The values of a matrix, `a[column, row]`. Copies nothing and takes constant time. It does not fail.
    ['a, T: Copy + 'static, R: Dim, C: Dim, S] ByColumns<&'a ::nalgebra::Matrix<T, R, C, S>> => MatrixView<'a, T>,
    where [Zero: Fill<T>, S: RawStorage<T, R, C> + IsContiguous]: |matrix| {
        let (rows, cols) = matrix.0.shape();
        Self::from_parts(cols, rows, matrix.0.as_slice())
    };

    /// An output `a[column, row]` that writes into a matrix. Copies nothing and takes constant time. It does not fail.
    ['a, T: Copy + 'static, R: Dim, C: Dim, S] ByColumns<&'a mut ::nalgebra::Matrix<T, R, C, S>> => MatrixMut<'a, T>,
    where [Zero: Fill<T>, S: RawStorageMut<T, R, C> + IsContiguous]: |matrix| {
        let (rows, cols) = matrix.0.shape();
        Self::from_parts(cols, rows, SliceMut::from(matrix.0.as_mut_slice()))
    };

    /// The values of a vector, which are moved. Takes constant time. It does not fail.
    [T: Copy + 'static] DVector<T> => crate::Vector<T>, where [Zero: Fill<T>]:
        |vector| Self::from_parts(vector.shape().0, vector.data.into());

    /// The values of a matrix, `a[column, row]`, which are moved. Takes constant time. It does not fail.
    [T: Copy + 'static] ByColumns<DMatrix<T>> => crate::Matrix<T>, where [Zero: Fill<T>]: |matrix| {
        let (rows, cols) = matrix.0.shape();
        Self::from_parts(cols, rows, matrix.0.data.into())
    };

    /// A view of a dense vector. Copies nothing and takes constant time. It does not fail.
    ['a, L: AllDense<Rank = U1, T: Scalar>] &'a Tensor<L> => DVectorView<'a, L::T>:
        |tensor| Ok(DVectorView::from_slice(tensor.values(), tensor.len()));

    /// A view of a dense vector, which can be written. Copies nothing and takes constant time. It does not fail.
    ['a, L: AllDense<Rank = U1, T: Scalar, Val: Values>] &'a mut Tensor<L> => DVectorViewMut<'a, L::T>: |tensor| {
        let len = tensor.len();
        Ok(DVectorViewMut::from_slice(tensor.values_mut(), len))
    };
}

/// The extents of a tensor `a[column, row]`, as nalgebra has them: it adds to them.
fn extents<L: Level<Rank = U2>>(tensor: &Tensor<L>) -> Result<[usize; 2]> {
    let [cols, rows] = tensor.shape().into();
    ensure!(cols.max(rows) <= isize::MAX as usize, else TooLarge, "nalgebra has no view of {rows} x {cols}");
    Ok([cols, rows])
}

conversions! {
    /// A view of a dense tensor `a[column, row]`. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent is 0 and the other does not fit `isize`.
    ['a, L: AllDense<Rank = U2, T: Scalar>] ByColumns<&'a Tensor<L>> => DMatrixView<'a, L::T>: |tensor| {
        let [cols, rows] = extents(tensor.0)?;
        Ok(DMatrixView::from_slice(tensor.0.values(), rows, cols))
    };

    /// A view of a dense tensor `a[column, row]`, which can be written. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent is 0 and the other does not fit `isize`.
    ['a, L: AllDense<Rank = U2, T: Scalar, Val: Values>] ByColumns<&'a mut Tensor<L>> => DMatrixViewMut<'a, L::T>: |tensor| {
        let [cols, rows] = extents(tensor.0)?;
        Ok(DMatrixViewMut::from_slice(tensor.0.values_mut(), rows, cols))
    };
}

/// The values of a dense tensor. Its array may hold more.
fn moved<L: AllDense<Val = Vec<<L as Contents>::T>>>(tensor: Tensor<L>) -> Vec<L::T> {
    let count = tensor.values().len();
    let mut val = tensor.into_level().into_val();
    val.truncate(count);
    val
}

conversions! {
    /// A vector of the values of a dense vector, which are moved. Takes constant time. It does not fail.
    [L: AllDense<Rank = U1, Val = Vec<<L as Contents>::T>>] Tensor<L> => DVector<L::T>: |tensor| {
        let val = moved(tensor);
        Ok(DVector::from_vec_storage(VecStorage::new(
            Dyn(val.len()),
            Const::<1>,
            val,
        )))
    };

    /// A matrix of the values of a dense tensor `a[column, row]`, which are moved. Takes constant time. It does not fail.
    [L: AllDense<Rank = U2, Val = Vec<<L as Contents>::T>>] ByColumns<Tensor<L>> => DMatrix<L::T>: |tensor| {
        let [cols, rows] = tensor.0.shape().into();
        Ok(DMatrix::from_vec_storage(VecStorage::new(
            Dyn(rows),
            Dyn(cols),
            moved(tensor.0),
        )))
    };
}
