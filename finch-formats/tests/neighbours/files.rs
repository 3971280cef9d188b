//! Matrices of files, there and back.

use crate::{common, one_based};
use arrow_array::{LargeListArray, ListArray};
use finch_formats::interop::arrow::ListsView;
use finch_formats::interop::{ByColumns, Compressed, CompressedView};
use finch_formats::prelude::*;
use nalgebra::{DMatrix, DMatrixView};
use ndarray::{Array2, ArrayView2};

/// How many values a matrix may have to be stored densely here.
const DENSE: usize = 1 << 17;

/// A matrix through all libraries of sparse ones, one after the other, by moving and by copying.
fn through_sparse(a: Csr<f64>) {
    let (shape, triplets) = (a.shape(), a.to_triplets());
    let matrix = sprs::CsMatI::<f64, u32, usize>::try_from(a).unwrap();
    assert_eq!(matrix.nnz(), triplets.len());
    let a = Csr::try_from(matrix).unwrap();
    let matrix = nalgebra_sparse::CsrMatrix::try_from(&a).unwrap();
    assert_eq!(matrix.nnz(), triplets.len());
    let a = Compressed::try_from(matrix.transpose_as_csc().transpose_as_csr()).unwrap();
    let matrix = faer::sparse::SparseRowMat::try_from(a).unwrap();
    assert_eq!(matrix.compute_nnz(), triplets.len());
    // By columns and back, which faer sorts.
    let matrix = matrix.to_col_major().unwrap().to_row_major().unwrap();
    let a = CompressedView::try_from(&matrix).unwrap();
    assert_eq!((a.shape(), a.to_triplets()), (shape, triplets))
}

/// A matrix through all libraries of dense ones.
fn through_dense(a: &Csr<f64>) {
    let [rows, cols] = a.shape().into();
    let dense: Matrix<f64> = a.convert().unwrap();
    let (values, at) = (dense.values().to_vec(), dense.values().as_ptr());
    // Moved to ndarray; its transposed copy is moved to nalgebra, which stores it by columns, and is the matrix.
    let array = Array2::try_from(dense).unwrap();
    assert_eq!(array.as_ptr(), at);
    assert_eq!(
        ArrayView2::try_from(&MatrixView::try_from(&array).unwrap()).unwrap(),
        array
    );
    let turned = Matrix::try_from(array.clone().reversed_axes()).unwrap();
    assert_eq!(turned.shape(), [cols, rows].into());
    let matrix = DMatrix::try_from(ByColumns(turned)).unwrap();
    assert_eq!(matrix.shape(), (rows, cols));
    assert!(matrix.iter().zip(array.t()).all(|(one, other)| one == other));
    // By way of a view of nalgebra to faer, and back to rows.
    let turned = MatrixView::try_from(ByColumns(&matrix)).unwrap();
    assert_eq!(DMatrixView::try_from(ByColumns(&turned)).unwrap(), matrix);
    let view = faer::MatRef::try_from(&turned).unwrap().transpose();
    let back = Matrix::try_from(view).unwrap();
    assert!(back.values() == values);
    assert!(MatrixView::try_from(ByColumns(view)).unwrap().values() == turned.values());
    // What is not zero is the matrix again.
    let entries: Vec<_> = a.to_triplets().into_iter().filter(|(_, value)| *value != 0.0).collect();
    let again = Csr::<f64>::from_dense([rows, cols], back.values()).unwrap();
    assert!(again.to_triplets() == entries)
}

/// A matrix through record batches and lists of Arrow.
fn through_arrow(a: &Csr<f64>) {
    let batch = a.to_record_batch().unwrap();
    assert_eq!(batch.num_rows(), a.count_stored());
    let again = Csr::<f64>::from_record_batch(a.shape(), &batch, Add).unwrap();
    assert!(again.same_storage(a));

    // Rows as far as their last entry.
    let rows = RaggedMatrix::<f64>::from_tensor(a).unwrap();
    let entries = rows.to_triplets();
    let lists = ListArray::try_from(rows.clone()).unwrap();
    assert!(ListsView::<f64>::try_from(&lists).unwrap().to_triplets() == entries);
    let lists = LargeListArray::try_from(rows).unwrap();
    assert!(ListsView::<f64, i64>::try_from(&lists).unwrap().to_triplets() == entries)
}

/// All ways there and back, where the matrix is not too large for them.
fn through_all(a: Csr<f64>) {
    one_based::there_and_back::<i32, i32>(&a);
    one_based::there_and_back::<i64, u32>(&a);
    if a.nrows().saturating_mul(a.ncols()) <= DENSE {
        through_dense(&a);
        through_arrow(&a)
    }
    through_sparse(a)
}

#[test]
fn generated() {
    for size in common::SAMPLES {
        through_all(common::sample(size))
    }
}

#[test]
#[cfg(feature = "files")]
fn real() {
    let Some(folder) = std::env::var_os("FINCH_DATA") else {
        eprintln!("FINCH_DATA is not set: generated matrices go there and back in `generated`");
        return;
    };
    let (mut count, mut count_dense) = (0, 0);
    for entry in std::fs::read_dir(std::path::Path::new(&folder).join("matrices")).expect("a folder of matrices") {
        let path = entry.unwrap().path();
        // Larger ones show nothing more; complex ones are not of this type.
        if path.extension().is_some_and(|end| end == "mtx")
            && path.metadata().unwrap().len() < 1 << 18
            && let Ok(a) = Csr::read_matrix_market(&path)
        {
            count += 1;
            count_dense += usize::from(a.nrows().saturating_mul(a.ncols()) <= DENSE);
            through_all(a)
        }
    }
    assert!(
        count > 10 && count_dense > 5,
        "{count} matrices, {count_dense} of them dense"
    )
}
