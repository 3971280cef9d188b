//! Reductions and short stretches: what is summed up in several accumulators, and what is stored several values at a time.
//!
//! | module | |
//! |---|---|
//! | `abreast` | sums of several rows at once |
//! | [`accumulator`] | the local copy of a target that does not depend on the loop |
//! | [`lanes`] | several accumulators for one reduction, and their sum |
//! | [`lookup`] | a reduction of what is looked up, index by index |
//! | [`drive`] | a reduction of the children of one stepper |
//! | `reducers` | reducers as these loops see them |
//! | [`short_blocks`] | assigning a few indices at a time |
//! | `packed` | lanes that stay in a vector from turn to turn of a loop |
//! | [`strip`] | sums of several children of a stepper at once |
//! | [`tile`] | local copies of a few values of a row |

#[cfg(not(debug_assertions))]
pub(crate) mod abreast;
pub mod accumulator;
pub mod drive;
pub mod lanes;
pub mod lookup;
pub(crate) mod packed;
pub(crate) mod reducers;
pub mod short_blocks;
pub mod strip;
pub mod tile;
