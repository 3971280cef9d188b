//! What `SAFETY.md` claims of the sources is so.
//!
//! | module | |
//! |---|---|
//! | `blocks` | every unsafe block is listed, every unsafe implementation counted, and every use of inline assembly known |
//! | `traits` | every public trait is in a row of "Who may implement what", and is of the kind that the row says |

mod blocks;
mod traits;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files of the libraries, as paths from the root, in order.
fn sources() -> Vec<PathBuf> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found)
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path)
            }
        }
    }
    let mut found = Vec::new();
    for library in ["algebra", "traits", "formats", "kernels", "graph", "image"] {
        visit(&root().join(format!("finch-{library}/src")), &mut found);
    }
    found.sort();
    found
}

/// A path as the page writes it.
fn named(path: &Path) -> String {
    let file = path.strip_prefix(root()).unwrap().display().to_string();
    file.replace('\\', "/")
}

/// The files of the libraries: their names, and what they hold.
fn texts() -> impl Iterator<Item = (String, String)> {
    let files = sources().into_iter();
    files.map(|path| (named(&path), fs::read_to_string(&path).unwrap()))
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or(line)
}
