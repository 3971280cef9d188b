//! Files of NumPy and SciPy: npy, an array, and npz, a sparse matrix as `scipy.sparse.save_npz` writes it.
//!
//! ```text
//! a.npy                                   a.npz, a zip archive
//! \x93NUMPY 1 0 118                       format.npy   b'csr'
//! {'descr': '<f8',                        shape.npy    [2, 3]
//!  'fortran_order': False,                indptr.npy   [0, 1, 3]
//!  'shape': (2, 3), }                     indices.npy  [2, 0, 1]
//! values, one after the other             data.npy     [1.0, 2.0, 3.0]
//! ```
//!
//! | | reads into any nest | writes any nest |
//! |---|---|---|
//! | array | [`read_npy`], [`Tensor::read_npy`](crate::Tensor::read_npy) | [`write_npy`], [`Tensor::write_npy`](crate::Tensor::write_npy) |
//! | sparse matrix | [`read_npz`], [`Tensor::read_npz`](crate::Tensor::read_npz) | [`write_npz`], [`Tensor::write_npz`](crate::Tensor::write_npz) |
//!
//! | layout of npz | is read | is written from |
//! |---|---|---|
//! | `csr`, `csc` | rows or columns sorted or not; entries at one place are added; one dimension, too | matrices |
//! | `coo` | of up to eight dimensions; entries at one place are added | tensors of any number of dimensions |
//! | `bsr` | values in blocks that are the fill are left out | matrices of which blocks divide rows and columns |
//! | `dia` | values on diagonals that are the fill are left out | matrices |
//!
//! Values may be booleans, integers of up to 64 bits, floating point numbers of 32 or 64 bits and complex numbers of these, in
//! either order of bytes; [`FileValue`] says what they are read into: integers into floating point
//! numbers, to the nearest one, but not the other way round. With the feature `half`, floating point numbers of 16 bits are read, into any of these,
//! and `f16` is written; NumPy has no `bf16`. Objects, structures and texts are refused, so nothing is unpickled. Indices are integers of any width.
//!
//! # What is believed
//!
//! Memory grows with the bytes that are read, not with the shape that a header claims; an array with too few or too many values is
//! refused. What reading an archive takes of memory is limited to [`FREE_BYTES`], or to 256 times the size of the file if that is more:
//! see [`Options::max_bytes`]. Sizes and check sums must be right. Levels that have room for every index, as `Dense` does, may take up to
//! 2^28 numbers, or eight for each entry if that is more, and up to 2^20 pointers of rows, or 2^10 for each entry: see
//! [`Options::max_cells`].
//!
//! # Cost
//!
//! Reading takes time linear in the unpacked file and in what the nest stores, and sorts the entries that are not sorted. `csr` with
//! sorted rows becomes [`Csr`](crate::Csr) without sorting: its pointers and values are moved, its indices copied once. Other layouts
//! and nests go through a list of entries. An npz file is held in memory as a whole, both when it is read and when it is written.

mod any;
pub(in crate::io) mod budget;
pub(in crate::io) mod dtype;
mod layout;
pub(in crate::io) mod npy;
pub(in crate::io) mod options;
pub(in crate::io) mod sparse;
pub(in crate::io) mod zip;

use crate::imports::*;
use crate::io::matrix_market::value::refused;
use crate::io::matrix_market::{Field, FileValue};
use budget::Budget;
use finch_traits::__settings as settings;
use finch_traits::algebra::nat::Nat;
use std::io::{Read, Write};
use std::path::Path;

pub(in crate::io) use any::{field_of_npy, field_of_npz, read_any};
pub use options::{FREE_BYTES, Layout, Options, WriteOptions};

/// Reads an array into any nest of as many dimensions, by default [`Options`]. What the nest stores of the values is what
/// [`Tensor::from_dense`] stores: by [`Dense`] levels alone all of them, by others none that equals the fill, as -0.0 does. Takes time linear
/// in the array, and memory for all of its values beside those of the nest.
///
#[doc = include_str!("errors/read.md")]
pub fn read_npy<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read_npy(input)
}

/// Writes all values of a tensor, stored or not, as an array of its shape, in C order. Takes time linear in all values, and memory
/// for two copies of them.
///
/// ```
/// use finch_formats::io::numpy::{read_npy, write_npy};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 0.5)], Add)?;
/// let mut file = Vec::new();
/// write_npy(&a, &mut file)?;
/// let again: Matrix<f64> = read_npy(&file[..])?;
/// assert_eq!(again.values(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for all values.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the values are `bf16`, which NumPy does not have.
/// * [`Io`](crate::ErrorKind::Io): the output cannot be written.
pub fn write_npy<L: Level<T: FileValue>>(tensor: &Tensor<L>, mut output: impl Write) -> Result<()> {
    npy::is_named::<L::T>()?;
    let bytes = npy::bytes(&tensor.shape(), &tensor.to_dense()?);
    let written = output.write_all(&bytes).and_then(|()| output.flush());
    written.map_err(super::files::unwritten)
}

/// Reads a sparse matrix, or a tensor in coordinates, into any nest, by default [`Options`]. [What it takes](crate::io::numpy#cost) grows
/// with the unpacked file.
///
#[doc = include_str!("errors/read.md")]
pub fn read_npz<L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Writes what a matrix stores as `scipy.sparse.load_npz` reads it, by default [`WriteOptions`]: as `csr`, compressed. A tensor of another
/// rank is written as `coo`. [What it takes](crate::io::numpy#cost) grows with the unpacked file.
///
/// ```
/// use finch_formats::io::numpy::{read_npz, write_npz};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 0.5)], Add)?;
/// let mut file = Vec::new();
/// write_npz(&a, &mut file)?;
/// assert_eq!(read_npz(&file[..]).map(|again: Csr<f64>| again)?, a);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
#[doc = include_str!("errors/write.md")]
pub fn write_npz<L: Level<T: FileValue>>(tensor: &Tensor<L>, output: impl Write) -> Result<()> {
    WriteOptions::default().write(tensor, output)
}

#[cold]
fn rank_differs<L: Level>(order: usize) -> Error {
    let rank = <L::Rank as Nat>::VALUE;
    error!(
        Mismatch,
        "an array of {order} dimensions cannot be read into a nest of {rank}"
    )
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L: Level> Tensor<L> {
    /// Reads an array from an [npy](crate::io::numpy) file into any nest of as many dimensions, in the time and memory of [`read_npy`]. Errors
    /// are those of [`read_npy`]. The message starts with the name of the file.
    pub fn read_npy(path: impl AsRef<Path>) -> Result<Self>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default,
    {
        super::files::open(path.as_ref(), None, |file| read_npy(file))
    }

    /// Writes all values, stored or not, to an [npy](crate::io::numpy) file, in the time and memory of [`write_npy`]. A file of that name is
    /// replaced when the new one is complete. Errors are those of [`write_npy`]. The message starts with the name of the file.
    pub fn write_npy(&self, path: impl AsRef<Path>) -> Result<()>
    where
        L: Level<T: FileValue>,
    {
        super::files::replace_by(path.as_ref(), None, &mut |file| write_npy(self, file))
    }

    /// Reads a sparse matrix from an [npz](crate::io::numpy) file, as `scipy.sparse.save_npz` writes it, into any nest.
    /// [What it takes](crate::io::numpy#cost) grows with the unpacked file.
    ///
    /// ```no_run
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::read_npz("laplacian.npz")?;
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Errors are those of [`read_npz`]. The message starts with the name of the file.
    pub fn read_npz(path: impl AsRef<Path>) -> Result<Self>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
    {
        super::files::open(path.as_ref(), None, |file| read_npz(file))
    }

    /// Writes what is stored to an [npz](crate::io::numpy) file, as [`write_npz`] does. A file of that name is replaced when the new one is
    /// complete. Errors are those of [`write_npz`]. The message starts with the name of the file.
    pub fn write_npz(&self, path: impl AsRef<Path>) -> Result<()>
    where
        L: Level<T: FileValue>,
    {
        WriteOptions::default().create(self, path)
    }
}
