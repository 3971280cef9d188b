//! The arrays of compressed rows, and entries one by one, as other libraries take them.

use super::Compressed;
use super::numbers::in_width;
use crate::imports::*;

/// Compressed rows, of any arrays.
pub(super) type Rows<T, Ptr, Idx, Val> = Tensor<Dense<SparseList<Element<T, Zero, Val>, Ptr, Idx>>>;

/// Rows and columns, pointers, indices and values of compressed rows. Tensors may have longer arrays than they need, others not.
pub(super) struct Arrays<Ptr, Idx, Val> {
    pub(super) shape: (usize, usize),
    pub(super) ptr: Ptr,
    pub(super) idx: Idx,
    pub(super) val: Val,
}

impl<'a, P: Width, I: Width, T> Arrays<&'a [P], &'a [I], &'a [T]> {
    /// Those that `tensor` is made of.
    pub(super) fn borrowed<Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Val: Buffer<Item = T>>(
        tensor: &'a Rows<T, Ptr, Idx, Val>,
    ) -> Self
    where
        T: Copy + 'static,
        Zero: Fill<T>,
    {
        let (rows, cols, ptr, idx, val) = tensor.view().into_parts();
        let stored = ptr[rows].to_usize();
        Arrays {
            shape: (rows, cols),
            ptr: &ptr[..=rows],
            idx: &idx[..stored],
            val: &val[..stored],
        }
    }
}

impl<P: Width, I: Width, T> Arrays<Vec<P>, Vec<I>, Vec<T>> {
    /// Those that `tensor` is taken apart into.
    pub(super) fn moved(tensor: Compressed<T, P, I>) -> Self
    where
        T: Copy + 'static,
        Zero: Fill<T>,
    {
        let (rows, cols, mut ptr, mut idx, mut val) = tensor.into_parts();
        let stored = ptr[rows].to_usize();
        ptr.truncate(rows + 1);
        idx.truncate(stored);
        val.truncate(stored);
        Arrays {
            shape: (rows, cols),
            ptr,
            idx,
            val,
        }
    }

    /// Copies of those that `tensor` is made of, in integers of these types.
    pub(super) fn copied<Q: Width, J: Width>(
        tensor: &Rows<T, impl Buffer<Item = Q>, impl Buffer<Item = J>, impl Buffer<Item = T>>,
    ) -> Result<Self>
    where
        T: Copy + 'static,
        Zero: Fill<T>,
    {
        let Arrays { shape, ptr, idx, val } = Arrays::borrowed(tensor);
        Ok(Arrays {
            shape,
            ptr: in_width(ptr)?,
            idx: in_width(idx)?,
            val: val.to_vec(),
        })
    }
}

/// Rows, columns and values of the entries of a matrix, the indices in integers of type `I`.
#[cfg(any(feature = "sprs", feature = "nalgebra-sparse"))]
pub(super) fn triplets<L: Level<Rank = U2>, I: Width>(tensor: &Tensor<L>) -> Result<(Vec<I>, Vec<I>, Vec<L::T>)> {
    let (mut index, val) = tensor.lists(|_, _| Ok(true))?;
    let cols = index.pop().unwrap_or_default();
    Ok((index.pop().unwrap_or_default(), cols, val))
}
