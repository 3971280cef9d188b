//! Containers: folders and archives of arrays, for reading and for writing.

use super::*;
use crate::io::files;
use crate::io::numpy::budget::Budget;
use crate::io::numpy::zip::{Archive, ArchiveWriter};
use crate::io::watched::{Heard, Told, heard};
use std::fs::{self, File};

/// The descriptor of a folder.
const DESCRIPTOR: &str = "binsparse.json";

/// The descriptor of an archive: a text among its arrays.
const MEMBER: &str = "binsparse";

/// Where arrays come from.
pub(super) enum Source<'s> {
    Folder {
        path: &'s Path,
        listener: Told<'s>,
        budget: Budget,
    },
    Archive(Archive<'s>),
    #[cfg(feature = "hdf5")]
    Hdf5 {
        file: hdf5_pure::File,
        budget: Budget,
    },
}

impl Source<'_> {
    /// What the tensor is. The limit of a folder grows with the arrays that it names.
    pub(super) fn descriptor(&mut self, limit: impl FnOnce(usize) -> Budget) -> Result<Descriptor> {
        match self {
            Source::Folder { path, listener, budget } => {
                let found = open_in(path, DESCRIPTOR, *listener, |file| {
                    Descriptor::parse(&descriptor::read_bytes(file)?)
                })?;
                let lengths = found.layout.arrays().into_iter().filter_map(|array| {
                    let length = fs::metadata(path.join(file_name(&array))).ok()?.len();
                    usize::try_from(length).ok()
                });
                let length = lengths.fold(0, usize::saturating_add);
                *budget = limit(length);
                if let Some(listener) = listener {
                    listener.expect(Some(listener.passed() + length as u64))
                }
                Ok(found)
            }
            Source::Archive(archive) => {
                let bytes = archive.read(MEMBER, |file, _| npy::read_text(file))?;
                let bytes = bytes.ok_or_else(|| error!(Parse, "there is no member {MEMBER}.npy"))?;
                Descriptor::parse(&bytes).map_err(|error| error.context(MEMBER))
            }
            #[cfg(feature = "hdf5")]
            Source::Hdf5 { file, .. } => {
                let text = hdf5::descriptor(file)?;
                Descriptor::parse(text.as_bytes()).map_err(|error| error.context(MEMBER))
            }
        }
    }

    /// What `read` makes of an array. Errors start with its name.
    pub(super) fn array<R>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut dyn Read, &mut Budget) -> Result<R>,
    ) -> Result<R> {
        match self {
            Source::Folder { path, listener, budget } => {
                open_in(path, &file_name(name), *listener, |mut file| read(&mut file, budget))
            }
            Source::Archive(archive) => {
                let found = archive.read(name, read)?;
                found.ok_or_else(|| error!(Parse, "there is no member {name}.npy"))
            }
            #[cfg(feature = "hdf5")]
            Source::Hdf5 { file, budget } => {
                let bytes = hdf5::read_array(file, name, budget);
                let found = bytes.and_then(|bytes| read(&mut &bytes[..], budget));
                found.map_err(|error| error.context(name))
            }
        }
    }

    /// Takes memory for so many of what an array stands for.
    pub(super) fn charge(&mut self, count: usize, size: usize, what: &str) -> Result<()> {
        self.budget().charge(count, size, what)
    }

    pub(super) fn budget(&mut self) -> &mut Budget {
        match self {
            Source::Folder { budget, .. } => budget,
            Source::Archive(archive) => &mut archive.budget,
            #[cfg(feature = "hdf5")]
            Source::Hdf5 { budget, .. } => budget,
        }
    }
}

fn file_name(array: &str) -> String {
    [array, ".npy"].concat()
}

/// What `read` makes of a file in a folder. Errors start with the name of the file.
fn open_in<'l, R>(
    folder: &Path,
    name: &str,
    listener: Told<'l>,
    read: impl FnOnce(Heard<'l, File>) -> Result<R>,
) -> Result<R> {
    let file =
        files::opened(folder.join(name)).map_err(|error| Error::caused_by(ErrorKind::Io, error.to_string(), error));
    let read = file.and_then(|file| read(heard(file, listener)));
    read.map_err(|error| error.context(name))
}

/// Where arrays go.
pub(super) enum Sink<'s> {
    Folder(&'s Path, Told<'s>),
    Archive(ArchiveWriter),
    #[cfg(feature = "hdf5")]
    Hdf5(hdf5::Writer),
}

impl Sink<'_> {
    /// Appends an array.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        match self {
            Sink::Folder(path, listener) => write_file(&path.join(file_name(name)), *listener, bytes),
            Sink::Archive(archive) => archive.put(name, bytes),
            #[cfg(feature = "hdf5")]
            Sink::Hdf5(file) => file.put(name, bytes),
        }
    }

    /// Puts the descriptor behind the arrays: the bytes of an archive or of an HDF5 file.
    pub(super) fn finish(self, descriptor: &str) -> Result<Vec<u8>> {
        match self {
            Sink::Folder(path, listener) => {
                write_file(&path.join(DESCRIPTOR), listener, descriptor.as_bytes()).map(|()| Vec::new())
            }
            Sink::Archive(mut archive) => {
                archive.put(MEMBER, &npy::text_bytes(descriptor.trim_end()))?;
                archive.finish()
            }
            #[cfg(feature = "hdf5")]
            Sink::Hdf5(file) => file.finish(descriptor.trim_end()),
        }
    }
}

fn write_file(path: &Path, listener: Told<'_>, bytes: &[u8]) -> Result<()> {
    let written = File::create_new(path).and_then(|file| {
        let mut file = heard(file, listener);
        file.write_all(bytes)?;
        file.into_inner().sync_all()
    });
    written.map_err(files::unwritten)
}

/// Refuses to replace a folder that holds what no such folder does.
pub(super) fn check_replaced(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(files::unwritten)? {
        let entry = entry.map_err(files::unwritten)?;
        let name = entry.file_name();
        let is_array = Path::new(&name).extension().is_some_and(|end| end == "npy");
        let is_folder = entry.file_type().map_err(files::unwritten)?.is_dir();
        ensure!(!is_folder && (is_array || name == DESCRIPTOR), else Io,
            "the folder holds `{}`, so it is not replaced: move that elsewhere", name.to_string_lossy().escape_debug());
    }
    Ok(())
}
