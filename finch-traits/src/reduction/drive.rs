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
        value.traverse(DriveInLanes::new(region, turns), IntoLane { target, lanes, op })
    });
    if target.is_noted() {
        // Single indices of blocks have a lane of their own, which is complete before the others.
        if E::Stable::VALUE {
            target.combine(driver, op, lanes[SINGLE].get())
        }
        target.combine(driver, op, lanes[0].get())
    }
}

/// What is done with lanes, and how the children come to them.
pub trait Turns: Copy + Sealed {
    /// Sums them into the first one.
    fn sum(self);

    /// Takes the children of the stepper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take<G: Steps, K: OnLeaf<DriveInLanes<Self>, G::T>>(steps: G, pass: DriveInLanes<Self>, k: K) {
        take_turns(steps, pass, k)
    }
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

/// One accumulator for all children, in their order: there is nothing to sum.
#[cfg(not(debug_assertions))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct InOrder;

#[cfg(not(debug_assertions))]
impl Sealed for InOrder {}
#[cfg(not(debug_assertions))]
impl Turns for InOrder {
    #[inline(always)]
    fn sum(self) {}
}

impl<S> DriveInLanes<S> {
    /// Several children to a turn.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(region: Region, turns: S) -> Self {
        DriveInLanes { region, lane: 0, turns }
    }

    /// What is done with lanes.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    pub(crate) fn turns(self) -> S {
        self.turns
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

/// Hands the children of a stepper to one lane after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take_turns<G: Steps, S: Turns, K: OnLeaf<DriveInLanes<S>, G::T>>(steps: G, pass: DriveInLanes<S>, k: K) {
    Children::new(steps, pass, k).finish()
}

/// The children of a stepper that have not had their turn.
#[derive(Clone, Copy)]
pub(crate) struct Children<G, S, K> {
    steps: G,
    pass: DriveInLanes<S>,
    k: K,
    mark: usize,
    first: usize,
    index: usize,
}

impl<G: Steps, S: Turns, K: OnLeaf<DriveInLanes<S>, G::T>> Children<G, S, K> {
    /// All children in the region of `pass`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(mut steps: G, pass: DriveInLanes<S>, k: K) -> Self {
        let mark = steps.enter(pass.region());
        let (index, first) = (pass.region().lo, steps.position());
        Children {
            steps,
            pass,
            k,
            mark,
            first,
            index,
        }
    }

    /// Whether there are as many as a turn has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fill_turn(&self) -> bool {
        self.steps.has_room(LIST_LANES, self.mark)
    }

    /// One for each lane, if they [fill a turn](Self::fill_turn).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn turn(&mut self) {
        for lane in 0..LIST_LANES {
            self.next(lane)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self, lane: usize) {
        let stop = self.steps.stop();
        self.k
            .hand_on(narrowed(self.pass.in_lane(lane), self.index, stop), self.steps.child());
        self.index = stop;
        self.steps.next()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn are_left(&self) -> bool {
        self.steps.before(self.mark)
    }

    /// Those that are left. What does not fill a turn follows in the first lane, into which the others are summed by then, each behind a
    /// test of its own: how many they are differs from fiber to fiber, and where a loop over so few ends is guessed wrong. Fibers that fill
    /// no turn leave the other lanes alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish(mut self) {
        if G::LOOKS_AHEAD {
            if self.fill_turn() {
                while self.fill_turn() {
                    self.turn()
                }
                self.pass.turns.sum()
            }
            // Fewer than there are lanes are left.
            const { assert!(LIST_LANES == 4) }
            if self.are_left() {
                self.next(0);
                if self.are_left() {
                    self.next(0);
                    if self.are_left() {
                        self.next(0)
                    }
                }
            }
        } else {
            while self.are_left() {
                self.next(0)
            }
        }
        self.steps.leave();
        self.steps.rest(self.pass, self.first, self.index, self.k)
    }
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
