//! [ndarray](https://docs.rs/ndarray/0.17) 0.17: dense arrays of one to four dimensions. Feature `ndarray`.
//!
//! An array in C order, row by row, is a dense tensor and the other way round. Other layouts are refused with an error that says what to
//! write:
//!
//! | array | write |
//! |---|---|
//! | Fortran order | `m.t()`, a view whose indices are reversed; or a copy, `m.as_standard_layout()` |
//! | every other row, reversed, a block of columns, .. | a copy, `m.as_standard_layout()` |
//!
//! An `Array` that is consumed is copied where it is not in C order.
//!
//! ```
//! use finch_formats::prelude::*;
//! use ndarray::{Array1, ArrayView2, array};
//!
//! let a = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let x = array![1.0, 0.0, 100.0];
//! let mut result = Array1::zeros(2);
//!
//! let (a, x) = (MatrixView::try_from(&a)?, VectorView::try_from(&x)?);
//! let mut y = VectorMut::try_from(&mut result)?;
//! finch! {
//!     y .= 0;
//!     for j, i { y[j] += a[j, i] * x[i] }
//! }
//! .run()?;
//! assert_eq!(result, array![301.0, 604.0]);
//!
//! let back = ArrayView2::try_from(&a)?;
//! assert_eq!(back[[1, 2]], 6.0);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use crate::imports::*;
use crate::tensor::values::AllDense;
use ::ndarray::{Array, ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dimension, Ix1, Ix2, Ix3, Ix4, ShapeError};

/// The dimensions of an array that is a tensor: `Ix1` to `Ix4`.
#[diagnostic::on_unimplemented(
    message = "an array of dimensions `{Self}` is not a tensor",
    note = "arrays of one to four dimensions are, `Ix1` to `Ix4`: `array.into_dimensionality::<Ix2>()` says how many there are"
)]
pub trait TensorDim: Dimension {
    /// As many dimensions.
    type Rank: Rank;
    /// As many dense levels over `L`.
    type Nest<L: Level<Rank = U0>>: Level<T = L::T, Fill = L::Fill, Rank = Self::Rank>;
    /// These levels, of the extents of this array.
    #[doc(hidden)]
    fn nest<L: Level<Rank = U0>>(&self, leaf: L) -> Self::Nest<L>;
}

/// A dense tensor with the dimensions of an array, of the values `Val`.
pub type DenseOf<D, T, Val> = Tensor<<D as TensorDim>::Nest<Element<T, Zero, Val>>>;

/// Dense levels over `$leaf`, as many as there are extents; and the type of these.
macro_rules! nest {
    ($leaf:expr $(,)?) => { $leaf };
    ($leaf:expr, $extent:expr $(, $rest:expr)*) => { Dense::new($extent, nest!($leaf $(, $rest)*)) };
    (type $leaf:ty $(,)?) => { $leaf };
    (type $leaf:ty, $axis:tt $(, $rest:tt)*) => { Dense<nest!(type $leaf $(, $rest)*)> };
}

macro_rules! dimensions {
    ($($dim:ty, $rank:ty: [$($axis:tt)*];)*) => { $(
        impl TensorDim for $dim {
            type Rank = $rank;
            type Nest<L: Level<Rank = U0>> = nest!(type L $(, $axis)*);

            fn nest<L: Level<Rank = U0>>(&self, leaf: L) -> Self::Nest<L> {
                nest!(leaf $(, self[$axis])*)
            }
        }
    )* };
}

dimensions! {
    Ix1, U1: [0];
    Ix2, U2: [0 1];
    Ix3, U3: [0 1 2];
    Ix4, U4: [0 1 2 3];
}

#[cold]
fn not_in_c_order(shape: &[usize], strides: &[isize]) -> Error {
    error!(
        Invalid,
        "an array of shape {shape:?} with strides {strides:?} is not stored in C order: `array.t()` is, if it is in Fortran order; \
         `array.as_standard_layout()` copies any other"
    )
}

#[cold]
fn refused(shape: &[usize], cause: ShapeError) -> Error {
    let message = format!("ndarray has no array of shape {shape:?}: {cause}");
    Error::caused_by(ErrorKind::TooLarge, message, cause)
}

/// An array of ndarray has the shape of `tensor`.
fn dim<L: Level<Rank = D::Rank>, D: TensorDim>(tensor: &Tensor<L>) -> D {
    let mut dim = D::default();
    dim.slice_mut().copy_from_slice(&tensor.shape());
    dim
}

conversions! {
    /// A view of an array in C order. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the array is not in C order.
    ['a, T: Copy + 'static, D: TensorDim] ArrayView<'a, T, D> => DenseOf<D, T, &'a [T]>, where [Zero: Fill<T>]: |array| {
        let val = array.to_slice();
        let val = val.ok_or_else(|| not_in_c_order(array.shape(), array.strides()))?;
        Tensor::new(array.raw_dim().nest(Element::new(val)))
    };

    /// A view of an array in C order. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the array is not in C order.
    ['a, T: Copy + 'static, S: Data<Elem = T>, D: TensorDim] &'a ArrayBase<S, D> => DenseOf<D, T, &'a [T]>,
    where [Zero: Fill<T>]: |array| array.view().try_into();

    /// An output that writes into an array in C order. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the array is not in C order.
    ['a, T: Copy + 'static, D: TensorDim] ArrayViewMut<'a, T, D> => DenseOf<D, T, SliceMut<'a, T>>,
    where [Zero: Fill<T>]: |array| {
        let dim = array.raw_dim();
        if !array.is_standard_layout() {
            return Err(not_in_c_order(array.shape(), array.strides()));
        }
        // There is a slice, as the layout is the standard one.
        let val = array.into_slice().unwrap_or_default();
        Tensor::new(dim.nest(Element::new(SliceMut::from(val))))
    };

    /// An output that writes into an array in C order. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the array is not in C order.
    ['a, T: Copy + 'static, S: DataMut<Elem = T>, D: TensorDim] &'a mut ArrayBase<S, D> => DenseOf<D, T, SliceMut<'a, T>>,
    where [Zero: Fill<T>]: |array| array.view_mut().try_into();

    /// A tensor of the values of an array. An array in C order is moved, in constant time if it is the whole of its allocation; the
    /// rest of an allocation of which it is a part is dropped, and its values are moved to the front, in linear time. An array in
    /// another order is copied to C order, in linear time.
    ///
    /// # Errors
    ///
    /// None: there is a tensor for every array.
    [T: Copy + 'static, D: TensorDim] Array<T, D> => DenseOf<D, T, Vec<T>>, where [Zero: Fill<T>]: |array| {
        let dim = array.raw_dim();
        let array = match array.is_standard_layout() {
            true => array,
            false => array.as_standard_layout().into_owned(),
        };
        let len = array.len();
        let (mut val, offset) = array.into_raw_vec_and_offset();
        val.truncate(offset.unwrap_or(0) + len);
        val.drain(..offset.unwrap_or(0));
        Tensor::new(dim.nest(Element::new(val)))
    };

    /// A view of a dense tensor as an array in C order. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): some extent is 0 and the product of the others does not fit `isize`.
    ['a, L: AllDense, D: TensorDim<Rank = L::Rank>] &'a Tensor<L> => ArrayView<'a, L::T, D>: |tensor| {
        let array = ArrayView::from_shape(dim::<L, D>(tensor), tensor.values());
        array.map_err(|cause| refused(&tensor.shape(), cause))
    };

    /// A view of a dense tensor as an array in C order, which can be written. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): some extent is 0 and the product of the others does not fit `isize`.
    ['a, L: AllDense<Val: Values>, D: TensorDim<Rank = L::Rank>] &'a mut Tensor<L> => ArrayViewMut<'a, L::T, D>: |tensor| {
        let shape = tensor.shape();
        let array = ArrayViewMut::from_shape(dim::<L, D>(tensor), tensor.values_mut());
        array.map_err(|cause| refused(&shape, cause))
    };

    /// An array of the values of a dense tensor, which are moved. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): some extent is 0 and the product of the others does not fit `isize`.
    [L: AllDense<Val = Vec<<L as Contents>::T>>, D: TensorDim<Rank = L::Rank>] Tensor<L> => Array<L::T, D>: |tensor| {
        let (shape, dim, count) = (tensor.shape(), dim::<L, D>(&tensor), tensor.values().len());
        let mut val = tensor.into_level().into_val();
        val.truncate(count);
        Array::from_shape_vec(dim, val).map_err(|cause| refused(&shape, cause))
    };
}
