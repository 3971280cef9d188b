//! Tensors written entry by entry, without a program: by parsers and generators.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let mut a = Csr::<f64>::default();
//! let mut writer = a.write([2, 3])?;
//! writer.put([0, 1], 2.0)?;
//! writer.put([1, 0], 1.0)?;
//! assert!(writer.put([0, 2], 5.0).is_err(), "rows are written in ascending order");
//! writer.put([1, 2], 3.0)?;
//! writer.freeze()?;
//! assert_eq!(a.to_dense()?, [0.0, 2.0, 0.0, 1.0, 0.0, 3.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! A tensor is either readable or being written, and types know which: [`Tensor::write`] and [`Tensor::reopen`] borrow it until
//! the [`Writer`] is [frozen](Writer::freeze) or dropped. Either leaves a valid tensor with all that was put and not refused; only
//! freezing says what was. A writer that is forgotten ([`core::mem::forget`]) takes the arrays along: the tensor is left empty, with
//! the extents of [`Tensor::default`]. If a reducer or a comparison of values panics, the tensor is left empty with its shape.
//!
//! # Order
//!
//! As in programs, it depends on the levels: those that append want ascending indices, others take any, see the table of
//! [levels](mod@crate::levels). Entries in any order for any nest are [`Tensor::from_triplets`].
//!
//! # Cost
//!
//! Each entry opens one fiber per level and leaves it again: constant time, but for searches in what is looked up. Allocations
//! are kept, as by programs. Below a level that appends and has fibers below it (the outer one of [`Dcsr`](crate::Dcsr)) all
//! entries of such a fiber are written at once, so they wait in the writer until one comes that belongs elsewhere; what is wrong
//! with one of them is said then.

use crate::imports::*;
use crate::tensor::TensorOutput;

/// A tensor that is being written: see the [module](self).
#[must_use = "what is wrong with what was put last is said by `freeze`"]
pub struct Writer<'t, L: WriteLevel, O: Reducer<L::T> = Overwrite> {
    // Dropped in this order: what is away is frozen before it comes back.
    writer: finch_traits::writer::OutputWriter<TensorOutput<'t, L>, O>,
    away: Away<'t, L>,
}

/// A tensor that is written elsewhere, so that nobody can read it before it is frozen, not even if the writer is forgotten.
struct Away<'t, L> {
    home: &'t mut Tensor<L>,
    /// Where the tensor is: in a box, whose address the writer has.
    tensor: *mut Tensor<L>,
}

impl<'t, L: WriteLevel + Default> Away<'t, L> {
    /// Leaves an empty tensor in place of `home`.
    fn take(home: &'t mut Tensor<L>) -> Result<Self> {
        let tensor = core::mem::replace(home, Tensor::vacant()?);
        Ok(Away {
            home,
            tensor: Box::into_raw(Box::new(tensor)),
        })
    }

    /// Has `open` open the tensor.
    fn opened<O: Reducer<L::T>>(
        self,
        open: impl FnOnce(&'t mut Tensor<L>) -> Result<finch_traits::writer::OutputWriter<TensorOutput<'t, L>, O>>,
    ) -> Result<Writer<'t, L, O>> {
        // SAFETY: the box lives as long as this does, and nobody else has its address. The writer is dropped before.
        let writer = open(unsafe { &mut *self.tensor })?;
        Ok(Writer { writer, away: self })
    }
}

impl<L> Drop for Away<'_, L> {
    fn drop(&mut self) {
        // SAFETY: it came out of a box, which the writer does not use any more.
        *self.home = *unsafe { Box::from_raw(self.tensor) }
    }
}

impl<L: WriteLevel, O: Reducer<L::T>> fmt::Debug for Writer<'_, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.fmt(f)
    }
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L: WriteLevel> Tensor<L> {
    /// Empties the tensor, gives it a shape and opens it for writing entry by entry. A value that is put replaces the one that is there;
    /// [`Tensor::write_by`] combines them. Allocations are kept. Takes the time of [`Tensor::empty`].
    ///
    /// # Errors
    ///
    #[doc = include_str!("errors/shape.md")]
    ///
    /// The tensor is then as it was, or empty.
    pub fn write(&mut self, shape: impl IntoShape<L::Rank>) -> Result<Writer<'_, L>>
    where
        L: Default,
    {
        self.write_by(shape, Overwrite)
    }

    /// Opens the tensor as [`Tensor::write`] does. A value that is put is combined by `op` with the one that is there, which is the fill at
    /// first.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut counts = DictVector::<u32>::default();
    /// let mut writer = counts.write_by([1000], Add)?;
    /// for word in [17, 3, 17] {
    ///     writer.put([word], 1)?
    /// }
    /// writer.freeze()?;
    /// assert_eq!((counts.get([17]), counts.count_stored()), (Some(2), 2));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::write`].
    pub fn write_by<O: Reducer<L::T>>(&mut self, shape: impl IntoShape<L::Rank>, op: O) -> Result<Writer<'_, L, O>>
    where
        L: Default,
    {
        let shape = shape.into();
        super::check_extents(&shape)?;
        // SAFETY: the tensor is away until the writer is dropped.
        Away::take(self)?.opened(|tensor| unsafe { finch_traits::writer::OutputWriter::declare(tensor, &shape, op) })
    }

    /// Opens the tensor for writing entry by entry and keeps what it holds. A value that is put replaces the one that is there;
    /// [`Tensor::reopen_by`] combines them. Takes the time of thawing each level, which its page says.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut x = SparseVector::<f64>::from_triplets([9], [([2], 1.0)], Add)?;
    /// let mut writer = x.reopen()?;
    /// writer.put([5], 4.0)?;
    /// writer.freeze()?;
    /// assert_eq!(x.level().idx(), &[2, 5]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Lifecycle`](crate::ErrorKind::Lifecycle): a level of the nest is written once and cannot be opened again, such as
    ///   [`RunList`].
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    ///
    /// The tensor is then as it was.
    pub fn reopen(&mut self) -> Result<Writer<'_, L>>
    where
        L: Default,
    {
        self.reopen_by(Overwrite)
    }

    /// Opens the tensor as [`Tensor::reopen`] does. A value that is put is combined by `op` with the one that is there, which is the fill where
    /// nothing is stored.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::reopen`].
    pub fn reopen_by<O: Reducer<L::T>>(&mut self, op: O) -> Result<Writer<'_, L, O>>
    where
        L: Default,
    {
        // SAFETY: the tensor is away until the writer is dropped.
        Away::take(self)?.opened(|tensor| unsafe { finch_traits::writer::OutputWriter::reopen(tensor, op) })
    }
}

impl<L: WriteLevel, O: Reducer<L::T>> Writer<'_, L, O> {
    /// Writes `value` at `index`: replaces the value that is there, or combines the two by the operator of the writer if
    /// [`Tensor::write_by`] or [`Tensor::reopen_by`] was given one. Takes constant time, but for searches in what is looked
    /// up.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an index is not below its extent. The message names axis and extent.
    #[doc = include_str!("errors/put.md")]
    ///
    /// What a level refuses is named by level, fiber and index. Where entries wait in the writer (see [Cost](self#cost)),
    /// the error may be of one that was put before. What is refused is left out, a fiber with all that is to be in it;
    /// entries before and after it are written.
    #[inline]
    pub fn put(&mut self, index: impl IntoShape<L::Rank>, value: L::T) -> Result<()> {
        self.writer.put(&index.into(), value)
    }

    /// Writes `value` at `index` and at all further indices along the last axis, up to but not including `end`: as one run
    /// to a level of runs, index by index to any other level. As [`Writer::put`] does, it replaces the values that are
    /// there, or combines them by the operator of the writer. An empty range writes nothing.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut x = RunVector::<u8>::default();
    /// let mut writer = x.write([1_000_000])?;
    /// writer.put_run([10], 500_000, 7)?;
    /// writer.freeze()?;
    /// assert_eq!((x.get([499_999]), x.get([500_000]), x.count_stored()), (Some(7), Some(0), 3));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an index is not below its extent, or `end` is beyond it. The
    ///   message names axis and extent.
    #[doc = include_str!("errors/put.md")]
    ///
    /// What a level refuses is named by level, fiber and index. Where entries wait in the writer (see [Cost](self#cost)),
    /// the error may be of one that was put before. Where indices are taken one by one, those before the first that is
    /// refused are written.
    pub fn put_run(&mut self, index: impl IntoShape<L::Rank>, end: usize, value: L::T) -> Result<()> {
        self.writer.put_run(&index.into(), end, value)
    }

    /// The extents.
    pub fn shape(&self) -> Shape<L::Rank> {
        Shape::<L::Rank>::from_iter(self.writer.shape().iter().copied())
    }

    /// Writes the entries that wait in the writer and freezes the tensor, which can be read from here on.
    ///
    /// # Errors
    ///
    /// An entry that was waiting (see [Cost](self#cost)) is refused, or the writer was cut off:
    #[doc = include_str!("errors/put.md")]
    ///
    /// The tensor is frozen all the same, and holds the entries that were not refused; after a panic it is empty.
    pub fn freeze(self) -> Result<()> {
        let Writer { writer, away: _away } = self;
        writer.freeze()
    }
}
