//! What is around a place, as a type: what an access is checked against before a program runs.

use crate::knot::*;
use crate::reads::JustReads;
use typenum::{U1, U2, U3, U4, U5};

/// What is around a place: its loops, or the [pass](InPass) of the program that it is in.
pub trait Loops: Sealed {
    /// Whether index number `N` is bound here.
    type Bind<N: Nat>: Bool;
    /// Whether an index of `B` is bound inside of all loops that bind indices of `A`.
    type Inside<A: IndexSet, B: IndexSet>: Bool;
    /// Whether output number `Out` is written here.
    type Write<Out: Nat>: Bool;
    /// Whether the indices of `S` ascend.
    type Rises<S: IndexSet>: Bool;
    /// What is around a place in these loops and one more, over index `N`, which runs down or not.
    type Over<N: Nat, Down: Bool>: Loops;
    /// What is around a place in these loops and in statement `S`. Only [`Passes`] takes note of the statement.
    type In<S: Stmt>: Loops;
    /// What an access labelled `M` at the indices `I` reads that is written in what is around it.
    type ReadAt<M: Label, I: IndexList>: ReadSet;
    /// The indices that they bind.
    const BOUND: Option<&'static Bound>;
}

/// The index of a loop and those of the loops around it, for messages of the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    number: usize,
    name: &'static str,
    outer: Option<&'static Bound>,
}

/// Whether an index of that number or name is among those of `loops`.
pub(crate) const fn is_bound(mut loops: Option<&Bound>, number: usize, name: &str) -> bool {
    while let Some(inner) = loops {
        if inner.number == number || !name.is_empty() && is_same(inner.name.as_bytes(), name.as_bytes()) {
            return true;
        }
        loops = inner.outer
    }
    false
}

const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others)
    }
    a.is_empty() && b.is_empty()
}

/// The loops around a statement that stands in none.
#[derive(Clone, Copy, Debug)]
pub struct Outermost;

/// The loops around a statement: the loops `L`, and inside of them one over index `N`, which goes down if `Down` is `Yes`.
#[derive(Clone, Copy, Debug)]
pub struct LoopNest<L, N, Down = No>(PhantomData<(L, N, Down)>);

impl Sealed for Outermost {}
impl Loops for Outermost {
    type Bind<N: Nat> = No;
    type Inside<A: IndexSet, B: IndexSet> = No;
    type Write<Out: Nat> = No;
    type Rises<S: IndexSet> = Yes;
    type Over<N: Nat, Down: Bool> = LoopNest<Outermost, N, Down>;
    type In<S: Stmt> = Outermost;
    type ReadAt<M: Label, I: IndexList> = M::Reads<Self>;
    const BOUND: Option<&'static Bound> = None;
}

impl<L: Loops, N: Nat, D: Bool> Sealed for LoopNest<L, N, D> {}
impl<L: Loops, N: Nat, D: Bool> Loops for LoopNest<L, N, D> {
    type Bind<M: Nat> = Or<N::Eq<M>, L::Bind<M>>;
    type Inside<A: IndexSet, B: IndexSet> = And<Not<A::Has<N>>, Or<B::Has<N>, L::Inside<A, B>>>;
    type Write<Out: Nat> = No;
    type Rises<S: IndexSet> = And<Not<And<D, S::Has<N>>>, L::Rises<S>>;
    type Over<M: Nat, Down: Bool> = LoopNest<Self, M, Down>;
    type In<S: Stmt> = Self;
    type ReadAt<M: Label, I: IndexList> = M::Reads<Self>;
    const BOUND: Option<&'static Bound> = Some(&Bound {
        number: N::VALUE,
        name: N::NAME,
        outer: L::BOUND,
    });
}

/// What is around the statements that a program consists of, where these are asked what other ones write.
#[derive(Clone, Copy, Debug)]
pub struct Passes;

/// In a pass: `S`, one of the statements that a program consists of. Asked which outputs it writes, for those that it reads.
#[derive(Clone, Copy, Debug)]
pub struct InPass<S>(PhantomData<S>);

/// Where every output is written. Asked which outputs an expression reads, whatever is around it.
#[derive(Clone, Copy, Debug)]
pub struct AllWritten;

/// In loops that are numbered from the outermost one in, as those of [`finch!`](crate::finch) are. Which of the first six they are is
/// known; of others, the answer is whatever lets an output be written.
#[derive(Clone, Copy, Debug)]
pub struct ByDepth;

type InTwo<L, N, M> = LoopNest<LoopNest<L, N>, M>;
type FirstSix = InTwo<InTwo<InTwo<Outermost, U0, U1>, U2, U3>, U4, U5>;

/// In loops as they are [by depth](ByDepth), of which the one over index `N` runs down.
#[derive(Clone, Copy, Debug)]
pub struct DownOver<N>(PhantomData<N>);

/// Asked for what is read of workspace number `N` at other places than index `R` alone, or at places that data may name.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<N, R>(PhantomData<(N, R)>);

/// Where every index is bound, whichever loops are around: which outputs are written, what the loops of two sets are to each other, which
/// sets rise, what a pass over statement `P` is in, and what an access at `I` reads that is labelled `L`.
macro_rules! bound {
    ($([$($generics:tt)*] $of:ty: writes $write:ty, inside $inside:ty, rises $rises:ty, in $in:ty, reads $reads:ty;)*) => { $(
        impl<$($generics)*> Sealed for $of {}
        impl<$($generics)*> Loops for $of {
            type Bind<M: Nat> = Yes;
            type Inside<A: IndexSet, B: IndexSet> = $inside;
            type Write<Out: Nat> = $write;
            type Rises<X: IndexSet> = $rises;
            type Over<M: Nat, Down: Bool> = Self;
            type In<P: Stmt> = $in;
            type ReadAt<L: Label, I: IndexList> = $reads;
            const BOUND: Option<&'static Bound> = None;
        }
    )* };
}

bound! {
    [] Passes: writes No, inside Yes, rises Yes, in InPass<P>, reads L::Reads<Self>;
    [S: Stmt] InPass<S>: writes S::Writes<Out>, inside Yes, rises Yes, in Self, reads L::Reads<Self>;
    [] AllWritten: writes Yes, inside Yes, rises Yes, in Self, reads L::Reads<Self>;
    [] ByDepth: writes No, inside Not<<FirstSix as Loops>::Inside<B, A>>, rises Yes, in Self, reads L::Reads<Self>;
    [N: Nat] DownOver<N>: writes No, inside <ByDepth as Loops>::Inside<A, B>, rises Not<X::Has<N>>, in Self, reads L::Reads<Self>;
    [N: Nat, R: Nat] Elsewhere<N, R>: writes No, inside Yes, rises Yes, in Self,
        reads JustReads<L::Output, (), Or<Not<I::IsChecked>, And<L::IsFilled<N>, Not<I::HasAlone<R>>>>>;
}
