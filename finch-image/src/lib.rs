//! Image processing as Finch programs.
//!
//! The crate is the place for morphology, histograms and blending over run-length images; so far it only leads to the
//! language and the formats they are made of, such as [`RunList`](finch_kernels::formats::RunList).

pub use finch_kernels::prelude;
