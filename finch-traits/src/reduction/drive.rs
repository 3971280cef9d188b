//! A reduction of the children of one stepper.

use crate::knot::*;
use crate::pass::LowerOver;
use crate::pass::change::reads_alone;
use crate::pass::stepper::ThenDrive;
use crate::reduction::accumulator::Accumulator;
use crate::reduction::lanes::{LANES, LIST_LANES, SINGLE, sum_by_halves};
use crate::reduction::reducers::OneAccumulator;
use crate::stmt::assign::UnderWithTarget;
use crate::total::Once;

/// Drives the stepper of an assignment into several accumulators, and combines its target with their sum.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn drive_in_lanes<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(
    assign: Assign<W, O, E>,
    driver: Driver,
    region: Region,
) {
    branch!(if E::Stable {
        // Blocks and runs: what is looked up in a child goes to all lanes.
        let once = Once;
        with_lanes(
            assign,
            driver,
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |Assign { target, op, value }, lanes| {
                once.used_up();
                let k = ThenDrive(region);
                target.with_lanes(lanes, UnderWithTarget { op, value, k });
                sum_by_halves(lanes, op);
                // Single indices of blocks have a lane of their own, which is complete before the others.
                if target.is_noted() {
                    target.combine(driver, op, lanes[SINGLE].get())
                }
            },
        )
    } else {
        // Children with a value each: one lane after the other.
        take_turns_in_lanes(assign, driver, region)
    })
}

/// Hands lanes to `k`, which adds them up into the first one, and combines the target of the assignment with that. Lanes are registers only if
/// `k` is inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_lanes<W: Target, O: Reducer<W::T>, E>(
    assign: Assign<W, O, E>,
    driver: Driver,
    k: impl FnOnce(Assign<W, O, E>, &[Cell<W::T>; LANES]),
) {
    let Assign { target, op, .. } = assign;
    // A reducer that reassociates has an identity. What one comes to that has none is wrong, and no reason to stop.
    let identity = O::identity().unwrap_or_else(|| target.load(driver));
    let lanes: [Cell<W::T>; LANES] = core::array::from_fn(|_| Cell::new(identity));
    k(assign, &lanes);
    if target.is_noted() {
        target.combine(driver, op, lanes[0].get())
    }
}

/// Drives the stepper of a statement that [holds sums with lanes](crate::stmt::Stmt::HoldsLanes): each of these goes to one lane after the
/// other, and what else is assigned at a child is assigned in between.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take_turns_in_lanes<S: Stmt>(stmt: S, driver: Driver, region: Region) {
    stmt.open_lanes(driver, InOrder, TakeTurns(region))
}

/// Receives a statement whose sums have lanes, and what sums them.
pub trait OnLanes: Copy {
    /// Receives the statement.
    fn call<S: Stmt, L: Turns>(self, stmt: S, lanes: L);
}

continuation! {
    struct TakeTurns(region: Region);
    impl[] OnLanes: |stmt: S, lanes: L| {
        stmt.traverse(DriveInLanes::new(region, lanes), IntoLane)
    }
}

continuation! {
    /// Lowers what is left of a child in its lane.
    struct IntoLane;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        stmt.in_lane(Driver::new(), pass.lane(), LowerOver(pass.region()))
    }
}

/// Gives lanes to a sum, and goes on with it, and with what adds up the lanes `before` and then these.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn open_lanes<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, B: Turns, K: OnLanes>(
    assign: Assign<W, O, E>,
    driver: Driver,
    before: B,
    k: K,
) {
    let once = Once;
    with_lanes(
        assign,
        driver,
        #[cfg_attr(not(debug_assertions), inline(always))]
        move |Assign { target, op, value }, lanes| {
            once.used_up();
            // SAFETY: they are used while they are in the frame of `with_lanes`.
            let shared = unsafe { Lent::new(lanes) };
            let turns = SumLanes {
                before,
                lanes: shared,
                op,
            };
            target.with_lanes(lanes, ThenTurns { op, value, turns, k })
        },
    )
}

continuation! {
    struct ThenTurns<O, E, L, K> {
        op: O,
        value: E,
        turns: L,
        k: K,
    }
    impl[T: Copy + 'static, O: Reducer<T>, E: OfType<T>, L: Turns, K: OnLanes] OnTarget<(), T>: |_pass, target: W| {
        k.call(Assign { target, op, value }, turns)
    }
}

/// Goes on with a sum that has lanes in one of them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_lane<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, H: OnStmt<()>>(
    assign: Assign<W, O, E>,
    lane: usize,
    k: H,
) {
    let Assign { target, op, value } = assign;
    if let Some(lanes) = target.lanes() {
        // SAFETY: it is handed on from the frame of the lanes.
        let target =
            unsafe { Accumulator::<W::T, No, W::Asked, Unknown, W::Output>::noting(&lanes[lane], target.assigned()) };
        value.assign(target, OneAccumulator { op }, k)
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

/// The lanes of a sum, and those of the sums `before` it.
#[derive(Clone, Copy, Debug)]
pub struct SumLanes<B, T: Copy, O> {
    before: B,
    lanes: Lent<[Cell<T>; LANES]>,
    op: O,
}

impl<B: Turns, T: Copy, O: Reducer<T>> Sealed for SumLanes<B, T, O> {}
impl<B: Turns, T: Copy, O: Reducer<T>> Turns for SumLanes<B, T, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(self) {
        self.before.sum();
        sum_by_halves(&self.lanes, self.op)
    }
}

/// One accumulator for all children, in their order: there is nothing to sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InOrder;

impl Sealed for InOrder {}
impl Turns for InOrder {
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    reads_alone!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        looplet.drive_in_lanes(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self) -> usize {
        self.lane
    }

    region_field!(region);
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

    /// Those that are left. Fibers that fill no turn leave all lanes but the first one alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish(mut self) {
        if self.fill_turn() {
            while self.fill_turn() {
                self.turn()
            }
            self.pass.turns.sum()
        }
        self.finish_one_by_one()
    }

    /// Those that are left where they do not fill a turn. They follow in the first lane, into which the others are summed by then, each behind
    /// a test of its own: how many they are differs from fiber to fiber, and where a loop over so few ends is guessed wrong.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish_one_by_one(mut self) {
        if G::LOOKS_AHEAD {
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
