//! Image processing as Finch programs: morphology, connected components, distances, masked histograms, blending, over bytes, bits
//! and runs.
//!
//! An operation is a short program, which the formats of the images make another loop nest: over pixels, over words of 64
//! pixels, or over runs, where it takes as long as there are runs, however long these are.
//!
//! ```text
//! .. ## ## ## ..        bytes   00 ff ff ff 00 | 00 ff ff ff 00 | 00 00 00 ff ff
//! .. ## ## ## ..        bits    01110.. | 01110.. | 00011..     64 to a word
//! .. .. .. ## ##        runs    rows 0 and 1: 1..4; row 2: 3..5
//! ```
//!
//! ```
//! use finch_image::prelude::*;
//!
//! # fn main() -> Result<(), Error> {
//! // A page of 1000 by 1000 with a black square and a speck of dirt.
//! let mut pixels = vec![255; 1_000_000];
//! (300..500).for_each(|y| pixels[y * 1000 + 200..y * 1000 + 700].fill(0));
//! pixels[800 * 1000 + 800] = 0;
//! let page = grey([1000, 1000], pixels)?;
//!
//! // Its ink, by runs. Opening takes away what is smaller than 3 by 3.
//! let ink: RunImage = below(&page, 128)?;
//! let clean = ink.open(Footprint::SQUARE)?;
//! assert_eq!((ink.count_stored(), clean.count_stored()), (2, 1));
//!
//! // The same by words of 64 pixels.
//! let packed = BitImage::from_tensor(&ink)?.open(Footprint::SQUARE)?;
//! assert_eq!(packed.count_on(), 200 * 500);
//! assert_eq!(packed.to_runs()?, clean);
//!
//! // What is under the ink: only these pixels are looked at.
//! assert_eq!(histogram_where(&page, &ink, 2)?.values(), [200 * 500 + 1, 0]);
//! # Ok(())
//! # }
//! ```
//!
//! | format of an image | bytes | morphology takes |
//! |---|---|---|
//! | `Matrix<u8>`: grey, or binary with 0 off and any other level on | one per pixel | time linear in pixels |
//! | [`BitImage`]: binary, 64 pixels to a word | one per 8 pixels | in words |
//! | [`RunImage`]: binary, runs of pixels in runs of equal rows | 8 per run and 12 per run of rows | in runs |
//! | `RunMatrix<u8>`: grey, by runs | 5 per run | in runs |
//! | any other tensor of `bool`, `u8` or `u16` that programs can write | | |
//!
//! | | |
//! |---|---|
//! | [`morphology`] | erosion, dilation, opening, closing, top-hats, gradients, hit-or-miss; by rectangles and crosses, any number of times, and by [elements of any form](StructuringElement) |
//! | [`components`](components()) | connected components by runs: labels, areas, bounding boxes, those that a function keeps |
//! | [`distance_transform`] | how far each pixel is from the nearest one that is off: city-block, chessboard, Euclidean, all exact |
//! | [`geometry`] | transposition, flips, turns by right angles, magnification, parts and margins |
//! | [`histogram`](histogram()), [`histogram_where`] | counts of grey levels, of all pixels or under a mask |
//! | [`blend`](blend()) | a weighted sum of two images, rounded |
//! | [`distances`](distances()) | how far images are from each other, all pairs of them, by runs |
//! | [`BinaryImage::overlap`] | intersection over union, Dice coefficient, Hamming distance of two binary images |
//! | [`grey`], [`at_least`], [`below`], [`to_grey`], [`BitImage`] | between raw pixels, grey and binary images |
//! | `io`, with the feature `image` | PNG, PGM and PBM files, and the buffers of the crate `image` |
//!
//! Accessors and options whose documentation names no cost take constant time.
//!
//! Those who know OpenCV [start here](guide::from_opencv).
//!
//! Functions whose names end in `_by` take a [policy](finch_kernels::policy) first: `Serial`, or with the feature `parallel` also
//! `Parallel`, under which rows are shared among the threads of the rayon pool that the caller is in. They are [`histogram_by`],
//! [`histogram_where_by`] and [`blend_by`]; results are the same to the last bit. `Footprint::parallel`
//! has erosion and dilation of a [`BitImage`] by a [`Footprint`] run on these threads. All else runs on the caller's thread.

#![forbid(unsafe_code)]
#![recursion_limit = "512"]

mod arrays;
mod binary;
mod blend;
mod components;
mod convert;
mod distance;
mod footprint;
pub mod geometry;
// Listings are tested with `--cfg guide`.
#[cfg(any(not(doctest), guide))]
pub mod guide;
mod histogram;
mod imports;
#[cfg(feature = "image")]
pub mod io;
pub mod morphology;
mod operator;
mod packed;
mod pixel;
mod policy;
pub mod prelude;
mod refused;
mod similarity;

pub use binary::BinaryImage;
pub use blend::{Blend, blend, blend_by, blend_into};
pub use components::{Component, Components, Connectivity, LabelImage, components};
pub use convert::{at_least, at_least_into, below, below_into, grey, to_grey, to_grey_into};
pub use distance::{Metric, distance_transform};
pub use finch_kernels::{Error, ErrorKind, Result};
pub use footprint::{Border, Footprint};
pub use geometry::{Geometry, Rotation};
pub use histogram::{Histogram, MaskedHistogram, histogram, histogram_by, histogram_where, histogram_where_by};
#[cfg(feature = "parallel")]
pub use morphology::InParts;
pub use morphology::{AsElement, StructuringElement};
pub use packed::BitImage;
pub use pixel::{ImageOutput, Pixel};
pub use similarity::{Overlap, distances, distances_into};

use finch_kernels::formats::{Pattern, RunList, SparseRunList, Tensor};

/// A binary image by runs of pixels that are on, in runs of rows that are equal.
pub type RunImage = Tensor<RunList<SparseRunList<Pattern>>>;
