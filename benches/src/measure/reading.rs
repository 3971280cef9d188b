//! Reading files: `reading`.

use super::factors::{Race, over_files};
use super::row::{Row, sum};
use crate::cases::done;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::Path;

/// What `--help` prints of it.
pub const HELP: &str = "
measure reading <file> .. [--reps n] [--json]
                     times reading Matrix Market files into compressed rows; `check` is the sum of their values";

/// The names of the kernels.
pub const NAMES: [&str; 1] = ["reading"];

fn sum_of(a: &Csr<f64>) -> f64 {
    sum(a.level().child().child().val())
}

/// Does what the words of a command line say; the first one is one of [`NAMES`].
///
/// # Errors
///
/// A word is not understood, a single file cannot be read, or nothing can be written.
pub fn run(
    words: &[String],
    output: &mut dyn Write,
    remarks: &mut dyn Write,
) -> std::result::Result<(), Box<dyn Error>> {
    over_files(words, output, remarks, |_, path, _| race(path))
}

fn race(path: &Path) -> Result<Race> {
    let read = Csr::<f64>::read_matrix_market(path)?;
    let size = format!(
        "{} by {}, {} stored",
        read.shape()[0],
        read.shape()[1],
        read.count_stored()
    );
    let values = read.level().child().child().val();
    let magnitude = values.iter().map(|value| value.abs()).sum();
    let same = path.to_owned();
    #[cfg_attr(not(feature = "peers"), allow(unused_mut, reason = "others are added to them"))]
    let mut rows = vec![Row::fresh("finch", "csr", sum_of, move || {
        done(Csr::<f64>::read_matrix_market(&same))
    })];
    #[cfg(feature = "peers")]
    rows.extend(super::peers::reading(path, sum(values), magnitude));
    Ok((rows, size, magnitude))
}
