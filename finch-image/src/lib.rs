//! Image processing as Finch programs.
#![recursion_limit = "512"]

mod convert;
mod footprint;
pub mod morphology;
mod operator;
mod packed;
mod pixel;
pub mod prelude;

pub use convert::{at_least, below, grey, to_grey};
pub use footprint::{Footprint, Outside};
pub use packed::Packed;
pub use pixel::Pixel;

use finch_kernels::formats::{Pattern, RunList, SparseRunList, Tensor};

/// A binary image by runs of pixels that are on, in runs of rows that are equal.
pub type RunImage = Tensor<RunList<SparseRunList<Pattern>>>;
