//! Files to tensors and back, in one call.

use super::*;

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
#[doc = include_str!("errors/read.md")]
///
/// The message starts with the number of the line.
pub fn read<L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Writes the entries that a matrix stores, by default [`WriteOptions`]: as coordinates, with symmetry `general`, and with the field that
/// their type suggests. [`WriteOptions`] says what it takes.
///
#[doc = include_str!("errors/write.md")]
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
    #[doc = include_str!("errors/write.md")]
    ///
    /// The message starts with the name of the file. If there is an error, no file is made or overwritten.
    pub fn write_matrix_market(&self, path: impl AsRef<Path>) -> Result<()> {
        WriteOptions::default().create(self, path)
    }
}
