//! How tensors are read and written.

use super::container::{Sink, Source, check_replaced};
use super::writer::Plan;
use super::*;
use crate::io::files::{open, replace_by, replace_folder, unwritten};
use crate::io::numpy::budget::Budget;
use crate::io::numpy::zip::{self, Archive, ArchiveWriter};
use crate::io::watched::Told;
use finch_traits::__settings as settings;

/// Options for reading: limits to what a file may claim.
///
/// ```
/// use finch_formats::io::binsparse::{Options, write};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 1000], (0..1000).map(|i| ([1, i], 0.5)), Add)?;
/// let mut file = Vec::new();
/// write(&a, &mut file)?;
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
        /// How many bytes of memory reading may take, besides an archive itself and the tensor that is made: by default
        /// [`FREE_BYTES`](crate::io::numpy::FREE_BYTES), or 256 for each byte of the archive, or of the arrays of a folder, if that is more.
        /// An array counts twice the size of a value of the nest for each value, since it grows, and 16 bytes for each index or pointer.
        /// Whatever is no `CSR` that is read into a [`Csr`](crate::Csr) also takes lists of entries.
        max_bytes(bytes: usize) = Some(bytes);

        /// How many numbers a nest may have room for that are not in the file. By default 2^28 values or eight for each entry, and
        /// 2^20 pointers or 2^10 for each entry.
        max_cells(cells: usize) = Some(cells);
    }

    /// Reads a tensor, as [`Tensor::read_binsparse`] does, in the time and memory of that. Errors are those of that.
    pub fn open<L>(&self, path: impl AsRef<Path>) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
    {
        self.told(path.as_ref(), None)
    }

    /// `open`, of which `listener` is told.
    pub(in crate::io) fn told<L>(&self, path: &Path, listener: Told<'_>) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
    {
        self.opened(path, listener, |source, descriptor| {
            reader::read(source, descriptor, self.max_cells)
        })
    }

    /// Reads a tensor from an archive, as [`read`](super::read) does, in the time and memory of that. Errors are those of that.
    pub fn read<L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static>(
        &self,
        input: impl Read,
    ) -> Result<Tensor<L>> {
        self.archive(input, |source, descriptor| {
            reader::read(source, descriptor, self.max_cells)
        })
    }

    /// What `read` makes of a folder or an archive.
    pub(super) fn opened<R>(
        &self,
        path: &Path,
        listener: Told<'_>,
        read: impl FnOnce(&mut Source<'_>, &Descriptor) -> Result<R>,
    ) -> Result<R> {
        match container(path) {
            Container::Folder => {}
            Container::Archive => return open(path, listener, |file| self.archive(file, read)),
            #[cfg(feature = "hdf5")]
            Container::Hdf5 => {
                return open(path, listener, |mut file| {
                    let mut bytes = Vec::new();
                    file.read_to_end(&mut bytes).map_err(npy::unreadable)?;
                    let budget = self.budget(bytes.len());
                    let mut source = Source::Hdf5 {
                        file: hdf5::open(bytes)?,
                        budget,
                    };
                    let descriptor = source.descriptor(|length| self.budget(length))?;
                    read(&mut source, &descriptor)
                });
            }
        }
        let mut source = Source::Folder {
            path,
            listener,
            budget: self.budget(0),
        };
        let descriptor = source.descriptor(|length| self.budget(length));
        let found = descriptor.and_then(|descriptor| read(&mut source, &descriptor));
        found.map_err(|error| error.context(path.display()))
    }

    /// What `read` makes of an archive.
    fn archive<R>(&self, input: impl Read, read: impl FnOnce(&mut Source<'_>, &Descriptor) -> Result<R>) -> Result<R> {
        let file = zip::read(input)?;
        let mut source = Source::Archive(Archive::new(&file, self.budget(file.len()))?);
        let descriptor = source.descriptor(|length| self.budget(length))?;
        read(&mut source, &descriptor)
    }

    /// What reading so many bytes may take.
    fn budget(&self, length: usize) -> Budget {
        Budget::of_file(self.max_bytes, length)
    }
}

/// What holds arrays.
enum Container {
    Folder,
    Archive,
    #[cfg(feature = "hdf5")]
    Hdf5,
}

/// The container that the name is one of.
fn container(path: &Path) -> Container {
    let ends_in = |wanted: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(wanted));
    match () {
        () if ends_in("npz") => Container::Archive,
        #[cfg(feature = "hdf5")]
        () if ends_in("h5") || ends_in("hdf5") => Container::Hdf5,
        () => Container::Folder,
    }
}

/// How a tensor is written: by default in the format that is most like how it is stored, see the
/// [module](crate::io::binsparse).
///
/// ```
/// use finch_formats::io::binsparse::{Format, Structure, WriteOptions, read};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 5.0), ([1, 0], 5.0), ([1, 1], 2.0)], Add)?;
/// let mut file = Vec::new();
/// let options = WriteOptions::default().format(Format::Csc).structure(Structure::SymmetricUpper);
/// options.write(&a, &mut file)?;
/// assert_eq!(read(&file[..]).map(|again: Csr<f64>| again)?, a);
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    format: Option<Format>,
    levels: Option<Vec<LevelDesc>>,
    transpose: Option<Vec<usize>>,
    structure: Option<Structure>,
    index_type: Option<IndexType>,
    iso: Option<bool>,
    compressed: Option<bool>,
}

impl WriteOptions {
    settings! {
        /// Sets the format: by default the one that is most like how the tensor is stored.
        format(format: Format) = Some(format);

        /// Sets the levels of a format without a name, outermost first; values are below the last one. Takes the place of
        /// [`format`](Self::format).
        levels(levels: Vec<LevelDesc>) = Some(levels);

        /// Sets the order in which [`levels`](Self::levels) store the dimensions of the tensor, outermost first: by default their own.
        transpose(order: Vec<usize>) = Some(order);

        /// Sets that one half of a matrix is written, from which the other one follows, and compares them.
        structure(structure: Structure) = Some(structure);

        /// Sets the type of indices and pointers: by default `uint32` where all of them fit, or else `uint64`.
        index_type(index_type: IndexType) = Some(index_type);

        /// Sets whether one value is written for all if all are the same: by default where all are true, in a format that does not
        /// store every index.
        iso(iso: bool) = Some(iso);

        /// Sets whether arrays of an archive are compressed, as they are by default. Those of a folder or of an HDF5 file are not.
        compressed(compressed: bool) = Some(compressed);
    }

    /// Writes `tensor`, as [`Tensor::write_binsparse`] does, in the time and memory of that. Errors are those of that.
    pub fn create<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
        self.create_told(tensor, path.as_ref(), None)
    }

    /// `create`, of which `listener` is told.
    pub(in crate::io) fn create_told<L: Level<T: FileValue>>(
        &self,
        tensor: &Tensor<L>,
        path: &Path,
        listener: Told<'_>,
    ) -> Result<()> {
        match container(path) {
            Container::Folder => replace_folder(path, check_replaced, |folder| {
                self.put(tensor, Sink::Folder(folder, listener)).map(drop)
            }),
            Container::Archive => replace_by(path, listener, &mut |file| self.write(tensor, file)),
            #[cfg(feature = "hdf5")]
            Container::Hdf5 => replace_by(path, listener, &mut |file| {
                let bytes = self.put(tensor, Sink::Hdf5(hdf5::Writer::new()))?;
                file.write_all(&bytes).map_err(unwritten)
            }),
        }
    }

    /// Writes `tensor` to an archive, which is made in memory, as [`write`](super::write()) does, in the time of that. Errors are those of
    /// that.
    pub fn write<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, mut output: impl Write) -> Result<()> {
        let archive = ArchiveWriter::new(self.compressed.unwrap_or(true));
        let bytes = self.put(tensor, Sink::Archive(archive))?;
        let written = output.write_all(&bytes).and_then(|()| output.flush());
        written.map_err(unwritten)
    }

    /// Writes all arrays and the descriptor: the bytes of an archive or of an HDF5 file.
    fn put<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, mut sink: Sink<'_>) -> Result<Vec<u8>> {
        let (like, natural) = writer::like(tensor);
        let layout = match (&self.levels, self.format) {
            (Some(levels), _) => LevelLayout::new(levels.clone(), self.transpose.clone()),
            (None, Some(format)) => format.layout(),
            (None, None) => like,
        };
        // All values are written where all are asked for.
        let natural = if layout.is_full() { Structure::General } else { natural };
        let plan = Plan {
            layout,
            structure: self.structure.unwrap_or(natural),
            index_type: self.index_type,
            iso: self.iso,
        };
        let descriptor = writer::write(tensor, &plan, &mut sink)?;
        sink.finish(&descriptor)
    }
}
