//! Files as a whole: a new one takes the place of an old one only when it is complete.

use super::watched::{Heard, Told, heard};
use crate::imports::*;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

/// What `read` makes of the file at `path`, of which `listener` is told. Errors start with the name of the file.
pub(super) fn open<'l, T>(
    path: &Path,
    listener: Told<'l>,
    read: impl FnOnce(Heard<'l, File>) -> Result<T>,
) -> Result<T> {
    let file = opened(path).map_err(|error| Error::caused_by(ErrorKind::Io, error.to_string(), error));
    let file = file.inspect(|file| {
        if let Some(listener) = listener {
            let known = file.metadata().ok().filter(Metadata::is_file);
            listener.expect(known.map(|known| known.len()))
        }
    });
    let read = file.and_then(|file| read(heard(file, listener)));
    read.map_err(|error| error.context(path.display()))
}

/// The file at `path`. A folder is none: some systems open it, and let reading fail, where one would say in which line.
///
/// # Errors
///
/// There is none, it cannot be opened, or a folder is there.
pub fn opened(path: impl AsRef<Path>) -> std::io::Result<File> {
    let file = File::open(path)?;
    match file.metadata() {
        Ok(found) if found.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        _ => Ok(file),
    }
}

/// How a gzip stream starts.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What `input` holds, decompressed if it starts like a gzip stream, whatever the name of the file. The first two bytes are read right away.
///
/// ```
/// use finch_formats::io;
/// use std::io::Read;
///
/// let mut text = String::new();
/// io::decompressed("as it is".as_bytes())?.read_to_string(&mut text)?;
/// assert_eq!(text, "as it is");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// `input` fails.
pub fn decompressed<'r>(input: impl Read + 'r) -> std::io::Result<Box<dyn Read + 'r>> {
    recognised(input).map(|(_, text)| text)
}

/// Whether `input` is compressed, and what it holds.
pub(super) fn recognised<'r>(mut input: impl Read + 'r) -> std::io::Result<(bool, Box<dyn Read + 'r>)> {
    let mut start = Vec::with_capacity(GZIP.len());
    input.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    let is_compressed = start == GZIP;
    let input = Cursor::new(start).chain(input);
    Ok(match is_compressed {
        true => (true, Box::new(MultiGzDecoder::new(input))),
        false => (false, Box::new(input)),
    })
}

/// Has `write` write the file at `path`, compressed if its name ends in `.gz`. It is written beside the old one, under a temporary name,
/// and takes its place when all of it is on the disk: if anything fails or panics, the old file is as it was. What is no ordinary
/// file, such as a pipe, is written at once. `write` need not buffer what it writes in blocks of some thousand bytes.
///
/// ```
/// use finch_formats::io;
///
/// let path = std::env::temp_dir().join(format!("finch-replace-{}.txt", std::process::id()));
/// std::fs::write(&path, "old")?;
/// let failed = io::replace(&path, |file| {
///     file.write_all(b"half of the n")?;
///     Err(std::io::Error::other("no more"))
/// });
/// assert!(failed.unwrap_err().to_string().ends_with("cannot be written: no more"));
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
/// io::replace(&path, |file| file.write_all(b"new"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Io`](crate::ErrorKind::Io): the file cannot be made, written, or renamed. The message starts with the name of the file.
pub fn replace(path: impl AsRef<Path>, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    let mut write = Some(write);
    // One function for all.
    replace_by(path.as_ref(), None, &mut |file| match write.take() {
        Some(write) => write(file).map_err(unwritten),
        None => Ok(()),
    })
}

/// Has `write` write the file at `path`, of which `listener` is told, as [`replace`] does.
///
/// Errors start with the name of the file.
pub(super) fn replace_by(
    path: &Path,
    listener: Told<'_>,
    write: &mut dyn FnMut(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    replaced(path, listener, write).map_err(|error| error.context(path.display()))
}

fn replaced(path: &Path, listener: Told<'_>, write: &mut dyn FnMut(&mut dyn Write) -> Result<()>) -> Result<()> {
    // Behind links stands the file that is meant.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    let compressed = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz"));
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let file = OpenOptions::new().write(true).open(&target);
        return filled(file.map_err(unwritten)?, compressed, listener, write).map(drop);
    }
    let make = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    let (file, beside) = beside(&target, make).map_err(unwritten)?;
    let mut beside = Temporary {
        path: beside,
        remove: |path| fs::remove_file(path),
        is_placed: false,
    };
    // First of all, so that nobody reads what is to be hidden.
    let permitted = old.map_or(Ok(()), |old| fs::set_permissions(&beside.path, old.permissions()));
    permitted.map_err(unwritten)?;
    let file = filled(file, compressed, listener, write)?;
    // Renamed before it is on the disk, it might be empty after a loss of power.
    let placed = file.sync_all().and_then(|()| fs::rename(&beside.path, &target));
    beside.is_placed = placed.is_ok();
    placed.map_err(unwritten)
}

/// What is removed again unless it takes the place that it is made for.
struct Temporary {
    path: PathBuf,
    remove: fn(&Path) -> std::io::Result<()>,
    is_placed: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_placed {
            let _ = (self.remove)(&self.path);
        }
    }
}

/// Has `write` fill a new folder, which takes the place of the one at `path` at the end, if `check` finds nothing in that that must not
/// be lost. If anything fails, the old folder is as it was.
///
/// Between the two steps in which one folder takes the place of the other, a program that is killed leaves both under temporary names.
///
/// Errors start with the name of the folder.
#[cfg(feature = "binsparse")]
pub(super) fn replace_folder(
    path: &Path,
    check: impl FnOnce(&Path) -> Result<()>,
    write: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    replaced_folder(path, check, write).map_err(|error| error.context(path.display()))
}

#[cfg(feature = "binsparse")]
fn replaced_folder(
    path: &Path,
    check: impl FnOnce(&Path) -> Result<()>,
    write: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    // Behind links stands the folder that is meant.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    match &old {
        Some(old) if old.is_dir() => check(&target)?,
        Some(_) => return Err(error!(Io, "this is a file, and not a folder")),
        None => {}
    }
    let make = |path: &Path| fs::create_dir(path);
    let ((), new) = beside(&target, make).map_err(unwritten)?;
    let mut new = Temporary {
        path: new,
        remove: |path| fs::remove_dir_all(path),
        is_placed: false,
    };
    let permitted = old
        .as_ref()
        .map_or(Ok(()), |old| fs::set_permissions(&new.path, old.permissions()));
    permitted.map_err(unwritten)?;
    write(&new.path)?;
    let placed = if old.is_none() {
        fs::rename(&new.path, &target)
    } else {
        // A name that is free.
        let ((), away) = beside(&target, make).map_err(unwritten)?;
        let moved = fs::remove_dir(&away).and_then(|()| fs::rename(&target, &away));
        moved.map_err(unwritten)?;
        let placed = fs::rename(&new.path, &target);
        // Whether the old one cannot be removed or not be put back: what counts is whether the new one is there.
        let _ = match placed {
            Ok(()) => fs::remove_dir_all(&away),
            Err(_) => fs::rename(&away, &target),
        };
        placed
    };
    new.is_placed = placed.is_ok();
    placed.map_err(unwritten)
}

/// The file, when `write` has written it.
fn filled(
    file: File,
    compressed: bool,
    listener: Told<'_>,
    write: &mut dyn FnMut(&mut dyn Write) -> Result<()>,
) -> Result<File> {
    let mut file = heard(file, listener);
    if compressed {
        let mut encoder = GzEncoder::new(file, Compression::default());
        write(&mut encoder)?;
        file = encoder.finish().map_err(unwritten)?;
    } else {
        write(&mut file)?;
    }
    Ok(file.into_inner())
}

/// What `make` makes in the folder of `target`, under a name that nothing has.
fn beside<T>(target: &Path, make: impl Fn(&Path) -> std::io::Result<T>) -> std::io::Result<(T, PathBuf)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 0_u32;
    loop {
        let path = target.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        match make(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            made => return made.map(|made| (made, path)),
        }
    }
}

#[cold]
pub(super) fn unwritten(error: std::io::Error) -> Error {
    Error::caused_by(ErrorKind::Io, format!("the file cannot be written: {error}"), error)
}
