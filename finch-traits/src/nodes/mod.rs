//! The nodes of programs: expressions, statements, targets, index lists, and the contexts that they stand in.

pub mod context;
pub(crate) mod expr;
pub mod index;
pub mod mask;
pub mod stmt;
pub mod target;
