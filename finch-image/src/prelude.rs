//! Everything that a first program needs: `use finch_image::prelude::*;`. It holds what `finch_kernels::prelude` holds,
//! which examples elsewhere import.

pub use crate::morphology::Morphology;
pub use crate::{
    BinaryImage, BitImage, Border, Component, Components, Connectivity, Footprint, Geometry, LabelImage, Metric,
    Overlap, Pixel, Rotation, RunImage, StructuringElement,
};
pub use crate::{
    at_least, at_least_into, below, below_into, blend, blend_into, components, distance_transform, distances,
    distances_into, grey, histogram, histogram_where, to_grey, to_grey_into,
};
pub use finch_kernels::prelude::*;
