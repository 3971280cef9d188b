//! The spike pass: everything but the last index, then the last index.

use crate::pass::{Lower, LowerNonempty, looplet_pass};
use crate::region::Region;
use crate::stmt::Stmt;

looplet_pass! {
    /// Replaces spikes by the value before the last index.
    SpikeBody asks spike_body;
    /// Replaces spikes by the value at the last index.
    SpikeTail asks spike_tail;
}

/// Lowers a statement that holds a spike.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    let last = region.hi - 1;
    stmt.traverse(SpikeBody(Region::new(region.lo, last)), Lower);
    stmt.traverse(SpikeTail(Region::new(last, region.hi)), LowerNonempty)
}
