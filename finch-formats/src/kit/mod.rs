//! A kit for levels: what levels that store their children alike have in common.
//!
//! A level answers three questions, and the kit has an answer to each that only needs to be told what is peculiar to the level.
//!
//! | question | in the kit |
//! |---|---|
//! | Which looplets does a fiber unfurl to? | [`entries`]: sorted indices with a child each. [`runs`]: pieces that end where they say. [`window`]: one stretch of indices. [`children`]: indices with a child each, found in a way of the level's own. [`ranged`], which the first two build on: any stretch of arrays, from one pointer to the next |
//! | Which arrays does a level consist of? | [`arrays!`](crate::arrays): accessors, parts, bytes, and what is done to a tensor as a whole ([`Nested`](crate::nested::Nested)) |
//! | What does it store, looked at without a program? | [`pieces`]: from where the children of a fiber are follow `get`, `for_each`, `draw` and the like, which [`level!`](crate::level) writes into the `impl` of [`Level`](finch_traits::level::Level) |
//!
//! A trait of the kit is implemented by the borrowed arrays of a level: a small `Copy` struct of slices and the fibers of the
//! level below, which the compiler keeps in registers. The fibers, cursors and looplets over it are generic and inlined, so that
//! they cost what they would if they were written for the level alone.

pub mod arrays;
pub mod children;
pub mod entries;
pub mod pieces;
pub mod ranged;
pub mod runs;
pub mod window;
