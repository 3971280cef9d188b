//! Tensors of one value.

use crate::imports::*;
use crate::tensor::axes;

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// A tensor of given shape that is all fill: zeros, unless the nest says otherwise. Takes time and memory for what the nest has room
    /// for without entries: all places of a [`Matrix`](crate::Matrix), a pointer for each row of a [`Csr`](crate::Csr).
    ///
    /// # Errors
    ///
    #[doc = include_str!("errors/shape.md")]
    #[doc(alias = "zeros")]
    pub fn empty(shape: impl IntoShape<L::Rank>) -> Result<Self>
    where
        L: WriteLevel + Default,
    {
        let shape = shape.into();
        super::check_extents(&shape)?;
        let mut level = L::default();
        // SAFETY: a level without entries, in the order in which a program would call it.
        let driver = unsafe { Driver::assume() };
        level.resize(driver, &shape)?;
        level.declare(driver);
        level.assemble(driver, 1)?;
        level.freeze(driver, 1);
        let tensor = Tensor { level };
        let made = tensor.shape();
        ensure!(made == shape, else Mismatch,
            "a tensor whose type says that its shape is {:?} cannot have {:?}", &made[..], &shape[..]);
        Ok(tensor)
    }

    /// An empty tensor, of extent 0 along each dimension whose extent is not part of its type.
    pub(super) fn vacant() -> Result<Self>
    where
        L: WriteLevel + Default,
    {
        let mut level = L::default();
        // SAFETY: as above.
        let driver = unsafe { Driver::assume() };
        level.declare(driver);
        level.assemble(driver, 1)?;
        level.freeze(driver, 1);
        Ok(Tensor { level })
    }

    /// A tensor of given shape that stores `value` everywhere, in a single run where the nest has runs. Takes time and memory linear in the
    /// values, or the runs, that the nest then stores.
    ///
    /// # Errors
    ///
    #[doc = include_str!("errors/shape.md")]
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the nest cannot store a value
    ///   everywhere, as a level that has a single entry per fiber, or one half of a square.
    #[doc(alias("from_elem", "ones"))]
    pub fn filled(shape: impl IntoShape<L::Rank>, value: L::T) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let mut tensor = Self::empty(shape)?;
        if !tensor.has_places() {
            return Ok(tensor);
        }
        if const { L::MIRRORED.is_none() } {
            axes::fill(&mut tensor, value)?;
            Ok(tensor)
        } else {
            Self::half_filled(tensor.shape(), value)
        }
    }
}

/// An empty tensor, of extent 0 along each dimension whose extent is not part of its type: an output that a program
/// will size.
///
/// Panics if there is no memory for it: a few numbers a level, or one position per index where extents are types.
impl<L: WriteLevel + Default> Default for Tensor<L> {
    fn default() -> Self {
        match Self::vacant() {
            Ok(tensor) => tensor,
            Err(error) => panic!("no memory for an empty tensor: {error}"),
        }
    }
}
