//! The jumper pass: children of which the largest end leads, so that sparse operands skip over dense ones.

use crate::knot::*;
use crate::pass::choice::choice;

looplet_pass! {
    /// Replaces every jumper by its child, or the block that it is in: all end with the region, or hold it.
    JumpAll asks jump_all;
    /// Replaces every jumper and stepper by its child: all end with the region.
    LeapAll asks leap_all;
    /// Replaces jumpers by steppers.
    Demote asks demote;
}

choice! {
    /// How a statement is lowered that holds jumpers and nothing that goes before them. Leaping over what does not make it a no-op gains
    /// nothing: such jumpers become steppers. (The looplet paper lets the largest end lead and the others step, which doubles the code for
    /// every jumper and dimension.)
    enum Jumping by jumping(stmt: S, region);
    if [ConjunctiveJumpers] => Leapfrog: leapfrog(stmt, region);
    else => Demoted: stmt.traverse(Demote(region), LowerNonempty);
}

choice! {
    /// What has landed where a leap ends: jumpers and steppers, or jumpers alone.
    enum Landing by landing;
    if [Conjunctive, not Stable] => All;
    else => Jumpers;
}

/// Each jumper's absence makes the statement a no-op: they leapfrog, each to where the one before it has landed.
#[cfg_attr(not(debug_assertions), inline(always))]
fn leapfrog<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, mut hi } = region;
    // Where steppers lead, too, it is a no-op behind the last of any of them. A jumper's region ends there.
    if S::Conjunctive::VALUE {
        hi = hi.min(stmt.last());
        if lo >= hi {
            return;
        }
    }
    stmt.seek(lo);
    let mut end = stmt.jump_stop();
    while end <= hi {
        if exits!(S, stmt, Region::new(end - 1, hi)) {
            return;
        }
        let landed = stmt.leap::<S::Conjunctive>(end, hi);
        promise!(landed >= end, "a leap does not lead back");
        if landed > hi {
            return;
        }
        let met = if And::<S::Conjunctive, Not<S::HoldsStable>>::VALUE {
            stmt.differs(landed - 1) == 0
        } else {
            // Nobody had to move beyond `end`, so whoever leads has a child that ends there, or a block that goes on.
            landed == end
        };
        end = landed;
        if met {
            if S::Stable::VALUE {
                end = stmt.reach().min(hi)
            }
            let region = Region::new(landed - 1, end);
            branch!(if landing::All<S> {
                stmt.traverse(LeapAll(region), LowerNonempty)
            } else {
                stmt.traverse(JumpAll(region), LowerNonempty)
            });
            end += 1
        }
    }
}
