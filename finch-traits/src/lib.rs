//! Levels, looplets, lifecycles, and programs over them: the engine that lowers loops over structured arrays.
//!
//! A program is a value whose type is the whole program. Running it is a chain of passes over that typed tree, each of
//! which resolves one kind of looplet; rustc makes one loop nest of each combination of formats. This crate has programs
//! and passes, and says what a format is; it has no formats, which are in `finch-formats`. First programs import
//! `finch_kernels::prelude`.
//!
//! ```text
//! s[] += a[i] * b[i]                    two sparse lists, whose fill is zero
//!   unfurl   Stepper(a) * Stepper(b)    each fiber says what it is made of
//!   stepper  while both go on: ..       one list ends: zero times anything is zero, so nothing is left to do
//!   spike    at the index of both       in front of it both are zero: no loop, no test
//! s += a.val[p] * b.val[q]              what is left: two pointers, as by hand
//! ```
//!
//! | to | see |
//! |---|---|
//! | write a program | [`program`](program::program), [`indices!`], [`expr::overload`], [`mask`] |
//! | write without one, entry by entry | [`writer`] |
//! | see what becomes of it | [`Program::explain`](program::Program::explain) |
//! | make a format | [`Level`](level::Level) and [`Fiber`](fiber::Fiber) to read, [`WriteLevel`](lifecycle::WriteLevel) to write, [`Contents`](level::Contents) to look at what is stored, [`looplet`] for what fibers are made of |
//! | follow the lowering | [`pass`], [`style`], [`stmt`], [`expr`] |
//! | handle what went wrong | [`Error`], [`ErrorKind`] |
//!
//! # What is checked
//!
//! Types refuse what they can know: ranks, loops out of the order of levels, formats that cannot be written. Before a
//! program runs, extents are compared and tensors told apart ([`scope`]). What can go wrong in a loop comes out of
//! [`run`](program::Program::run) as an error. What makes it right to read unchecked is tested too, in [checked
//! mode](mod@promise).

mod base;
mod description;
pub mod explain;
mod knot;
pub mod looplet;
mod nodes;
pub mod notation;
pub mod pass;
mod prelude;
pub mod program;
pub mod reduction;
pub mod scope;
mod storage;
mod upper;

pub use base::{count, cursor, driver, error, if_resolved, lent, parts, promise, rank, region, tree, unfilled};
pub(crate) use base::{derived, folded, same_type, sealed, total};
pub use finch_algebra::style;
pub use looplet::fiber;
pub use nodes::{context, index, mask, reads, stmt, target, writes};
pub use notation::view;
pub use program::writer;
pub use reduction::short_blocks;
pub use storage::{level, lifecycle, mirrored, root};

/// Expressions: what stands on the right of an assignment, and in conditions.
pub mod expr {
    pub use crate::nodes::expr::*;
    pub use crate::notation::{elementary, overload};
}

/// The algebra below, under one path.
pub mod algebra {
    pub use finch_algebra::*;
    pub use typenum;
}

pub use error::{Error, ErrorKind, Result};
