//! Running a program pass by pass.

use crate::index::Passes;
use crate::pass::current::{ExecLocal, exec_recalled};
use crate::pass::{OnStmt, continuation};
use crate::prelude::*;
use crate::program::outputs::{Outputs, Which};
use crate::program::wide::drive_by;
use crate::reads::ReadSet;
use crate::scope::Turn;
use crate::stmt::{OnEachPass, Stmt};

/// A program that `.run()` runs. Messages of the compiler show this where `.run()` was forgotten, as in `finch! { .. }?`.
#[derive(Debug)]
pub enum NotYetRun {}

/// Runs the passes of a program: in front of each, outputs that it reads are frozen, and those that it writes opened again.
/// `Wide` says whether they run on the widest vectors of the processor.
pub(super) struct Run<'s, O, Wide> {
    outputs: O,
    pub(super) ends: Ends<'s>,
    turns: &'s [Turn],
    pass: usize,
    pub(super) open: Which,
    pub(super) outcome: Result<()>,
    wide: PhantomData<Wide>,
}

impl<'s, O: Outputs, Wide> Run<'s, O, Wide> {
    /// All outputs are open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(outputs: O, scope: Option<&'s Scope>) -> Self {
        let (ends, turns) = match scope {
            Some(scope) => (scope.ends(), scope.turns()),
            None => (Ends::none(), &[][..]),
        };
        Run {
            outputs,
            ends,
            turns,
            pass: 0,
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

impl<O: Outputs, Wide: Bool> OnEachPass for Run<'_, O, Wide> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<S: Stmt>(&mut self, mut stmt: S) {
        if !self.turns.is_empty() {
            self.turn()
        }
        self.pass += 1;
        if self.outcome.is_ok() {
            stmt.resolve(&mut self.ends);
            type How<S> = <<S as Stmt>::Noop as Bool>::Arm<<<S as Stmt>::Reads<Passes> as ReadSet>::IsNone>;
            How::<S>::pick(Executed::<S, Wide>(stmt, PhantomData))
        }
    }
}

/// A statement that is executed.
struct Executed<S, Wide>(S, PhantomData<Wide>);

impl<S: Stmt, Wide: Bool> Ways for Executed<S, Wide> {
    // It does nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(self) {}

    // It reads nothing that the program writes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn second(self) {
        drive_by::<Wide, _, _>(self.0, ExecLocal)
    }

    // It reads what it writes: at places that data say, or at a distance that is known where the program is put together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn third(self) {
        let stmt = self.0;
        branch!(if S::IsGathered {
            drive_by::<Wide, _, _>(stmt, ExecWithReads)
        } else {
            exec_recalled(stmt)
        })
    }
}

continuation! {
    /// Executes a statement that reads what it writes.
    struct ExecWithReads;
    impl[] OnStmt<()>: |_pass, stmt: S| {
        exec_recalled(stmt)
    }
}
