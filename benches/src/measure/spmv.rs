//! Products of a sparse matrix with a dense vector, or with several: `spmv`, `spmv-sym` and `spmm`.
//!
//! | module | holds |
//! |---|---|
//! | `input` | matrices from files, and generated ones |
//! | `product` | `A x` in all formats that suit a matrix |
//! | `structured` | formats that are no nest of rows and columns |
//! | `half` | the same for symmetric ones, from one triangle |
//! | `several` | `A B` for a dense `B` |
//! | `best` | the best of ours beside the best of others, over many files |

mod best;
mod half;
mod input;
#[cfg(feature = "peers")]
mod peers;
mod product;
mod several;
mod structured;

use super::arguments::{count_behind, laps_behind};
use super::row;
use super::{found, report};
use crate::data;
use crate::race::Laps;
use best::Best;
use input::Input;
use std::error::Error;
use std::io::Write;
use std::path::Path;

/// What `--help` prints of them.
pub const HELP: &str = "
measure <spmv|spmv-sym|spmm> <file> .. [--columns n] [--reps n] [--json]
                     times products in all formats that suit a matrix: by hand, as programs, by other libraries; over
                     Matrix Market files, or over `banded-30m`, `random-30m`, `rmat-30m`: generated, of so many entries
measure <spmv|spmv-sym|spmm> --largest n
                     over the n files of $FINCH_DATA/matrices with most entries
  spmv               A x for x[i] = 0.5 + frac(i * 0.6180339887498949)
  spmv-sym           the same for symmetric matrices, from all of A and from one triangle; others are left out
  spmm               A B for a dense B of n columns (8 unless said), b[k, i] = x[k * n + i], rows of B and C side by side

Every format is run once before each time that counts, so that a matrix that fits into a cache is there. A format that ends
in -fast sums in any order. Entries are compared with those by hand, to 1e-9 of the sum of their magnitudes. `sum` adds up as
many bytes as the matrix and both vectors have in this format. Behind many files: the best of ours and of the other libraries
for each, and geometric means.";

/// The names of the kernels.
pub const NAMES: [&str; 3] = ["spmv", "spmv-sym", "spmm"];

/// The words of a command line.
pub(super) struct Arguments {
    pub kernel: String,
    pub inputs: Vec<String>,
    pub columns: usize,
    pub laps: Option<Laps>,
    pub json: bool,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, Box<dyn Error>> {
    let (mut plain, mut columns, mut laps, mut json, mut largest) = (Vec::new(), 8, None, false, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut count = || count_behind(word, words.next());
        match &**word {
            "--json" => json = true,
            "--columns" => columns = count()?,
            "--largest" => largest = Some(count()?),
            "--reps" | "--seconds" => laps = Some(laps_behind(word, words.next())?),
            option if option.starts_with('-') => return Err(format!("there is no option {option}, see --help").into()),
            _ => plain.push(word.clone()),
        }
    }
    if plain.is_empty() {
        return Err("a kernel is needed, see --help".into());
    }
    let kernel = plain.remove(0);
    if let Some(count) = largest {
        let folder = data::folder().ok_or("--largest takes files of $FINCH_DATA, which is not set")?;
        let files = data::largest(&folder, count)?;
        plain.extend(files.iter().map(|file| file.to_string_lossy().into_owned()))
    }
    if plain.is_empty() {
        return Err("a file or the name of a generated matrix is needed, see --help".into());
    }
    Ok(Arguments {
        kernel,
        inputs: plain,
        columns,
        laps,
        json,
    })
}

/// Does what the words of a command line say; the first one is one of [`NAMES`].
///
/// # Errors
///
/// A word is not understood, a single file cannot be read, answers differ, or nothing can be written.
pub fn run(words: &[String], output: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let arguments = parse(words)?;
    let many = arguments.inputs.len() > 1;
    let mut best = Best::default();
    for name in &arguments.inputs {
        let read = match input::generated(name) {
            Some(generated) => generated,
            None => data::read(&found(Path::new(name))),
        };
        let named = match read {
            Ok(named) => named,
            Err(error) if many => {
                writeln!(remarks, "{name}: left out: {error}")?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let input = Input::of(
            named,
            if arguments.kernel == "spmm" {
                arguments.columns
            } else {
                1
            },
        );
        let mut rows = match &*arguments.kernel {
            "spmv" => product::rows(&input)?,
            "spmm" => several::rows(&input)?,
            _ => match half::rows(&input)? {
                Some(rows) => rows,
                None if many => continue,
                None => return Err(format!("{name} is not symmetric").into()),
            },
        };
        input.check(&arguments.kernel, &mut rows)?;
        let laps = arguments.laps.unwrap_or_default();
        row::time(&mut rows, laps);
        let size = format!(
            "{} by {}, {} stored, {} columns of B",
            input.rows, input.cols, input.stored, input.columns
        );
        best.add(&input, &rows);
        report::print_rows([&arguments.kernel, &input.name, &size], &rows, arguments.json, output)?
    }
    if !arguments.json {
        best.print(output)?
    }
    Ok(output.flush()?)
}
