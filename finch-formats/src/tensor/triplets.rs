//! Tensors from and to indices with values, known as triplets of matrices.

use crate::imports::*;
use crate::tensor::entries::Entries;

/// An entry of a tensor of rank `R`: its indices and its value, `([0, 1], 2.0)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entry of this tensor",
    label = "an entry is a pair: as many indices as there are dimensions, in brackets, and a value of type `{T}`",
    note = "a tensor is made of its shape, its entries, and what adds entries of equal indices: \
            `Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add)?`",
    note = "rows, columns and values become entries by `.map(|(i, j, v)| ([i, j], v))`; indices are `usize`"
)]
pub trait Triplet<R: Rank, T> {
    /// The indices and the value.
    fn parts(self) -> (Shape<R>, T);
}

#[diagnostic::do_not_recommend]
impl<R: Rank, T, I: Into<Shape<R>>> Triplet<R, T> for (I, T) {
    fn parts(self) -> (Shape<R>, T) {
        (self.0.into(), self.1)
    }
}

// Bounds stand on the function, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// A tensor of given shape that stores the given entries, in whatever order they come.
    ///
    /// An entry is a pair of indices and value, `([2, 0], 1.0)`. Entries of equal indices are combined by the reducer, from the first to
    /// the last: [`Add`](crate::prelude::Add) adds them. What is stored is exactly what is
    /// given: an entry whose value is the fill is kept.
    ///
    /// A [`Symmetric`] level takes entries of either half, or of both: where an entry is given and the one
    /// with rows and columns exchanged is not, it stands for both.
    ///
    /// Takes time linear in the entries and the extents, or `n log n` for `n` entries in a shape that is much larger.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_triplets([3, 4], [([2, 0], 1.0), ([0, 1], 2.0), ([2, 0], 0.5)], Add)?;
    /// assert_eq!(a.to_dense()?, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an index is not below its extent. The message names entry, index,
    ///   axis and extent.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): the reducer fails, as a division by zero.
    /// * [`Invalid`](crate::ErrorKind::Invalid): two entries of a symmetric level differ that have rows and columns
    ///   exchanged, or an entry lies in the half that a [`Triangular`] level does not have.
    /// * [`Order`](crate::ErrorKind::Order): the nest cannot hold the entries, as a level that has a single one per fiber.
    #[doc = include_str!("errors/shape.md")]
    pub fn from_triplets<O: Reducer<L::T>>(
        shape: impl IntoShape<L::Rank>,
        entries: impl IntoIterator<Item: Triplet<L::Rank, L::T>>,
        reducer: O,
    ) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let entries = Entries::<L::Rank, _>::collect(shape.into(), entries.into_iter().map(Triplet::parts))?;
        Self::of_entries(entries, |old, new| reducer.combine(old, new))
    }

    /// A square matrix with these values on its diagonal, all of which are stored: an identity is `Csr::from_diagonal(&vec![1.0; n])?`. Takes
    /// time linear in them.
    ///
    /// # Errors
    ///
    /// Those of [`from_triplets`](Self::from_triplets).
    #[doc(alias("diags", "eye", "identity"))]
    pub fn from_diagonal(values: &[L::T]) -> Result<Self>
    where
        L: WriteLevel<Rank = U2> + Default,
    {
        let entries = values.iter().enumerate().map(|(i, &value)| ([i, i], value));
        Self::from_triplets([values.len(); 2], entries, crate::prelude::Overwrite)
    }
}

impl<L: WriteLevel<Rank: Axes> + Default> Tensor<L> {
    /// A tensor of these entries, those of equal indices combined.
    pub(crate) fn of_entries(entries: Entries<L::Rank, L::T>, combine: impl Fn(L::T, L::T) -> L::T) -> Result<Self> {
        let (entries, fault) = fault::watched(|| entries.combined(combine));
        let entries = entries?;
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        if const { L::MIRRORED.is_none() } {
            Self::from_tensor(&entries.compressed::<L::Fill>()?)
        } else {
            Self::of_half(entries.folded(&L::MIRRORED)?)
        }
    }
}

impl<L: Level> Tensor<L> {
    /// The indices of entries along each dimension, in integers of type `I`, and their values.
    #[cfg(any(
        feature = "files",
        feature = "arrow",
        feature = "serde",
        feature = "sprs",
        feature = "nalgebra-sparse"
    ))]
    pub(crate) fn lists<I: Width>(
        &self,
        mut keeps: impl FnMut(&[usize], L::T) -> Result<bool>,
    ) -> Result<(Vec<Vec<I>>, Vec<L::T>)> {
        let mut lists = vec![Vec::new(); self.shape().len()];
        let (mut val, mut outcome) = (Vec::new(), Ok(()));
        let mut put = |at: &[usize], value: L::T| {
            if !keeps(at, value)? {
                return Ok(());
            }
            // Runs list more entries than there is memory for.
            for (list, &index) in lists.iter_mut().zip(at) {
                let index = I::new(index);
                let index =
                    index.ok_or_else(|| error!(TooLarge, "the index {at:?} does not fit the type {}", I::NAME))?;
                crate::room::push(list, index)?
            }
            crate::room::push(&mut val, value)
        };
        self.for_each(|at, value| {
            if outcome.is_ok() {
                outcome = put(at, value)
            }
        });
        outcome.map(|()| (lists, val))
    }

    /// Calls `visit` with every entry that is stored, in lexicographic order of indices. A run is visited once for each of its indices.
    /// Takes time linear in what is stored and in the indices of runs.
    pub fn for_each(&self, mut visit: impl FnMut(&[usize], L::T)) {
        if self.has_places() {
            self.level.for_each(0, &mut Vec::new(), &mut visit)
        }
    }

    /// Every entry that is stored, with its index, in lexicographic order. A run has an entry for each of its indices. Takes time linear in
    /// the entries, and memory for each, which is an index for each dimension and the value.
    #[doc(alias = "triplets")]
    pub fn to_triplets(&self) -> Vec<(Shape<L::Rank>, L::T)> {
        let mut entries = Vec::new();
        self.for_each(|index, value| entries.push((GenericArray::from_iter(index.iter().copied()), value)));
        entries
    }
}
