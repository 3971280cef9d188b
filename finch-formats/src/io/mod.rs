//! Files: the only places that know a file format.
//!
//! | format | reads and writes |
//! |---|---|
//! | [`matrix_market`] | matrices, as coordinates or arrays of all kinds of numbers: `.mtx` |
//! | [`numpy`] | arrays of NumPy, sparse matrices of SciPy: `.npy`, `.npz` |
#![cfg_attr(
    feature = "binsparse",
    doc = "| [`binsparse`] | tensors in the formats of Binsparse: `.bspnpy`, `.bsp.npz`, `.bsp.h5` |"
)]
//! | [`tensor_market`] | tensors of any number of dimensions, as FROSTT or TensorMarket: `.tns`, `.ttx` |
//!
//! A file is written under a temporary name in the same directory, and renamed when it is complete. If writing fails, a file that was
//! there stays as it was. What is no regular file, such as a pipe, is written directly.
//!
//! Readers of a file of coordinates take what it does not list as zero. The writers of Matrix Market, TensorMarket and FROSTT files
//! therefore refuse coordinates of a tensor with another fill, such as the infinite lengths of a graph, unless their options say
//! `any_fill(true)`. Arrays of Matrix Market and NumPy list all values, so their writers take tensors of any fill.
//!
//! [`Options`] tell how far reading and writing a file have come, and limit the memory that they take. [`Watched`] does so for any input
//! and output. [`replace`] writes a file of any kind that way.

mod any;
#[cfg(feature = "binsparse")]
pub mod binsparse;
mod files;
pub mod matrix_market;
pub mod numpy;
mod options;
pub mod tensor_market;
mod watched;

use crate::buffer::no_longer_than;
use crate::imports::*;
use matrix_market::MAX_CELLS;
use matrix_market::options::{FREE_ROWS, ROWS_PER_ENTRY};
use std::path::Path;

pub use any::AnyField;
pub use files::{decompressed, opened, replace};
pub use options::Options;
pub use watched::{Progress, Watched};

/// Reads a tensor from a file, which its name says the format of: any format of the [table](self), into any nest of as many
/// dimensions.
///
/// | name ends in | is |
/// |---|---|
/// | `.mtx`, `.ttx`, and these with `.gz` | [`matrix_market`], [`tensor_market`]: the banner shows which |
/// | `.tns`, `.txt`, and these with `.gz` | [`tensor_market`]: with a banner as these, FROSTT without |
/// | `.npy` | [`numpy`]: an array |
/// | `.npz` | [`numpy`]: a sparse matrix |
#[cfg_attr(
    feature = "binsparse",
    doc = "| `.bspnpy`, `.bsp.npz`, with the feature `hdf5` `.h5`, `.hdf5` | [`binsparse`]: a folder, and the same as one file |"
)]
///
/// ```no_run
/// use finch_formats::prelude::*;
///
/// let a: Csr<f64> = finch_formats::io::read("laplacian.npz")?;
/// finch_formats::io::write(&a, "laplacian.mtx.gz")?;
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// Takes as much time and memory as the reader of the format. For `.mtx` files, [`Tensor::read_matrix_market`] is faster and keeps a
/// smaller list of entries.
///
/// Where the file is to say which nest it is read into, [`AnyMatrix::read`](crate::AnyMatrix::read) and
/// [`AnyVector::read`](crate::AnyVector::read) do; where it is to say the type of values too, [`AnyField::read`].
///
/// # Errors
///
/// * [`Parse`](crate::ErrorKind::Parse): the name says no format that is known, or the file is malformed.
/// * What the reader of the format says: [`Tensor::read_tensor_market`], [`Tensor::read_npy`], [`Tensor::read_npz`].
///
/// The message starts with the name of the file.
pub fn read<L>(path: impl AsRef<Path>) -> Result<Tensor<L>>
where
    L: WriteLevel<T: matrix_market::FileValue, Rank: Axes> + Default + 'static,
{
    Options::new().read(path)
}

/// Writes a tensor to a file, which its name says the format of, as [`read`] does. A file of that name is replaced when the new one is
/// complete. A `.mtx` file of a matrix is one of Matrix Market; of other ranks it is refused. Takes the time and memory of the writer of
/// the format.
///
/// # Errors
///
/// * [`Parse`](crate::ErrorKind::Parse): the name says no format that is known.
/// * What the writer of the format says: [`Tensor::write_matrix_market`], [`Tensor::write_tensor_market`],
///   [`Tensor::write_npy`], [`Tensor::write_npz`].
///
/// The message starts with the name of the file.
pub fn write<L: Level<T: matrix_market::FileValue>>(tensor: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
    Options::new().write(tensor, path)
}

#[cold]
fn unknown(path: &Path) -> Error {
    let more = match cfg!(feature = "binsparse") {
        true if cfg!(feature = "hdf5") => ", or in .bspnpy, .bsp.npz, .h5 or .hdf5",
        true => ", or in .bspnpy or .bsp.npz",
        false => "",
    };
    error!(
        Parse,
        "{}: the name of a file ends in .mtx, .ttx, .tns, .txt, .npy or .npz, of which .gz may stand behind the first four{more}",
        path.display()
    )
}

/// The extension of a file, in lower case; of text that is compressed, the one in front of `.gz`. All containers of
/// Binsparse are what `.bspnpy` is.
fn extension(path: &Path) -> Option<String> {
    let end = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    match end(path) {
        Some(gz) if gz == "gz" => end(Path::new(path.file_stem()?)).filter(|end| !matches!(&end[..], "npy" | "npz")),
        #[cfg(feature = "binsparse")]
        Some(npz) if npz == "npz" && end(Path::new(path.file_stem()?)).is_some_and(|end| end == "bsp") => {
            Some("bspnpy".into())
        }
        #[cfg(feature = "hdf5")]
        Some(h5) if h5 == "h5" || h5 == "hdf5" => Some("bspnpy".into()),
        found => found,
    }
}

/// Room that is refused to what files claim. By default, a nest of these extents may take up [`MAX_CELLS`]
/// numbers, or eight for each entry; of these, [`FREE_ROWS`] may be pointers, or [`ROWS_PER_ENTRY`] for each entry.
fn check_room<L: WriteLevel>(shape: &[usize], entries: usize, most: Option<usize>) -> Result<()> {
    let check = |what: &str, room: usize, most: usize, each: usize| {
        ensure!(room <= most.max(entries.saturating_mul(each)), else TooLarge,
            "extents {shape:?} need room for {room} {what} at once, more than {most}: read the file into a nest that stores \
             entries only, such as `Dcsr`, `Csf` or `Coo3`, or raise `max_cells`");
        Ok(())
    };
    let mut rows = shape.to_vec();
    rows.last_mut().into_iter().for_each(|extent| *extent = 1);
    check("rows", L::room(&rows), most.unwrap_or(FREE_ROWS), ROWS_PER_ENTRY)?;
    check("numbers or values", L::room(shape), most.unwrap_or(MAX_CELLS), 8)
}

/// Runs `assembled`, which makes a tensor of so many `entries` of a file, and lets no array grow beyond what extents may claim: `most`, or
/// [`MAX_CELLS`]. An index alone says how far a band or a dense row of a list reaches.
fn in_room<R>(entries: usize, most: Option<usize>, assembled: impl FnOnce() -> R) -> R {
    let most = most.unwrap_or(MAX_CELLS);
    no_longer_than(most.max(entries.saturating_mul(ROWS_PER_ENTRY)), assembled)
}

/// Refuses a tensor whose fill is not zero, of which `files` would not tell.
fn check_fill<L: Level<T: matrix_market::FileValue>>(files: &str, instead: &str) -> Result<()> {
    let fill = L::Fill::value();
    ensure!(<L::T as matrix_market::FileValue>::from_integer(0) == Some(fill), else Mismatch,
        "what {files} do not list is zero, and the fill of the tensor is {fill:?}: {instead}");
    Ok(())
}

/// The error of entries at one place.
#[cold]
fn unmerged(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Arithmetic => error.context("entries at one place have no value together"),
        _ => error,
    }
}
