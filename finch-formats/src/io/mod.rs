//! Files: the only places that know a file format.
//!
//! | format | reads and writes |
//! |---|---|
//! | [`matrix_market`] | matrices, as coordinates or arrays of all kinds of numbers: `.mtx` |
//! | [`tensor_market`] | tensors of any number of dimensions, as FROSTT or TensorMarket: `.tns`, `.ttx` |
//!
//! Files are written beside the one that they replace, and take its place when they are complete: what is interrupted leaves the
//! old file.

mod files;
pub mod matrix_market;
pub mod tensor_market;

use std::path::Path;

/// The extension of a file, in lower case; of what is compressed, the one in front of `.gz`.
fn extension(path: &Path) -> Option<String> {
    let end = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    match end(path) {
        Some(gz) if gz == "gz" => end(Path::new(path.file_stem()?)),
        found => found,
    }
}
