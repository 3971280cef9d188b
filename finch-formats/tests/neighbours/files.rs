//! Matrices of files, there and back.

use finch_formats::interop::{Compressed, CompressedView};
use finch_formats::prelude::*;

/// A matrix through all libraries, one after the other, by moving and by copying.
fn through_all(a: Csr<f64>) {
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

#[test]
fn generated() {
    for size in crate::common::SAMPLES {
        through_all(crate::common::sample(size))
    }
}

#[test]
#[cfg(feature = "files")]
fn real() {
    let Some(folder) = std::env::var_os("FINCH_DATA") else {
        eprintln!("FINCH_DATA is not set: generated matrices go there and back in `generated`");
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(std::path::Path::new(&folder).join("matrices")).expect("a folder of matrices") {
        let path = entry.unwrap().path();
        // Larger ones show nothing more; complex ones are not of this type.
        if path.extension().is_some_and(|end| end == "mtx")
            && path.metadata().unwrap().len() < 1 << 18
            && let Ok(a) = Csr::read_matrix_market(&path)
        {
            through_all(a);
            count += 1
        }
    }
    assert!(count > 10, "{count} matrices")
}
