//! Files of tensors of any number of dimensions: FROSTT (`.tns`) and TensorMarket (`.ttx`).
//!
//! ```text
//! 1 1 3 2.0                                        FROSTT: indices (from 1) and value, a line each
//! 2 1 1 4.0
//!
//! %%MatrixMarket tensor coordinate real general    TensorMarket: the banner of Matrix Market for a `tensor`
//! 2 1 3 2                                          extents, and how many entries follow
//! 1 1 3 2.0
//! 2 1 1 4.0
//! ```
//!
//! [`read`] reads a file into any nest of as many dimensions, [`write`](fn@write) writes one;
//! [`Tensor::read_tensor_market`](crate::Tensor::read_tensor_market) and
//! [`Tensor::write_tensor_market`](crate::Tensor::write_tensor_market) do so with files. [`Options`] and [`WriteOptions`] say how,
//! [`Reader`] streams entries. What a file is shows in how it starts: behind `%%` stands a banner, anything else is FROSTT. A banner
//! for a `matrix` is one of [Matrix Market](super::matrix_market), with its symmetries.
//!
//! # What is read
//!
//! The reader is as strict as that of [Matrix Market](super::matrix_market#what-is-read), whose table holds here too, for
//! compressed data, numbers, line ends and entries at one place, which are added. Besides:
//!
//! | in a file | here |
//! |---|---|
//! | extents | TensorMarket gives them; in FROSTT they are the largest indices, or what [`Options::shape`] says |
//! | values of FROSTT | are integers if the tensor is one of integers or truth values, decimal numbers otherwise |
//! | fields of TensorMarket | `real`, `integer`, `complex`, `pattern`, `unsigned-integer` |
//! | `array` | gives all values, the first index changing fastest |
//! | a symmetry of a tensor | is refused: nothing says what it means beyond two dimensions |
//! | comments and blank lines | are skipped: those behind `#` in FROSTT, behind `%` in TensorMarket |
//! | a FROSTT file without entries | is refused, unless [`Options::shape`] says its extents |
//! | lines with more or fewer numbers than the first | are refused |
//! | index 0 | is refused |
//!
//! # Cost
//!
//! Reading takes time linear in the file, and sorts the entries that are not sorted. Memory grows with the entries that were read, not
//! with those that the file claims: each takes a machine word per dimension, and its value. Levels that have room for every index, as
//! `Dense` does, may take up to [`MAX_CELLS`](super::matrix_market::MAX_CELLS) numbers, or eight for each entry if that is more, and up to 2^20 pointers of rows, or 2^10
//! for each entry; [`Options::max_cells`] sets another limit. Writing takes time linear in the entries, and no memory for them.

mod header;
mod options;
mod reader;
mod write_options;

use crate::imports::*;
use crate::io::matrix_market::lines::{Lines, finish, number, words};
use crate::io::matrix_market::value::refused;
use crate::io::matrix_market::{Field, FileValue, Format, Symmetry, careful, scan};
use finch_traits::__settings as settings;
use std::io::{Read, Write};
use std::path::Path;

pub use header::Header;
pub use options::Options;
pub use reader::Reader;
pub use write_options::{Dialect, WriteOptions};

/// Reads a tensor into any nest, by default [`Options`]. What it takes is said [above](self#cost).
///
/// ```
/// use finch_formats::io::tensor_market::read;
/// use finch_formats::prelude::*;
///
/// let a: Csf<f64> = read("# three dimensions\n1 1 3 2.0\n2 1 1 4.0\n".as_bytes())?;
/// assert_eq!((&a.shape()[..], a.get([1, 0, 0])), (&[2, 1, 3][..], Some(4.0)));
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
#[doc = include_str!("errors/read.md")]
///
/// The message starts with the number of the line, unless it is about the file as a whole.
pub fn read<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Writes the entries that a tensor stores, by default [`WriteOptions`]: as FROSTT. Takes time linear in the entries, and no memory for
/// them.
///
#[doc = include_str!("errors/write.md")]
pub fn write<L: Level<T: FileValue>>(tensor: &Tensor<L>, output: impl Write) -> Result<()> {
    WriteOptions::default().write(tensor, output)
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L: Level> Tensor<L> {
    /// Reads a [FROSTT or TensorMarket](crate::io::tensor_market) file, plain or compressed, by default [`Options`].
    /// [What it takes](crate::io::tensor_market#cost) grows with the file.
    ///
    /// ```no_run
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csf::<f64>::read_tensor_market("nell-2.tns.gz")?;
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    #[doc = include_str!("errors/read.md")]
    ///
    /// The message starts with the name of the file and, unless it is about the file as a whole, the number of the line.
    pub fn read_tensor_market(path: impl AsRef<Path>) -> Result<Self>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default,
    {
        Options::default().open(path)
    }

    /// Writes what is stored to a file: [TensorMarket](crate::io::tensor_market) if its name ends in `.ttx`, Matrix Market if in `.mtx`,
    /// FROSTT otherwise; compressed if `.gz` stands behind that. A file of that name is replaced when the new one is complete. Takes time
    /// linear in the entries, and no memory for them.
    ///
    #[doc = include_str!("errors/write.md")]
    ///
    /// The message starts with the name of the file.
    pub fn write_tensor_market(&self, path: impl AsRef<Path>) -> Result<()>
    where
        L: Level<T: FileValue>,
    {
        let path = path.as_ref();
        WriteOptions::default().dialect(Dialect::of(path)).create(self, path)
    }
}
