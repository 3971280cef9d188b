//! What a suite of this folder finds in place of the prelude of `finch_tests`, for which its files take it, if `cargo test` runs the suite of
//! these files: what that leaves out.

pub(crate) extern crate finch_tests as shared;

pub(crate) use shared::prelude::*;
pub(crate) use shared::{none as some, rest as each};
