//! Draws every level as SVG: a small matrix, and the arrays in which it is stored.
//!
//!     cargo run -p finch-formats --example pictures [folder]
//!
//! The pictures go to `finch-formats/pictures`, which the documentation of the levels includes, or to the folder that is named. The
//! arrays are read from the tensors themselves, so a picture shows what the level stores. Run this again after a change to a level.

mod arrays;
mod drawing;
mod matrices;

use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "pictures [folder]
  folder   where the pictures are written (finch-formats/pictures)";

fn main() -> ExitCode {
    let folder = match std::env::args_os().nth(1) {
        Some(word) if word == "--help" || word == "-h" => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/pictures")),
    };
    let pictures = match matrices::pictures() {
        Ok(pictures) => pictures,
        Err(error) => {
            eprintln!("pictures: {error}");
            return ExitCode::FAILURE;
        }
    };
    let page = ("all.md".to_owned(), matrices::page(&pictures));
    let pictures = pictures.into_iter().map(|(name, svg)| (format!("{name}.svg"), svg));
    for (name, text) in pictures.chain([page]) {
        let path = folder.join(name);
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("pictures: {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}", path.display())
    }
    ExitCode::SUCCESS
}
