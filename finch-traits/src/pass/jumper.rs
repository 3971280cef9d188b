//! The jumper pass: children of which the largest end leads, so that sparse operands skip over dense ones.

use crate::pass::early_exit::exits;
use crate::pass::{LowerNonempty, looplet_pass};
use crate::promise;
use crate::region::Region;
use crate::stmt::Stmt;
use finch_algebra::logic::{And, Bool, Not, Thunk};

looplet_pass! {
    /// Replaces every jumper by its child, or the block that it is in: all end with the region, or hold it.
    JumpAll asks jump_all;
    /// Replaces every jumper and stepper by its child: all end with the region.
    LeapAll asks leap_all;
    /// Replaces jumpers by steppers.
    Demote asks demote;
}

/// Lowers a statement that holds jumpers and nothing that goes before them.
#[inline(always)]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    S::JumpersLead::branch(Leapfrog(stmt, region), Demoted(stmt, region))
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
            promise!(landed >= end, "a leap does not lead back");
            if landed == end {
                // Nobody had to move beyond `end`, so whoever leads has a child that ends there, or a block that goes on.
                if S::Stable::VALUE {
                    end = stmt.reach().min(hi)
                }
                let region = Region::new(last, end);
                <And<S::Led, Not<S::Stable>>>::branch(AtAll(stmt, region), AtJumpers(stmt, region));
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

/// Leaping over what does not make the statement a no-op gains nothing: the jumpers become steppers. (The looplet paper
/// lets the largest end lead and the others step, which doubles the code for every jumper and dimension.)
struct Demoted<S>(S, Region);

impl<S: Stmt> Thunk for Demoted<S> {
    #[inline(always)]
    fn force(self) {
        self.0.traverse(Demote(self.1), LowerNonempty)
    }
}
