//! Running the parallel loops of a program in parts, by the threads of rayon's pool.
//!
//! How a loop is cut whose parts reduce or append depends on the data alone. Each part writes what it owns and combines atomic values in place, and appends and reduces into storage of its
//! own, which is joined to the output in the order of the parts: results have the same bits on any number of threads. A part that
//! panics stops those behind it; those before it run to their end, since one of them may be the first to panic.

use super::cuts::{aligned, cut_for};
use super::done::{Done, State};
use super::filling::{Filling, Shared, fill_on_pool};
use super::in_parts::{OutputsInParts, PartOf};
use super::pool::{each_at_home, each_on_pool, is_awake};
use super::run::{LowerPart, Run, exec_with_reads};
use super::wide::{OnLoops, Vectors, drive_by};
use super::{Program, ResetOnUnwind, Which, fault_around, fault_within, look, run_passes};
use crate::parts::PartsVariable;
use crate::pass::current::{ExecLocal, recall};
use crate::program::{LoopOrder, NotYetRun, ReadWhileWritten};
use crate::stmt::{OnEachPass, OnParts};
use crate::upper::*;
use crate::writes::shared;
use core::any::Any;
use core::sync::atomic::{AtomicUsize, Ordering};
use finch_algebra::CHECKED;
use finch_algebra::fault;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The least work of a part of a parallel loop, in indices and stored values: a part that takes less time than to wake a thread
/// is not worth it. Builds with debug assertions take longer for each of them, and cut loops that are sixteen times shorter.
pub const GRAIN: usize = if cfg!(debug_assertions) { 1 << 11 } else { 1 << 15 };

/// How many times less work a part has while threads are [kept awake](super::keep_awake).
const AWAKE: usize = 4;

impl<O: OutputsInParts, S: Stmt + Send + Sync, Wide: Vectors> Program<NotYetRun, O, S, Wide> {
    /// Runs the program like [`run`](Program::run), and its parallel loops in parts, on the threads of the rayon pool that the
    /// caller is in.
    ///
    /// A parallel loop is cut if it is a statement of its own, with no loop, condition or name around it. How one is cut whose parts
    /// reduce or append depends on the data alone, and its parts are joined in their order: results have the same bits on any
    /// number of threads. Where sums are rounded they may differ from those of `run`, which adds up in one go. Loops with little to do stay
    /// in one part, since it takes long to wake a thread: between loops that follow each other, [`keep_awake`](super::keep_awake).
    ///
    /// # Errors
    ///
    /// Those of [`run`](Program::run); of faults in several parts the first one, in the order of the program. A message that names a
    /// fiber of a level counts those that the part writes.
    ///
    /// If an operator panics, the outputs are left empty, and the first of the panics goes on in the caller.
    pub fn run_parallel(self) -> Result<()>
    where
        S: Stmt + LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        self.run_parallel_by(GRAIN)
    }

    /// Runs the program like [`run_parallel`](Program::run_parallel), in parts that each have at least `grain` to do. An index of the
    /// parallel loop counts as much as a value that is stored below it, in operands that begin with it.
    ///
    /// # Errors
    ///
    /// Those of [`run_parallel`](Program::run_parallel).
    pub fn run_parallel_by(self, grain: usize) -> Result<()>
    where
        S: Stmt + LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        let mut written = Written { once: 0, again: 0 };
        self.body.each_pass(&mut written);
        run_passes!(self, unfilled Which(O::FILLS), |outputs, scope| RunInParts {
            run: Run::<_, Wide>::new(outputs, scope, Which(O::FILLS)),
            outputs,
            grain,
            written_again: Which(written.again)
        })
    }
}

/// What passes write: a bit for the number of each output.
struct Written {
    once: u32,
    again: u32,
}

impl OnEachPass for Written {
    fn pass<S: Stmt>(&mut self, _stmt: S) {
        self.again |= self.once & S::Written::NUMBERS;
        self.once |= S::Written::NUMBERS
    }
}

/// Runs the passes of a program; those that are parallel loops in parts.
struct RunInParts<'s, O, Wide> {
    run: Run<'s, O, Wide>,
    outputs: O,
    grain: usize,
    /// What several passes write.
    written_again: Which,
}

impl<O: OutputsInParts, Wide> RunInParts<'_, O, Wide> {
    fn finish(mut self) -> (Which, Result<()>) {
        self.fill();
        self.run.finish()
    }

    /// Fills what is not filled yet.
    fn fill(&mut self) {
        let unfilled = core::mem::replace(&mut self.run.unfilled, Which(0));
        if unfilled.0 != 0
            && let Err(error) = fill_on_pool(self.outputs, unfilled, &self.outputs.shapes())
        {
            self.run.open.0 &= !unfilled.0;
            self.run.outcome = Err(error)
        }
    }
}

impl<O: OutputsInParts, Wide: Vectors> OnEachPass for RunInParts<'_, O, Wide> {
    fn pass<S: Stmt>(&mut self, mut stmt: S) {
        if self.run.turns() {
            self.fill()
        }
        if self.run.begin() {
            stmt.resolve(&mut self.run.ends);
            let (outputs, grain, run) = (self.outputs, self.grain, &mut self.run);
            let (written_again, unfilled) = (self.written_again, run.unfilled);
            run.unfilled = Which(if S::Noop::VALUE { unfilled.0 } else { 0 });
            branch!(if S::Noop {
            } else {
                stmt.in_parts(
                    Driver::new(),
                    Cut {
                        outputs,
                        grain,
                        unfilled,
                        written_again,
                        open: &mut run.open,
                        outcome: &mut run.outcome,
                        wide: PhantomData::<Wide>,
                    },
                )
            })
        }
    }
}

/// Cuts a parallel loop, and runs other statements as they are.
struct Cut<'r, O, Wide> {
    outputs: O,
    grain: usize,
    /// What is not filled yet.
    unfilled: Which,
    /// What several passes write.
    written_again: Which,
    /// Which outputs are open.
    open: &'r mut Which,
    outcome: &'r mut Result<()>,
    wide: PhantomData<Wide>,
}

impl<O: OutputsInParts, Wide: Vectors> OnParts for Cut<'_, O, Wide> {
    fn serial<S: Stmt>(self, stmt: S) {
        if self.unfilled.0 != 0
            && let Err(error) = fill_on_pool(self.outputs, self.unfilled, &self.outputs.shapes())
        {
            self.open.0 &= !self.unfilled.0;
            *self.outcome = Err(error);
            return;
        }
        branch!(if <S::Reads<Passes> as ReadSet>::IsNone {
            drive_by::<Wide, _, _>(stmt, ExecLocal)
        } else {
            exec_with_reads::<Wide, _>(stmt)
        })
    }

    fn parallel<N: Nat, B: Stmt>(self, body: B, region: Region) {
        let outputs = B::Written::NUMBERS & !O::WORKSPACES;
        let pieces = Which(outputs & !O::APART);
        let combined = Combined::by::<B::Written>();
        let shared = shared::<B::Written, N>() & outputs & O::APART;
        let reduced = Which(shared & !(O::ATOMIC & !combined.in_order));
        // A workspace is cleared where it is declared, written or not.
        let private = Which(reduced.0 | pieces.0 | O::WORKSPACES);
        let shapes = self.outputs.shapes();
        // Joining a part shall take a fraction of the time that it takes.
        let values = |shape: &Vec<usize>| shape.iter().copied().fold(1, usize::saturating_mul);
        let reduced_values = (0..shapes.len())
            .filter(|&number| reduced.has(number))
            .fold(0_usize, |sum, number| sum.saturating_add(values(&shapes[number])));
        // What is neither reduced nor put together has the same bits in any parts.
        let (threads, grain) = match reduced.0 | pieces.0 {
            0 if is_awake() => (rayon::current_num_threads(), self.grain / AWAKE),
            0 => (rayon::current_num_threads(), self.grain),
            _ => (1, self.grain),
        };
        let grain = grain.max(reduced_values.saturating_mul(8)).max(1);
        let stored = |index| body.stored_before::<N>(Driver::new(), index);
        let cuts = aligned(cut_for(threads, region.lo..region.hi, grain, &stored), O::CUT_BY);
        // What is not reduced, or whatever its order, is the same in one part, but for where a sum overflows. What is put together of
        // parts is frozen: no other pass can go on writing it. What is combined in two ways depends on the order of iterations.
        let is_same = reduced.0 & combined.in_order == 0 && (reduced.0 == 0 || !CHECKED);
        let filled = Loop::<N, Inferred, B>::fills() & self.unfilled.0;
        if let Err(error) = fill_on_pool(self.outputs, Which(self.unfilled.0 & !filled), &shapes) {
            // The others are not filled any more.
            self.outputs.empty(Which(filled));
            self.open.0 &= !self.unfilled.0;
            *self.outcome = Err(error);
            return;
        }
        let filling = Filling::new(self.outputs, Which(filled));
        if cuts.len() <= 2
            || shared & combined.in_two_ways != 0
            || is_same && rayon::current_num_threads() == 1
            || pieces.0 & self.written_again.0 != 0
        {
            let run = |region| {
                let body = body.with::<PartsVariable, Unknown, Parts>(Parts::NONE, Knowledge::NOTHING);
                run_part::<N, Wide, _>(body, region)
            };
            if private.0 == 0 {
                return filling.in_front_of(0..usize::MAX, region, run);
            }
            filling.fill(0..usize::MAX);
            return run(region);
        }
        let joined = Joined::<_, _, Wide> {
            outputs: self.outputs,
            wide: PhantomData,
            body: Shared(body),
            filling,
            cuts: &cuts,
            shapes: &shapes,
            private,
            reduced,
            pieces,
            panicked: AtomicUsize::new(usize::MAX),
            state: Mutex::new(State::new(cuts.len() - 1)),
        };
        // What is joined in its order is computed in its order.
        match private.0 {
            0 => each_at_home(cuts.len() - 1, &|number| joined.run::<N>(number)),
            _ => each_on_pool(cuts.len() - 1, &|number| joined.run::<N>(number)),
        }
        let outputs = self.outputs;
        *self.outcome = joined.finish();
        if pieces.0 != 0 {
            self.open.0 &= !pieces.0;
            if self.outcome.is_err() {
                outputs.empty(pieces)
            }
        }
    }
}

/// How outputs are combined in the body of a loop: a bit for the number of each.
#[derive(Default)]
struct Combined {
    /// Those whose values have to be combined in their order.
    in_order: u32,
    /// Those that are combined by two reducers.
    in_two_ways: u32,
}

impl Combined {
    fn by<S: WriteSet>() -> Self {
        let (mut combined, mut reducers) = (Combined::default(), [None; 16]);
        S::visit(&mut |number, reducer, commutes| {
            if !commutes {
                combined.in_order |= 1 << number
            }
            if *reducers[number].get_or_insert(reducer) != reducer {
                combined.in_two_ways |= 1 << number
            }
        });
        combined
    }
}

/// What a parallel loop over index `N` around `B` reads while it writes it. Not what `B` alone does: of its statements one may read what
/// another one writes.
type ReadInLoop<N, B> = <Loop<N, Inferred, B> as Stmt>::Reads<Passes>;

/// Runs a part.
fn run_part<N: Nat, Wide: Vectors, B: Stmt>(body: B, region: Region) {
    if B::Noop::VALUE || region.lo >= region.hi {
        return;
    }
    branch!(if <ReadInLoop<N, B> as ReadSet>::IsNone {
        drive_by::<Wide, _, _>(body, LowerPart::<N>(region, PhantomData))
    } else {
        drive_by::<Wide, _, _>(body, LowerRecalled::<N>(region, PhantomData))
    })
}

/// Runs a part that reads workspaces as they are filled, or atomic values as they are combined.
struct LowerRecalled<N>(Region, PhantomData<N>);

copied!([N] LowerRecalled<N>);

impl<N: Nat> OnLoops for LowerRecalled<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<HoldsRows: Bool, B: Stmt>(self, body: B) {
        recall::<ReadInLoop<N, B>, _, _>(body, ThenLowerPart::<N, HoldsRows>(self.0, PhantomData))
    }
}

continuation! {
    struct ThenLowerPart<N, HoldsRows>(region: Region, _types: PhantomData<(N, HoldsRows)>);
    impl[P: Pass, N: Nat, HoldsRows: Bool] OnStmt<P>: |_pass, body: B| {
        LowerPart::<N>(region, PhantomData).call::<HoldsRows, _>(body)
    }
}

/// A loop in parts.
struct Joined<'c, O: OutputsInParts, B, Wide> {
    outputs: O,
    wide: PhantomData<Wide>,
    body: Shared<B>,
    filling: Filling<O, O::Roots>,
    cuts: &'c [usize],
    /// The extents of outputs.
    shapes: &'c [Vec<usize>],
    /// What each part has storage of its own for.
    private: Which,
    /// What of that is joined by a reducer.
    reduced: Which,
    /// What of that is put together.
    pieces: Which,
    /// The first part that has panicked.
    panicked: AtomicUsize,
    state: Mutex<State<O::Storage>>,
}

impl<O: OutputsInParts, B: Stmt, Wide: Vectors> Joined<'_, O, B, Wide> {
    /// Nothing panics while the lock is held.
    fn state(&self) -> MutexGuard<'_, State<O::Storage>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What part number `number` has storage for.
    fn part(&self, number: usize) -> PartOf<'_> {
        let from = if number == 0 { 0 } else { self.cuts[number] };
        PartOf {
            shapes: self.shapes,
            pieces: self.pieces,
            indices: from..self.cuts[number + 1],
            is_last: number + 2 == self.cuts.len(),
        }
    }

    /// Runs a part, and joins it and those behind it as far as they are done. Does not panic.
    fn run<N: Nat>(&self, number: usize) {
        if self.panicked.load(Ordering::Relaxed) < number {
            return;
        }
        let region = Region::new(self.cuts[number], self.cuts[number + 1]);
        let of = self.part(number);
        let indices = of.indices.start..if of.is_last { usize::MAX } else { region.hi };
        if self.private.0 == 0 {
            let part = || {
                self.filling.in_front_of(indices, region, |region| {
                    let body = self.body.0;
                    let body = body.with::<PartsVariable, Unknown, Parts>(Parts::NONE, Knowledge::NOTHING);
                    run_part::<N, Wide, _>(body, region)
                })
            };
            return match catch_unwind(AssertUnwindSafe(|| fault::watched(part))) {
                Ok(((), None)) => (),
                Ok(((), Some(fault))) => self.state().raise(number, fault),
                Err(panic) => self.panicked_in(number, panic),
            };
        }
        // Nothing is joined before the first part is over: it reduces in place.
        let (spare, private) = match number {
            0 => (None, Which(self.private.0 & !self.reduced.0)),
            _ => (self.state().spare.pop(), self.private),
        };
        let part = || -> Result<O::Storage> {
            self.filling.fill(indices.clone());
            let mut storage = match spare {
                Some(mut storage) => {
                    self.outputs.again(&mut storage, &of)?;
                    storage
                }
                None => self.outputs.storage(private, &of)?,
            };
            // SAFETY: this is storage that was made for these outputs and indices; it stays here until the part is over.
            let parts = unsafe { Parts::new(O::pointers(&mut storage), of.pieces.0, of.indices.start) };
            let body = self
                .body
                .0
                .with::<PartsVariable, Unknown, Parts>(parts, Knowledge::NOTHING);
            run_part::<N, Wide, _>(body, region);
            self.outputs.seal(&mut storage, &of);
            Ok(storage)
        };
        match catch_unwind(AssertUnwindSafe(|| fault::watched(part))) {
            Ok((storage, fault)) => self.join(number, Done { storage, fault }),
            Err(panic) => self.panicked_in(number, panic),
        }
    }

    fn panicked_in(&self, number: usize, panic: Box<dyn Any + Send>) {
        self.panicked.fetch_min(number, Ordering::Relaxed);
        let mut dropped = Some((number, panic));
        let mut state = self.state();
        if state.panic.as_ref().is_none_or(|(first, _)| number < *first) {
            dropped = core::mem::replace(&mut state.panic, dropped)
        }
        drop(state);
        // What was panicked with may run anything when it is dropped: not under the lock, and to no effect.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(dropped)));
    }

    /// Joins a part once those before it are joined.
    fn join(&self, number: usize, done: Done<O::Storage>) {
        let mut state = self.state();
        state.done[number] = Some(done);
        while !state.is_joining
            && let next = state.next
            && let Some(Done { storage, fault }) = state.done.get_mut(next).and_then(Option::take)
        {
            state.next += 1;
            if let Some(fault) = fault {
                state.raise(next, fault)
            }
            match storage {
                Err(error) => state.error = state.error.take().or(Some(error)),
                Ok(mut storage) if self.reduced.0 | self.pieces.0 != 0 => {
                    let is_whole = state.error.is_none();
                    // Others store their parts meanwhile.
                    state.is_joining = true;
                    drop(state);
                    let of = self.part(next);
                    let joining = || -> Result<()> {
                        // SAFETY: as for the part, which is over.
                        let parts = unsafe { Parts::new(O::pointers(&mut storage), of.pieces.0, of.indices.start) };
                        if next > 0 {
                            let mut done = !self.reduced.0;
                            self.body.0.join(Driver::new(), &parts, &mut done)
                        }
                        // Behind a part that is missing there is nothing to put others to.
                        match is_whole {
                            true => Ok(self.outputs.append(&mut storage, &of)?),
                            false => Ok(()),
                        }
                    };
                    let joined = catch_unwind(AssertUnwindSafe(|| fault::watched(joining)));
                    let (joined, fault) = match joined {
                        Ok(joined) => joined,
                        // Nothing is joined any more.
                        Err(panic) => return self.panicked_in(next, panic),
                    };
                    state = self.state();
                    if let Some(fault) = fault {
                        state.raise(next, fault)
                    }
                    if let Err(error) = joined {
                        state.error = state.error.take().or(Some(error))
                    }
                    state.is_joining = false;
                    // The first part has no storage for what is reduced.
                    if next > 0 || self.reduced.0 == 0 {
                        state.spare.push(storage)
                    }
                }
                Ok(storage) => state.spare.push(storage),
            }
        }
    }

    /// What has become of all: the panic or fault that came first goes on here.
    fn finish(self) -> Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, panic)) = state.panic {
            resume_unwind(panic)
        }
        if let Some((_, fault)) = state.fault {
            fault::raise(fault)
        }
        state.error.map_or(Ok(()), Err)
    }
}
