//! Running a program pass by pass.

use crate::pass::choice::ways;
use crate::pass::current::{ExecLocal, exec_recalled};
use crate::program::filling::Filling;
use crate::program::outputs::{Outputs, Which};
use crate::program::wide::{OnLoops, Vectors, drive_by};
#[cfg(not(debug_assertions))]
use crate::reduction::{abreast::lower_sums, tile::rows::lower_rows};
use crate::scope::Turn;
use crate::stmt::loop_::lower_part;
use crate::stmt::{OnEachPass, OnParts};
use crate::target::fresh::Freshen;
use crate::upper::*;

/// A program that `.run()` runs. Messages of the compiler show this where `.run()` was forgotten, as in `finch! { .. }?`.
#[derive(Debug)]
pub enum NotYetRun {}

/// Runs the passes of a program: in front of each, outputs that it reads are frozen, and those that it writes opened again.
/// `Wide` says whether they run on the widest vectors of the processor.
pub(super) struct Run<'s, O, Wide> {
    outputs: O,
    pub(super) ends: LoopEnds<'s>,
    turns: &'s [Turn],
    pass: usize,
    /// What was opened without being filled.
    pub(super) unfilled: Which,
    pub(super) open: Which,
    pub(super) outcome: Result<()>,
    wide: PhantomData<Wide>,
}

impl<'s, O: Outputs, Wide> Run<'s, O, Wide> {
    /// All outputs are open, and those in `unfilled` not filled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(outputs: O, scope: Option<&'s Scope>, unfilled: Which) -> Self {
        let (ends, turns) = match scope {
            Some(scope) => (scope.ends(), scope.turns()),
            None => (LoopEnds::none(), &[][..]),
        };
        Run {
            outputs,
            ends,
            turns,
            pass: 0,
            unfilled,
            open: Which::ALL,
            outcome: Ok(()),
            wide: PhantomData,
        }
    }

    /// Which outputs are open behind the last pass, and whether all could be opened that had to be.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn finish(self) -> (Which, Result<()>) {
        (self.open, self.outcome)
    }

    /// Whether outputs are sealed or opened for the next pass.
    #[cfg(feature = "parallel")]
    pub(super) fn turns(&self) -> bool {
        self.turns.first().is_some_and(|turn| turn.pass <= self.pass)
    }

    /// Seals and opens outputs for the next pass. Whether it can run.
    #[cfg(feature = "parallel")]
    pub(super) fn begin(&mut self) -> bool {
        self.turn();
        self.pass += 1;
        self.outcome.is_ok()
    }

    /// Seals and opens outputs for the next pass.
    #[cold]
    #[inline(never)]
    fn turn(&mut self) {
        while let Some((turn, rest)) = self.turns.split_first()
            && turn.pass <= self.pass
        {
            self.turns = rest;
            let output = Which::only(turn.output);
            if !turn.opens {
                // What was put together of parts is frozen already.
                self.outputs.close(Which(output.0 & self.open.0));
                self.open.0 &= !output.0
            } else {
                match self.outputs.thaw(turn.output) {
                    Ok(()) => self.open.0 |= output.0,
                    Err(error) => {
                        self.outcome = Err(error);
                        return;
                    }
                }
            }
        }
    }
}

impl<O: Outputs, Wide: Vectors> OnEachPass for Run<'_, O, Wide> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<S: Stmt>(&mut self, mut stmt: S) {
        if !self.turns.is_empty() {
            self.turn()
        }
        self.pass += 1;
        if self.outcome.is_ok() {
            stmt.resolve(&mut self.ends);
            type How<S> = <<S as Stmt>::Noop as Bool>::Arm<<<S as Stmt>::Reads<Passes> as ReadSet>::IsNone>;
            <How<S> as Arm>::Taken::take(Executed::<S, O, Wide> {
                stmt,
                outputs: self.outputs,
                unfilled: self.unfilled,
                wide: PhantomData,
            })
        }
    }
}

/// A statement that is executed.
struct Executed<S, O, Wide> {
    stmt: S,
    outputs: O,
    unfilled: Which,
    wide: PhantomData<Wide>,
}

ways! {
    [S: Stmt, O: Outputs, Wide: Vectors] Executed<S, O, Wide>: |executed|
    // It does nothing.
    fn first() {}
    // It reads nothing that the program writes.
    fn second() {
        let Executed { stmt, outputs, unfilled, wide } = executed;
        stmt.in_parts(Driver::new(), Filled::<O, Wide> { outputs, unfilled, wide })
    }
    // It reads what it writes: at places that data say, or at a distance that is known where the program is put together.
    fn third() {
        exec_with_reads::<Wide, _>(executed.stmt)
    }
}

/// Executes a statement that reads what it writes. Where data name no place it is a part of its caller, if that is not to be compiled for wide
/// vectors: the caller knows how far apart the places are.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn exec_with_reads<Wide: Vectors, S: Stmt>(stmt: S) {
    branch!(if Or<S::IsGathered, Wide::IsWide> {
        drive_by::<Wide, _, _>(stmt, ExecWithReads)
    } else {
        exec_recalled(stmt)
    })
}

/// Executes a statement that reads nothing that it writes, and fills what its loop comes to.
struct Filled<O, Wide> {
    outputs: O,
    unfilled: Which,
    wide: PhantomData<Wide>,
}

copied!([O: Outputs, Wide] Filled<O, Wide>);

impl<O: Outputs, Wide: Vectors> Filled<O, Wide> {
    /// Runs the loop over index `N` around `body`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<N: Nat, B: Stmt>(self, body: B, region: Region) {
        // Builds with debug assertions have one row at a time.
        #[cfg(not(debug_assertions))]
        branch!(if B::SumsEach<N> {
            let filling = Filling::new(self.outputs, self.unfilled);
            filling.fill(0..region.lo.min(region.hi));
            if region.lo < region.hi {
                drive_by::<Wide, _, _>(body, LowerSums::<N, _>(region, filling, PhantomData))
            }
            filling.fill(region.hi..usize::MAX)
        } else {
            self.run_filled::<N, B>(body, region)
        });
        #[cfg(debug_assertions)]
        self.run_filled::<N, B>(body, region)
    }

    /// Runs the loop over index `N` around `body`, and fills what it comes to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_filled<N: Nat, B: Stmt>(self, body: B, region: Region) {
        branch!(if B::Sweeps<N> {
            drive_by::<Wide, _, _>(body, LowerFresh::<N>(region, self.unfilled.0 & O::FILLS, PhantomData))
        } else {
            // The loops are in a function without the filling, which would take registers of theirs.
            Filling::new(self.outputs, self.unfilled).in_front_of(
                0..usize::MAX,
                region,
                #[cfg_attr(not(debug_assertions), inline(always))]
                |region| drive_by::<Wide, _, _>(body, LowerPart::<N>(region, PhantomData)),
            )
        })
    }
}

impl<O: Outputs, Wide: Vectors> OnParts for Filled<O, Wide> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn serial<S: Stmt>(self, stmt: S) {
        drive_by::<Wide, _, _>(stmt, ExecLocal)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ascending<N: Nat, B: Stmt, S: Stmt>(self, body: B, region: Region, all: S) {
        // Builds with debug assertions keep no rows in registers.
        #[cfg(not(debug_assertions))]
        type IsRun<N, B> = Or<<<B as Stmt>::Written as WriteSet>::FilledBy<N>, <B as Stmt>::InRows<N>>;
        #[cfg(debug_assertions)]
        type IsRun<N, B> = <<B as Stmt>::Written as WriteSet>::FilledBy<N>;
        branch!(if IsRun<N, B> {
            self.run::<N, B>(body, region)
        } else {
            self.serial(all)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parallel<N: Nat, B: Stmt>(self, body: B, region: Region) {
        self.run::<N, B>(body, region)
    }
}

/// Runs a part of the loop over index `N`, by tiles of several rows if there are registers for them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lower<N: Nat, HoldsRows: Bool, B: Stmt>(body: B, region: Region) {
    // Builds with debug assertions keep nothing in registers.
    let _ = PhantomData::<HoldsRows>;
    #[cfg(not(debug_assertions))]
    branch!(if And<HoldsRows, B::InRows<N>> {
        lower_rows::<N, B>(Driver::new(), body, region)
    } else if B::SumsEach<N> {
        lower_sums::<N, B>(Driver::new(), body, region, ())
    } else {
        lower_part::<N, B>(Driver::new(), body, region)
    });
    #[cfg(debug_assertions)]
    lower_part::<N, B>(Driver::new(), body, region)
}

continuation! {
    /// Runs a part of a loop.
    pub(super) struct LowerPart<N>(pub(super) region: Region, pub(super) _index: PhantomData<N>);
    impl[N: Nat] OnLoops: <HoldsRows>|body: B| {
        lower::<N, HoldsRows, B>(body, region)
    }
}

#[cfg(not(debug_assertions))]
continuation! {
    /// Runs a loop over sums, each of which is stored to a place that is not filled.
    struct LowerSums<N, F>(region: Region, filling: F, _index: PhantomData<N>);
    impl[N: Nat, F: crate::reduction::abreast::Fills] OnLoops: <HoldsRows>|body: B| {
        lower_sums::<N, B>(Driver::new(), body, region, filling)
    }
}

/// Runs a loop over rows of an output, each of which it fills as it comes there.
struct LowerFresh<N>(Region, u32, PhantomData<N>);

copied!([N] LowerFresh<N>);

impl<N: Nat> OnLoops for LowerFresh<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<HoldsRows: Bool, B: Stmt>(self, body: B) {
        let LowerFresh(region, unfilled, _) = self;
        // SAFETY: a body that sweeps has one assignment to an output; the outputs are open, and the statement reads none of them.
        let freshen = unsafe { Freshen::<N>::new(unfilled) };
        body.traverse(freshen, ThenLower(region, PhantomData::<HoldsRows>))
    }
}

continuation! {
    struct ThenLower<HoldsRows>(region: Region, _holds_rows: PhantomData<HoldsRows>);
    impl[N: Nat, HoldsRows: Bool] OnStmt<Freshen<N>>: |_pass, body: B| {
        if region.lo < region.hi {
            lower::<N, HoldsRows, B>(body, region)
        }
    }
}

continuation! {
    /// Executes a statement that reads what it writes.
    struct ExecWithReads;
    impl[] OnLoops: <HoldsRows>|stmt: S| {
        exec_recalled(stmt)
    }
}
