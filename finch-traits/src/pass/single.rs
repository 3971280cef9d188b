//! The single pass: at the only index of a phase everything is looked up, instead of being driven through a loop of one turn.
//!
//! Each stepper that is looked up has a body where it is stored and one where it is not: several are merged, as they are elsewhere, which
//! takes no more code for more of them.

use crate::pass::choice::choice;
use crate::pass::looplet_pass;
use crate::prelude::*;
use crate::stmt::Stmt;

looplet_pass! {
    /// Replaces phases of one index by what they hold.
    SinglePass asks single;
}

choice! {
    /// How a phase of one index is lowered.
    enum Phase by phase;
    if [not TwoSteppers, NoJumper] => LookedUp;
    else => Merged;
}
