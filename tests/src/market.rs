//! Matrices from files: Matrix Market, as far as tests need it.
//!
//! The variable `FINCH_DATA` names the folder that holds `matrices/*.mtx`. Where it is not set, only generated data is
//! used; where it is set, it must be right.

use crate::data::Data;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// How many entries a matrix may have to be used in tests.
const MOST: usize = 3000;

/// The folder that `FINCH_DATA` names.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("FINCH_DATA").map(PathBuf::from)
}

/// The small matrices of the folder that `FINCH_DATA` names; none if it is not set. They are read once.
///
/// # Panics
///
/// If it is set and there are no such matrices.
pub fn matrices() -> Vec<Data> {
    static MATRICES: OnceLock<Vec<Data>> = OnceLock::new();
    MATRICES.get_or_init(all_matrices).clone()
}

fn all_matrices() -> Vec<Data> {
    let Some(folder) = folder() else {
        return Vec::new();
    };
    let folder = folder.join("matrices");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("FINCH_DATA: {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.expect("a file of FINCH_DATA").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mtx"))
        .collect();
    paths.sort();
    let matrices: Vec<Data> = paths.iter().filter_map(|path| read(path)).collect();
    assert!(
        matrices.len() > 3,
        "FINCH_DATA: {} holds few small matrices",
        folder.display()
    );
    matrices
}

/// A matrix of coordinates, if it is small and real.
fn read(path: &Path) -> Option<Data> {
    let text = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    let header = lines.next()?.to_lowercase();
    if !header.contains("coordinate") || header.contains("complex") || header.contains("hermitian") {
        return None;
    }
    let mut lines = lines.filter(|line| !line.starts_with('%') && !line.trim().is_empty());
    let sizes: Vec<usize> = lines
        .next()?
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    let &[rows, columns, stored] = sizes.as_slice() else {
        return None;
    };
    if stored > MOST || rows * columns > 400_000 {
        return None;
    }
    let mirrored = match () {
        () if header.contains("skew") => Some(-1.0),
        () if header.contains("symmetric") => Some(1.0),
        () => None,
    };
    let mut entries = Vec::new();
    for line in lines {
        let mut words = line.split_whitespace();
        let j = words.next()?.parse::<usize>().ok()? - 1;
        let i = words.next()?.parse::<usize>().ok()? - 1;
        let value = words.next().map_or(Some(1.0), |word| word.parse().ok())?;
        entries.push((vec![j, i], value));
        if let Some(sign) = mirrored.filter(|_| i != j) {
            entries.push((vec![i, j], sign * value));
        }
    }
    Some(Data::new(
        path.file_name()?.to_string_lossy(),
        &[rows, columns],
        entries,
    ))
}
