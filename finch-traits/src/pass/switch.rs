//! The switch pass: a run-time condition chooses one of two looplets, and each choice goes on with a type of its own.

use crate::pass::{LowerNonempty, looplet_pass};
use crate::region::Region;
use crate::stmt::Stmt;

looplet_pass! {
    /// Resolves switches.
    SwitchPass asks switch;
}

/// Lowers a statement that holds a switch.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    stmt.traverse(SwitchPass(region), LowerNonempty)
}
