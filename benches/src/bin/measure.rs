//! Times one kernel over one file, or reads it: `measure --help` says how.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let outcome = finch_benches::measure::run(&words, &mut std::io::stdout().lock(), &mut std::io::stderr());
    finch_benches::ended("measure", outcome)
}
