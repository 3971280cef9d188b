//! The matrices that the examples show.

use finch_kernels::formats::io::matrix_market;
use finch_kernels::prelude::*;
use std::error::Error as StdError;
use std::process::ExitCode;

/// The stiffness of a ladder with braces, 480 by 480.
const LADDER: &str = include_str!("../data/ladder.mtx");

/// What an example comes to.
pub(crate) type Outcome = Result<(), Box<dyn StdError>>;

/// Shows the matrices in the files that the arguments name, or the embedded one.
pub(crate) fn show_all(example: &str, show: impl Fn(&str, &Csr<f64>) -> Outcome) -> ExitCode {
    match try_all(show) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{example}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn try_all(show: impl Fn(&str, &Csr<f64>) -> Outcome) -> Outcome {
    let mut paths = std::env::args_os().skip(1).peekable();
    if paths.peek().is_none() {
        return show("the embedded matrix", &matrix_market::read_csr(LADDER.as_bytes())?);
    }
    for path in paths {
        show(&path.to_string_lossy(), &Csr::read_matrix_market(&path)?)?
    }
    Ok(())
}
