//! Programs of functions that are generic over lists of indices and over statements.

use crate::expr::value::Value;
use crate::program::look::{ResetOnUnwind, fault_around, fault_within, look};
use crate::program::run::Run;
use crate::program::{
    NotYetRun, Out, OutputRoot, Outputs, Program, ReadRoot, Vectors, Which, Work, WorkspaceRoot, run_passes,
};
use crate::upper::*;

impl<H: Output, N: Nat, Declared: Bool, M> Out<H, N, Declared, M> {
    /// The output at a list of indices, outermost first, as the target of an assignment. For functions that are generic over the number of
    /// dimensions; others call [`at`](Self::at) with a tuple. A list with more indices than the output has dimensions, or fewer, does not
    /// compile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_by<I: IndexList>(self, indices: I) -> Write<OutputRoot<H>, Place<N, Declared, I>> {
        const { assert!(I::LEN == H::Rank::VALUE, "an access has one index for each dimension") }
        Write::new(self.to_root(), Place::new(indices))
    }
}

impl<H: Reread, N: Nat, M> Work<H, N, M> {
    /// The workspace at the indices of a list, outermost first, as a target: see [`Out::at_by`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_by<I: IndexList>(self, indices: I) -> Write<WorkspaceRoot<H>, Place<N, Yes, I>> {
        const { assert!(I::LEN == H::Rank::VALUE, "an access has one index for each dimension") }
        Write::new(self.to_root(), Place::new(indices))
    }

    /// The workspace at the indices of a list, outermost first, as a value: see [`Out::at_by`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_by<I: IndexList>(self, indices: I) -> Value<Access<ReadRoot<H, N>, I, OfWorkspace<N>>> {
        const { assert!(I::LEN == H::Rank::VALUE, "an access has one index for each dimension") }
        Value(Access::new(self.to_read_root(), indices).labelled(OfWorkspace::new("")))
    }
}

impl<O, S, Wide: Vectors> Program<NotYetRun, O, S, Wide> {
    /// [`run`](Self::run) for functions that are generic over the statement, where its bounds cannot be shown. They are checked when the
    /// function is compiled for a statement: accesses are in order, and no statement reads an output that it writes. The second check is
    /// stricter than that of `run`, which lets outputs be read that can be updated in place.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run_generic(self) -> Result<()>
    where
        O: Outputs,
        S: Stmt,
    {
        const {
            assert!(
                <S::Ordered<Outermost> as Bool>::VALUE,
                "an access of this program is out of order, or has an index that no loop binds"
            );
            assert!(
                <<S::Reads<Passes> as ReadSet>::IsNone as Bool>::VALUE,
                "a statement of this program reads an output that it writes"
            )
        }
        run_passes!(self, unfilled Which(S::fills()), |outputs, scope| Run::<_, Wide>::new(
            outputs, scope, Which(S::fills())
        ))
    }
}
