//! Files as a whole: a new one takes the place of an old one only when it is complete.

use crate::imports::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `read` makes of the file at `path`. Errors start with the name of the file.
pub(super) fn open<T>(path: &Path, read: impl FnOnce(File) -> Result<T>) -> Result<T> {
    let file = File::open(path).map_err(|error| Error::caused_by(ErrorKind::Io, error.to_string(), error));
    file.and_then(read).map_err(|error| error.context(path.display()))
}

/// Has `write` write the file at `path`, compressed if its name ends in `.gz`. It is written beside the old one and takes its
/// place at the end: if anything fails, the old file is as it was. What is no ordinary file, such as a pipe, is written at once.
///
/// Errors start with the name of the file.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    replaced(path, write).map_err(|error| error.context(path.display()))
}

fn replaced(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    // Behind links stands the file that is meant.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    let compressed = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz"));
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let file = OpenOptions::new().write(true).open(&target);
        return filled(file.map_err(unwritten)?, compressed, write);
    }
    let make = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    let (file, beside) = beside(&target, make).map_err(unwritten)?;
    // First of all, so that nobody reads what is to be hidden.
    let permitted = old.map_or(Ok(()), |old| fs::set_permissions(&beside, old.permissions()));
    let written = permitted
        .map_err(unwritten)
        .and_then(|()| filled(file, compressed, write));
    let placed = written.and_then(|()| fs::rename(&beside, &target).map_err(unwritten));
    if placed.is_err() {
        let _ = fs::remove_file(&beside);
    }
    placed
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
    let permitted = old
        .as_ref()
        .map_or(Ok(()), |old| fs::set_permissions(&new, old.permissions()));
    let written = permitted.map_err(unwritten).and_then(|()| write(&new));
    let placed = written.and_then(|()| {
        if old.is_none() {
            return fs::rename(&new, &target).map_err(unwritten);
        }
        // A name that is free.
        let ((), away) = beside(&target, make).map_err(unwritten)?;
        let moved = fs::remove_dir(&away).and_then(|()| fs::rename(&target, &away));
        moved.map_err(unwritten)?;
        let placed = fs::rename(&new, &target);
        // Whether the old one cannot be removed or not be put back: what counts is whether the new one is there.
        let _ = match placed {
            Ok(()) => fs::remove_dir_all(&away),
            Err(_) => fs::rename(&away, &target),
        };
        placed.map_err(unwritten)
    });
    if placed.is_err() {
        let _ = fs::remove_dir_all(&new);
    }
    placed
}

fn filled(file: File, compressed: bool, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    if compressed {
        let mut encoder = GzEncoder::new(file, Compression::default());
        write(&mut encoder)?;
        return encoder.finish().map(drop).map_err(unwritten);
    }
    let mut file = file;
    write(&mut file)
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
