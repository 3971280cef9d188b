//! Everything that a first program needs: `use finch_image::prelude::*;`.

pub use crate::morphology::Morphology;
pub use crate::{Footprint, Outside, Packed, Pixel, RunImage};
pub use crate::{at_least, below, blend, grey, histogram, histogram_where, mirrored, to_grey};
pub use finch_kernels::prelude::*;
