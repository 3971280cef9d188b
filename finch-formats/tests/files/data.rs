//! The folder that `FINCH_DATA` names.

use std::path::PathBuf;

/// The folder, or a word on the error stream that there is none.
pub(crate) fn folder(instead: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FINCH_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("FINCH_DATA is not set: {instead}");
    }
    folder
}
