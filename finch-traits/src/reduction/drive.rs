//! A reduction of the children of one stepper.

use crate::expr::Expr;
use crate::looplet::stepper::Steps;
use crate::looplet::{Looplet, narrowed};
use crate::pass::stepper::ThenDrive;
use crate::pass::{LowerOver, OnExpr, OnLeaf, Pass, continuation, region_field};
use crate::prelude::*;
use crate::reduction::accumulator::Accumulator;
use crate::reduction::lanes::{LANES, LIST_LANES, SINGLE, sum_by_halves};
use crate::reduction::reducers::OneAccumulator;
use crate::stmt::assign::{Assign, TargetOf, WithTarget};
use crate::target::Target;

/// Drives the stepper of an assignment into several accumulators, and combines its target with their sum.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn drive_in_lanes<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(
    assign: Assign<W, O, E>,
    driver: Driver,
    region: Region,
) {
    let Assign { target, op, value } = assign;
    // A reducer that reassociates has an identity. What one comes to that has none is wrong, and no reason to stop.
    let identity = O::identity().unwrap_or_else(|| target.load(driver));
    let lanes: [Cell<W::T>; LANES] = core::array::from_fn(|_| Cell::new(identity));
    let lanes = &lanes;
    branch!(if E::Stable {
        // Blocks and runs: what is looked up in a child goes to all lanes.
        let k = ThenDrive(region);
        target.with_lanes(lanes, WithTarget { op, value, k })
    } else {
        // Children with a value each: one lane after the other.
        value.traverse(DriveInLanes::new(region), IntoLane { target, lanes, op })
    });
    if target.is_noted() {
        // Single indices of blocks have a lane of their own, which is complete before the others.
        if E::Stable::VALUE {
            target.combine(driver, op, lanes[SINGLE].get())
        }
        target.combine(driver, op, sum_by_halves(lanes, op))
    }
}

/// [`Drive`](crate::pass::stepper::Drive) with several accumulators: consecutive children go to consecutive lanes.
#[derive(Clone, Copy, Debug)]
pub struct DriveInLanes(Region, usize);

impl DriveInLanes {
    /// This pass in the lane `lane`, over the same region.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn in_lane(self, lane: usize) -> Self {
        DriveInLanes(self.0, lane)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(region: Region) -> Self {
        DriveInLanes(region, 0)
    }
}

impl Sealed for DriveInLanes {}
impl Pass for DriveInLanes {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        looplet.drive_in_lanes(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self) -> usize {
        self.1
    }

    region_field!();
}

/// Hands the children of a stepper to one lane after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take_turns<G: Steps, K: OnLeaf<DriveInLanes, G::T>>(mut steps: G, pass: DriveInLanes, k: K) {
    let region = pass.region();
    let mark = steps.enter(region);
    let (mut index, first) = (region.lo, steps.position());
    while steps.has_room(mark) {
        for lane in 0..LIST_LANES {
            let stop = steps.stop();
            k.looplet(narrowed(pass.in_lane(lane), index, stop), steps.child());
            index = stop;
            steps.next();
        }
    }
    while steps.before(mark) {
        let stop = steps.stop();
        k.looplet(narrowed(pass.in_lane(0), index, stop), steps.child());
        index = stop;
        steps.next();
    }
    steps.leave();
    steps.rest(pass.in_lane(0), first, index, k)
}

continuation! {
    /// Continues with a child in the accumulator of its lane.
    struct IntoLane<'a, W, T, O> {
        target: W,
        lanes: &'a [Cell<T>; LANES],
        op: O,
    }
    impl['a, P: Pass, W: TargetOf<T>, T: Copy + 'static, O: Reducer<T>] OnExpr<P, T>: |pass, expr: E| {
        let lane = &lanes[pass.lane()];
        // SAFETY: it is handed on from the frame of the lanes.
        let target = unsafe { Accumulator::<T, No, W::Asked>::noting(lane, target.assigned()) };
        expr.assign(target, OneAccumulator { op }, LowerOver(pass.region()))
    }
}
