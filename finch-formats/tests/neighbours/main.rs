//! Tensors from and to the types of other libraries: what copies nothing has the same address, what goes there and back is the same, what is
//! malformed is refused, programs compute what the other library computes.
//!
//! `FINCH_DATA` names a folder of files, whose matrices go there and back as well.

mod arrow;
mod common;
mod faer;
mod files;
mod half;
mod nalgebra;
mod nalgebra_sparse;
mod ndarray;
mod one_based;
#[cfg(feature = "parallel")]
mod rayon;
mod sprs;
