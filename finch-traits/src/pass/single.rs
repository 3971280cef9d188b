//! The single pass: at the only index of a phase everything is looked up, instead of being driven through a loop of one turn.
//!
//! Each stepper that is looked up has a body where it is stored and one where it is not: several are merged, as they are elsewhere, which
//! takes no more code for more of them.

use crate::knot::*;
use crate::pass::choice::choice;

looplet_pass! {
    /// Replaces phases of one index by what they hold.
    SinglePass asks single;
}

choice! {
    /// How a phase of one index is lowered.
    enum Phase by phase(stmt: S, region);
    if [not TwoSteppers, NoJumper] => LookedUp: stmt.traverse(Bind::at(only(region)), Exec);
    else => Merged: stmt.traverse(SinglePass(Region::point(only(region))), LowerNonempty);
}

/// The index of a phase that has no others.
#[cfg_attr(not(debug_assertions), inline(always))]
fn only(region: Region) -> usize {
    promise!(region.hi == region.lo + 1, "a phase of one index has no others");
    region.lo
}
