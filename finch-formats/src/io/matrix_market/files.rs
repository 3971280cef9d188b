//! Files to tensors and back, in one call.

use super::options::Options;
use super::value::Value;
use super::write_options::WriteOptions;
use crate::alias::Csr;
use crate::tensor::Tensor;
use finch_traits::Result;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::io::{Read, Write};
use std::path::Path;
use typenum::U2;

/// Reads a matrix into any nest, by default [`Options`].
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
/// As for [`Options::read`].
pub fn read<L: WriteLevel<T: Value, Rank = U2> + Default + 'static>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Reads a matrix into compressed sparse rows, by default [`Options`].
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
/// As for [`Options::read`].
pub fn read_csr(input: impl Read) -> Result<Csr<f64>> {
    read(input)
}

/// Writes what a matrix stores, by default [`WriteOptions`].
///
/// # Errors
///
/// As for [`WriteOptions::write`].
pub fn write<L: Level<T: Value, Rank = U2>>(matrix: &Tensor<L>, output: impl Write) -> Result<()> {
    WriteOptions::default().write(matrix, output)
}

impl<L: WriteLevel<T: Value, Rank = U2> + Default + 'static> Tensor<L> {
    /// Reads a [Matrix Market](crate::io::matrix_market) file, plain or compressed, by default
    /// [`Options`].
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
    /// The file cannot be read, is not such a file, holds values of another kind, or claims more than there may be: the
    /// message starts with the name of the file and the number of the line.
    pub fn read_matrix_market(path: impl AsRef<Path>) -> Result<Self> {
        Options::default().open(path)
    }
}

impl<L: Level<T: Value, Rank = U2>> Tensor<L> {
    /// Writes what is stored to a [Matrix Market](crate::io::matrix_market) file, compressed if its name ends in `.gz`,
    /// by default [`WriteOptions`].
    ///
    /// # Errors
    ///
    /// The file cannot be written: the message starts with its name.
    pub fn write_matrix_market(&self, path: impl AsRef<Path>) -> Result<()> {
        WriteOptions::default().create(self, path)
    }
}
