//! Programs that are checked once and run again and again.

use super::look::{Looked, ResetOnUnwind, fault_around, fault_within, look};
use super::outputs::{Outputs, Which};
use super::run::Run;
use super::wide::{Here, Vectors, WideLoops, drive_all};
use super::{LoopOrder, NotYetRun, Program, ReadWhileWritten, run_looked};
use crate::scope::FewShapes;
use crate::upper::*;

/// A program whose extents, aliases and places were checked: [`Program::prepare`] makes it, [`run`](Self::run) runs it.
///
/// It borrows all tensors of the program, those that are read and those that are written, so that nobody changes what was checked. Like the program
/// it may go to another thread if these and the operators may.
pub struct Prepared<O, S, Wide = No> {
    outputs: O,
    body: S,
    /// The shapes of the outputs, as a glance has seen them, and what else was found out.
    looked: (FewShapes, Looked),
    /// Whether what was found out still holds: a run that fails or panics may leave outputs with other extents.
    holds: bool,
    wide: PhantomData<Wide>,
}

shown!([O, S, Wide] Prepared<O, S, Wide> |it| holds: it.holds);

impl<O: Outputs, S: Stmt, Wide: Vectors> Program<NotYetRun, O, S, Wide> {
    /// Checks the program, which can be [run](Prepared::run) any number of times afterwards. A run takes the time of its loops, and of
    /// opening and sealing its outputs.
    ///
    /// ```text
    /// let mut round = finch! { mut d; for i, j { d[j] <<min>>= d[i] + w[i, j]; } }.prepare()?;
    /// for _ in 0..8 {
    ///     round.run()?
    /// }
    /// ```
    ///
    /// Scalars that the program reads and does not write keep the values that they have now. The check takes tens of nanoseconds, as in
    /// [`run`](Self::run).
    ///
    /// # Errors
    ///
    /// Those that [`run`](Self::run) has before it writes anything. Outputs are not resized yet: that an extent does not fit an output, or
    /// that there is no memory for it, is an error of the first run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prepare(self) -> Result<Prepared<O, S, Wide>>
    where
        S: LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        let Program { outputs, mut body, .. } = self;
        Ok(Prepared {
            looked: look(outputs, &mut body)?,
            outputs,
            body,
            holds: true,
            wide: PhantomData,
        })
    }
}

impl<O: Outputs, S: Stmt, Wide: Vectors> Prepared<O, S, Wide> {
    /// Runs the program: opens the outputs, runs the loops, freezes the outputs. What is declared starts afresh, what is updated goes on
    /// from where it was.
    ///
    /// # Errors
    ///
    /// Those of [`Program::run`] while the loops run, and [`TooLarge`](crate::ErrorKind::TooLarge) if an output cannot have its extents. The
    /// program can be run again then; it is checked again first, and errors that come of that are those of [`Program::run`], too.
    ///
    /// If an operator panics, the outputs are left empty, and the panic goes on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run(&mut self) -> Result<()>
    where
        S: LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        if !self.holds {
            self.look_again()?
        }
        // Until the run has succeeded.
        self.holds = false;
        let unfilled = Which(S::fills());
        let outcome = run_looked!(self.looked.1, self.looked.0, self.outputs, self.body, unfilled unfilled, |outputs, scope, body| {
            drive_all::<Wide, _>(AllPasses { body, outputs, scope, unfilled })
        });
        self.holds = outcome.is_ok();
        outcome
    }

    #[cold]
    #[inline(never)]
    fn look_again(&mut self) -> Result<()> {
        self.looked = look(self.outputs, &mut self.body)?;
        Ok(())
    }
}

/// All passes of a program, which are lent, so that nothing of them is copied before the loops ask for it.
struct AllPasses<'s, O, S> {
    body: &'s S,
    outputs: O,
    scope: Option<&'s Scope>,
    unfilled: Which,
}

impl<O: Outputs, S: Stmt> AllPasses<'_, O, S> {
    /// Runs them, on wide vectors or not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_by<Wide: Bool>(self) -> (Which, Result<()>) {
        let mut run = Run::<_, Here<Wide>>::new(self.outputs, self.scope, self.unfilled);
        self.body.each_pass(&mut run);
        run.finish()
    }
}

impl<O: Outputs, S: Stmt> WideLoops for AllPasses<'_, O, S> {
    type Found = (Which, Result<()>);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) -> Self::Found {
        self.run_by::<No>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_wide(self) -> Self::Found {
        self.run_by::<Yes>()
    }
}
