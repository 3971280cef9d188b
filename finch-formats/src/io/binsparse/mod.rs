//! Files in Binsparse: the arrays of a tensor, and a descriptor in JSON that says what they are.
//!
//! ```text
//! a.bspnpy, a folder
//!   binsparse.json            {"binsparse": {"version": "0.1", "format": "CSR", "shape": [2, 3], "number_of_stored_values": 3,
//!   pointers_to_1.npy           "fill": true, "data_types": {"pointers_to_1": "uint32", "indices_1": "uint32",
//!   indices_1.npy               "values": "float64", "fill_value": "float64"}}}
//!   values.npy                [1.0, 2.0, 3.0]
//!   fill_value.npy            [0.0]
//! ```
//!
//! [Binsparse](https://graphblas.org/binsparse-specification/) says how sparse arrays are laid out, and leaves it open what holds them. The
//! folder, `.bspnpy`, is what Finch.jl reads and writes; its arrays are files of [NumPy](crate::io::numpy). The archive, `.bsp.npz`, is the
//! same in one file: the descriptor is a text of NumPy in it, by the name `binsparse`, next to the arrays. With the feature `hdf5`, `.bsp.h5`
//! is an HDF5 file with a dataset for each array, and the descriptor as the attribute `binsparse` of its root.
//!
//! | | reads into any nest | writes any nest |
//! |---|---|---|
//! | folder, archive, HDF5 file | [`Tensor::read_binsparse`](crate::Tensor::read_binsparse), [`Options::open`] | [`Tensor::write_binsparse`](crate::Tensor::write_binsparse), [`WriteOptions::create`] |
//! | archive | [`read`], [`Options::read`] | [`write()`], [`WriteOptions::write`] |
//!
//! # What is read
//!
//! | | |
//! |---|---|
//! | formats | those of [`Format`], with their other names `DMAT`, `COO`; and `custom` levels, dense and sparse, of any ranks, transposed or not |
//! | structures | those of [`Structure`]: the half that is left out is filled in, or left to a [`Symmetric`] nest |
//! | types of values | `uint8` to `uint64`, `int8` to `int64`, `float32`, `float64`, `bint8`, `complex[..]`, `iso[..]`; [`FileValue`] says what they are read into |
//! | types of indices and pointers | integers of any width |
//! | `fill` | the value must be the fill of the nest, if the descriptor names one and something is not stored |
//!
//! Entries need not be sorted; several at one place are refused. Formats that store every index have no entries: their values that are
//! the fill are left out by nests that need not store them.
//!
//! # What is written
//!
//! | nest | is written as |
//! |---|---|
//! | [`Vector`](crate::Vector), [`Matrix`](crate::Matrix), and other nests that store all values and no arrays besides | `DVEC`, `DMATR`, dense levels |
//! | [`SparseVector`](crate::SparseVector) and other vectors | `CVEC` |
//! | [`Csr`](crate::Csr) and other matrices that are dense outside | `CSR` |
//! | [`Dcsr`](crate::Dcsr) and other matrices | `DCSR` |
//! | [`Coo`](crate::Coo), [`Coo3`](crate::Coo3) | `COOR`, a sparse level of rank 3 |
//! | [`SymmetricMatrix`](crate::SymmetricMatrix) | `CSR`, `symmetric_lower` |
//! | other tensors | lists in lists, in an array or not |
//!
//! [`WriteOptions`] set another format. What is stored is written, zeros too; of runs, each index. The fill is written always.
//!
//! A folder is written beside the old one, as files are, and takes its place in two steps: a program that is killed between them leaves the
//! old folder and the new one under hidden names beside it. A folder that holds anything else than such arrays is not replaced.
//!
//! # What is believed
//!
//! Nothing: arrays must be of the types and lengths that the descriptor says, pointers ascend to the end, indices lie below extents. Memory
//! grows with what is read, not with what is claimed, and is limited as with [npz files](crate::io::numpy#what-is-believed).
//!
//! # What the feature changes elsewhere
//!
//! `serde_json` compares numbers with values of JSON. So where it is among the dependencies, the other side of a comparison needs a type
//! of its own: `assert_eq!(x.values(), [0.0; 0])` in place of `[]`.
//!
//! # Cost
//!
//! Reading takes time linear in the arrays and in what the nest stores, and sorts the entries that are not sorted. `CSR` becomes
//! [`Csr`](crate::Csr) without sorting: pointers and values are moved, indices copied once. Other formats and nests go through a list of
//! entries, or of all values. Writing takes such a list too. An archive or HDF5 file is held in memory as a whole; of a
//! folder, one array at a time.

mod any;
mod container;
mod descriptor;
mod format;
#[cfg(feature = "hdf5")]
mod hdf5;
mod options;
mod reader;
mod types;
mod writer;

use super::matrix_market::value::refused;
use super::matrix_market::{Field, FileValue};
use super::numpy::npy;
use crate::imports::*;
use descriptor::Descriptor;
use finch_traits::algebra::nat::Nat;
use format::LevelLayout;
use std::io::{Read, Write};
use std::path::Path;
use types::DataType;

pub(in crate::io) use any::{field_of, read_matrix, read_vector};
pub use format::{Format, LevelDesc, Structure};
pub use options::{Options, WriteOptions};
pub use types::IndexType;

/// Reads a tensor from an archive into any nest of as many dimensions, by default [`Options`]. [What it takes](crate::io::binsparse#cost)
/// grows with the arrays.
///
#[doc = include_str!("errors/read.md")]
pub fn read<L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static>(input: impl Read) -> Result<Tensor<L>> {
    Options::default().read(input)
}

/// Writes what a tensor stores to an archive, by default [`WriteOptions`]. [What it takes](crate::io::binsparse#cost) grows with the
/// arrays.
///
/// ```
/// use finch_formats::io::binsparse::{read, write};
/// use finch_formats::prelude::*;
///
/// let a = Csf::<f64>::from_triplets([2, 3, 4], [([1, 2, 3], 0.5)], Add)?;
/// let mut file = Vec::new();
/// write(&a, &mut file)?;
/// assert_eq!(read(&file[..]).map(|again: Csf<f64>| again)?, a);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
#[doc = include_str!("errors/write.md")]
pub fn write<L: Level<T: FileValue>>(tensor: &Tensor<L>, output: impl Write) -> Result<()> {
    WriteOptions::default().write(tensor, output)
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L: Level> Tensor<L> {
    /// Reads a tensor from a [Binsparse](crate::io::binsparse) folder, or archive if the name ends in `.npz`, or HDF5 file if it ends in
    /// `.h5` or `.hdf5` (feature `hdf5`), into any nest of as many dimensions. [What it takes](crate::io::binsparse#cost) grows with the
    /// arrays.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let path = std::env::temp_dir().join(format!("finch-{}.bspnpy", std::process::id()));
    /// let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add)?;
    /// a.write_binsparse(&path)?;
    /// assert!(path.join("binsparse.json").is_file() && path.join("values.npy").is_file());
    /// let again = Csr::<f64>::read_binsparse(&path);
    /// std::fs::remove_dir_all(&path)?;
    /// assert_eq!(again?, a);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    #[doc = include_str!("errors/read.md")]
    ///
    /// The message starts with the name of the folder or archive and that of the array.
    pub fn read_binsparse(path: impl AsRef<Path>) -> Result<Self>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
    {
        Options::default().open(path)
    }

    /// Writes what is stored to a [Binsparse](crate::io::binsparse) folder, or archive if the name ends in `.npz`, or HDF5 file if it ends
    /// in `.h5` or `.hdf5` (feature `hdf5`). What is there is replaced when the new one is complete, unless it is a folder that holds
    /// anything but arrays and a descriptor. [What it takes](crate::io::binsparse#cost) grows with the arrays.
    ///
    #[doc = include_str!("errors/write.md")]
    ///
    /// The message starts with the name of the folder or archive.
    pub fn write_binsparse(&self, path: impl AsRef<Path>) -> Result<()>
    where
        L: Level<T: FileValue>,
    {
        WriteOptions::default().create(self, path)
    }
}
