//! The run pass: a run's value takes the place of its access.

use crate::pass::{LowerNonempty, looplet_pass};
use crate::region::Region;
use crate::stmt::Stmt;

looplet_pass! {
    /// Replaces runs by what they repeat.
    RunPass asks run;
}

/// Lowers a statement that holds a run.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    stmt.traverse(RunPass(region), LowerNonempty)
}
