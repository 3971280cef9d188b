//! A kit for levels: what levels that store their children alike have in common.
//!
//! | children of a fiber are | module |
//! |---|---|
//! | sorted indices with a child each | [`entries`] |
//! | any stretch of arrays, from one pointer to the next | [`ranged`] |
//! | pieces that end where they say | [`runs`] |
//! | one stretch of indices | [`window`] |
//!
//! A trait of the kit is implemented by the borrowed arrays of a level: a small `Copy` struct of slices and the fibers of the
//! level below, which the compiler keeps in registers. The fibers, cursors and looplets over it are generic and inlined, so that
//! they cost what they would if they were written for the level alone.

pub mod entries;
pub mod ranged;
pub mod runs;
pub mod window;
