//! Zip archives, as far as npz files need them: members that are stored or deflated.

use super::npy::unreadable;
use super::*;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter, ZipSliceArchive};

/// An archive in memory.
pub(in crate::io) struct Archive<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    pub(in crate::io) budget: Budget,
}

#[cold]
fn damaged(what: impl fmt::Display) -> Error {
    error!(Parse, "the archive is damaged or cut off: {what}")
}

/// The bytes of an archive. What is none is not read as a whole.
pub(in crate::io) fn read(mut input: impl Read) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let start = input.by_ref().take(2).read_to_end(&mut file);
    start.map_err(unreadable)?;
    if file != b"PK" {
        return Err(none());
    }
    input.read_to_end(&mut file).map_err(unreadable)?;
    Ok(file)
}

#[cold]
fn none() -> Error {
    error!(Parse, "an npz file is a zip archive, and this is none")
}

impl<'a> Archive<'a> {
    /// The archive that these bytes are.
    pub(in crate::io) fn new(file: &'a [u8], budget: Budget) -> Result<Self> {
        let archive = ZipArchive::from_slice(file).map_err(|_| none())?;
        if archive.end_offset() != file.len() as u64 {
            return Err(damaged("something stands behind it"));
        }
        let mut count = 0;
        for entry in archive.entries() {
            let entry = entry.map_err(damaged)?;
            ensure!(!entry.flags().is_encrypted(), else Parse, "the archive is encrypted");
            count += 1
        }
        if count != archive.entries_hint() {
            return Err(damaged("its directory has not as many entries as it says"));
        }
        Ok(Archive { archive, budget })
    }

    /// What `read` makes of the member of this name, if there is one.
    pub(in crate::io) fn read<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut dyn Read, &mut Budget) -> Result<T>,
    ) -> Result<Option<T>> {
        let file = [name, ".npy"].concat();
        let members = self.archive.entries().filter_map(core::result::Result::ok);
        let mut named = members.filter(|member| member.file_path().as_ref() == file.as_bytes());
        let Some(member) = named.next() else {
            return Ok(None);
        };
        ensure!(named.next().is_none(), else Parse, "there are several members of the name {file}");
        let (method, size) = (member.compression_method(), member.uncompressed_size_hint());
        let found = self.archive.get_entry(member.wayfinder()).map_err(damaged);
        let found = found.and_then(|member| {
            let input: Box<dyn Read> = match method {
                CompressionMethod::STORE => Box::new(member.data()),
                CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(member.data())),
                method => {
                    return Err(error!(
                        Parse,
                        "members that are packed by method {} are not read",
                        method.as_u16()
                    ));
                }
            };
            // No more comes out than the directory says.
            let mut input = member.verifying_reader(input.take(size.saturating_add(1)));
            let found = read(&mut input, &mut self.budget)?;
            match input.read(&mut [0]) {
                Ok(0) => Ok(found),
                _ => Err(damaged("its size or check sum is wrong")),
            }
        });
        found.map(Some).map_err(|error| error.context(file))
    }
}

/// An archive that is being written to memory.
pub(in crate::io) struct ArchiveWriter {
    archive: ZipArchiveWriter<Vec<u8>>,
    compressed: bool,
}

impl ArchiveWriter {
    pub(in crate::io) fn new(compressed: bool) -> Self {
        ArchiveWriter {
            archive: ZipArchiveWriter::new(Vec::new()),
            compressed,
        }
    }

    /// Appends a member.
    pub(in crate::io) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.try_put(&[name, ".npy"].concat(), bytes).map_err(unwritten)
    }

    fn try_put(&mut self, name: &str, bytes: &[u8]) -> core::result::Result<(), rawzip::Error> {
        let file = self.archive.new_file(name);
        let (mut member, head) = match self.compressed {
            true => file.compression_method(CompressionMethod::DEFLATE).start()?,
            false => file.start()?,
        };
        let output: Box<dyn Write> = match self.compressed {
            true => Box::new(DeflateEncoder::new(&mut member, Compression::default())),
            false => Box::new(&mut member),
        };
        let mut output = head.wrap(output);
        output.write_all(bytes)?;
        // Whatever is left is written when the encoder is dropped.
        let (_, facts) = output.finish()?;
        member.finish(facts).map(drop)
    }

    /// The archive.
    pub(in crate::io) fn finish(self) -> Result<Vec<u8>> {
        self.archive.finish().map_err(unwritten)
    }
}

#[cold]
fn unwritten(error: rawzip::Error) -> Error {
    Error::caused_by(ErrorKind::Io, format!("the archive cannot be made: {error}"), error)
}
