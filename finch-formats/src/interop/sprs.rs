//! [sprs](https://docs.rs/sprs/0.11) 0.11: compressed matrices, sparse vectors and triplets, with indices of any integer type. Feature
//! `sprs`.
//!
//! | matrix | write |
//! |---|---|
//! | CSC | `m.transpose_view()`, a view of the transposed matrix; or a copy, `m.to_csr()` |
//! | values that are computed, of entries that stay where they are | `VectorMut::from(m.data_mut())`, a dense output over the values |
//! | rows of a larger one, `m.slice_outer(..)` | the whole matrix, of which [`window`](finch_traits::view::Views::window) is a part |
//!
//! ```
//! use finch_formats::interop::CompressedView;
//! use finch_formats::prelude::*;
//! use sprs::{CsMat, CsMatViewI};
//!
//! let matrix = CsMat::new((2, 3), vec![0, 1, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]);
//! let a = CompressedView::try_from(&matrix)?;
//! let x = Vector::from(vec![1.0, 10.0, 100.0]);
//! let mut y = Vector::default();
//! finch! {
//!     y .= 0;
//!     for j, i { y[j] += a[j, i] * x[i] }
//! }
//! .run()?;
//! assert_eq!(y.values(), [100.0, 32.0]);
//!
//! // The indices of a `Csr` are `u32`: a view of it is a `CsMatViewI` with `u32`; a `CsMat`, whose indices are `usize`, is a copy.
//! let b: Csr<f64> = a.convert()?;
//! let back = CsMatViewI::<f64, u32, usize>::try_from(&b)?;
//! assert_eq!(back.indices(), [2, 0, 1]);
//! assert_eq!(CsMat::try_from(&b)?, matrix);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use super::compressed::{Arrays, Rows, triplets};
use super::{Compressed, CompressedView, List, ListView};
use crate::imports::*;
use ::sprs::CompressedStorage::CSR;
use ::sprs::errors::StructureError;
use ::sprs::{CsMatI, CsMatViewI, CsVecI, CsVecViewI, SpIndex, TriMatI};
use core::ops::Deref;
use finch_traits::algebra::reducers;

/// The extents and arrays of a matrix that is stored by rows, and is not a part of another one.
fn whole_rows<T, I: SpIndex, P: SpIndex, Ptr, Idx, Val>(
    matrix: ::sprs::CsMatBase<T, I, Ptr, Idx, Val, P>,
) -> Result<(usize, usize, Ptr, Idx, Val)>
where
    Ptr: Deref<Target = [P]>,
    Idx: Deref<Target = [I]>,
    Val: Deref<Target = [T]>,
{
    ensure!(!matrix.is_csc(), else Invalid,
        "a matrix of sprs is stored by columns: `matrix.transpose_view()` is the transposed one, by rows; `matrix.to_csr()` copies it");
    let first = matrix.indptr().raw_storage().first().copied();
    ensure!(!let Some(first) = first.filter(|&first| first != P::zero()), else Invalid,
        "the pointers of a matrix of sprs start with {first:?}, not 0: it is a part of a matrix, which can be converted as a whole and \
         seen in part by `tensor.window(..)`");
    let (rows, cols) = matrix.shape();
    let (ptr, idx, val) = matrix.into_raw_storage();
    Ok((rows, cols, ptr, idx, val))
}

#[cold]
fn refused(shape: &[usize], cause: StructureError) -> Error {
    let message = format!("sprs has no such array of shape {shape:?}: {cause}");
    Error::caused_by(ErrorKind::TooLarge, message, cause)
}

conversions! {
    /// A view of a matrix in CSR. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): the matrix is stored by columns, or is a part of another one.
    ['a, T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width] CsMatViewI<'a, T, I, P> => CompressedView<'a, T, P, I>,
    where [Zero: Fill<T>]: |matrix| {
        let (rows, cols, ptr, idx, val) = whole_rows(matrix)?;
        Self::from_parts(rows, cols, ptr, idx, val)
    };

    /// A view of a matrix in CSR. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): the matrix is stored by columns.
    ['a, T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width] &'a CsMatI<T, I, P> => CompressedView<'a, T, P, I>,
    where [Zero: Fill<T>]: |matrix| matrix.view().try_into();

    /// The arrays of a matrix in CSR, which are moved; the check takes linear time.
    ///
    #[doc = include_str!("errors/rows.md")]
    /// * [`Invalid`](crate::ErrorKind::Invalid): the matrix is stored by columns.
    [T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width] CsMatI<T, I, P> => Compressed<T, P, I>,
    where [Zero: Fill<T>]: |matrix| {
        let (rows, cols, ptr, idx, val) = whole_rows(matrix)?;
        Self::from_parts(rows, cols, ptr, idx, val)
    };

    /// A view of a sparse vector. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/list.md")]
    ['a, T: Copy + 'static, I: SpIndex + Width] CsVecViewI<'a, T, I> => ListView<'a, T, I>, where [Zero: Fill<T>]: |vector| {
        let len = vector.dim();
        let (idx, val) = vector.into_raw_storage();
        Self::from_parts(len, idx, val)
    };

    /// A view of a sparse vector. Copies nothing; the check takes linear time.
    ///
    #[doc = include_str!("errors/list.md")]
    ['a, T: Copy + 'static, I: SpIndex + Width] &'a CsVecI<T, I> => ListView<'a, T, I>, where [Zero: Fill<T>]:
        |vector| vector.view().try_into();

    /// The arrays of a sparse vector, which are moved; the check takes linear time.
    ///
    #[doc = include_str!("errors/list.md")]
    [T: Copy + 'static, I: SpIndex + Width] CsVecI<T, I> => List<T, I>, where [Zero: Fill<T>]: |vector| {
        let len = vector.dim();
        let (idx, val) = vector.into_raw_storage();
        Self::from_parts(len, idx, val)
    };

    /// A matrix of triplets, in any nest. Values at one place are added, as sprs does. Takes the time and memory of
    /// [`Tensor::from_triplets`].
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_triplets`].
    [L: WriteLevel<Rank = U2> + Default, I: SpIndex + Width] &TriMatI<L::T, I> => Tensor<L>,
    where [reducers::Add: Reducer<L::T>]: |matrix| {
        let (rows, cols) = matrix.shape();
        let places = matrix.row_inds().iter().zip(matrix.col_inds());
        let places = places.map(|(&row, &col)| [Width::to_usize(row), Width::to_usize(col)]);
        Tensor::from_triplets([rows, cols], places.zip(matrix.data().iter().copied()), reducers::Add)
    };
}

/// sprs asks that pointers could count the rows, and that indices could be the number of columns.
fn fits<P: Width, I: Width>((rows, cols): (usize, usize)) -> Result<()> {
    ensure!(rows < P::MAX && cols <= I::MAX, else TooLarge,
        "sprs has no matrix of shape [{rows}, {cols}] with pointers of type {} and indices of type {}: it has fewer than {} rows and at \
         most {} columns", P::NAME, I::NAME, P::MAX, I::MAX);
    Ok(())
}

conversions! {
    /// A view of compressed rows as CSR. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows plus one does not fit the type of the pointers, or the number of
    /// columns does not fit the type of the indices. sprs requires both.
    ['a, T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width, Ptr, Idx, Val] &'a Rows<T, Ptr, Idx, Val> => CsMatViewI<'a, T, I, P>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]:
        |tensor| viewed(Arrays::borrowed(tensor));
}

fn viewed<'a, T, I: SpIndex + Width, P: SpIndex + Width>(
    arrays: Arrays<&'a [P], &'a [I], &'a [T]>,
) -> Result<CsMatViewI<'a, T, I, P>> {
    let Arrays { shape, ptr, idx, val } = arrays;
    fits::<P, I>(shape)?;
    // SAFETY: a level of compressed rows is valid: pointers ascend from 0 to the number of entries, and the indices of each row ascend
    // within bounds. That is all that sprs checks besides.
    Ok(unsafe { CsMatViewI::new_unchecked(CSR, shape, ptr, idx, val) })
}

fn owned<T, I: SpIndex + Width, P: SpIndex + Width>(arrays: Arrays<Vec<P>, Vec<I>, Vec<T>>) -> Result<CsMatI<T, I, P>> {
    let Arrays { shape, ptr, idx, val } = arrays;
    fits::<P, I>(shape)?;
    // SAFETY: these are the arrays of a level of compressed rows, or copies of them: pointers ascend from 0 to the number of entries, and the
    // indices of each row ascend within bounds. That is all that sprs checks besides.
    Ok(unsafe { CsMatI::new_unchecked(CSR, shape, ptr, idx, val) })
}

conversions! {
    /// A matrix in CSR of the arrays of compressed rows, which are moved. Takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows plus one does not fit the type of the pointers, or the number of
    /// columns does not fit the type of the indices. sprs requires both.
    [T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width] Compressed<T, P, I> => CsMatI<T, I, P>,
    where [Zero: Fill<T>]: |tensor| owned(Arrays::moved(tensor));

    /// A copy of compressed rows, whose pointers and indices may have other types. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): a pointer, or the number of rows plus one, does not fit the type of the pointers; or
    /// an index, or the number of columns, does not fit the type of the indices.
    [T: Copy + 'static, I: SpIndex + Width, P: SpIndex + Width, Q: Width, J: Width, Ptr, Idx, Val] &Rows<T, Ptr, Idx, Val> => CsMatI<T, I, P>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = Q>, Idx: Buffer<Item = J>, Val: Buffer<Item = T>]:
        |tensor| owned(Arrays::copied(tensor)?);

    /// A view of a sorted list. Copies nothing; sprs checks it in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the extent itself does not fit the type of the indices, which sprs asks for.
    ['a, T: Copy + 'static, I: SpIndex + Width, P: Width, Ptr, Idx, Val] &'a Tensor<SparseList<Element<T, Zero, Val>, Ptr, Idx>> => CsVecViewI<'a, T, I>,
    where [Zero: Fill<T>, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]: |tensor| {
        let list = tensor.level();
        let stored = list.ptr().as_slice()[1].to_usize();
        let (idx, val) = (list.idx().as_slice(), list.child().val().as_slice());
        let vector = CsVecViewI::try_new(list.extent(), &idx[..stored], &val[..stored]);
        vector.map_err(|(.., cause)| refused(&tensor.shape(), cause))
    };

    /// The arrays of a sorted list, which are moved; sprs checks them in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the extent itself does not fit the type of the indices, which sprs asks for.
    [T: Copy + 'static, I: SpIndex + Width] List<T, I> => CsVecI<T, I>, where [Zero: Fill<T>]: |tensor| {
        let shape = tensor.shape();
        let (extent, ptr, mut idx, child) = tensor.into_level().into_parts();
        let mut val = child.into_val();
        idx.truncate(ptr[1]);
        val.truncate(ptr[1]);
        CsVecI::try_new(extent, idx, val).map_err(|(.., cause)| refused(&shape, cause))
    };

    /// The entries of a matrix in any nest as triplets. Copies them, in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an index does not fit the type of the indices.
    [L: Level<Rank = U2, Fill = Zero>, I: SpIndex + Width] &Tensor<L> => TriMatI<L::T, I>, where [Zero: Fill<L::T>]: |tensor| {
        let (rows, cols, val) = triplets(tensor)?;
        Ok(TriMatI::from_triplets(
            (tensor.nrows(), tensor.ncols()),
            rows,
            cols,
            val,
        ))
    };
}
