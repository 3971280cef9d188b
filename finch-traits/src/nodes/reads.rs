//! Which outputs a part of a program reads while the program writes them, as a type.
//!
//! Such a read sees what was written before it, as in loops over dense arrays that run one index after another. Nothing
//! reorders the statements around it: where types say that a statement [reads what it writes](Recurs), it has no loop of its
//! own for each of its parts, no lanes, no run that is assigned at once, and nothing that is computed in front of the loop.

use crate::knot::*;

/// The outputs that a part of a program reads while the program writes them, as a type.
pub trait ReadSet: Sealed {
    /// Whether output number `Out` is among them.
    type Has<Out: Nat>: Bool;
    /// Whether there is none.
    type IsNone: Bool;
    /// Whether statement `S` writes one of them.
    type WrittenBy<S: Stmt>: Bool;
    /// These and those of `B`.
    type And<B: ReadSet>: ReadSet;
    /// Whether output number `Out` is among them, and is read where it is stored, not in an accumulator.
    type IsStored<Out: Nat>: Bool;
    /// Their numbers: a bit for each.
    const NUMBERS: u32;
    /// Whether one of them has become what is read, and is no scalar.
    const ARE_STORED: bool = false;

    /// Goes on with `stmt` where those of these outputs are accumulators that are scalars.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn localize<L: Localize, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
        k.call((), stmt)
    }
}

/// Makes accumulators of scalars, see [`ReadSet::localize`].
pub trait Localize: Copy + Sealed {
    /// Goes on with `stmt` where the output that `W` is, a scalar, is an accumulator.
    fn localize<W: Target, S: Stmt, K: OnStmt<()>>(stmt: S, k: K);
}

/// The empty [`ReadSet`].
#[derive(Clone, Copy, Debug)]
pub struct NoReads;

/// Output number `N`, which handle `H` writes, if it is `Read`. If `Own`, it is a workspace that is read in the statement that fills it.
#[derive(Clone, Copy, Debug)]
pub struct JustReads<N, H, Read = Yes, Own = No>(PhantomData<(N, H, Read, Own)>);

/// The output that target `W` is, which has become what is read. If `Own`, it is a workspace that is being filled.
#[derive(Clone, Copy, Debug)]
pub struct JustCurrent<W, Own>(PhantomData<(W, Own)>);

/// The union of the [`ReadSet`]s `A` and `B`.
#[derive(Clone, Copy, Debug)]
pub struct BothRead<A, B>(PhantomData<(A, B)>);

/// The union of the [`ReadSet`]s `A` and `B`, which is one of them itself if the other one is empty.
pub type ReadsOf<A, B> = <A as ReadSet>::And<B>;

/// Whether statement `S` reads an output that it writes. If so, nothing is reordered in it.
pub type Recurs<S> = <<S as Stmt>::Reads<Outermost> as ReadSet>::WrittenBy<S>;

/// What changes while a loop runs, asked for a part of the statement in it.
pub trait Changing: Sealed {
    /// What it reads while it writes it.
    type Reads: ReadSet;
    /// Whether the value of `E` follows what it writes.
    fn moves<E: Expr>() -> bool;
    /// Whether a place of target `W` does, or whether `W` is assigned.
    fn moves_target<W: Target>() -> bool;
}

/// What changes while a loop over statement `S` runs.
#[derive(Clone, Copy, Debug)]
pub struct WholeLoop<S>(PhantomData<S>);

/// What changes by `X`, for a statement that is under the condition `C`.
#[derive(Clone, Copy, Debug)]
pub struct OnCondition<X, C>(PhantomData<(X, C)>);

/// What changes by `X`, for a statement in which variable `V` names the expression `E`.
#[derive(Clone, Copy, Debug)]
pub struct WhereNamed<X, V, E>(PhantomData<(X, V, E)>);

impl<S: Stmt> Sealed for WholeLoop<S> {}
impl<S: Stmt> Changing for WholeLoop<S> {
    type Reads = S::Reads<Outermost>;

    #[inline]
    fn moves<E: Expr>() -> bool {
        <E::Reads<Outermost> as ReadSet>::WrittenBy::<S>::VALUE
    }

    #[inline]
    fn moves_target<W: Target>() -> bool {
        false
    }
}

impl<X: Changing, C: Expr> Sealed for OnCondition<X, C> {}
impl<X: Changing, C: Expr> Changing for OnCondition<X, C> {
    type Reads = X::Reads;

    #[inline]
    fn moves<E: Expr>() -> bool {
        X::moves::<C>() || X::moves::<E>()
    }

    #[inline]
    fn moves_target<W: Target>() -> bool {
        X::moves::<C>() || X::moves_target::<W>()
    }
}

impl<X: Changing, V: Nat, E: Expr> Sealed for WhereNamed<X, V, E> {}
impl<X: Changing, V: Nat, N: Expr> Changing for WhereNamed<X, V, N> {
    type Reads = X::Reads;

    #[inline]
    fn moves<E: Expr>() -> bool {
        X::moves::<E>() || E::Uses::<V>::VALUE && X::moves::<N>()
    }

    #[inline]
    fn moves_target<W: Target>() -> bool {
        X::moves_target::<W>() || W::Uses::<V>::VALUE && X::moves::<N>()
    }
}

impl Sealed for NoReads {}
impl ReadSet for NoReads {
    type Has<Out: Nat> = No;
    type IsNone = Yes;
    type WrittenBy<S: Stmt> = No;
    type And<B: ReadSet> = B;
    type IsStored<Out: Nat> = No;
    const NUMBERS: u32 = 0;
}

impl<N: Nat, H, Read: Bool, Own: Bool> Sealed for JustReads<N, H, Read, Own> {}
impl<N: Nat, H, Read: Bool, Own: Bool> ReadSet for JustReads<N, H, Read, Own> {
    type Has<Out: Nat> = And<Read, N::Eq<Out>>;
    type IsNone = Not<Read>;
    type WrittenBy<S: Stmt> = And<Read, S::Writes<N>>;
    type And<B: ReadSet> = BothRead<Self, B>;
    type IsStored<Out: Nat> = No;
    const NUMBERS: u32 = if Read::VALUE { 1 << N::VALUE } else { 0 };
}

impl<W: Target, Own: Bool> Sealed for JustCurrent<W, Own> {}
impl<W: Target, Own: Bool> ReadSet for JustCurrent<W, Own> {
    type Has<Out: Nat> = <W::Output as Nat>::Eq<Out>;
    type IsNone = No;
    type WrittenBy<S: Stmt> = S::Writes<W::Output>;
    type And<B: ReadSet> = BothRead<Self, B>;
    type IsStored<Out: Nat> = And<Not<W::IsAccumulator>, <W::Output as Nat>::Eq<Out>>;
    const NUMBERS: u32 = 1 << W::Output::VALUE;
    const ARE_STORED: bool = !W::IsAccumulator::VALUE && !W::IsScalar::VALUE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn localize<L: Localize, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
        // Workspaces are accumulators for as long as they are filled.
        branch!(if And<And<W::IsScalar, Not<Own>>, <S::Reads<Outermost> as ReadSet>::IsStored<W::Output>> {
            L::localize::<W, S, K>(stmt, k)
        } else {
            k.call((), stmt)
        })
    }
}

continuation! {
    struct ThenLocalize<L, B, K>(k: K, _types: PhantomData<(L, B)>);
    impl[L: Localize, B: ReadSet, K: OnStmt<()>] OnStmt<()>: |_pass, stmt: S| {
        B::localize::<L, S, K>(stmt, k)
    }
}

impl<A: ReadSet, B: ReadSet> Sealed for BothRead<A, B> {}
impl<A: ReadSet, B: ReadSet> ReadSet for BothRead<A, B> {
    type Has<Out: Nat> = Or<A::Has<Out>, B::Has<Out>>;
    type IsNone = And<A::IsNone, B::IsNone>;
    type WrittenBy<S: Stmt> = Or<A::WrittenBy<S>, B::WrittenBy<S>>;
    type And<C: ReadSet> = BothRead<Self, C>;
    type IsStored<Out: Nat> = Or<A::IsStored<Out>, B::IsStored<Out>>;
    const NUMBERS: u32 = A::NUMBERS | B::NUMBERS;
    const ARE_STORED: bool = A::ARE_STORED || B::ARE_STORED;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn localize<L: Localize, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
        A::localize::<L, S, _>(stmt, ThenLocalize::<L, B, K>(k, PhantomData))
    }
}
