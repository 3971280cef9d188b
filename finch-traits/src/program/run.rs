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

/// Runs the passes of a program: in front of each, outputs that it reads are sealed, and those that it writes opened again.
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
                // What was put together of parts is sealed already.
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
            type How<S, Wide> = <<S as Stmt>::Noop as Bool>::SelectCase<
                Executed<S, Wide>,
                Nothing,
                <<<S as Stmt>::Reads<Passes> as ReadSet>::IsNone as Bool>::SelectCase<
                    Executed<S, Wide>,
                    Locally,
                    <<S as Stmt>::IsGathered as Bool>::SelectCase<Executed<S, Wide>, Gathered, Recalled>,
                >,
            >;
            How::<S, Wide>::take(Executed(stmt, PhantomData))
        }
    }
}

/// A statement that is executed.
struct Executed<S, Wide>(S, PhantomData<Wide>);

/// The ways to execute a statement: structs, with what each does.
macro_rules! cases {
    ($($(#[$doc:meta])* $case:ident: |$stmt:ident, $wide:ident| $does:expr;)*) => { $(
        $(#[$doc])*
        struct $case;
        impl<S: Stmt, $wide: Bool> Case<Executed<S, $wide>> for $case {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(Executed($stmt, _): Executed<S, $wide>) {
                $does
            }
        }
    )* };
}

cases! {
    /// It reads nothing that the program writes.
    Locally: |stmt, Wide| drive_by::<Wide, _, _>(stmt, ExecLocal);
    /// It reads what it writes, at places that data say.
    Gathered: |stmt, Wide| drive_by::<Wide, _, _>(stmt, ExecWithReads);
    /// It reads what it writes, at a distance that is known where the program is put together.
    Recalled: |stmt, Wide| exec_recalled(stmt);
}

continuation! {
    /// Executes a statement that reads what it writes.
    struct ExecWithReads;
    impl[] OnStmt<()>: |_pass, stmt: S| {
        exec_recalled(stmt)
    }
}
