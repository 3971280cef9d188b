//! [nalgebra-sparse](https://docs.rs/nalgebra-sparse/0.12) 0.12: sparse matrices by rows, by columns and as triplets, with indices of type
//! `usize`. Feature `nalgebra-sparse`.
//!
//! A `CscMatrix` is viewed as a tensor whose first index is the column: [`ByColumns`] wraps it. A tensor whose first index is the
//! column becomes a `CscMatrix` by way of a `CsrMatrix`: `CsrMatrix::try_from(tensor)?.transpose_as_csc()` moves the arrays.
//!
//! ```
//! use finch_formats::interop::{ByColumns, CompressedView};
//! use finch_formats::prelude::*;
//! use nalgebra_sparse::{CscMatrix, CsrMatrix};
//!
//! let by_rows = CsrMatrix::try_from_csr_data(2, 3, vec![0, 1, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]).unwrap();
//! let by_columns = CscMatrix::from(&by_rows);
//! let x = Vector::from(vec![1.0, 10.0, 100.0]);
//! let (mut y, mut z) = (Vector::default(), Vector::default());
//!
//! let (a, at) = (CompressedView::try_from(&by_rows)?, CompressedView::try_from(ByColumns(&by_columns))?);
//! finch! {
//!     y .= 0;
//!     for j, i { y[j] += a[j, i] * x[i] }
//!     z .= 0;
//!     for i, j { z[j] += at[i, j] * x[i] }
//! }
//! .run()?;
//! assert_eq!((y.values(), z.values()), (&[100.0, 32.0][..], &[100.0, 32.0][..]));
//!
//! // Other widths of indices are a copy.
//! let b: Csr<f64> = a.convert()?;
//! assert_eq!(CsrMatrix::try_from(&b)?, by_rows);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use super::compressed::{Arrays, Rows, triplets};
use super::{ByColumns, Compressed, CompressedView};
use crate::imports::*;
use ::nalgebra_sparse::pattern::SparsityPattern;
use ::nalgebra_sparse::{CooMatrix, CscMatrix, CsrMatrix, SparseFormatError};
use finch_traits::algebra::reducers;

#[cold]
fn refused(cause: SparseFormatError) -> Error {
    error!(Invalid, "nalgebra-sparse refuses a matrix: {cause}")
}

conversions! {
    /// A view of a matrix by rows. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    ['a, T: Copy + 'static] &'a CsrMatrix<T> => CompressedView<'a, T, usize, usize>, where [Zero: Fill<T>]: |matrix| {
        let (ptr, idx, val) = matrix.csr_data();
        Self::from_parts(matrix.nrows(), matrix.ncols(), ptr, idx, val)
    };

    /// A view of a matrix by columns, `a[column, row]`. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    ['a, T: Copy + 'static] ByColumns<&'a CscMatrix<T>> => CompressedView<'a, T, usize, usize>, where [Zero: Fill<T>]: |matrix| {
        let (ptr, idx, val) = matrix.0.csc_data();
        Self::from_parts(matrix.0.ncols(), matrix.0.nrows(), ptr, idx, val)
    };

    /// The arrays of a matrix by rows, which are moved; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    [T: Copy + 'static] CsrMatrix<T> => Compressed<T, usize, usize>, where [Zero: Fill<T>]: |matrix| {
        let (rows, cols) = (matrix.nrows(), matrix.ncols());
        let (ptr, idx, val) = matrix.disassemble();
        Self::from_parts(rows, cols, ptr, idx, val)
    };

    /// A matrix of triplets, in any nest. Values at one place are added, as nalgebra-sparse does. Takes the time and memory of
    /// [`Tensor::from_triplets`].
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_triplets`].
    [L: WriteLevel<Rank = U2> + Default] &CooMatrix<L::T> => Tensor<L>, where [reducers::Add: Reducer<L::T>]: |matrix| {
        let places = matrix.row_indices().iter().zip(matrix.col_indices());
        let places = places.map(|(&row, &col)| [row, col]);
        let shape = [matrix.nrows(), matrix.ncols()];
        Tensor::from_triplets(shape, places.zip(matrix.values().iter().copied()), reducers::Add)
    };
}

fn owned<T>(arrays: Arrays<Vec<usize>, Vec<usize>, Vec<T>>) -> Result<CsrMatrix<T>> {
    let Arrays { shape, ptr, idx, val } = arrays;
    // SAFETY: these are the arrays of a level of compressed rows, which is valid, or copies: pointers ascend from 0 to the number of entries,
    // and the indices of each row ascend within bounds.
    let pattern = unsafe { SparsityPattern::from_offset_and_indices_unchecked(shape.0, shape.1, ptr, idx) };
    CsrMatrix::try_from_pattern_and_values(pattern, val).map_err(refused)
}

conversions! {
    /// A matrix of the arrays of compressed rows, which are moved. Takes constant time. It does not fail.
    [T: Copy + 'static] Compressed<T, usize, usize> => CsrMatrix<T>, where [Zero: Fill<T>]:
        |tensor| owned(Arrays::moved(tensor));

    /// A copy of compressed rows, in linear time. It does not fail.
    [T: Copy + 'static, P: Width, J: Width, Ptr, Idx, Val] &Rows<T, Ptr, Idx, Val> => CsrMatrix<T>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = P>, Idx: Buffer<Item = J>, Val: Buffer<Item = T>]:
        |tensor| owned(Arrays::copied(tensor)?);

    /// The entries of a matrix in any nest as triplets. Copies them, in linear time. It does not fail.
    [L: Level<Rank = U2, Fill = Zero>] &Tensor<L> => CooMatrix<L::T>, where [Zero: Fill<L::T>]: |tensor| {
        let (rows, cols, val) = triplets(tensor)?;
        CooMatrix::try_from_triplets(tensor.nrows(), tensor.ncols(), rows, cols, val).map_err(refused)
    };
}
