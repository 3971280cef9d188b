//! Running `measure` within a test.

use finch_benches::measure::run;
use std::path::PathBuf;

/// A small matrix.
pub(crate) const LADDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../finch-kernels/examples/data/ladder.mtx");

/// What `measure` prints.
pub(crate) fn measured(words: &[&str]) -> Result<String, String> {
    let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
    let mut output = Vec::new();
    let result = run(&words, &mut output, &mut std::io::sink());
    result.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).expect("text"))
}

/// A file that exists as long as this.
pub(crate) struct File(PathBuf);

impl File {
    /// A file of a name of its own that holds `text`.
    pub(crate) fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("finch-measure-{}-{name}.mtx", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        File(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("a name")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0))
    }
}
