//! FROSTT and TensorMarket files: what is read, what is refused and where, and what is written.
//!
//! `FINCH_DATA` names a folder of files with their facts and verdicts, see the tests of Matrix Market.

#[path = "../matrix_market/data.rs"]
mod data;
mod facts;
mod malformed;
mod reading;
mod writing;
