//! Levels, looplets, lifecycles, and programs over them: the lowering engine of Finch.

pub mod context;
pub mod count;
pub mod cursor;
pub mod error;
pub mod explain;
pub mod expr;
pub mod fiber;
pub mod index;
pub mod level;
pub mod lifecycle;
pub mod looplet;
pub mod mask;
pub mod notation;
pub mod pass;
pub mod program;
pub mod rank;
pub mod region;
pub mod scope;
pub mod stmt;
pub mod style;
pub mod target;
mod total;
pub mod tree;

/// The algebra below, under one path.
pub mod algebra {
    pub use finch_algebra::*;
    pub use typenum;
}

pub use error::{Error, ErrorKind, Result};
