//! Tensors of another shape, with what fits into it.

use crate::imports::*;
use crate::tensor::axes;

// Bounds stand on the function, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// Changes the shape of the tensor. Entries within the new shape stay, others are dropped; new places are fill.
    ///
    /// Copies into new arrays, which takes as long as [`Tensor::convert`] into the nest of this tensor.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 5.0)], Add)?;
    /// a.resize([3, 2])?;
    /// assert_eq!(a.to_dense()?, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    #[doc = include_str!("errors/shape.md")]
    /// * [`Order`](crate::ErrorKind::Order): the nest cannot be written in ascending order.
    ///
    /// The tensor is then as it was.
    pub fn resize(&mut self, shape: impl IntoShape<L::Rank>) -> Result<()>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let shape = shape.into();
        let mut resized = Self::empty(shape.clone())?;
        let has_places = self.has_places() && resized.has_places();
        if has_places && const { L::MIRRORED.is_none() } {
            axes::copy_within(self, &mut resized, &shape)?
        } else if has_places {
            resized = Self::of_half(self.half_within(shape)?)?
        }
        *self = resized;
        Ok(())
    }
}
