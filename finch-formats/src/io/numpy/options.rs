//! How npz files are read and written.

use super::*;
use crate::io::files::{replace_by, unwritten};

/// How many bytes of memory any file may take, unless [`Options`] say otherwise.
pub const FREE_BYTES: usize = 1 << 28;

/// Options for reading an npz file, or an array: limits to what it may claim.
///
/// ```
/// use finch_formats::io::numpy::{Options, write_npz};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 1000], (0..1000).map(|i| ([1, i], 0.5)), Add)?;
/// let mut file = Vec::new();
/// write_npz(&a, &mut file)?;
/// let refused = Options::default().max_bytes(1000).read(&file[..]).map(|_: Csr<f64>| ());
/// assert!(refused.unwrap_err().to_string().contains("raise `max_bytes`"));
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub(in crate::io) max_bytes: Option<usize>,
    pub(in crate::io) max_cells: Option<usize>,
}

impl Options {
    settings! {
        /// How many bytes of memory reading may take, besides the file itself and the tensor that is made: by default
        /// [`FREE_BYTES`], or 256 for each byte of the file if that is more. An array counts twice the size of a value of the nest
        /// for each value, since it grows, and 16 bytes for each index or pointer. Every file but a sorted `csr` that is read into
        /// a [`Csr`](crate::Csr) also takes a list of entries, of up to 120 bytes for each entry of a matrix. An npy file has no limit unless
        /// this is set: what it takes grows with the bytes that are read.
        max_bytes(bytes: usize) = Some(bytes);

        /// How many numbers a nest may have room for that are not in the file. By default 2^28 values or eight for each entry, and
        /// 2^20 pointers or 2^10 for each entry.
        max_cells(cells: usize) = Some(cells);
    }

    /// Reads a sparse matrix, or a tensor in coordinates, into any nest of as many dimensions, as [`read_npz`](super::read_npz) does. Errors
    /// are those of that.
    pub fn read<L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static>(
        &self,
        input: impl Read,
    ) -> Result<Tensor<L>> {
        self.archive(input, |archive| sparse::read(archive, self.max_cells))
    }

    /// Reads an array into any nest of as many dimensions, as [`read_npy`](super::read_npy) does, in the time and memory of that. Errors are
    /// those of that.
    pub fn read_npy<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(&self, input: impl Read) -> Result<Tensor<L>> {
        let mut budget = self.max_bytes.map_or_else(Budget::unlimited, Budget::of_bytes);
        let npy::Array { shape, val } = npy::read::<L::T>(input, &mut budget)?;
        if shape.len() != <L::Rank as Nat>::VALUE {
            return Err(rank_differs::<L>(shape.len()));
        }
        crate::io::check_room::<L>(&shape, val.len(), self.max_cells)?;
        Tensor::from_dense(Shape::<L::Rank>::from_iter(shape), &val)
    }

    /// What `read` makes of an archive.
    pub(super) fn archive<R>(&self, input: impl Read, read: impl FnOnce(zip::Archive<'_>) -> Result<R>) -> Result<R> {
        let file = zip::read(input)?;
        read(zip::Archive::new(&file, Budget::of_file(self.max_bytes, file.len()))?)
    }
}

/// How an npz file holds a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// `csr`: entries by rows.
    Csr,
    /// `csc`: entries by columns.
    Csc,
    /// `coo`: entries with all indices, of any number of dimensions.
    Coo,
    /// `bsr`: dense blocks of this many rows and columns, which divide those of the matrix.
    Bsr {
        /// How many rows a block has.
        rows: usize,
        /// How many columns a block has.
        cols: usize,
    },
    /// `dia`: dense diagonals.
    Dia,
}

/// How an npz file is written: by default as `csr`, or `coo` if it is no matrix, and compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    layout: Option<Layout>,
    compressed: Option<bool>,
}

impl WriteOptions {
    settings! {
        /// Sets how the matrix is laid out: by default as `Csr`. `Bsr` and `Dia` store zeros where a block or a diagonal has no entry.
        layout(layout: Layout) = Some(layout);

        /// Sets whether arrays are compressed, as they are by default.
        compressed(compressed: bool) = Some(compressed);
    }

    /// Writes `tensor` to a file, as [`write`](Self::write) does. A file of that name is replaced when the new one is complete. Errors are
    /// those of [`write`](Self::write). The message starts with the name of the file.
    pub fn create<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
        replace_by(path.as_ref(), None, &mut |file| self.write(tensor, file))
    }

    /// Writes `tensor` to `output`, by these options. The whole file is made in memory first. Takes time linear in what the tensor stores.
    ///
    #[doc = include_str!("errors/write.md")]
    pub fn write<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, mut output: impl Write) -> Result<()> {
        let layout = self.layout.unwrap_or(match tensor.shape().len() {
            2 => Layout::Csr,
            _ => Layout::Coo,
        });
        let bytes = layout::bytes(tensor, layout, self.compressed.unwrap_or(true))?;
        let written = output.write_all(&bytes).and_then(|()| output.flush());
        written.map_err(unwritten)
    }
}
