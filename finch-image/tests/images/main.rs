//! Images in every format, beside definitions pixel by pixel. One binary, since its parts instantiate the same operations.

#[cfg(feature = "image")]
mod files;
mod levels;
mod morphology;
mod regions;
