//! A reduction of the children of one stepper.

use crate::expr::Expr;
use crate::looplet::stepper::Steps;
use crate::looplet::{Looplet, narrowed};
use crate::pass::stepper::ThenDrive;
use crate::pass::{LowerOver, OnExpr, OnLeaf, Pass, continuation};
use crate::prelude::*;
use crate::reduction::accumulator::Accumulator;
use crate::reduction::lanes::{LANES, LIST_LANES, SINGLE, sum_by_halves};
use crate::reduction::reducers::OneAccumulator;
use crate::stmt::assign::{Assign, TargetOf, UnderWithTarget};
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
        target.with_lanes(lanes, UnderWithTarget { op, value, k });
        sum_by_halves(lanes, op)
    } else {
        // Children with a value each: one lane after the other.
        let turns = SumLanes {
            // SAFETY: the pass is used while the lanes are in this frame.
            lanes: unsafe { Lent::new(lanes) },
            op,
        };
        value.traverse(DriveInLanes { region, lane: 0, turns }, IntoLane { target, lanes, op })
    });
    if target.is_noted() {
        // Single indices of blocks have a lane of their own, which is complete before the others.
        if E::Stable::VALUE {
            target.combine(driver, op, lanes[SINGLE].get())
        }
        target.combine(driver, op, lanes[0].get())
    }
}

/// What is done when all lanes had their last turn.
pub trait Turns: Copy + Sealed {
    /// Sums them into the first one.
    fn sum(self);
}

/// The lanes, and what sums them.
#[derive(Clone, Copy, Debug)]
pub struct SumLanes<T: Copy, O> {
    lanes: Lent<[Cell<T>; LANES]>,
    op: O,
}

impl<T: Copy, O: Reducer<T>> Sealed for SumLanes<T, O> {}
impl<T: Copy, O: Reducer<T>> Turns for SumLanes<T, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(self) {
        sum_by_halves(&self.lanes, self.op)
    }
}

/// [`Drive`](crate::pass::stepper::Drive) with several accumulators: consecutive children go to consecutive lanes.
#[derive(Clone, Copy, Debug)]
pub struct DriveInLanes<S> {
    region: Region,
    lane: usize,
    turns: S,
}

impl<S: Turns> DriveInLanes<S> {
    /// This pass in the lane `lane`, over the same region.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn in_lane(self, lane: usize) -> Self {
        DriveInLanes { lane, ..self }
    }
}

impl<S: Turns> Sealed for DriveInLanes<S> {}
impl<S: Turns> Pass for DriveInLanes<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        looplet.drive_in_lanes(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self) -> usize {
        self.lane
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(self) -> Region {
        self.region
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(self, region: Region) -> Self {
        DriveInLanes { region, ..self }
    }
}

/// Hands the children of a stepper to one lane after the other. Those that do not fill a turn follow in the first one, into which the
/// others are summed by then, each behind a test of its own: how many they are differs from fiber to fiber, and where a loop over so few
/// ends is guessed wrong. Fibers that fill no turn leave the other lanes alone.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take_turns<G: Steps, S: Turns, K: OnLeaf<DriveInLanes<S>, G::T>>(
    mut steps: G,
    pass: DriveInLanes<S>,
    k: K,
) {
    let region = pass.region();
    let mark = steps.enter(region);
    let (mut index, first) = (region.lo, steps.position());
    let mut next = |steps: &mut G, lane: usize| {
        let stop = steps.stop();
        k.hand_on(narrowed(pass.in_lane(lane), index, stop), steps.child());
        index = stop;
        steps.next()
    };
    if G::LOOKS_AHEAD {
        if steps.has_room(LIST_LANES, mark) {
            while steps.has_room(LIST_LANES, mark) {
                for lane in 0..LIST_LANES {
                    next(&mut steps, lane)
                }
            }
            pass.turns.sum()
        }
        // Fewer than there are lanes are left.
        const { assert!(LIST_LANES == 4) }
        if steps.before(mark) {
            next(&mut steps, 0);
            if steps.before(mark) {
                next(&mut steps, 0);
                if steps.before(mark) {
                    next(&mut steps, 0)
                }
            }
        }
    } else {
        while steps.before(mark) {
            next(&mut steps, 0)
        }
    }
    steps.leave();
    steps.rest(pass, first, index, k)
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
