//! Dense arrays of ndarray.

use crate::common::refused;
use finch_formats::ErrorKind::{Invalid, TooLarge};
use finch_formats::interop::ndarray::DenseOf;
use finch_formats::prelude::*;
use ndarray::{
    Array, Array1, Array2, ArrayView, ArrayView1, ArrayView2, ArrayViewMut2, Ix1, Ix2, Ix3, Ix4, ShapeBuilder, array, s,
};

fn cells<D: ndarray::Dimension>(shape: impl ShapeBuilder<Dim = D>) -> Array<i32, D> {
    let mut next = 0;
    Array::from_shape_simple_fn(shape, || {
        next += 1;
        next
    })
}

/// There and back, and the values stay where they are.
macro_rules! views {
    ($($name:ident: $dim:ty, $shape:expr, $index:expr;)*) => { $(
        #[test]
        fn $name() {
            let array = cells($shape);
            let tensor = Tensor::try_from(&array).unwrap();
            assert_eq!(&tensor.shape()[..], array.shape());
            assert_eq!(tensor.values().as_ptr(), array.as_ptr());
            assert_eq!(tensor[$index], array[$index]);
            let back: ArrayView<i32, $dim> = ArrayView::try_from(&tensor).unwrap();
            assert_eq!((back, back.as_ptr()), (array.view(), array.as_ptr()));

            // Moved, and moved back.
            let (at, same) = (array.as_ptr(), array.clone());
            let tensor = DenseOf::<$dim, _, _>::try_from(array).unwrap();
            assert_eq!(tensor.values().as_ptr(), at);
            let back = Array::try_from(tensor).unwrap();
            assert_eq!((&back, back.as_ptr()), (&same, at));
        }
    )* };
}

views! {
    one_dimension: Ix1, 5, [3];
    two_dimensions: Ix2, (2, 3), [1, 2];
    three_dimensions: Ix3, (2, 3, 4), [1, 2, 3];
    four_dimensions: Ix4, (2, 1, 3, 2), [1, 0, 2, 1];
}

#[test]
fn without_values() {
    for shape in [(0, 0), (0, 3), (3, 0)] {
        let array: Array2<f64> = Array2::zeros(shape);
        let tensor = MatrixView::try_from(&array).unwrap();
        assert_eq!(tensor.shape(), [shape.0, shape.1].into());
        assert_eq!(ArrayView2::try_from(&tensor).unwrap(), array);
    }
}

#[test]
fn fortran_order_is_the_transposed_one() {
    let fortran = Array2::from_shape_fn((2, 3).f(), |(row, col)| 10 * row + col);
    refused(MatrixView::try_from(&fortran), Invalid, "`array.t()`");
    refused(MatrixView::try_from(&fortran), Invalid, "strides [1, 2]");
    let tensor = MatrixView::try_from(fortran.t()).unwrap();
    assert_eq!((tensor.shape(), tensor[[2, 1]]), ([3, 2].into(), 12));
    assert_eq!(tensor.values().as_ptr(), fortran.as_ptr());
    // A copy has the indices of the array.
    let tensor = Matrix::try_from(fortran).unwrap();
    assert_eq!(tensor.values(), [0, 1, 2, 10, 11, 12]);
}

#[test]
fn parts_of_arrays() {
    let whole = cells((4, 3));
    let rows = MatrixView::try_from(whole.slice(s![1..3, ..])).unwrap();
    assert_eq!(
        (rows.values(), rows.values().as_ptr()),
        (&[4, 5, 6, 7, 8, 9][..], &raw const whole[[1, 0]])
    );
    refused(
        MatrixView::try_from(whole.slice(s![.., 1..])),
        Invalid,
        "not stored in C order",
    );
    refused(
        MatrixView::try_from(whole.slice(s![..;2, ..])),
        Invalid,
        "strides [6, 1]",
    );
    refused(VectorView::try_from(whole.column(1)), Invalid, "not stored in C order");
    refused(VectorView::try_from(whole.slice(s![0, ..;-1])), Invalid, "strides [-1]");
    // What was cut off of an array that is moved is not among the values.
    let moved = Matrix::try_from(whole.clone().slice_move(s![1..3, ..])).unwrap();
    assert_eq!(moved.values(), [4, 5, 6, 7, 8, 9]);
    let reversed = Vector::try_from(Array1::from_vec(vec![1, 2, 3]).slice_move(s![..;-1])).unwrap();
    assert_eq!(reversed.values(), [3, 2, 1]);
    // A value that stands everywhere is stored once.
    refused(
        MatrixView::try_from(array![7].broadcast((2, 3)).unwrap()),
        Invalid,
        "strides [0, 0]",
    );
}

#[test]
fn outputs() {
    let a = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let x = array![1.0, 0.0, 100.0];
    let mut result = array![f64::NAN, f64::NAN];
    {
        let (a, x) = (MatrixView::try_from(&a).unwrap(), VectorView::try_from(&x).unwrap());
        let mut y = VectorMut::try_from(result.view_mut()).unwrap();
        finch! {
            y .= 0;
            for j, i { y[j] += a[j, i] * x[i] }
        }
        .run()
        .unwrap();
    }
    assert_eq!(result, a.dot(&x));

    // Memory that is too small is found out before anything is written.
    let mut short = array![7.0];
    {
        let (a, mut y) = (
            MatrixView::try_from(&a).unwrap(),
            VectorMut::try_from(&mut short).unwrap(),
        );
        let x = VectorView::try_from(&x).unwrap();
        let program = finch! {
            y .= 0;
            for j, i { y[j] += a[j, i] * x[i] }
        };
        refused(program.run(), TooLarge, "");
    }
    assert_eq!(short, array![7.0]);

    let mut columns = Array2::<f64>::zeros((2, 3).f());
    refused(MatrixMut::try_from(&mut columns), Invalid, "not stored in C order");
}

#[test]
fn outputs_stay_where_they_are() {
    let mut array = cells((2, 3));
    let at = array.as_ptr();
    let mut tensor = MatrixMut::try_from(array.view_mut()).unwrap();
    assert_eq!(tensor.values().as_ptr(), at);
    assert_eq!(ArrayViewMut2::try_from(&mut tensor).unwrap().as_ptr(), at);
    let tensor = MatrixMut::try_from(&mut array).unwrap();
    assert_eq!(
        (tensor.values(), tensor.values().as_ptr()),
        (&[1, 2, 3, 4, 5, 6][..], at)
    );
    // Rows of a larger one.
    let mut rows = array.slice_mut(s![1.., ..]);
    let from = rows.as_mut_ptr().cast_const();
    let tensor = MatrixMut::try_from(rows).unwrap();
    assert_eq!((tensor.values(), tensor.values().as_ptr()), (&[4, 5, 6][..], from));
}

#[test]
fn tensors_are_changed_through_arrays() {
    let mut tensor = Matrix::from_parts(2, 2, vec![1, 2, 3, 4]).unwrap();
    let at = tensor.values().as_ptr();
    let mut array = ArrayViewMut2::try_from(&mut tensor).unwrap();
    assert_eq!(array.as_ptr(), at);
    array.swap([0, 0], [1, 1]);
    assert_eq!(tensor.values(), [4, 2, 3, 1]);
    // Spare values are none of the array.
    let tensor = Vector::from_parts(2, vec![1, 2, 3]).unwrap();
    assert_eq!(ArrayView1::try_from(&tensor).unwrap(), array![1, 2]);
    assert_eq!(Array1::try_from(tensor).unwrap(), array![1, 2]);
}

#[test]
fn extents_that_ndarray_does_not_count() {
    let huge = isize::MAX as usize;
    let tensor = Matrix::<u8>::from_parts(0, huge, vec![]).unwrap();
    assert_eq!(ArrayView2::try_from(&tensor).unwrap().shape(), [0, huge]);
    let tensor = Cube::<u8>::from_parts([0, huge, huge], vec![]).unwrap();
    refused(
        ndarray::ArrayView3::try_from(&tensor),
        TooLarge,
        "ndarray has no array of shape [0, ",
    );
}
