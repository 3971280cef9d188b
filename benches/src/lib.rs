//! Finch kernels beside their hand-written twins.
//!
//! | module | holds |
//! |---|---|
//! | [`twins`] | each kernel as a careful person writes it for one format |
//! | [`cases`] | kernel and twin over the same input, each with its answer |
//! | [`data`] | matrices from files, and generated ones |
//! | [`race`](mod@race) | interleaved timing |
//! | [`measure`] | one kernel over one file: by hand, in each format, and by other libraries |
//!
//! `cargo run --release -p finch-benches --bin measure -- spmv-gather matrix.mtx` compares over a file of one's own,
//! `cargo run --release -p finch-benches --bin ratios` prints tables, `cargo bench -p finch-benches` runs criterion,
//! `benches/instructions.sh` counts instructions, `benches/formats.sh` those of each format over a matrix of its own kind,
//! `benches/growth.sh` measures what programs cost the compiler. Recorded figures are in `benches/results`.

#[cfg(feature = "cases")]
pub mod cases;
#[cfg(feature = "cases")]
pub mod data;
#[cfg(feature = "cases")]
pub mod measure;
#[cfg(feature = "cases")]
mod policy;
pub mod race;
pub mod twins;

use std::process::ExitCode;

/// How a program of this name ends: what went wrong is printed in a line.
pub fn ended(name: &str, outcome: Result<(), Box<dyn std::error::Error>>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {}", error.to_string().replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}
