//! `measure`: what it prints and refuses, and that all agree.
//!
//! | module | |
//! |---|---|
//! | `matrices` | kernels over matrices small enough for every format |
//! | `products` | `spmv`, `spmv-sym`, `spmm`, `sddmm` and `mttkrp` |
//! | `graphs`, `images` | kernels over graphs and images |

mod graphs;
mod images;
mod matrices;
mod products;

use finch_benches::measure::run;
use serde_json::Value;
use std::path::PathBuf;

/// A small matrix.
const LADDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../finch-kernels/examples/data/ladder.mtx");

/// What `measure` prints.
fn measured(words: &[&str]) -> Result<String, String> {
    let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
    let mut output = Vec::new();
    let result = run(&words, &mut output, &mut std::io::sink());
    result.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).expect("text"))
}

/// The rows that `measure` prints, one of JSON on each line.
fn rows(words: &[&str]) -> Vec<Value> {
    let words = [words, &["--reps", "1", "--json"]].concat();
    let lines = measured(&words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// A file that exists as long as this.
struct File(PathBuf);

impl File {
    /// A file of a name of its own that holds `text`.
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("finch-measure-{}-{name}.mtx", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a name")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0))
    }
}
