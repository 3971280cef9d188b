//! Files of tensors: what is read, what is refused and where, and what is written.
//!
//! `FINCH_DATA` names a folder of files with their facts and verdicts. Where it is not set, what these files would show is
//! shown by files that are written here, and the tests say so. The suite `binsparse` has what is behind further features.

mod data;
mod matrix_market;
mod numpy;
mod progress;
mod python;
mod tensor_market;
