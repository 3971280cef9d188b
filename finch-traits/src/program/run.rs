//! Running a program pass by pass.

use crate::pass::choice::ways;
use crate::pass::continuation;
use crate::pass::current::{ExecLocal, exec_recalled};
use crate::program::filling::Filling;
use crate::program::outputs::{Outputs, Which};
use crate::program::wide::{Vectors, drive_by};
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
        let stmt = executed.stmt;
        branch!(if S::IsGathered {
            drive_by::<Wide, _, _>(stmt, ExecWithReads)
        } else {
            exec_recalled(stmt)
        })
    }
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
        branch!(if <B::Written as WriteSet>::FilledBy<N> {
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

continuation! {
    /// Runs a part of a loop.
    pub(super) struct LowerPart<N>(pub(super) region: Region, pub(super) _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, body: B| {
        lower_part::<N, B>(Driver::new(), body, region)
    }
}

continuation! {
    /// Runs a loop over rows of an output, each of which it fills as it comes there.
    struct LowerFresh<N>(region: Region, unfilled: u32, _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, body: B| {
        // SAFETY: a body that sweeps has one assignment to an output; the outputs are open, and the statement reads none of them.
        body.traverse(unsafe { Freshen::<N>::new(unfilled) }, ThenLower(region))
    }
}

continuation! {
    struct ThenLower(region: Region);
    impl[N: Nat] OnStmt<Freshen<N>>: |_pass, body: B| {
        if region.lo < region.hi {
            lower_part::<N, B>(Driver::new(), body, region)
        }
    }
}

continuation! {
    /// Executes a statement that reads what it writes.
    struct ExecWithReads;
    impl[] OnStmt<()>: |_pass, stmt: S| {
        exec_recalled(stmt)
    }
}
