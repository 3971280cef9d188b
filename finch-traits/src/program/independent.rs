//! Which loops can be parallel: those whose iterations do not meet.
//!
//! Every assignment in the body writes an output in one of three ways, and all those of one output in the same way:
//!
//! | | the output | in parts of the loop over `j` |
//! |---|---|---|
//! | owned | `j` alone is a place, the same one everywhere: `y[j] = ..`, `c[j, i] += ..` | all write the output itself, each at indices of its own |
//! | appended | `j` alone is the first place everywhere, and the output is declared: `c[j, i] = ..` | each writes a piece of its own; these are put together in their order |
//! | reduced | the fill is the identity of the reducer, which groups at will: `s[] <<FastAdd>>= ..`, `h[x[j]] += 1` of integers | each writes a copy of its own; these are joined in the order of the parts |
//! | private | a workspace that is declared in the body | each has one of its own |

use crate::lifecycle::Divisible;
use crate::prelude::*;
use crate::program::{OutputRoot, WorkspaceRoot};
use crate::reads::{BothRead, JustReads, NoReads, ReadSet};
use crate::target::output::Output;
use crate::target::{Place, Write};
use crate::writes::{BothWrite, JustWrites, NoWrites, Owns, WriteSet};
use typenum::U0;

/// The assignments of the body of a loop over index `J`, which are some of `All`, do not meet those of another iteration.
#[diagnostic::on_unimplemented(
    message = "the iterations of the parallel loop over `{J}` are not known to be independent",
    label = "cannot be parallel"
)]
pub trait Independent<J: Nat, All: WriteSet>: WriteSet {}

/// All assignments to output number `Number`, whose handle is `Output`, are owned by index `Index`, or appended, or all are
/// reductions: `Yes` if so.
///
/// # Safety
///
/// The iterations of the loop over `Index` run at the same time: two of them must not write the same place of `Output`.
#[diagnostic::on_unimplemented(
    message = "two iterations of the parallel loop over `{Index}` may write the same place of `{Output}`",
    label = "output number `{Number}` (`UTerm` is the first, `UInt<UTerm, B1>` the second) is neither owned nor appended nor reduced in this loop over `{Index}`",
    note = "owned: `{Index}` alone is one of the places of `{Output}`, the same one wherever it is written: `y[j] = ..` or \
            `c[j, i] += ..` in a loop over `j`; let a loop over such an index be the parallel one",
    note = "appended: if levels of `{Output}` are stored in the order in which they are written, `{Index}` alone is the first of its \
            places; it is declared, `c .= 0`, not updated, `mut c`; and its outermost level holds no runs or blocks, which may go on \
            from one part to the next",
    note = "reduced: the reducer groups at will, and the fill of `{Output}` is its identity: `<<FastAdd>>=` instead of `+=` where numbers \
            are rounded, and `+=` of integers, over 0; `<<min>>=` over `inf`, `|=` over `false`; parts are joined in order",
    note = "atomic: outputs that several iterations write at the same time do not exist yet; reduce instead",
    note = "private: what one iteration alone needs is a workspace, declared inside of the loop: `w .= 0; ..`"
)]
pub unsafe trait Parted<Output, Number, Index> {}

// SAFETY: what is owned is written by one iteration, and what is appended or reduced is storage of the part.
unsafe impl<Output, Number, Index> Parted<Output, Number, Index> for Yes {}

impl<J: Nat, All: WriteSet> Independent<J, All> for NoWrites {}
impl<J: Nat, All: WriteSet, A: Independent<J, All>, B: Independent<J, All>> Independent<J, All> for BothWrite<A, B> {}

/// Whether `J` alone is the first place of output number `N` wherever it is assigned, and what parts write can be put together.
type Appends<All, H, N, D, J> = And<<H as Divisible>::Splits, And<D, <All as WriteSet>::Alone<N, J, U0>>>;
/// Whether parts write output number `N`, of which values have places of their own, at different ones; or reduce it.
type Shares<All, H, N, J> = And<<H as Divisible>::Apart, Or<Owns<All, N, J>, <All as WriteSet>::Reduces<N>>>;

impl<J: Nat, All: WriteSet, H, N: Nat, D: Bool, I, M, O> Independent<J, All>
    for JustWrites<Write<OutputRoot<H>, Place<N, D, I>, M>, O>
where
    H: Divisible,
    Self: WriteSet,
    Or<Appends<All, H, N, D, J>, Shares<All, H, N, J>>: Parted<H, N, J::Called>,
{
}

// The statement that declares it is inside of the loop: the scope refuses any other place of it.
impl<J: Nat, All: WriteSet, H: Output, N, D, I, M, O> Independent<J, All>
    for JustWrites<Write<WorkspaceRoot<H>, Place<N, D, I>, M>, O>
where
    Self: WriteSet,
{
}

/// Nothing is read while a parallel loop over index `J` writes it.
#[diagnostic::on_unimplemented(
    message = "what the parallel loop over `{J}` writes is read in it",
    label = "cannot be parallel"
)]
pub trait ReadsNothingWritten<J: Nat>: ReadSet {}

/// Output number `Number`, whose handle is `Output`, is not read while a parallel loop over `Index` writes it: `Yes` if so.
///
/// # Safety
///
/// The iterations of the loop over `Index` run at the same time: none of them must read what another one writes.
#[diagnostic::on_unimplemented(
    message = "an iteration of the parallel loop over `{Index}` reads `{Output}`, which another one writes",
    label = "output number `{Number}` (`UTerm` is the first, `UInt<UTerm, B1>` the second) is read and written in this loop over `{Index}`",
    note = "sums that go on from one index to the next, and relaxations in place, are serial: `for`, not `parallel for`",
    note = "what a parallel loop has written is read in the statements behind it"
)]
pub unsafe trait Unread<Output, Number, Index> {}

// SAFETY: it is not read.
unsafe impl<Output, Number, Index> Unread<Output, Number, Index> for Yes {}

impl<J: Nat> ReadsNothingWritten<J> for NoReads {}
impl<J: Nat, N: Nat, H, Read: Bool> ReadsNothingWritten<J> for JustReads<N, H, Read> where
    Not<Read>: Unread<H, N, J::Called>
{
}
impl<J: Nat, A: ReadsNothingWritten<J>, B: ReadsNothingWritten<J>> ReadsNothingWritten<J> for BothRead<A, B> {}
