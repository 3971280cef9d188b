//! How files are read and written whose names say what they are.

use super::matrix_market::{Field, FileValue};
use super::watched::{Listener, Progress, Told};
use super::{AnyField, extension, files, numpy, tensor_market, unknown};
use crate::any::{AnyMatrix, AnyVector};
use crate::imports::*;
use finch_traits::__settings as settings;
use finch_traits::algebra::number::Number;
use std::path::Path;

/// How files are read and written whose names say what they are: who is told how far they have come, and what they may take of memory.
///
/// [`read`](super::read), [`write`](fn@super::write), [`AnyMatrix::read`] and so on are these methods with the default options. Each format has
/// options of its own beside these, as [`matrix_market::Options`](super::matrix_market::Options) has.
///
/// ```
/// use finch_formats::io;
/// use finch_formats::prelude::*;
///
/// let path = std::env::temp_dir().join(format!("finch-options-{}.npz", std::process::id()));
/// let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.5)], Add)?;
/// io::write(&a, &path)?;
///
/// let mut percent = 0;
/// let mut tell = |at: io::Progress| percent = 100 * at.bytes / at.total.unwrap_or(at.bytes);
/// let again: Csr<f64> = io::Options::new().progress(&mut tell).max_cells(1 << 20).read(&path)?;
/// assert_eq!((again, percent), (a, 100));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Options<'t> {
    tell: Option<&'t mut dyn FnMut(Progress)>,
    max_bytes: Option<usize>,
    max_cells: Option<usize>,
}

crate::shown!([] Options<'_> |it| max_bytes: it.max_bytes, max_cells: it.max_cells);

impl<'t> Options<'t> {
    /// Nobody is told, and the limits are those of each format.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `tell` after each block that is read or written: some thousand bytes of most files, at most 2^20 of those that are written.
    /// Sorting the entries that were read, and laying out an archive before it is written, is not told of.
    ///
    /// If `tell` panics, the panic passes through the method. A file that is written stays as it was.
    #[must_use]
    pub fn progress(mut self, tell: &'t mut dyn FnMut(Progress)) -> Self {
        self.tell = Some(tell);
        self
    }

    settings! {
        /// How many bytes of memory reading a file of NumPy, SciPy or Binsparse may take besides the file itself and the tensor: see
        /// [`numpy::Options::max_bytes`](super::numpy::Options::max_bytes). What reading text takes grows with the text.
        max_bytes(bytes: usize) = Some(bytes);

        /// How many numbers a nest may have room for that are not in the file. By default 2^28 values or eight for each entry, and
        /// 2^20 pointers or 2^10 for each entry.
        max_cells(cells: usize) = Some(cells);
    }

    /// Reads a tensor, as [`io::read`](super::read) does.
    ///
    /// # Errors
    ///
    /// Those of [`io::read`](super::read). The message starts with the name of the file.
    pub fn read<L>(self, path: impl AsRef<Path>) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
    {
        let (path, limits) = (path.as_ref(), self.limits());
        self.told(|listener| match extension(path).as_deref() {
            Some("mtx" | "ttx" | "tns" | "txt") => text(limits).tensor(tensor_market::Reader::told(path, listener)?),
            Some("npy") => files::open(path, listener, |file| limits.read_npy(file)),
            Some("npz") => files::open(path, listener, |file| limits.read(file)),
            #[cfg(feature = "binsparse")]
            Some("bspnpy") => binsparse(limits).told(path, listener),
            _ => Err(unknown(path)),
        })
    }

    /// Reads a matrix in the format that the file has, as [`AnyMatrix::read`] does.
    ///
    /// # Errors
    ///
    /// Those of [`AnyMatrix::read`]. The message starts with the name of the file.
    pub fn read_matrix<T: Number + FileValue>(self, path: impl AsRef<Path>) -> Result<AnyMatrix<T>> {
        let (path, limits) = (path.as_ref(), self.limits());
        self.told(|listener| match extension(path).as_deref() {
            Some("mtx" | "ttx" | "tns" | "txt") => match tensor_market::Reader::told(path, listener)?.into_matrix() {
                Ok(matrix) => super::any::read_behind(matrix, limits.max_cells),
                Err(tensor) => text(limits).tensor(*tensor).map(AnyMatrix::Coo),
            },
            Some("npy") => files::open(path, listener, |file| limits.read_npy(file)).map(AnyMatrix::Full),
            Some("npz") => files::open(path, listener, |file| numpy::read_any(limits, file)),
            #[cfg(feature = "binsparse")]
            Some("bspnpy") => super::binsparse::read_matrix(binsparse(limits), path, listener),
            _ => Err(unknown(path)),
        })
    }

    /// Reads a vector in the format that the file has, as [`AnyVector::read`] does.
    ///
    /// # Errors
    ///
    /// Those of [`io::read`](super::read). The message starts with the name of the file.
    pub fn read_vector<T: Number + FileValue>(self, path: impl AsRef<Path>) -> Result<AnyVector<T>> {
        let path = path.as_ref();
        match extension(path).as_deref() {
            Some("npy") => self.read(path).map(AnyVector::Full),
            #[cfg(feature = "binsparse")]
            Some("bspnpy") => {
                let limits = self.limits();
                self.told(|listener| super::binsparse::read_vector(binsparse(limits), path, listener))
            }
            _ => self.read(path).map(AnyVector::Sparse),
        }
    }

    /// Reads a matrix with the type of values that the file says, as [`AnyField::read`] does. The file is opened twice: what is read of it
    /// for the first time, to find the type, is not told of.
    ///
    /// # Errors
    ///
    /// Those of [`AnyField::read`]. The message starts with the name of the file.
    pub fn read_field(self, path: impl AsRef<Path>) -> Result<AnyField> {
        let (path, limits) = (path.as_ref(), self.limits());
        let field = match extension(path).as_deref() {
            Some("mtx" | "ttx" | "tns" | "txt") => {
                tensor_market::Reader::open(path)?.header().field.unwrap_or(Field::Real)
            }
            Some("npy") => files::open(path, None, numpy::field_of_npy)?,
            Some("npz") => files::open(path, None, |file| numpy::field_of_npz(limits, file))?,
            #[cfg(feature = "binsparse")]
            Some("bspnpy") => super::binsparse::field_of(binsparse(limits), path)?,
            _ => Field::Real,
        };
        Ok(match field {
            Field::Pattern => AnyField::Pattern(self.read(path)?),
            Field::Integer | Field::Unsigned => AnyField::Integer(self.read_matrix(path)?),
            Field::Real => AnyField::Real(self.read_matrix(path)?),
            Field::Complex => AnyField::Complex(self.read_matrix(path)?),
        })
    }

    /// Writes a tensor, as [`io::write`](fn@super::write) does. How many bytes the file will have is not known before.
    ///
    /// # Errors
    ///
    /// Those of [`io::write`](fn@super::write). The message starts with the name of the file.
    pub fn write<L: Level<T: FileValue>>(self, tensor: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        self.told(|listener| match extension(path).as_deref() {
            Some("mtx" | "ttx" | "tns" | "txt") => {
                let options = tensor_market::WriteOptions::default().dialect(tensor_market::Dialect::of(path));
                files::replace_by(path, listener, &mut |file| options.write(tensor, file))
            }
            Some("npy") => files::replace_by(path, listener, &mut |file| numpy::write_npy(tensor, file)),
            Some("npz") => files::replace_by(path, listener, &mut |file| numpy::write_npz(tensor, file)),
            #[cfg(feature = "binsparse")]
            Some("bspnpy") => super::binsparse::WriteOptions::default().create_told(tensor, path, listener),
            _ => Err(unknown(path)),
        })
    }

    fn limits(&self) -> numpy::Options {
        numpy::Options {
            max_bytes: self.max_bytes,
            max_cells: self.max_cells,
        }
    }

    /// What `run` returns, which tells who is to be told.
    fn told<R>(self, run: impl FnOnce(Told<'_>) -> R) -> R {
        let listener = self.tell.map(Listener::new);
        run(listener.as_ref().map(|listener| listener as _))
    }
}

/// Options for text of these limits.
fn text(limits: numpy::Options) -> tensor_market::Options {
    let options = tensor_market::Options::default();
    match limits.max_cells {
        Some(cells) => options.max_cells(cells),
        None => options,
    }
}

/// Options for Binsparse of these limits.
#[cfg(feature = "binsparse")]
fn binsparse(limits: numpy::Options) -> super::binsparse::Options {
    super::binsparse::Options {
        max_bytes: limits.max_bytes,
        max_cells: limits.max_cells,
    }
}
