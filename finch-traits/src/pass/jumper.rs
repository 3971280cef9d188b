//! The jumper pass: children of which the largest end leads, so that sparse operands skip over dense ones.

use crate::pass::early_exit::exits;
use crate::pass::{Lower, LowerNonempty, looplet_pass};
use crate::region::Region;
use crate::stmt::Stmt;
use finch_algebra::logic::{Bool, Thunk};

looplet_pass! {
    /// Replaces jumpers that end with the region by their child, others by steppers over the region.
    Jump asks jump;
    /// Replaces every jumper by its child: all end with the region.
    JumpAll asks jump_all;
    /// Replaces every jumper and stepper by its child: all end with the region.
    LeapAll asks leap_all;
    /// Replaces jumpers by steppers.
    Demote asks demote;
}

/// Lowers a statement that holds jumpers and nothing that goes before them.
#[inline(always)]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    S::JumpersLead::branch(Leapfrog(stmt, region), LargestFirst(stmt, region))
}

/// Each jumper's absence makes the statement a no-op: they leapfrog, each to where the one before it has landed.
struct Leapfrog<S>(S, Region);

impl<S: Stmt> Thunk for Leapfrog<S> {
    #[inline(always)]
    fn force(self) {
        let Leapfrog(mut stmt, Region { lo, hi }) = self;
        stmt.seek(lo);
        let mut end = stmt.jump_stop();
        while end <= hi {
            let last = end - 1;
            if exits(&stmt, Region::new(last, hi)) {
                return;
            }
            let landed = stmt.leap::<S::Led>(end);
            if landed == end {
                // Nobody had to move beyond `end`, so whoever leads has a child that ends there.
                let region = Region::new(last, end);
                S::Led::branch(AtAll(stmt, region), AtJumpers(stmt, region));
                if end >= hi {
                    return;
                }
                end = stmt.leap::<S::Led>(end + 1);
            } else {
                end = landed
            }
        }
    }
}

struct AtAll<S>(S, Region);

impl<S: Stmt> Thunk for AtAll<S> {
    #[inline(always)]
    fn force(self) {
        self.0.traverse(LeapAll(self.1), LowerNonempty)
    }
}

struct AtJumpers<S>(S, Region);

impl<S: Stmt> Thunk for AtJumpers<S> {
    #[inline(always)]
    fn force(self) {
        self.0.traverse(JumpAll(self.1), LowerNonempty)
    }
}

/// The scheme of the looplet paper (section 6.5): the largest end leads, the others step over the same region.
struct LargestFirst<S>(S, Region);

impl<S: Stmt> Thunk for LargestFirst<S> {
    #[inline(always)]
    fn force(self) {
        let LargestFirst(mut stmt, Region { lo, hi }) = self;
        stmt.seek(lo);
        let mut index = lo;
        while index < hi {
            if exits(&stmt, Region::new(index, hi)) {
                return;
            }
            let end = stmt.jump_stop();
            if end > hi {
                stmt.traverse(Demote(Region::new(index, hi)), Lower);
                return;
            }
            stmt.traverse(Jump(Region::new(index, end)), Lower);
            if end >= hi {
                return;
            }
            stmt.seek(end);
            index = end;
        }
    }
}
