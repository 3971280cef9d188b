//! The stepper pass: children one after the other, the smallest end first.
//!
//! How it loops depends on what types know of the statement:
//!
//! | the statement holds | loop |
//! |---|---|
//! | one stepper | it is *driven*: the format iterates its stored children, the rest is truncated once |
//! | only stable steppers (runs, blocks) | one typed pass per phase |
//! | several, and any one of them absent makes it a no-op (*conjunctive*) | step to the smallest end, run the body where all ends meet |
//! | the same, and stable ones | the others lead, the stable ones are looked up (see [`super::trail`]) |
//! | several, otherwise | *blended*: one body whose operands are present or fill |
//!
//! The blended body replaces the 2^k typed bodies of the looplet paper (section 6.4): which operands are present is
//! decided by selects of addresses, without a branch.

use crate::count::IsOne;
use crate::expr::Expr;
use crate::expr::solid::SolidExpr;
use crate::looplet::Coming;
use crate::pass::early_exit::exits;
use crate::pass::trail::Trail;
use crate::pass::{Lower, LowerNonempty, OnExpr, OnStmt, Pass, continuation, looplet_pass};
use crate::prelude::*;
use crate::promise;
use crate::reads::Recurs;
use crate::reduction::reducers::NeverSkips;
use crate::stmt::Stmt;
use crate::stmt::assign::{Assign, ThenAssign};
use crate::target::Target;

looplet_pass! {
    /// Drives the only stepper through its children.
    Drive asks drive;
    /// Replaces every stepper by its child or, if that ends elsewhere, by its truncated child.
    Step asks step;
    /// Replaces every stepper by its child: all end with the region.
    StepAll asks step_all;
    /// Replaces every stepper by its child or the truncated one, as one type.
    Blend asks blend;
    /// Replaces every stepper by its truncated child.
    Cut asks cut;
    /// Replaces every stepper by one that may be asked where it stops after its last child.
    Guard asks guard;
    /// [`Blend`] where no assignment can turn out to be a no-op: nothing is tested at run time.
    BlendAlive asks blend_alive {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
            let Assign { target, op, value } = assign;
            value.traverse(self, ThenAssign { target, op: NeverSkips { op }, k })
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn bound<E: Expr, K: OnExpr<Self, E::T>>(self, expr: E, k: K) {
            k.call(self, SolidExpr(expr))
        }
    };
}

/// Lowers a statement that holds steppers and nothing that goes before them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    branch!(if And<And<S::Conjunctive, S::HoldsStable>, Not<S::Stable>> {
        stmt.traverse(Trail(region), LowerNonempty)
    } else if And<IsOne<S::Steppers>, Not<S::Exits>> {
        drive(stmt, region)
    } else if S::Stable {
        // Runs and blocks are guarded as well: where the next children stop is then loaded before the body, and not after it.
        stmt.traverse(Guard(region), MergeStable)
    } else if S::Conjunctive {
        meet(stmt, region)
    } else {
        stmt.traverse(Guard(region), Merge)
    })
}

// ---- one stepper ----

#[cfg_attr(not(debug_assertions), inline(always))]
fn drive<S: Stmt>(stmt: S, region: Region) {
    branch!(if S::Lanes {
        stmt.drive_in_lanes(Driver::new(), region)
    } else if And<S::Stable, Not<Recurs<S>>> {
        // Blocks and runs, which may each be short.
        stmt.short_blocks(ThenDrive(region))
    } else if S::Conjunctive {
        // Something is assigned at children only, so targets can make room for them beforehand.
        stmt.reserve(Coming::new(stmt, region), ThenDrive(region))
    } else {
        drive_at_once(stmt, region)
    })
}

continuation! {
    pub(crate) struct ThenDrive(pub(crate) region: Region);
    impl[] OnStmt<()>: |_pass, stmt: S| {
        drive_at_once(stmt, region)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn drive_at_once<S: Stmt>(stmt: S, region: Region) {
    stmt.traverse(Drive(region), LowerNonempty)
}

// ---- several steppers ----

const CHILDREN: &str = "a child ends behind the one before it";

continuation! {
    struct MergeStable;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        // Children that do not mind truncation.
        phase_by_phase(stmt, pass.region(), StepAll)
    }
}

/// One pass per phase, from the smallest end to the next.
#[cfg_attr(not(debug_assertions), inline(always))]
fn phase_by_phase<S: Stmt, P: Pass>(mut stmt: S, region: Region, pass: impl Fn(Region) -> P) {
    let Region { lo, hi } = region;
    stmt.seek(lo);
    let mut index = lo;
    while index < hi {
        if exits!(S, stmt, Region::new(index, hi)) {
            return;
        }
        let stop = stmt.look();
        promise!(index < stop, CHILDREN);
        let end = stop.min(hi);
        // Advance a copy first: the body's stores may alias the arrays that `stop` reads.
        let mut next = stmt;
        next.advance(stop);
        stmt.traverse(pass(Region::new(index, end)), LowerNonempty);
        stmt = next;
        index = end;
    }
}

continuation! {
    struct Merge;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        let region = pass.region();
        branch!(if Not<And<<S::Steppers as Count>::Two, Not<S::Conjunctive>>> {
            meet(stmt, region)
        } else if S::Alive {
            merge_alive(stmt, region)
        } else {
            // Any phase may turn out to be a no-op, which is tested at run time.
            phase_by_phase(stmt, region, Blend)
        })
    }
}

/// The typed merge: the body where all ends meet and, unless conjunctive, a typed body elsewhere.
#[cfg_attr(not(debug_assertions), inline(always))]
fn meet<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, hi } = region;
    // A conjunctive statement is a no-op after the first operand has ended.
    let hi = if S::Conjunctive::VALUE { hi.min(stmt.last()) } else { hi };
    stmt.seek(lo);
    let mut index = lo;
    while index < hi {
        if exits!(S, stmt, Region::new(index, hi)) {
            return;
        }
        let end = stmt.look();
        promise!(index < end, CHILDREN);
        if end > hi {
            stmt.traverse(Cut(Region::new(index, hi)), LowerNonempty);
            return;
        }
        if stmt.differs(end) == 0 {
            stmt.traverse(StepAll(Region::new(index, end)), LowerNonempty)
        } else {
            let region = Region::new(index, end);
            branch!(if S::Conjunctive {
            } else {
                stmt.traverse(Step(region), Lower)
            })
        }
        stmt.advance(end);
        index = end;
    }
}

/// Blended: no assignment is a no-op where some stepper is at its child, so nothing is tested and what lies behind the
/// last child is a body of its own.
#[cfg_attr(not(debug_assertions), inline(always))]
fn merge_alive<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, hi } = region;
    stmt.seek(lo);
    let mut index = lo;
    // Every child ends beyond `index`, so one comparison ends the loop.
    loop {
        if S::Exits::VALUE && index < hi && exits!(S, stmt, Region::new(index, hi)) {
            return;
        }
        let end = stmt.look();
        promise!(index < end, CHILDREN);
        if end > hi {
            break;
        }
        let mut next = stmt;
        next.advance(end);
        stmt.traverse(BlendAlive(Region::new(index, end)), LowerNonempty);
        stmt = next;
        index = end;
    }
    if index < hi {
        stmt.traverse(Cut(Region::new(index, hi)), LowerNonempty)
    }
}
