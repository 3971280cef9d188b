//! Symmetric tensors from those that have both halves.

use crate::symmetric::Symmetric;
use crate::tensor::Tensor;
use crate::tensor::axes::Axes;
use crate::triangular::Half;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::algebra::reducers::Overwrite;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::{Next, Rank, Shape};
use finch_traits::{Error, ErrorKind, Result};

/// Equal, or neither is equal to itself.
fn same<T: PartialEq>(a: &T, b: &T) -> bool {
    let is_itself = |value: &T| value.eq(value);
    a == b || (!is_itself(a) && !is_itself(b))
}

/// Calls `visit` with every index of `shape`, in lexicographic order.
fn all_indices(shape: &[usize], index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    match shape.get(index.len()) {
        None => visit(index),
        Some(&extent) => {
            for here in 0..extent {
                index.push(here);
                all_indices(shape, index, visit);
                index.pop();
            }
        }
    }
}

/// The entries of the half `H` of `source`, if the other half is the same. Entries are what is stored, or all values if
/// `F`, the fill of what they are meant for, is another one.
#[allow(clippy::type_complexity)]
fn half<H: Half, S: Level<T: PartialEq>, F: Fill<S::T>>(source: &Tensor<S>) -> Result<Vec<(Shape<S::Rank>, S::T)>> {
    let (mut entries, mut differ) = (Vec::new(), None);
    let mut mirrored = Vec::new();
    let mut visit = |index: &[usize], value: S::T| {
        if differ.is_some() {
            return;
        }
        mirrored.clear();
        mirrored.extend_from_slice(index);
        mirrored.swap(0, 1);
        if !same(&value, &source.level().get(0, &mirrored)) {
            differ = Some((index.to_vec(), mirrored.clone()))
        } else if H::holds(index[0], index[1]) {
            entries.push((Shape::<S::Rank>::from_iter(index.iter().copied()), value))
        }
    };
    if same(&S::Fill::value(), &F::value()) {
        source.for_each(visit)
    } else {
        all_indices(&source.shape(), &mut Vec::new(), &mut |index| {
            visit(index, source.level().get(0, index))
        })
    }
    match differ {
        None => Ok(entries),
        Some((index, mirrored)) => Err(Error::new(
            ErrorKind::Invalid,
            format!("the values at {index:?} and {mirrored:?} differ, so the tensor is not symmetric"),
        )),
    }
}

// Bounds stand on the function, so that the compiler says which of them a type does not meet.
impl<H: Half, L: Level> Tensor<Symmetric<H, L>> {
    /// A copy of `source`, of which one half is kept, after a check that the other one is the same. What `source` stores is
    /// looked up once more, where rows and columns are exchanged.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 5.0), ([1, 0], 5.0), ([1, 1], 2.0)], Add)?;
    /// let s = SymmetricMatrix::from_symmetric(&a)?;
    /// assert_eq!(s.level().child().val(), &[0.0, 5.0, 2.0]);
    /// assert_eq!(s.to_dense()?, a.to_dense()?);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there are not as many rows as columns; if two values differ whose rows and columns are exchanged: the message
    /// names the first such place that is stored; and as for [`Tensor::empty`].
    pub fn from_symmetric<S>(source: &Tensor<S>) -> Result<Self>
    where
        S: Level<T = L::T, Rank = Next<Next<L::Rank>>>,
        L: WriteLevel<NeedsFlag = No, T: PartialEq> + Default,
        L::Rank: Rank<Next: Rank<Next: Axes>>,
    {
        // Refuses what is no square.
        Self::empty(source.shape())?;
        Self::from_triplets(source.shape(), half::<H, S, L::Fill>(source)?, Overwrite)
    }
}
