//! Files to tensors and back, in one call.

use super::*;
use crate::alias::Csr;

/// Reads a matrix into any nest, by default [`Options`]. [What it takes](crate::io::matrix_market#cost) is linear in the file where entries
/// are listed by rows or by columns.
///
/// ```
/// use finch_formats::io::matrix_market::read;
/// use finch_formats::prelude::*;
///
/// let file = "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n2 3\n";
/// let graph: CsrPattern = read(file.as_bytes())?;
/// assert_eq!(graph.get([1, 2]), Some(true));
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Errors
///
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): entries at one place have no value together, as integers whose sum
///   overflows.
#[doc = include_str!("errors/read.md")]
///
/// The message starts with the number of the line.
pub fn read<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Reads a matrix of `f64` into compressed sparse rows, by default [`Options`]. [`read`] reads any nest and type of values.
/// [What it takes](crate::io::matrix_market#cost) is linear in the file where entries are listed by rows or by columns.
///
/// ```
/// use finch_formats::io::matrix_market::read_csr;
///
/// let file = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4.0\n2 1 0.5\n";
/// let a = read_csr(file.as_bytes())?;
/// assert_eq!(a.to_dense()?, [4.0, 0.5, 0.5, 0.0]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Errors
///
/// * [`Parse`](crate::ErrorKind::Parse): the banner, the size line or an entry is malformed, an entry is one that a file of
///   this symmetry does not list, or there are fewer or more entries than the size line claims.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the values are complex.
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry lies outside of the matrix.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): a number is beyond the range of `f64`, a line is too long, or there are more
///   rows than the default [`Options`] allow or than there is memory for.
/// * [`Io`](crate::ErrorKind::Io): the input cannot be read.
///
/// The message starts with the number of the line.
pub fn read_csr(input: impl Read) -> Result<Csr<f64>> {
    read(input)
}

/// Writes the entries that a matrix stores, by default [`WriteOptions`]: as coordinates, with symmetry `general`, and with the field that
/// their type suggests. [`WriteOptions`] says what it takes.
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for a list of the entries.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): an entry cannot be written as a number of the field, or the fill is not zero: see
///   [`WriteOptions::any_fill`].
/// * [`Io`](crate::ErrorKind::Io): the output cannot be written.
pub fn write<L: Level<T: FileValue, Rank = U2>>(matrix: &Tensor<L>, output: impl Write) -> Result<()> {
    WriteOptions::default().write(matrix, output)
}

impl<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static> Tensor<L> {
    /// Reads a [Matrix Market](crate::io::matrix_market) file, plain or compressed, by default [`Options`].
    /// [What it takes](crate::io::matrix_market#cost) is linear in the file where entries are listed by rows or by columns.
    ///
    /// ```no_run
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::read_matrix_market("bcsstk16.mtx.gz")?;
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): entries at one place have no value together, as integers whose sum
    ///   overflows.
    #[doc = include_str!("errors/read.md")]
    ///
    /// The message starts with the name of the file and, unless the file cannot be opened, the number of the line.
    pub fn read_matrix_market(path: impl AsRef<Path>) -> Result<Self> {
        Options::default().open(path)
    }
}

impl<L: Level<T: FileValue, Rank = U2>> Tensor<L> {
    /// Writes what is stored to a [Matrix Market](crate::io::matrix_market) file, compressed if its name ends in `.gz`, by default
    /// [`WriteOptions`]. [`WriteOptions`] says what it takes.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): an entry cannot be written as one of the field, or the fill is not zero: see
    ///   [`WriteOptions::any_fill`]. No file is made or overwritten.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for a list of the entries. No file is made or
    ///   overwritten.
    /// * [`Io`](crate::ErrorKind::Io): the file cannot be made or written.
    ///
    /// The message starts with the name of the file.
    pub fn write_matrix_market(&self, path: impl AsRef<Path>) -> Result<()> {
        WriteOptions::default().create(self, path)
    }
}
