//! Sparse matrices, dense vectors and matrices of faer.

use crate::common::{self, SAMPLES, places, ramp, refused, sample};
use faer::sparse::{SparseRowMat, SparseRowMatRef, SymbolicSparseRowMat};
use faer::{Col, ColMut, ColRef, Index, Mat, MatMut, MatRef, Row};
use finch_formats::ErrorKind::{Invalid, OutOfBounds, TooLarge};
use finch_formats::interop::{ByColumns, Compressed, CompressedView};
use finch_formats::prelude::*;
use finch_formats::width::Width;

fn there_and_back<I: Index + Width>() {
    common::there_and_back! {
        sample::<I, I>;
        SparseRowMatRef, |matrix| places(matrix.symbolic().row_ptr(), matrix.symbolic().col_idx(), matrix.val());
        SparseRowMat
    }
}

#[test]
fn every_width() {
    there_and_back::<u32>();
    there_and_back::<u64>();
    there_and_back::<usize>();
}

#[test]
fn programs() {
    for size in SAMPLES {
        let matrix = SparseRowMat::<usize, f64>::try_from(sample(size)).unwrap();
        let x = Col::from_fn(size[1], |i| 1.0 + i as f64);
        let mut y = Col::from_fn(size[0], |_| f64::NAN);
        let (a, input) = (
            CompressedView::try_from(&matrix).unwrap(),
            VectorView::try_from(&x).unwrap(),
        );
        common::multiply(&mut VectorMut::try_from(&mut y).unwrap(), &a, &input);
        assert_eq!(y, matrix.to_dense() * &x);

        let columns = matrix.to_col_major().unwrap();
        let transposed = CompressedView::try_from(columns.transpose()).unwrap();
        let mut again = Row::from_fn(size[0], |_| f64::NAN);
        common::multiply_by_columns(&mut VectorMut::try_from(&mut again).unwrap(), &transposed, &input);
        assert_eq!(again.transpose(), y.as_ref());
    }
}

#[test]
fn copies_in_other_widths() {
    let a: Csr<f64> = sample([60, 200, 900]);
    let matrix = SparseRowMat::<u32, f64>::try_from(&a).unwrap();
    let back: Csr<f64> = CompressedView::try_from(&matrix).unwrap().convert().unwrap();
    assert!(back.same_storage(&a));
    // faer counts in numbers with a sign.
    let wide = || Compressed::<f64, u32, u32>::from_parts(1, 1 << 31, vec![0, 1], vec![7], vec![1.0]).unwrap();
    refused(
        SparseRowMatRef::try_from(&wide()),
        TooLarge,
        "2147483647 rows and columns, and not 1 by 2147483648",
    );
    refused(SparseRowMat::try_from(wide()), TooLarge, "u32");
    SparseRowMat::<u64, f64>::try_from(&wide()).unwrap();
    let wider = Compressed::<f64, usize, usize>::from_parts(1, 1 << 40, vec![0, 1], vec![1 << 33], vec![1.0]).unwrap();
    refused(
        SparseRowMat::<u32, f64>::try_from(&wider),
        TooLarge,
        "8589934592 does not fit the type u32",
    );
}

#[test]
fn malformed_matrices() {
    // What faer takes without `unsafe`: indices in any order, rows with room behind them.
    let unsorted = |idx: [usize; 2]| SymbolicSparseRowMat::new_unsorted_checked(1, 3, vec![0, 2], None, idx.to_vec());
    for idx in [[2, 1], [1, 1]] {
        let matrix = SparseRowMat::new(unsorted(idx), vec![1.0, 2.0]);
        refused(CompressedView::try_from(&matrix), Invalid, "not strictly ascending");
        refused(Compressed::try_from(matrix), Invalid, "not strictly ascending");
    }
    let roomy = |lengths| {
        let symbolic = SymbolicSparseRowMat::new_checked(2, 3, vec![0_usize, 2, 4], Some(lengths), vec![0, 1, 1, 2]);
        SparseRowMat::new(symbolic, vec![1.0, 2.0, 3.0, 4.0])
    };
    let a = Compressed::try_from(roomy(vec![2, 2])).unwrap();
    assert_eq!(a.to_dense().unwrap(), [1.0, 2.0, 0.0, 0.0, 3.0, 4.0]);
    refused(CompressedView::try_from(&roomy(vec![2, 1])), Invalid, "behind row 1");
    refused(Compressed::try_from(roomy(vec![1, 2])), Invalid, "behind row 0");
    let copied = roomy(vec![1, 2]).to_col_major().unwrap().to_row_major().unwrap();
    let a = CompressedView::try_from(&copied).unwrap();
    assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 0.0, 0.0, 3.0, 4.0]);

    for (kind, ptr, idx) in [(OutOfBounds, [0_usize, 1], [3]), (Invalid, [1, 1], [0])] {
        // SAFETY: nothing of faer reads it; its arrays are handed on to what checks them.
        let symbolic = unsafe { SymbolicSparseRowMat::new_unchecked(1, 3, ptr.to_vec(), None, idx.to_vec()) };
        refused(
            CompressedView::try_from(&SparseRowMat::new(symbolic, vec![1.0])),
            kind,
            "SparseList",
        );
    }
}

#[test]
fn dense_vectors() {
    let mut values = ramp(6);
    let whole = MatRef::from_column_major_slice(&values, 2, 3);
    let column = VectorView::try_from(whole.col(1)).unwrap();
    assert_eq!(
        (column.values(), column.values().as_ptr()),
        (&[3.0, 4.0][..], &raw const values[2])
    );
    refused(VectorView::try_from(whole.row(1)), Invalid, "2 places apart");
    assert_eq!(
        VectorView::try_from(whole.transpose().row(1)).unwrap().values(),
        [3.0, 4.0]
    );

    refused(
        VectorMut::try_from(MatMut::from_column_major_slice_mut(&mut values, 2, 3).row_mut(1)),
        Invalid,
        "2 places apart",
    );
    let mut y = VectorMut::try_from(MatMut::from_column_major_slice_mut(&mut values, 2, 3).col_mut(2)).unwrap();
    ColMut::try_from(&mut y).unwrap()[0] = 7.0;
    assert_eq!(ColRef::try_from(&y).unwrap()[0], 7.0);
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 7.0, 6.0]);
}

#[test]
fn dense_matrices() {
    for (rows, cols) in [(0, 0), (0, 3), (3, 0), (3, 5)] {
        let matrix = Mat::from_fn(rows, cols, |row, col| (10 * row + col) as f64);
        let mut a = Matrix::try_from(&matrix).unwrap();
        assert_eq!(a.shape(), [rows, cols].into());
        let at = a.values().as_ptr();
        let view = MatRef::try_from(&a).unwrap();
        assert_eq!(view, matrix);
        if rows > 0 && cols > 0 {
            assert_eq!(view.as_ptr(), at);
            assert_eq!((a[[2, 1]], a.values()[11]), (21.0, 21.0));
            MatMut::try_from(&mut a).unwrap()[(2, 1)] = 0.5;
            assert_eq!(a[[2, 1]], 0.5);
            assert_eq!(Matrix::try_from(matrix.transpose()).unwrap()[[1, 2]], 21.0);
        }
    }
}

#[test]
fn views_of_dense_matrices() {
    // (10 * row + column), row by row and column by column.
    let by_rows = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0];
    let by_columns = [0.0, 10.0, 1.0, 11.0, 2.0, 12.0];
    let rows = MatRef::from_row_major_slice(&by_rows, 2, 3);
    let columns = MatRef::from_column_major_slice(&by_columns, 2, 3);
    let a = MatrixView::try_from(rows).unwrap();
    assert_eq!((a.shape(), a.values()), ([2, 3].into(), &by_rows[..]));
    assert_eq!(a.values().as_ptr(), by_rows.as_ptr());
    let a = MatrixView::try_from(ByColumns(columns)).unwrap();
    assert_eq!((a.shape(), a.values()), ([3, 2].into(), &by_columns[..]));
    assert_eq!(a.values().as_ptr(), by_columns.as_ptr());
    // Whichever way round it is not.
    refused(
        MatrixView::try_from(columns),
        Invalid,
        "strides (1, 2) are not one behind the other row by row",
    );
    refused(
        MatrixView::try_from(ByColumns(rows)),
        Invalid,
        "strides (3, 1) are not one behind the other column by column",
    );

    // Whole columns of a matrix by columns, and whole rows of one by rows.
    let part = MatrixView::try_from(ByColumns(columns.subcols(1, 2))).unwrap();
    assert_eq!(
        (part.values(), part.values().as_ptr()),
        (&by_columns[2..], &raw const by_columns[2])
    );
    let part = MatrixView::try_from(rows.subrows(1, 1)).unwrap();
    assert_eq!(
        (part.values(), part.values().as_ptr()),
        (&by_rows[3..], &raw const by_rows[3])
    );
    // A column, which has no step to the next one; a row whose values are apart; parts of columns; reversed ones; one value for all.
    let column = MatrixView::try_from(ByColumns(columns.subcols(2, 1))).unwrap();
    assert_eq!(column.values(), [2.0, 12.0]);
    assert_eq!(
        MatrixView::try_from(columns.subcols(2, 1)).unwrap().values(),
        [2.0, 12.0]
    );
    let one = 7.0;
    let repeated = MatRef::from_repeated_ref(&one, 2, 3);
    for apart in [
        columns.subrows(1, 1),
        rows.subcols(1, 2),
        columns.reverse_rows(),
        columns.reverse_cols(),
        repeated,
    ] {
        refused(MatrixView::try_from(apart), Invalid, "copies any");
        refused(MatrixView::try_from(ByColumns(apart)), Invalid, "copies any");
        let copy = Matrix::try_from(apart).unwrap();
        assert_eq!(MatRef::try_from(&copy).unwrap(), apart);
    }
    // No values, wherever they are.
    for (rows, cols) in [(0, 0), (0, 3), (3, 0)] {
        let matrix = Mat::<f64>::zeros(rows, cols);
        assert_eq!(MatrixView::try_from(&matrix).unwrap().shape(), [rows, cols].into());
        assert_eq!(
            MatrixView::try_from(ByColumns(&matrix)).unwrap().shape(),
            [cols, rows].into()
        );
    }
}

#[test]
fn owned_dense_matrices_and_room_behind_columns() {
    for rows in 1..20 {
        let mut matrix = Mat::from_fn(rows, 3, |row, col| (10 * row + col) as f64);
        let at = matrix.as_ptr();
        let copy = Matrix::try_from(&matrix).unwrap();
        let is_together = matrix.col_stride() == rows as isize;
        assert!(is_together || !rows.is_multiple_of(8), "{rows}");
        match MatrixView::try_from(ByColumns(&matrix)) {
            Ok(a) => {
                assert!(is_together);
                assert_eq!((a.shape(), a.values().as_ptr()), ([3, rows].into(), at));
                assert_eq!(a[[2, rows - 1]], copy[[rows - 1, 2]]);
            }
            Err(error) => assert!(!is_together && error.kind() == Invalid, "{error}"),
        }
        if let Ok(mut a) = MatrixMut::try_from(ByColumns(&mut matrix)) {
            finch! {
                a .= 0;
                for i, j { a[i, j] = 1.0 }
            }
            .run()
            .unwrap();
            assert_eq!((matrix[(rows - 1, 2)], matrix.as_ptr()), (1.0, at));
        }
    }
}

#[test]
fn outputs_in_dense_matrices() {
    let mut values = ramp(6);
    let at = values.as_ptr();
    let by_rows = MatMut::from_row_major_slice_mut(&mut values, 2, 3);
    let mut a = MatrixMut::try_from(by_rows).unwrap();
    assert_eq!((a.shape(), a.values().as_ptr()), ([2, 3].into(), at));
    finch! {
        a .= 0;
        for j, i { a[j, i] = (10 * j + i) as f64 }
    }
    .run()
    .unwrap();
    assert_eq!(values, [0.0, 1.0, 2.0, 10.0, 11.0, 12.0]);

    let by_columns = MatMut::from_column_major_slice_mut(&mut values, 2, 3);
    refused(MatrixMut::try_from(by_columns), Invalid, "row by row");
    let mut a = MatrixMut::try_from(ByColumns(MatMut::from_column_major_slice_mut(&mut values, 2, 3))).unwrap();
    assert_eq!((a.shape(), a.values().as_ptr()), ([3, 2].into(), at));
    a.values_mut()[5] = 0.5;
    assert_eq!(MatRef::from_column_major_slice(&values, 2, 3)[(1, 2)], 0.5);
    let by_rows = MatMut::from_row_major_slice_mut(&mut values, 2, 3);
    refused(MatrixMut::try_from(ByColumns(by_rows)), Invalid, "column by column");
    let part = MatMut::from_row_major_slice_mut(&mut values, 2, 3).subcols_mut(0, 2);
    refused(MatrixMut::try_from(part), Invalid, "strides (3, 1)");
}
