//! Files into tensors whose format the file says.

use super::matrix_market::options::{FREE_ROWS, ROWS_PER_ENTRY};
use super::matrix_market::{self, FileValue, Format, Header, MAX_CELLS, Reader, Symmetry};
use super::options::Options;
use crate::alias::CsrPattern;
use crate::any::{AnyMatrix, AnyVector};
use crate::imports::*;
use finch_traits::algebra::number::Number;
use num_complex::Complex;
use std::path::Path;

impl<T: Number + FileValue> AnyMatrix<T> {
    /// Reads a matrix from a file. The layout in the file decides the format, see the table. The end of its name says the kind of file, see
    /// [`io::read`](crate::io::read). Takes the time and memory of the reader of that kind.
    ///
    /// | file | is read into |
    /// |---|---|
    /// | `.mtx`, `.ttx` with the banner of a matrix, `array` | `Dense`; `Symmetric`, if its banner says so |
    /// | `.mtx`, `.ttx` with the banner of a matrix, `coordinate` | `Csr`, expanded; `Symmetric`, if its banner says so and it lists half of the triangle or more, up to 2^28 places; `Dcsr`, if there are too many rows to have a pointer each |
    /// | `.ttx`, `.mtx` with the banner of a tensor, `.tns`, `.txt` | `Coo` |
    /// | `.npy` | `Dense` |
    /// | `.npz` | `Csr` of `csr`, `csc` and `dia`; `Coo` of `coo`; `Blocks2` to `Blocks4` of `bsr` with such blocks, and `Stretches` of others |
    /// | `.bspnpy`, `.bsp.npz`, `.h5`, `.hdf5`, with the features `binsparse` and `hdf5` | `Full` of `DMATR`, `DMATC`; `Csr` of `CSR`, `CSC`; `Dcsr` of `DCSR`, `DCSC`, and where there are too many rows to have a pointer each; `Coo` of `COOR`, `COOC`; `FullSymmetric` of symmetric ones that store all values, or half of a triangle or more |
    ///
    /// ```no_run
    /// use finch_formats::prelude::*;
    ///
    /// let a = AnyMatrix::<f64>::read("laplacian.npz")?;
    /// a.write("laplacian.mtx.gz")?;
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Parse`](crate::ErrorKind::Parse): the name says no kind of file that is known, or the file is malformed.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the file holds no matrix, or values that are not read into `T`.
    /// * What the reader of the kind of file says: [`Tensor::read_matrix_market`], [`Tensor::read_tensor_market`],
    ///   [`Tensor::read_npy`], [`Tensor::read_npz`].
    ///
    /// The message starts with the name of the file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Options::new().read_matrix(path)
    }

    /// Writes what is stored to a file, whose name says the kind, as [`io::write`](crate::io::write) does, in the time and memory of that.
    /// Errors are those of that.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        crate::with_format!(self, |a| super::write(a, path.as_ref()))
    }
}

impl<T: Number + FileValue> AnyVector<T> {
    /// Reads a vector from a file: `.npy` into `Full`, `.npz`, `.tns`, `.ttx` and `.txt` into `Sparse`; with the features `binsparse` and
    /// `hdf5`, `.bspnpy`, `.bsp.npz`, `.h5` and `.hdf5` into `Full` if they store all values, or else into `Sparse`. Takes the time and
    /// memory of the reader of that kind.
    ///
    /// # Errors
    ///
    /// Those of [`io::read`](crate::io::read). The message starts with the name of the file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Options::new().read_vector(path)
    }

    /// Writes what is stored to a file, whose name says the kind, as [`io::write`](crate::io::write) does, in the time and memory of that.
    /// Errors are those of that.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        crate::with_format!(self, |x| super::write(x, path.as_ref()))
    }
}

/// Reads the matrix behind the header of a Matrix Market file into the format that it is like.
pub(super) fn read_behind<T: Number + FileValue>(reader: Reader<'_>, max_cells: Option<usize>) -> Result<AnyMatrix<T>> {
    let mut options = matrix_market::Options::default();
    if let Some(cells) = max_cells {
        options = options.max_cells(cells)
    }
    let &Header {
        format,
        symmetry,
        rows,
        entries,
        ..
    } = reader.header();
    let is_full = format == Format::Array || fills_half(rows, entries);
    if symmetry == Symmetry::Symmetric && is_full {
        options.read_behind(reader).map(AnyMatrix::FullSymmetric)
    } else if format == Format::Array {
        options.read_behind(reader).map(AnyMatrix::Full)
    } else if rows > FREE_ROWS.max(entries.saturating_mul(ROWS_PER_ENTRY)) {
        options.read_behind(reader).map(AnyMatrix::Dcsr)
    } else {
        options.read_behind(reader).map(AnyMatrix::Csr)
    }
}

/// Whether so many entries are at least half of a triangle with so many rows, and not more than it has places.
pub(super) fn fills_half(rows: usize, entries: usize) -> bool {
    let half = Header::array_entries(rows, rows, Symmetry::Symmetric).filter(|&half| half <= MAX_CELLS);
    half.is_some_and(|half| entries >= half - half / 2 && entries <= half)
}

/// A matrix of whatever type of values a file holds.
///
/// ```
/// use finch_formats::io::AnyField;
/// use finch_formats::prelude::*;
///
/// let path = std::env::temp_dir().join(format!("finch-any-field-{}.mtx", std::process::id()));
/// std::fs::write(&path, "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 7\n")?;
/// let read = AnyField::read(&path);
/// std::fs::remove_file(&path)?;
/// match read? {
///     AnyField::Integer(a) => assert_eq!(a.get([1, 0]), Some(7)),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyField {
    /// Places without values, or truth values.
    Pattern(CsrPattern),
    /// Integers, with a sign or without, up to 64 bits with one.
    Integer(AnyMatrix<i64>),
    /// Floating point numbers.
    Real(AnyMatrix<f64>),
    /// Pairs of floating point numbers.
    Complex(AnyMatrix<Complex<f64>>),
}

impl AnyField {
    /// Reads a matrix from a file, with the type of values that the file says, in the format that [`AnyMatrix::read`] chooses. The end of
    /// its name says the kind of file, see [`io::read`](crate::io::read). Numbers of files without a banner, `.tns` and `.txt`, are read as
    /// real. The file is opened twice, so it cannot be a pipe. Takes the time and memory of the reader of that kind.
    ///
    /// Compiles reading for four types of values: a program that knows which it wants compiles less with [`AnyMatrix::read`].
    ///
    /// # Errors
    ///
    /// Those of [`AnyMatrix::read`]. [`TooLarge`](crate::ErrorKind::TooLarge): an integer does not fit `i64`. The message starts
    /// with the name of the file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Options::new().read_field(path)
    }
}
