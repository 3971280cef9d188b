//! Copies of tensors into other nests.

use crate::imports::*;
use crate::tensor::axes;

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// Makes this tensor a copy of `source`, in its own nest. Allocations are kept. Takes time linear in what both nests store.
    ///
    /// Every entry that `source` stores is stored, explicit fills too, along with what the nest stores anyway. If the two
    /// nests have different fills, every value is stored. Into a [`Symmetric`](crate::Symmetric) level one half is copied,
    /// after it was compared with the other one.
    ///
    #[doc = include_str!("errors/copy.md")]
    pub fn copy_from<S: Level<T = L::T, Rank = L::Rank>>(&mut self, source: &Tensor<S>) -> Result<()>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        if !source.has_places() {
            *self = Self::empty(source.shape())?;
            Ok(())
        } else if const { L::MIRRORED.is_none() } {
            axes::copy(source, self)
        } else {
            self.copy_half(source, |_| true)
        }
    }

    /// A copy of `source` in this nest: a new tensor of what [`copy_from`](Self::copy_from) copies, in the same time. [`Tensor::convert`] is
    /// this as a method of the source.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 5.0)], Add)?;
    /// let b = Matrix::<f64>::from_tensor(&a)?;
    /// assert_eq!(b.get([1, 2]), Some(5.0));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    #[doc = include_str!("errors/copy.md")]
    pub fn from_tensor<S: Level<T = L::T, Rank = L::Rank>>(source: &Tensor<S>) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let mut tensor = Self::empty(source.shape())?;
        if source.has_places() {
            tensor.copy_from(source)?
        }
        Ok(tensor)
    }
}

impl<L: Level> Tensor<L> {
    /// A copy of this tensor in another nest, which the type of the result says: what [`copy_from`](Tensor::copy_from) copies, in the same
    /// time. [`Tensor::from_tensor`] is this as a constructor.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = SparseVector::<f64>::from_triplets([4], [([1], 5.0)], Add)?;
    /// let b: Vector<f64> = a.convert()?;
    /// assert_eq!(b.to_dense()?, [0.0, 5.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    #[doc = include_str!("errors/copy.md")]
    pub fn convert<M: WriteLevel<T = L::T, Rank = L::Rank> + Default>(&self) -> Result<Tensor<M>>
    where
        L::Rank: Axes,
    {
        Tensor::from_tensor(self)
    }

    /// A copy of this tensor in another nest, which the type of the result says, without the values that equal the fill of that nest.
    /// Levels that store everything, such as [`Dense`], still do. Takes time linear in what both nests store.
    ///
    #[doc = include_str!("errors/copy.md")]
    pub fn drop_fills<M: WriteLevel<T = L::T, Rank = L::Rank> + Default>(&self) -> Result<Tensor<M>>
    where
        L::Rank: Axes,
        L::T: PartialEq,
    {
        let mut tensor = Tensor::empty(self.shape())?;
        if !self.has_places() {
            return Ok(tensor);
        }
        if const { M::MIRRORED.is_none() } {
            axes::copy_stored(self, &mut tensor)?
        } else {
            tensor.copy_half(self, |value| !M::MIRRORED.same(value, &M::Fill::value()))?
        }
        Ok(tensor)
    }
}
