//! The stepper pass: children one after the other, the smallest end first.
//!
//! How it loops depends on what types know of the statement:
//!
//! | the statement holds | loop |
//! |---|---|
//! | one stepper | it is *driven*: the format iterates its stored children, the rest is truncated once |
//! | only stable steppers (runs, blocks), and the gap in front of any one of them makes it a no-op | the body runs on what all have in common, from the greatest start to the least end |
//! | only stable steppers, otherwise | one typed pass per phase |
//! | several, and any one of them absent makes it a no-op (*conjunctive*) | those that lag behind the foremost one catch up, the body runs where all have |
//! | the same, and stable ones | the others lead, the stable ones are looked up (see [`super::trail`]) |
//! | several, and all of them absent make it a no-op, as `a * (b + c)` is | *led*: they catch up with the index where it may do something next, the blended body runs there |
//! | several, otherwise | *blended*: step to the smallest end, one body whose operands are present or fill |
//!
//! Where the statement may do something next follows from the operators, see [`Expr::due`]: a product waits for the last of its
//! factors, a sum for the first of its terms.
//!
//! The blended body replaces the 2^k typed bodies of Ahrens et al. ("Looplets", 2023, section 6.4): which operands are present is
//! decided by selects of addresses, without a branch.

use crate::expr::solid::SolidExpr;
use crate::knot::*;
use crate::pass::change::changes;
use crate::pass::choice::choice;
use crate::reduction::drive::take_turns_in_lanes;
#[cfg(not(debug_assertions))]
use crate::reduction::drive::{DriveInLanes, InOrder};
use crate::reduction::reducers::NeverSkips;
use core::hint::select_unpredictable;

looplet_pass! {
    /// Drives the only stepper through its children.
    Drive asks drive;
    /// Replaces every stepper by its child or, if that ends elsewhere, by its truncated child.
    Step asks step;
}

changes! {
    /// Replaces every stepper by its child: all end with the region.
    StepAll { stepper |_pass, steps| G::Child: steps.child(); }
    /// Replaces every stepper by its child behind the gap, which the region does not reach.
    BehindGap {
        stepper |pass, steps| <G::Child as Looplet>::In<Self>: steps.child().change(pass);
        sequence |sequence| B: sequence.second;
    }
    /// Replaces every stepper by its child or the truncated one, as one type.
    Blend { stepper |pass, steps| G::Blend: steps.blend(steps.differs(pass.0.hi - 1) == 0); }
    /// Replaces every stepper by its truncated child.
    Cut { stepper |_pass, steps| G::Trunc: steps.trunc(); }
    /// Replaces every stepper by one that may be asked where it stops after its last child.
    Guard { stepper |_pass, steps| Stepper<G::Guarded>: Stepper(steps.guarded()); }
    /// [`Blend`] where no assignment can turn out to be a no-op: nothing is tested at run time.
    BlendAlive {
        stepper |pass, steps| G::Blend: steps.blend(steps.differs(pass.0.hi - 1) == 0);
        reducer |op| NeverSkips<O>: NeverSkips { op };
        named |expr| SolidExpr<E>: SolidExpr(expr);
    }
}

choice! {
    /// How a statement is lowered that holds steppers and nothing that goes before them. Runs and blocks are guarded as well: where the
    /// next children stop is then loaded before the body, and not after it.
    enum Stepping by stepping(stmt: S, region);
    if [Conjunctive, HoldsStable, not Stable] => Trailing: stmt.traverse(Trail(region), LowerNonempty);
    if [OneStepper, not Exits] => Driven: <driving::Way<S> as Case<_>>::take(NextPass(stmt, region));
    if [Stable, Gapped] => Overlapping: overlap(stmt, region);
    if [Stable] => Phases: stmt.change(Guard(region), MergeStable);
    if [Conjunctive] => Meeting: intersect(stmt, region);
    else => Merged: stmt.change(Guard(region), Merge);
}

// ---- one stepper ----

choice! {
    /// How one stepper is driven. Blocks and runs may each be short. Where something is assigned at children only, targets can make room for
    /// them beforehand.
    enum Driving by driving(stmt: S, region);
    if [Lanes] => InLanes: stmt.drive_in_lanes(Driver::new(), region);
    if [HoldsLanes, Conjunctive, not HoldsStable, not Recurs] => SomeInLanes: take_turns_in_lanes(stmt, Driver::new(), region);
    if [InStrips] => InStrips: stmt.drive_in_strips(Driver::new(), region);
    if [Stable, not Recurs] => ShortBlocks: stmt.short_blocks(ThenDrive(region));
    if [Conjunctive] => Reserved: stmt.reserve(Coming::new(stmt, region), ThenDrive(region));
    else => AtOnce: stmt.traverse(Drive(region), LowerNonempty);
}

continuation! {
    pub(crate) struct ThenDrive(pub(crate) region: Region);
    impl[] OnStmt<()>: |_pass, stmt: S| {
        // Builds with debug assertions, where turns gain nothing, have one loop for all, which compiles sooner.
        #[cfg(not(debug_assertions))]
        branch!(if And<S::Accumulates, Not<S::HoldsStable>> {
            stmt.traverse(DriveInLanes::new(region, InOrder), LowerNonempty)
        } else {
            stmt.traverse(Drive(region), LowerNonempty)
        });
        #[cfg(debug_assertions)]
        stmt.traverse(Drive(region), LowerNonempty)
    }
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
fn phase_by_phase<S: Stmt, P: Change>(mut stmt: S, region: Region, pass: impl Fn(Region) -> P) {
    let Region { lo, hi } = region;
    stmt.seek(lo);
    let mut index = lo;
    while index < hi {
        if exits!(S, stmt, Region::new(index, hi)) {
            return;
        }
        let last = stmt.look();
        promise!(index <= last, CHILDREN);
        let end = last.min(hi - 1) + 1;
        // Advance a copy first: the body's stores may alias the arrays that `look` reads.
        let mut next = stmt;
        next.catch_up(end);
        stmt.change(pass(Region::new(index, end)), LowerNonempty);
        stmt = next;
        index = end;
    }
}

/// Runs and blocks with gaps between them, in each of which it is a no-op: the body runs on what the current children of all steppers have
/// in common. Those that end before the last of them starts, or first, move on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn overlap<S: Stmt>(mut stmt: S, region: Region) {
    let Region { mut lo, hi } = region;
    // It is a no-op after the first operand has ended. Up to there each has a current child.
    let hi = hi.min(stmt.last());
    if lo >= hi {
        return;
    }
    stmt.seek(lo);
    loop {
        // Children that all start before `lo` are there at first only.
        let common = stmt.common();
        let (start, end) = (
            common.start.max(lo as isize) as usize,
            common.end.min(hi as isize) as usize,
        );
        let goal = select_unpredictable(start < end, end, start);
        // Advance a copy first: the body's stores may alias the arrays of the steppers.
        let mut next = stmt;
        next.catch_up(goal);
        if start < end {
            if exits!(S, stmt, Region::new(start, hi)) {
                return;
            }
            stmt.change(BehindGap(Region::new(start, end)), LowerNonempty)
        }
        if goal >= hi {
            return;
        }
        (stmt, lo) = (next, goal)
    }
}

continuation! {
    struct Merge;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        let region = pass.region();
        branch!(if merging::Typed<S> {
            meet(stmt, region)
        } else if merging::Alive<S> {
            merge_alive(stmt, region)
        } else if merging::Led<S> {
            merge_led(stmt, region)
        } else {
            phase_by_phase(stmt, region, Blend)
        })
    }
}

choice! {
    /// How guarded steppers are merged. Where nothing is known of them, any phase may turn out to be a no-op, which is tested at run time.
    enum Merging by merging;
    if [not TwoSteppers] => Typed;
    if [Alive] => Alive;
    if [Sparse] => Led;
    else => Blended;
}

/// Conjunctive: steppers that lag behind the foremost one catch up with it, and the body runs where all of them have.
#[cfg_attr(not(debug_assertions), inline(always))]
fn intersect<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, hi } = region;
    // It is a no-op after the first operand has ended. Up to there each has a child that ends at `last` or behind it.
    let hi = hi.min(stmt.last());
    if lo >= hi {
        return;
    }
    let bound = hi - 1;
    stmt.seek(lo);
    if exits!(S, stmt, region) {
        return;
    }
    loop {
        // Asked here and nowhere else: LLVM sees then that of two the one that lags is the lesser one, and need not wait for the larger one.
        let last = stmt.foremost();
        promise!(lo <= last, CHILDREN);
        if last > bound {
            return;
        }
        if stmt.agrees(None).0 {
            // What is in front of it is a no-op.
            stmt.change(StepAll(Region::new(last, last + 1)), LowerNonempty);
            if last == bound {
                return;
            }
            // Behind the body, where a branch of it may have ended the loop.
            if exits!(S, stmt, Region::new(last + 1, hi)) {
                return;
            }
            // Where they meet each moves on whatever its next index is, so that no load waits for another one.
            stmt.advance()
        } else {
            stmt.catch_up(last)
        }
    }
}

/// Blended, and led by what makes the statement a no-op: steppers that lag behind the index that is due catch up with it, and the
/// body runs there once none does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn merge_led<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, hi } = region;
    stmt.seek(lo);
    loop {
        let due = stmt.due();
        promise!(lo <= due, CHILDREN);
        if due >= hi {
            return;
        }
        if stmt.lags(due) {
            stmt.catch_up(due);
            continue;
        }
        if exits!(S, stmt, Region::new(due, hi)) {
            return;
        }
        let region = Region::new(due, due + 1);
        let met = stmt.meets(due);
        promise!(met, "what is due is there");
        // SAFETY: `due` is the end of a stepper that has to end there for the statement to do something, of each that leads where
        // some do, and no stepper ends before it.
        unsafe { core::hint::assert_unchecked(met) };
        branch!(if S::Met {
            stmt.change(BlendAlive(region), LowerNonempty)
        } else {
            stmt.change(Blend(region), LowerNonempty)
        });
        stmt.catch_up(due + 1);
    }
}

/// The typed merge: the body where all ends meet, and a typed body elsewhere.
#[cfg_attr(not(debug_assertions), inline(always))]
fn meet<S: Stmt>(mut stmt: S, region: Region) {
    let Region { lo, hi } = region;
    stmt.seek(lo);
    let mut index = lo;
    while index < hi {
        if exits!(S, stmt, Region::new(index, hi)) {
            return;
        }
        let last = stmt.look();
        promise!(index <= last, CHILDREN);
        if last >= hi {
            stmt.change(Cut(Region::new(index, hi)), LowerNonempty);
            return;
        }
        let region = Region::new(index, last + 1);
        if stmt.differs(last) == 0 {
            stmt.change(StepAll(region), LowerNonempty)
        } else {
            stmt.traverse(Step(region), Lower)
        }
        stmt.catch_up(last + 1);
        index = last + 1;
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
        let last = stmt.look();
        promise!(index <= last, CHILDREN);
        if last >= hi {
            break;
        }
        let end = last + 1;
        stmt.change(BlendAlive(Region::new(index, end)), LowerNonempty);
        stmt.catch_up(end);
        index = end;
    }
    if index < hi {
        stmt.change(Cut(Region::new(index, hi)), LowerNonempty)
    }
}
