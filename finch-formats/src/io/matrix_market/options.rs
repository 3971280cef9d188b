//! How a file is read into a tensor.

use super::*;
use crate::io::in_room;

/// The largest number of rows for which there may be a pointer each, unless [`Options`] say otherwise.
pub const MAX_ROWS: usize = 1 << 31;

/// The largest number of cells that may be stored densely, unless [`Options`] say otherwise.
pub const MAX_CELLS: usize = 1 << 28;

/// So many rows have a pointer each, however few entries there are.
pub(in crate::io) const FREE_ROWS: usize = 1 << 20;

/// Beyond that, so many rows may share an entry.
pub(in crate::io) const ROWS_PER_ENTRY: usize = 1 << 10;

/// Options for reading a file into a tensor: limits to what its size line may claim.
///
/// ```
/// use finch_formats::io::matrix_market::Options;
/// use finch_formats::prelude::*;
///
/// let file = "%%MatrixMarket matrix coordinate real general\n9000000 1 1\n5 1 2.5\n";
/// let refused = Options::default().read(file.as_bytes()).map(|_: Csr<f64>| ());
/// assert!(refused.unwrap_err().to_string().starts_with("line 2: 9000000 rows"));
///
/// let rows_with_entries: Dcsr<f64> = Options::default().read(file.as_bytes())?;
/// assert_eq!(rows_with_entries.get([4, 0]), Some(2.5));
/// let pointer_each: Csr<f64> = Options::default().rows_per_entry(usize::MAX).read(file.as_bytes())?;
/// assert_eq!(pointer_each, rows_with_entries);
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_rows: usize,
    rows_per_entry: usize,
    max_cells: usize,
    #[cfg(feature = "parallel")]
    in_pieces: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_rows: MAX_ROWS,
            rows_per_entry: ROWS_PER_ENTRY,
            max_cells: MAX_CELLS,
            #[cfg(feature = "parallel")]
            in_pieces: false,
        }
    }
}

impl Options {
    settings! {
        /// The largest number of rows that is read into a nest with a pointer for each, as [`Csr`](crate::Csr) has:
        /// [`MAX_ROWS`] by default.
        max_rows(rows: usize) = rows;

        /// How many rows there may be for each entry that was read, in such a nest: 2^10 by default. The first 2^20 rows are
        /// free, so that this limits what a short file can claim, at about 2^14 bytes of pointers for a line.
        rows_per_entry(rows: usize) = rows;

        /// The largest number of cells that is read into a nest which has room for all, as [`Matrix`](crate::Matrix) has:
        /// [`MAX_CELLS`] by default. A matrix of which more than an eighth is stored may have more.
        max_cells(cells: usize) = cells;
    }

    /// Reads the lines of coordinates on the threads of the rayon pool that the caller is in, as [`Reader::parallel`] does. The
    /// tensor and the errors do not depend on the number of threads. Entries are sorted by one thread.
    ///
    /// ```
    /// use finch_formats::io::matrix_market::Options;
    /// use finch_formats::prelude::*;
    ///
    /// let file = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 1 3\n";
    /// let a: Csr<f64> = Options::default().parallel().read(file.as_bytes())?;
    /// assert_eq!(a.to_dense()?, [2.0, 0.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.in_pieces = true;
        self
    }

    /// Reads a matrix into any nest of two dimensions. Values that are listed for one place are added up; truth values are combined by
    /// "or". [What it takes](crate::io::matrix_market#cost) is linear in the file where entries are listed by rows or by columns.
    ///
    #[doc = include_str!("errors/read.md")]
    ///
    /// The message starts with the number of the line; what is wrong with the matrix as a whole is said of the size line.
    pub fn read<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static>(
        &self,
        input: impl Read,
    ) -> Result<Tensor<L>> {
        self.tensor(Reader::new(input)?, L::T::merged)
    }

    /// Reads a matrix as [`read`](Self::read) does, but combines values that are listed for one place by `op`, in the order of the file.
    ///
    /// ```
    /// use finch_formats::io::matrix_market::Options;
    /// use finch_formats::prelude::*;
    ///
    /// let file = "%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 3\n1 1 2\n";
    /// let a: Csr<f64> = Options::default().read_with(file.as_bytes(), Max)?;
    /// assert_eq!(a.get([0, 0]), Some(3.0));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Errors are those of [`read`](Self::read); [`Arithmetic`](crate::ErrorKind::Arithmetic) if `op` fails, as a division by zero.
    pub fn read_with<L, O>(&self, input: impl Read, op: O) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static,
        O: Reducer<L::T>,
    {
        self.tensor(Reader::new(input)?, move |old, new| op.combine(old, new))
    }

    /// Reads a matrix from the file at `path`, plain or compressed, as [`read`](Self::read) does.
    /// Errors are those of [`read`](Self::read). The message starts with the name of the file and, unless that cannot be opened, the number of
    /// the line.
    pub fn open<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static>(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<Tensor<L>> {
        self.tensor(Reader::open(path)?, L::T::merged)
    }

    /// Reads the matrix whose header `reader` has read, as [`read`](Self::read) does.
    ///
    /// ```
    /// use finch_formats::io::matrix_market::{Options, Reader, Symmetry};
    /// use finch_formats::prelude::*;
    ///
    /// let file = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n";
    /// let reader = Reader::new(file.as_bytes())?;
    /// assert_eq!(reader.header().symmetry, Symmetry::Symmetric);
    /// let a: CsrPattern = Options::default().read_behind(reader)?;
    /// assert_eq!(a.get([0, 1]), Some(true));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Errors are those of [`read`](Self::read). The message starts with what those of `reader` start with.
    pub fn read_behind<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static>(
        &self,
        reader: Reader<'_>,
    ) -> Result<Tensor<L>> {
        self.tensor(reader, L::T::merged)
    }

    fn tensor<L>(&self, mut reader: Reader<'_>, combine: impl Fn(L::T, L::T) -> L::T + Copy) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static,
    {
        #[cfg(feature = "parallel")]
        if self.in_pieces {
            reader.read_in_pieces()
        }
        // What no number of entries justifies is refused at once.
        self.check::<L>(&reader, usize::MAX)?;
        let (entries, fault) = fault::watched(|| Sorted::<L::T, L::Fill>::read(&mut reader, combine));
        let entries = entries?;
        if let Some(fault) = fault {
            let error = Error::from(fault).context("entries at one place have no value together");
            return Err(reader.wrong_size(error));
        }
        let count = entries.count();
        self.check::<L>(&reader, count)?;
        let most = L::room(&[reader.header().rows, 1]).max(self.max_cells);
        let tensor = in_room(count, Some(most), || entries.into_tensor());
        tensor.map_err(|error: Error| reader.wrong_size(error))
    }

    /// Checks that a file may claim the size that its header does, where it is read into a nest `L` and has so many entries: what reading does
    /// before anything is allocated for them, and for readers that go through blocks of entries themselves.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): more rows than these options allow would have a pointer each, or more cells would be stored, or
    /// an extent is beyond the largest. The message starts as those of `reader` do, with the size line.
    pub fn check<L: WriteLevel>(&self, reader: &Reader<'_>, entries: usize) -> Result<()> {
        let (rows, cols) = (reader.header().rows, reader.header().cols);
        let (most, room) = (isize::MAX as usize, |cols| L::room(&[rows, cols]));
        let error = if rows > most || cols > most {
            error!(
                TooLarge,
                "{rows} rows and {cols} columns are more than the largest extent, {most}"
            )
        } else if room(1) > self.max_rows {
            error!(
                TooLarge,
                "{rows} rows are more than the {} for which there may be a pointer each: {ELSE}, or raise `max_rows`",
                self.max_rows
            )
        } else if room(1) > FREE_ROWS.max(entries.saturating_mul(self.rows_per_entry)) {
            error!(
                TooLarge,
                "{rows} rows are too many to have a pointer each, for {entries} entries: {ELSE}, or raise \
                 `rows_per_entry`"
            )
        } else if room(cols) > room(1).max(self.max_cells).max(entries.saturating_mul(8)) {
            error!(
                TooLarge,
                "{rows} by {cols} cells are more than the {} that may be stored densely: read the file into a sparse \
                 nest, or raise `max_cells`",
                self.max_cells
            )
        } else {
            return Ok(());
        };
        Err(reader.wrong_size(error))
    }
}

/// Where else a matrix of many rows can go.
const ELSE: &str = "read the file into a nest that stores only rows with entries, such as `Dcsr`, or `WideDcsr` beyond \
                    2^32 rows or columns";
