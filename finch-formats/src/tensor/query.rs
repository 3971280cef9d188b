//! What a tensor holds, asked without any program; what it takes in memory.

use crate::imports::*;

impl<L: Level> Tensor<L> {
    /// The value at `index`, stored or not, or `None` if an index is not below its extent. Takes the time of one search per
    /// level.
    pub fn get(&self, index: impl IntoShape<L::Rank>) -> Option<L::T> {
        let index = index.into();
        let inside = index.iter().zip(&self.shape()).all(|(index, extent)| index < extent);
        inside.then(|| self.level.get(0, &index))
    }

    /// The value at every place where nothing is stored. Types know it, so this takes no time.
    pub fn fill(&self) -> L::T {
        L::Fill::value()
    }

    /// How many values are stored, fills among them: a run counts as one. Takes constant time, except over `SparsePoint`, `SparseInterval`,
    /// `SparseBlocks`, `Hybrid` and `Separate` levels: time linear in their fibers and entries.
    #[doc(alias = "nnz")]
    pub fn count_stored(&self) -> usize {
        self.level.count_stored(1)
    }

    /// How many bytes the elements of its arrays take. What is allocated beyond them for later does not count, nor does the
    /// value that owns them; [`Tensor::shrink_to_fit`] gives back the former.
    pub fn bytes(&self) -> usize {
        self.level.bytes()
    }
}

impl<L: WriteLevel> Tensor<L> {
    /// Gives back the memory that the tensor does not use: what its arrays have room for beyond what they hold, and what its
    /// levels keep for being written again. Arrays that grew bit by bit may take twice as much as they need.
    ///
    /// The tensor holds what it held. Takes time linear in what is stored, since arrays may move. It can be written again
    /// like any other, but the next write has to allocate: a tensor that is written over and over is better left as it is.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut x = SparseVector::<f64>::default();
    /// let mut writer = x.write([1000])?;
    /// for index in 0..100 {
    ///     writer.put([5 * index], 1.0)?
    /// }
    /// writer.freeze()?;
    /// assert!(x.level().idx().capacity() > 100);
    /// x.shrink_to_fit();
    /// assert_eq!(x.level().idx().capacity(), 100);
    /// assert_eq!(x.get([495]), Some(1.0));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.level.shrink_to_fit()
    }

    /// Makes room for `values` stored values in all, for a program that is going to append them: lists that know how long they become are
    /// allocated once, where others grow bit by bit. Where fewer values come the rest is addresses, and on most systems no memory. More
    /// may come, too.
    ///
    /// The tensor holds what it held. Lists over lists make room in the innermost ones. What stores every index, or is no list, makes room
    /// when it is written: for it this does nothing.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut x = SparseVector::<f64>::default();
    /// x.reserve(100)?;
    /// let (idx, val) = (x.level().idx().as_ptr(), x.level().child().val().as_ptr());
    /// let mut writer = x.write([1000])?;
    /// for index in 0..100 {
    ///     writer.put([5 * index], 1.0)?
    /// }
    /// writer.freeze()?;
    /// assert_eq!((x.level().idx().as_ptr(), x.level().child().val().as_ptr()), (idx, val));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn reserve(&mut self, values: usize) -> Result<()> {
        match self.level.reserve_values(values) {
            true => Ok(()),
            false => Err(crate::room::no_room(values)),
        }
    }
}
