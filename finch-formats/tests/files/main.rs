//! Files of tensors: what is read, what is refused and where, and what is written.
//!
//! `FINCH_DATA` names a folder of files with their facts and verdicts. Where it is not set, what these files would show is
//! shown by files that are written here, and the tests say so.

#[cfg(feature = "binsparse")]
#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/src/memory.rs"]
mod memory;

#[cfg(feature = "binsparse")]
#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

#[cfg(feature = "binsparse")]
mod binsparse;
mod data;
#[cfg(feature = "half")]
mod halves;
mod matrix_market;
mod numpy;
mod progress;
mod python;
mod tensor_market;
