//! Makes the pictures of the guide's gallery, each by the program beside it.
//!
//!     cargo run --release -p finch-kernels --example gallery [folder]

#[path = "../common/command.rs"]
mod command;
mod drawing;
mod erosion;
mod heat;
mod life;
mod maze;
mod product;
mod residual;

use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "gallery [folder]
  folder   where the pictures are written (finch-kernels/pictures)";

fn main() -> ExitCode {
    command::run(HELP, |arguments| {
        arguments.at_most(1)?;
        let own = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/pictures"));
        let folder = arguments.files.first().cloned().unwrap_or_else(own);
        for (name, svg) in drawing::pictures()? {
            let path = folder.join(format!("{name}.svg"));
            std::fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
            println!("{}", path.display())
        }
        Ok(())
    })
}
