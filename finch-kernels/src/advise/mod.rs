//! Which format suits a matrix: measured, predicted, with reasons.
//!
//! ```
//! use finch_kernels::prelude::*;
//! use finch_kernels::advise::{Workload, advise};
//!
//! // Each row of 2000 holds what stands next to the diagonal.
//! let near = |row: usize| (row.saturating_sub(8)..(row + 9).min(2000)).map(move |col| ([row, col], 0.5 + (row + 3 * col) as f64));
//! let a = Csr::<f64>::from_triplets([2000, 2000], (0..2000).flat_map(near), Add)?;
//! let advice = advise(&a)?;
//! assert_eq!(advice.structure().diagonals, 17);
//! println!("{advice}");
//! let a: AnyMatrix<f64> = advice.convert(&a)?;
//! assert_eq!(a.format(), advice.best());
//! let y = with_format!(&a, |a| spmv::spmv_auto(a, &Vector::from(vec![1.0; 2000])))?;
//! assert_eq!(y.shape()[0], 2000);
//! # Ok::<(), Error>(())
//! ```
//!
//! | item | |
//! |---|---|
//! | [`Structure::of`] | one pass over a matrix: lengths of rows, bands, diagonals, stretches, runs, blocks, symmetry, repeated values, ranges of indices |
//! | [`Structure::bytes`] | what the matrix takes in each format, exactly |
//! | [`Model`] | what [`Workload`] takes in each format: shipped costs, or those of [`Model::calibrate`] |
//! | [`advise`], [`advise_for`] | both for all formats: an [`Advice`], which is displayed as a table with reasons |
//! | [`Advice::convert`], [`IntoBest`] | the matrix in the best format |
//! | [`Advice::best_within`] | the name of the fastest format that takes at most so many bytes |
//!
//! # How good it is
//!
//! Predictions order formats; they are no promise of seconds. Over the 179 real matrices of the data set, what is chosen for products with
//! a vector takes 1.02 times as long as the best format, in geometric mean (1.65 at most), on an AMD EPYC, and none is slower than compressed
//! rows by more than 5 %. A format other than [`Csr`](crate::formats::Csr) is only chosen where it is predicted to save 15 % of the time, since a wrong choice
//! costs more than one that was not taken. For visits of all entries predictions are worse. The command, the date and all figures are in
//! `benches/results/advise.txt`. The costs were fitted to times of the same matrices on another processor.
//!
//! # Cost
//!
//! The pass takes as long as ten products with a vector in geometric mean, and at most 17 (`benches/results/advise.txt`). A conversion comes on top.
//! Both pay where a matrix is used again and again.
//! Converting compiles a copy into each of the twelve formats, for each type of values that it is used with. Measuring and predicting do not.

mod advice;
mod calibrate;
mod model;
mod shipped;
mod structure;

pub use advice::{Advice, Candidate, IntoBest, advise, advise_for};
pub use model::{Model, Sample, Workload};
pub use structure::{Structure, Symmetry};
