//! The spike pass: everything but the last index, then the last index.

use crate::knot::*;
use crate::pass::change::changes;

changes! {
    /// Replaces spikes by the value before the last index.
    SpikeBody asks spike_body { spike |spike| Run<B>: Run(spike.body); }
    /// Replaces spikes by the value at the last index.
    SpikeTail asks spike_tail { spike |spike| Run<F>: Run(spike.tail); }
}

/// How a statement is lowered of which each spike is a [last](Stmt::Last) dimension: what is at its place is no access any more, and types
/// know what that is.
#[derive(Debug)]
pub enum SpikeOfLast {}

impl<S: Stmt> Case<NextPass<S>> for SpikeOfLast {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(NextPass(stmt, region): NextPass<S>) {
        let last = region.hi - 1;
        stmt.change(SpikeBody(Region::new(region.lo, last)), Lower);
        stmt.change(SpikeTail(Region::new(last, region.hi)), LowerNonempty)
    }
}
