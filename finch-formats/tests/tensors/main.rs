//! Tensors without programs: their values and entries, leaves, scalars, random ones, and pictures of them.

mod access;
mod leaves;
mod pictures;
mod random;
