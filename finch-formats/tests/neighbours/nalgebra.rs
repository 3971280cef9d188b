//! Dense vectors and matrices of nalgebra.

use crate::common::{multiply_by_columns, ramp};
use finch_formats::interop::ByColumns;
use finch_formats::prelude::*;
use nalgebra::{DMatrix, DMatrixView, DMatrixViewMut, DVector, DVectorView, DVectorViewMut, SMatrix, SVector};

#[test]
fn vectors() {
    let mut vector = DVector::from_vec(ramp(4));
    let x = VectorView::try_from(&vector).unwrap();
    assert_eq!(
        (x.values(), x.values().as_ptr()),
        (&[1.0, 2.0, 3.0, 4.0][..], vector.as_ptr())
    );
    let back = DVectorView::try_from(&x).unwrap();
    assert_eq!((back, back.as_ptr()), (vector.as_view(), vector.as_ptr()));

    let mut y = VectorMut::try_from(&mut vector).unwrap();
    DVectorViewMut::try_from(&mut y).unwrap()[2] = 0.5;
    assert_eq!(vector.as_slice(), [1.0, 2.0, 0.5, 4.0]);

    // Of a length that is a type, and a column of a matrix.
    assert_eq!(
        VectorView::try_from(&SVector::<u8, 2>::new(1, 2)).unwrap().values(),
        [1, 2]
    );
    let matrix = SMatrix::<u8, 2, 3>::new(1, 2, 3, 4, 5, 6);
    assert_eq!(VectorView::try_from(&matrix.column(1)).unwrap().values(), [2, 5]);
    assert!(VectorView::try_from(&DVector::<f64>::zeros(0)).unwrap().is_empty());
}

#[test]
fn matrices() {
    for (rows, cols) in [(0, 0), (0, 3), (3, 0), (3, 5)] {
        let mut matrix = DMatrix::from_fn(rows, cols, |row, col| (10 * row + col) as f64);
        let at = matrix.as_ptr();
        let a = MatrixView::try_from(ByColumns(&matrix)).unwrap();
        assert_eq!((a.shape(), a.values().as_ptr()), ([cols, rows].into(), at));
        let back = DMatrixView::try_from(ByColumns(&a)).unwrap();
        assert_eq!((back, back.as_ptr()), (matrix.as_view(), at));

        let (x, mut y) = (DVector::from_vec(ramp(cols)), DVector::from_element(rows, f64::NAN));
        let output = &mut VectorMut::try_from(&mut y).unwrap();
        multiply_by_columns(output, &a, &VectorView::try_from(&x).unwrap());
        assert_eq!(y, &matrix * &x);

        if rows > 0 && cols > 0 {
            assert_eq!(a[[4, 2]], 24.0);
            let mut output = MatrixMut::try_from(ByColumns(&mut matrix)).unwrap();
            finch! {
                output .= 0;
                for i, j { output[i, j] = 1.0 }
            }
            .run()
            .unwrap();
            DMatrixViewMut::try_from(ByColumns(&mut output)).unwrap()[(2, 4)] = 0.5;
            assert_eq!((matrix[(2, 4)], matrix.sum()), (0.5, 14.5));
        }
    }
}

#[test]
fn values_are_moved() {
    let vector = DVector::from_vec(ramp(4));
    let at = vector.as_ptr();
    let x = Vector::try_from(vector).unwrap();
    assert_eq!((x.values(), x.values().as_ptr()), (&ramp(4)[..], at));
    let vector = DVector::try_from(x).unwrap();
    assert_eq!((vector.as_slice(), vector.as_ptr()), (&ramp(4)[..], at));

    for (rows, cols) in [(0, 0), (0, 3), (3, 0), (3, 5)] {
        let matrix = DMatrix::from_fn(rows, cols, |row, col| (10 * row + col) as f64);
        let (same, at) = (matrix.clone(), matrix.as_ptr());
        let a = Matrix::try_from(ByColumns(matrix)).unwrap();
        assert_eq!((a.shape(), a.values().as_ptr()), ([cols, rows].into(), at));
        assert_eq!(a.values(), same.as_slice());
        let matrix = DMatrix::try_from(ByColumns(a)).unwrap();
        assert_eq!((&matrix, matrix.as_ptr()), (&same, at));
    }

    // Spare values are none of the vector or the matrix.
    let spare = Vector::from_parts(2, vec![1, 2, 3]).unwrap();
    assert_eq!(DVector::try_from(spare).unwrap().as_slice(), [1, 2]);
    let spare = Matrix::from_parts(1, 2, vec![1, 2, 3]).unwrap();
    assert_eq!(
        DMatrix::try_from(ByColumns(spare)).unwrap(),
        DMatrix::from_vec(2, 1, vec![1, 2])
    );
    let huge = Matrix::<u8>::from_parts(0, isize::MAX as usize, vec![]).unwrap();
    assert_eq!(DMatrix::try_from(ByColumns(huge)).unwrap().nrows(), isize::MAX as usize);
}
