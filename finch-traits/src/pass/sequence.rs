//! The sequence pass: one phase after the other. Each sequence narrows the region of its phase before the next leaf is
//! asked, so phases meet by intersection, in ascending order.

use crate::pass::{LowerNonempty, looplet_pass};
use crate::region::Region;
use crate::stmt::Stmt;

looplet_pass! {
    /// Replaces sequences by one phase after the other.
    SequencePass asks sequence;
}

/// Lowers a statement that holds a sequence.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    stmt.traverse(SequencePass(region), LowerNonempty)
}
