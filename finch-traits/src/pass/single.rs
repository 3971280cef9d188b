//! The single pass: at the only index of a phase everything is looked up, instead of being driven through a loop of one turn.

use crate::pass::lookup::{Bind, Exec};
use crate::pass::{LowerNonempty, looplet_pass};
use crate::prelude::*;
use crate::promise;
use crate::stmt::Stmt;

looplet_pass! {
    /// Replaces phases of one index by what they hold.
    SinglePass asks single;
}

/// Lowers a statement in a phase of one index. Each stepper that is looked up has a body where it is stored and one where it
/// is not: several are merged, as they are elsewhere, which takes no more code for more of them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    promise!(region.hi == region.lo + 1, "a phase of one index has no others");
    branch!(if And<Not<<S::Steppers as Count>::Two>, S::NoJumper> {
        stmt.traverse(Bind::at(region.lo), Exec)
    } else {
        stmt.traverse(SinglePass(region), LowerNonempty)
    })
}
