//! The folder that `FINCH_DATA` names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder, or a word on the error stream that there is none.
pub(crate) fn folder(instead: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FINCH_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("FINCH_DATA is not set: {instead}");
    }
    folder
}

/// What the manifest of the folder says of malformed files whose names end so, or so and `.gz`.
pub(crate) fn verdicts(folder: &Path, ends: &[&str]) -> BTreeMap<String, String> {
    let manifest = std::fs::read_to_string(folder.join("README.md")).expect("a manifest");
    let mut verdicts = BTreeMap::new();
    for row in manifest.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let ["", file, verdict, ..] = cells[..]
            && let Some(name) = file.strip_prefix("malformed/")
            && ends.iter().any(|end| name.trim_end_matches(".gz").ends_with(end))
        {
            verdicts.insert(name.to_owned(), verdict.to_owned());
        }
    }
    verdicts
}
