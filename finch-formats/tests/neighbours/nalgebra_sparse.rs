//! Sparse matrices of nalgebra-sparse.

use crate::common::{self, SAMPLES, addresses, places, ramp, refused, sample};
use finch_formats::ErrorKind::{Invalid, OutOfBounds};
use finch_formats::interop::{ByColumns, Compressed, CompressedView};
use finch_formats::prelude::*;
use nalgebra::DVector;
use nalgebra_sparse::pattern::SparsityPattern;
use nalgebra_sparse::{CooMatrix, CscMatrix, CsrMatrix};

#[test]
fn there_and_back() {
    for size in SAMPLES {
        let a = sample::<usize, usize>(size);
        let (at, same) = (addresses(&a.view()), a.clone());
        let matrix = CsrMatrix::try_from(a).unwrap();
        assert_eq!(places(matrix.row_offsets(), matrix.col_indices(), matrix.values()), at);
        assert_eq!(addresses(&CompressedView::try_from(&matrix).unwrap()), at);
        let copy: Csr<f64> = sample(size);
        assert_eq!(CsrMatrix::try_from(&copy).unwrap(), matrix);
        let back = Compressed::try_from(matrix).unwrap();
        assert_eq!(addresses(&back.view()), at);
        assert!(back.same_storage(&same));

        let triplets = CooMatrix::try_from(&back).unwrap();
        let back = Compressed::<f64, usize, usize>::try_from(&triplets).unwrap();
        assert!(back.same_storage(&same));
    }
}

#[test]
fn programs() {
    for size in SAMPLES {
        let matrix = CsrMatrix::try_from(sample(size)).unwrap();
        let (x, mut y) = (
            DVector::from_vec(ramp(size[1])),
            DVector::from_element(size[0], f64::NAN),
        );
        let (a, input) = (
            CompressedView::try_from(&matrix).unwrap(),
            VectorView::try_from(&x).unwrap(),
        );
        common::multiply(&mut VectorMut::try_from(&mut y).unwrap(), &a, &input);
        assert_eq!(y, &matrix * &x);

        let columns = CscMatrix::from(&matrix);
        let transposed = CompressedView::try_from(ByColumns(&columns)).unwrap();
        assert_eq!(
            addresses(&transposed),
            places(columns.col_offsets(), columns.row_indices(), columns.values())
        );
        let mut again = DVector::from_element(size[0], f64::NAN);
        common::multiply_by_columns(&mut VectorMut::try_from(&mut again).unwrap(), &transposed, &input);
        assert_eq!(again, y);
    }
}

#[test]
fn malformed_matrices() {
    for (kind, ptr, idx) in [
        (Invalid, vec![0, 2], vec![2, 1]),
        (Invalid, vec![0, 2], vec![1, 1]),
        (OutOfBounds, vec![0, 2], vec![1, 3]),
        (Invalid, vec![0, 3, 2], vec![0, 1]),
    ] {
        // SAFETY: nothing of nalgebra-sparse reads it; its arrays are handed on to what checks them.
        let pattern = unsafe { SparsityPattern::from_offset_and_indices_unchecked(ptr.len() - 1, 3, ptr, idx) };
        let matrix = CsrMatrix::try_from_pattern_and_values(pattern.clone(), vec![1.0, 2.0]).unwrap();
        refused(CompressedView::try_from(&matrix), kind, "SparseList");
        refused(Compressed::try_from(matrix), kind, "SparseList");
        let matrix = CscMatrix::try_from_pattern_and_values(pattern, vec![1.0, 2.0]).unwrap();
        refused(CompressedView::try_from(ByColumns(&matrix)), kind, "SparseList");
    }
}

#[test]
fn duplicates_of_triplets_are_added() {
    let triplets = CooMatrix::try_from_triplets(2, 3, vec![1, 0, 1], vec![2, 1, 2], vec![1.0, 2.0, 4.0]).unwrap();
    let a = Coo::try_from(&triplets).unwrap();
    assert_eq!(a.to_dense().unwrap(), [0.0, 2.0, 0.0, 0.0, 0.0, 5.0]);
}
