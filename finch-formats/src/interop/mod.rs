//! Tensors from and to the types of other libraries, without copying where layouts agree.
//!
//! Each library is a feature of this crate, which is off by default. All conversions are `TryFrom` with the [`Error`] of this crate, in
//! both directions: `Tensor::try_from(theirs)?` and `Theirs::try_from(ours)?`. A reference or a view becomes a view, an owned value
//! is moved, and the compiler infers the type of the result. The tables say where values are copied instead. Of an [Arrow
//! array](https://docs.rs/arrow-array/60) the type of the result is named, since that of its values is known only when the program runs.
//!
//! # Tensors from theirs
//!
//! | feature | from | to | copies | checks |
//! |---|---|---|---|---|
//! | `ndarray` 0.17 | `ArrayView`, `&Array` of 1 to 4 dimensions, in C order | [`VectorView`](crate::VectorView), [`MatrixView`](crate::MatrixView), .. | nothing | extents |
//! | | `ArrayViewMut`, `&mut Array` in C order | [`VectorMut`](crate::VectorMut), [`MatrixMut`](crate::MatrixMut), .. | nothing | extents |
//! | | `Array` in C order | [`Vector`](crate::Vector), [`Matrix`](crate::Matrix), [`Cube`](crate::Cube), .. | nothing | extents |
//! | | `Array` in any other order | [`Vector`](crate::Vector), [`Matrix`](crate::Matrix), [`Cube`](crate::Cube), .. | values | extents |
//! | `sprs` 0.11 | `CsMatView`, `&CsMat` by rows | [`CompressedView`] | nothing | entries |
//! | | `CsMat` by rows | [`Compressed`] | nothing | entries |
//! | | `CsVecView`, `&CsVec` | [`ListView`] | nothing | entries |
//! | | `CsVec` | [`List`] | nothing | entries |
//! | | `&TriMat` | any matrix; values at one place are added | entries, sorted | entries |
//! | `faer` 0.24 | `SparseRowMatRef`, `&SparseRowMat` | [`CompressedView`] | nothing | entries |
//! | | `SparseRowMat` | [`Compressed`] | nothing | entries |
//! | | `ColRef`, `&Col`, `RowRef`, `&Row` of stride 1 | [`VectorView`](crate::VectorView) | nothing | extents |
//! | | `ColMut`, `&mut Col`, `RowMut`, `&mut Row` of stride 1 | [`VectorMut`](crate::VectorMut) | nothing | extents |
//! | | `MatRef`, `&Mat` by rows | [`MatrixView`](crate::MatrixView) | nothing | extents |
//! | | `ByColumns(MatRef)`, `ByColumns(&Mat)` by columns | [`MatrixView`](crate::MatrixView) | nothing | extents |
//! | | `MatMut`, `&mut Mat`, or `ByColumns` of these | [`MatrixMut`](crate::MatrixMut) | nothing | extents |
//! | | `MatRef`, `&Mat` | [`Matrix`](crate::Matrix) | values | extents |
//! | `nalgebra` 0.35 | `&DVector`, `&SVector`, .. | [`VectorView`](crate::VectorView) | nothing | extents |
//! | | `&mut DVector`, .. | [`VectorMut`](crate::VectorMut) | nothing | extents |
//! | | `ByColumns(&DMatrix)`, .. | [`MatrixView`](crate::MatrixView) | nothing | extents |
//! | | `ByColumns(&mut DMatrix)`, .. | [`MatrixMut`](crate::MatrixMut) | nothing | extents |
//! | | `DVector`, `ByColumns(DMatrix)` | [`Vector`](crate::Vector), [`Matrix`](crate::Matrix) | nothing | extents |
//! | `nalgebra-sparse` 0.12 | `&CsrMatrix`, `ByColumns(&CscMatrix)` | [`CompressedView`] | nothing | entries |
//! | | `CsrMatrix` | [`Compressed`] | nothing | entries |
//! | | `&CooMatrix` | any matrix; values at one place are added | entries, sorted | entries |
//! | `arrow` 60 | `&PrimitiveArray` without nulls | [`VectorView`](crate::VectorView), `SharedVector` | nothing | extents |
//! | | `&PrimitiveArray` | [`SparseVector`](crate::SparseVector) of what is not null | values | nulls |
//! | | `&BooleanArray` | `BitVectorView`, [`BitVector`](crate::BitVector) | nothing if a view of whole words, else bits | nulls |
//! | | `&ListArray`, `&LargeListArray` | `ListsView`, `SharedLists`: ragged rows | nothing; offsets of slices | offsets |
//! | | `&ListArray`, .. of values with nulls | [`Csr`](crate::Csr) of what is not null | values | offsets, nulls |
//! | | `&FixedSizeListArray` | [`MatrixView`](crate::MatrixView) | nothing | extents |
//! | | `&RunArray` | `RunsView`, `SharedRuns` | nothing; ends of slices | ends |
//! | | `&DictionaryArray` | `DictionaryView`: codes and values | nothing | codes |
//!
//! # Theirs from tensors
//!
//! | feature | from | to | copies | checks |
//! |---|---|---|---|---|
//! | `ndarray` | `&tensor`, dense, of 1 to 4 dimensions | `ArrayView` | nothing | extents |
//! | | `&mut tensor`, dense | `ArrayViewMut` | nothing | extents |
//! | | `tensor`, dense | `Array` | nothing | extents |
//! | `sprs` | `&tensor`, compressed rows | `CsMatViewI` | nothing | extents |
//! | | `tensor`, [`Compressed`] | `CsMatI` | nothing | extents |
//! | | `&tensor`, compressed rows | `CsMatI` | entries | extents |
//! | | `&tensor`, a sorted list | `CsVecViewI` | nothing | entries |
//! | | `tensor`, a [`List`] | `CsVecI` | nothing | entries |
//! | | `&tensor`, any matrix | `TriMatI` | entries | extents |
//! | `faer` | `&tensor`, compressed rows of one integer type | `SparseRowMatRef` | nothing | extents |
//! | | `tensor`, [`Compressed`] of one integer type | `SparseRowMat` | nothing | extents |
//! | | `&tensor`, compressed rows | `SparseRowMat` | entries | extents |
//! | | `&tensor`, a dense vector or matrix | `ColRef`, `MatRef` | nothing | nothing |
//! | | `&mut tensor`, a dense vector or matrix | `ColMut`, `MatMut` | nothing | nothing |
//! | `nalgebra` | `&tensor`, `&mut tensor`, a dense vector | `DVectorView`, `DVectorViewMut` | nothing | nothing |
//! | | `ByColumns(&tensor)`, `ByColumns(&mut tensor)`, a dense matrix | `DMatrixView`, `DMatrixViewMut` | nothing | nothing |
//! | | `tensor`, `ByColumns(tensor)`, dense | `DVector`, `DMatrix` | nothing | nothing |
//! | `nalgebra-sparse` | `tensor`, [`Compressed`] of `usize` | `CsrMatrix` | nothing | nothing |
//! | | `&tensor`, compressed rows | `CsrMatrix` | entries | nothing |
//! | | `&tensor`, any matrix | `CooMatrix` | entries | extents |
//! | `arrow` | `tensor`, a dense vector | `PrimitiveArray`, `BooleanArray` | nothing | nothing |
//! | | `&tensor`, any vector; what is not stored is null | `PrimitiveArray` | values | nothing |
//! | | `tensor`, ragged rows | `ListArray`, `LargeListArray` | nothing; pointers of another size | pointers |
//! | | `tensor`, a dense matrix | `FixedSizeListArray` | nothing | extents |
//! | | `tensor`, a vector of runs | `RunArray` | nothing; ends of another size | ends |
//! | | `Dictionary` | `DictionaryArray` | nothing | codes |
//!
//! Checking extents takes constant time. Checking entries takes linear time: it reads all pointers and indices once, and makes sure
//! that the indices of each row ascend within bounds. Programs read without checks, so the constructors of other libraries are not
//! trusted. What comes out of a tensor was checked when it was made. The fill is zero, the value that other libraries give to what they do not store; [`Tensor::set_fill`] exchanges it.
//!
//! [`Tensor::convert`] copies a view into another nest, or to indices of another width, in linear time:
//! `let a: Csr<f64> = view.convert()?`.
//!
//! # Series of polars
//!
//! polars needs no feature: `VectorView::from(series.f64()?.cont_slice()?)` reads a series of one chunk without nulls where it lies. There is
//! none for more than that, since `polars-core` 0.55 alone brings 96 crates along, four times as many as `arrow-array`, and takes more than two
//! minutes of processor time to compile.
//!
//! # Values
//!
//! Values are of any type that is `Copy`. `Complex` of num-complex 0.4 is a number wherever `f64` is; so are `f16` and `bf16` of half 2.7,
//! with the feature `half`: see [`number`](finch_traits::algebra::number).
//!
//! With the feature `serde`, tensors of any nest are `Serialize` and `Deserialize`: see `interop::serde`. With the feature `parallel`, rayon goes
//! over what they store, and they are made of what its threads find: see `interop::rayon`.
//!
//! # Indices from 1
//!
//! Fortran, MATLAB, Julia and MKL count from 1. Their arrays are read where they lie, and written: see [`one_based`], which needs no feature.
//!
//! # Rows and columns
//!
//! Of a matrix that is stored by rows, `a[i, j]` of the tensor is row `i`, column `j`. The outer dimension of a tensor is the one
//! whose slices are stored one behind the other, so a matrix that is stored by columns becomes a tensor whose first index is the
//! column. The conversion says so:
//!
//! | stored by columns | the tensor `a[column, row]` |
//! |---|---|
//! | ndarray, Fortran order | `Tensor::try_from(m.t())?` |
//! | sprs, CSC | `Tensor::try_from(m.transpose_view())?` |
//! | faer, `SparseColMat` | `Tensor::try_from(m.transpose())?` |
//! | nalgebra, `DMatrix`; nalgebra-sparse, `CscMatrix` | `Tensor::try_from(ByColumns(&m))?` |
//!
//! Over a tensor whose first index is the column, the transposed kernels compute with the matrix: `spmv_transposed` multiplies by
//! it. In a program the loop over columns is the outer one.

use crate::imports::*;

/// Conversions that may fail: the parameters of each, what is converted into what, under which bounds, and how.
#[cfg(any(
    feature = "arrow",
    feature = "faer",
    feature = "nalgebra",
    feature = "nalgebra-sparse",
    feature = "ndarray",
    feature = "sprs"
))]
macro_rules! conversions {
    ($(
        $(#[$doc:meta])*
        [$($parameters:tt)*] $from:ty => $to:ty $(, where [$($bounds:tt)*])?: |$value:ident| $converted:expr;
    )*) => { $(
        $(#[$doc])*
        impl<$($parameters)*> TryFrom<$from> for $to
        $(where $($bounds)*)?
        {
            type Error = Error;

            fn try_from($value: $from) -> Result<Self> {
                $converted
            }
        }
    )* };
}

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(any(feature = "sprs", feature = "faer", feature = "nalgebra-sparse"))]
mod compressed;
#[cfg(feature = "faer")]
pub mod faer;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(feature = "nalgebra-sparse")]
pub mod nalgebra_sparse;
#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(any(feature = "arrow", feature = "sprs", feature = "faer", feature = "nalgebra-sparse"))]
mod numbers;
pub mod one_based;
#[cfg(feature = "parallel")]
pub mod rayon;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "sprs")]
pub mod sprs;

/// Compressed rows over borrowed arrays, with pointers of type `P` and indices of type `I`: [`CsrView`](crate::CsrView) if these are
/// `usize` and `u32`.
pub type CompressedView<'a, T, P, I> = Tensor<Dense<SparseList<Element<T, Zero, &'a [T]>, &'a [P], &'a [I]>>>;

/// Compressed rows with pointers of type `P` and indices of type `I`: [`Csr`](crate::Csr) if these are `usize` and `u32`.
pub type Compressed<T, P, I> = Tensor<Dense<SparseList<Element<T, Zero>, Vec<P>, Vec<I>>>>;

/// A sparse vector with indices of type `I`: [`SparseVector`](crate::SparseVector) if that is `u32`.
pub type List<T, I> = Tensor<SparseList<Element<T, Zero>, Vec<usize>, Vec<I>>>;

/// A sparse vector over borrowed arrays, with indices of type `I`.
pub type ListView<'a, T, I> = Tensor<SparseList<Element<T, Zero, &'a [T]>, Vec<usize>, &'a [I]>>;

/// A matrix of another library that is stored by columns, or a tensor whose first index is the column. Converting it makes the one
/// of the other.
///
/// It wraps the operand of conversions from and to libraries that have no transposed view:
/// `Tensor::try_from(ByColumns(&m))?`, `DMatrixView::try_from(ByColumns(&tensor))?`.
#[derive(Clone, Copy, Debug)]
pub struct ByColumns<M>(pub M);
