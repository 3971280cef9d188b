//! Which loops can be parallel: those whose iterations do not meet.
//!
//! Every assignment in the body writes an output in one of these ways, and all those of one output in the same way:
//!
//! | | the output | in parts of the loop over `j` |
//! |---|---|---|
//! | owned | `j` alone is a place, the same one everywhere: `y[j] = ..`, `c[j, i] += ..` | all write the output itself, each at indices of its own |
//! | appended | `j` alone is the first place everywhere, and the output is declared: `c[j, i] = ..` | each writes a piece of its own; these are put together in their order |
//! | reduced | the fill is the identity of the reducer, which groups at will: `s[] <<FastAdd>>= ..`, `h[x[j]] += 1` of integers | each writes a copy of its own; these are joined in the order of the parts |
//! | atomic | leaves are atomic, and the reducer commutes: `h[x[j]] += 1` of integers, `<<min>>=`, `\|=` | all combine the output itself with what they have |
//! | private | a workspace that is declared in the body | each has one of its own, which may be read while it is filled |
//!
//! What is atomic may be read while it is written.

use crate::lifecycle::Divisible;
use crate::program::{OutputRoot, WorkspaceRoot};
use crate::reads::{BothRead, JustReads};
use crate::upper::*;
use crate::writes::{JustWrites, NoWrites, Owns};

/// The assignments of the body of a loop over index `J`, which are some of `All`, do not meet those of another iteration.
#[diagnostic::on_unimplemented(
    message = "the iterations of the parallel loop over `{J}` are not known to be independent",
    label = "cannot be parallel"
)]
pub trait Independent<J: Nat, All: WriteSet>: WriteSet {}

/// All assignments to the output called `Name`, whose handle is `Output`, are owned by index `Index`, or appended, or all are
/// reductions or atomic: `Yes` if so.
///
/// # Safety
///
/// The iterations of the loop over `Index` run at the same time: two of them must not write the same place of `Output`, but by
/// atomic instructions.
#[diagnostic::on_unimplemented(
    message = "two iterations of the parallel loop over `{Index}` may write the same place of `{Name}`",
    label = "`{Name}` is neither owned nor appended nor reduced nor atomic in this loop over `{Index}`",
    note = "`for {Index}` in place of `parallel for {Index}` is always right. The format of `{Name}` is `{Output}`",
    note = "reduced: the reducer groups at will, and the fill of `{Name}` is its identity: `<<FastAdd>>=` (in the prelude) in place of \
            `+=` for a sum of floats; `+=` of integers, over 0; `<<min>>=` over `inf`, `|=` over `false`; parts are joined in order",
    note = "owned: `{Index}` alone is one of the places of `{Name}`, the same one wherever it is written: `y[j] = ..` or \
            `c[j, i] += ..` in a loop over `j`. Let a loop over such an index be the parallel one, and outermost: `parallel for j, i {{ .. }}`",
    note = "appended: if levels of `{Name}` are stored in the order in which they are written, `{Index}` alone is the first of its \
            places; it is declared, `c .= 0`, not updated, `mut c`; and parts of one fiber of its outermost level can be put together, as those \
            of `Dense`, `SparseList`, `SparseCoo`, `SparseDict`, `SparseBlockList`, `SparseBlocks`, `Hybrid` and merging runs can",
    note = "atomic: `{Name}` is a nest of `Dense` over `AtomicElement`, such as `AtomicVector::<u32>`, and the reducer commutes: `+=` of \
            integers, `<<min>>=`, `<<max>>=`, `|=`, `&=`; the sum of floats does not, as it is rounded",
    note = "private: what one iteration alone needs is a workspace, declared inside of the loop: `w .= 0; ..`"
)]
pub unsafe trait Parted<Output, Name, Index> {}

// SAFETY: what is owned is written by one iteration, what is appended or reduced is storage of the part, and atomic values are written
// by nothing but atomic instructions.
unsafe impl<Output, Name, Index> Parted<Output, Name, Index> for Yes {}

/// The output called `Name`, which this handle writes, can be written by parts of a parallel loop.
#[diagnostic::on_unimplemented(
    message = "`{Name}` cannot be written by a parallel loop",
    label = "what parts of the loop write in the format of `{Name}` cannot be put together",
    note = "the format of `{Name}` is `{Self}`. Scalars can be written, and tensors whose levels own their arrays; borrowed arrays \
            cannot: write a `Matrix` or a `Csr` in the parallel loop, and copy it in a loop behind it, `for i {{ y[i] = w[i] }}`",
    note = "or declare it inside of the parallel loop, as a workspace: then each part has one of its own"
)]
pub trait WrittenInParts<Name>: Divisible {}

#[diagnostic::do_not_recommend]
impl<Name, H: Divisible> WrittenInParts<Name> for H {}

impl<J: Nat, All: WriteSet> Independent<J, All> for NoWrites {}
impl<J: Nat, All: WriteSet, A: Independent<J, All>, B: Independent<J, All>> Independent<J, All> for BothWrite<A, B> {}

/// Whether `J` alone is the first place of output number `N` wherever it is assigned, and what parts write can be put together.
type Appends<All, H, N, D, J> = And<<H as Divisible>::Splits, And<D, <All as WriteSet>::Alone<N, J, U0>>>;
/// Whether parts write output number `N`, of which values have places of their own, at different ones; or reduce it.
type Shares<All, H, N, J> = And<<H as Divisible>::Apart, Or<Owns<All, N, J>, <All as WriteSet>::Reduces<N>>>;

/// Whether parts combine values of output number `N` at the same time, in any order.
type Atomically<All, H, N> = And<<H as Divisible>::Atomic, <All as WriteSet>::Commutes<N>>;

impl<J: Nat, All: WriteSet, H, N: Nat, D: Bool, I, M: Label, O> Independent<J, All>
    for JustWrites<Write<OutputRoot<H>, Place<N, D, I>, M>, O>
where
    H: WrittenInParts<M::Called>,
    Self: WriteSet,
    Or<Or<Appends<All, H, N, D, J>, Shares<All, H, N, J>>, Atomically<All, H, N>>: Parted<H, M::Called, J::Called>,
{
}

// The statement that declares it is inside of the loop: the scope refuses any other place of it.
impl<J: Nat, All: WriteSet, H: Output, N, D, I, M, O> Independent<J, All>
    for JustWrites<Write<WorkspaceRoot<H>, Place<N, D, I>, M>, O>
where
    Self: WriteSet,
{
}

/// Nothing is read while a parallel loop over index `J`, whose assignments are `All`, writes it, but atomic values.
#[diagnostic::on_unimplemented(
    message = "what the parallel loop over `{J}` writes is read in it",
    label = "cannot be parallel"
)]
pub trait ReadsNothingWritten<J: Nat, All: WriteSet>: ReadSet {}

/// The output called `Name`, whose handle is `Output`, is not read while a parallel loop over `Index` writes it, or is a workspace that
/// is read in the statement that fills it: `Yes` if so. Or its values are atomic, and all assignments to it combine them in any order:
/// [`IfAtomic`].
///
/// # Safety
///
/// The iterations of the loop over `Index` run at the same time: none of them must read what another one writes, but by atomic
/// instructions.
#[diagnostic::on_unimplemented(
    message = "an iteration of the parallel loop over `{Index}` reads `{Name}`, which another one writes",
    label = "`{Name}` is read and written in this loop over `{Index}`",
    note = "sums that go on from one index to the next are serial: `for`, not `parallel for`",
    note = "relaxations in place are serial too, or atomic: if `{Name}` is an `AtomicVector`, or another nest of `Dense` over `AtomicElement`, and \
            its reducer commutes, `d[j] <<min>>= d[i] + w[i, j]`, `{Name}[i]` is what it holds at that moment",
    note = "what a parallel loop has written is read in the statements behind it"
)]
pub unsafe trait Unread<Output, Name, Index> {}

// SAFETY: it is not read; or it is a workspace, of which each part has one of its own if its statement is inside of the loop. If that
// statement is around the loop, no parts are made; the scope refuses reads anywhere else.
unsafe impl<Output, Name, Index> Unread<Output, Name, Index> for Yes {}

/// What is read while it is written: if values are atomic, and all that is written `Commutes`.
#[derive(Clone, Copy, Debug)]
pub struct IfAtomic<Commutes>(PhantomData<Commutes>);

// SAFETY: atomic values are loaded as they are combined, and nothing but combining them writes them.
unsafe impl<Output: Divisible<Atomic: Unread<Output, Name, Index>>, Name, Index> Unread<Output, Name, Index>
    for IfAtomic<Yes>
{
}

impl<J: Nat, All: WriteSet> ReadsNothingWritten<J, All> for NoReads {}
impl<J: Nat, All: WriteSet, N: Nat, H, Read: Bool, Own: Bool> ReadsNothingWritten<J, All> for JustReads<N, H, Read, Own> where
    <Or<Own, Not<Read>> as Bool>::If<Yes, IfAtomic<All::Commutes<N>>>: Unread<H, N::Called, J::Called>
{
}
impl<J: Nat, All: WriteSet, A: ReadsNothingWritten<J, All>, B: ReadsNothingWritten<J, All>> ReadsNothingWritten<J, All>
    for BothRead<A, B>
{
}
