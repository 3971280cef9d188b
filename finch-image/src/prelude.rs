//! Everything that a first program needs: `use finch_image::prelude::*;`.

pub use crate::morphology::Morphology;
pub use crate::{Footprint, Outside, Packed, Pixel, RunImage};
pub use finch_kernels::prelude::*;
