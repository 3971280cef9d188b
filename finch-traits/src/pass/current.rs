//! Reading what is written: accesses to outputs that the pass writes become [`Current`], scalars become accumulators.

use crate::index::Passes;
use crate::knot::*;
use crate::reads::{self};
use crate::target::Accumulator;
use crate::total::Once;

/// Where the outputs of a program are that a pass reads and writes, by their numbers, as far as it has come to them.
///
/// A target and an access have handles of their own, which come out of memory where loops are a function of their own. There
/// the optimiser does not see that both are one output, and loads and stores one value after the other. So each output goes by the address
/// that was found first.
#[derive(Default)]
struct Roots([Cell<Option<*const ()>>; 16]);

impl Roots {
    /// The address of output number `N`, which `own` is, too.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<N: Nat>(&self, own: Option<*const ()>) -> Option<*const ()> {
        let Some(first) = self.0.get(N::VALUE) else { return own };
        if first.get().is_none() {
            first.set(own)
        }
        first.get()
    }
}

/// Replaces accesses to the outputs `R`, which are written by the same pass. Of what these hold nothing is known any more,
/// declared or not: an assignment of the fill is one.
pub(crate) struct Recall<R> {
    roots: Lent<Roots>,
    outputs: PhantomData<R>,
}

copied!([R] Recall<R>);

/// Goes on with `stmt`, in which accesses to the outputs `R` are what these hold at the time.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn recall<R: ReadSet, S: Stmt, K: OnStmt<Recall<R>>>(stmt: S, k: K) {
    let roots = Roots::default();
    // SAFETY: the pass uses them, which is over before they are.
    let roots = unsafe { Lent::new(&roots) };
    let outputs = PhantomData;
    stmt.traverse(Recall { roots, outputs }, k)
}

// Not by `branch!`: the continuation of a leaf holds all that is behind it, and rustc counts how often one function stands in
// another, which limits how large a program can be.
impl<R: ReadSet> Sealed for Recall<R> {}
impl<R: ReadSet> Pass for Recall<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, M>, k: K) {
        let (once, other) = (Once, Once);
        <M::IsAmong<R> as Bool>::branch(
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                once.used_up();
                let Access { fiber, indices, .. } = access;
                let root = self.roots.of::<M::Output>(fiber.root());
                // SAFETY: an output is known by its number, and all handles on it in a statement are on the same storage.
                let fiber = unsafe { fiber.by_root(root) };
                fiber.current::<M::Output, M::IsOwn, I, Self, K>(Driver::new(), indices, self, k)
            },
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                other.used_up();
                k.call(self, access)
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, I: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, I>, k: K) {
        let (once, other) = (Once, Once);
        <R::Has<I::Output> as Bool>::branch(
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                once.used_up();
                let Write { fiber, rest, .. } = write;
                let root = self.roots.of::<I::Output>(fiber.root());
                // SAFETY: as for an access. It is open; and what is read in a part of a loop is a workspace, or atomic: no piece.
                let fiber = unsafe { fiber.by_root(Driver::new(), root) };
                k.call(self, Write::new(fiber, rest.updated()))
            },
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                other.used_up();
                k.call(self, write)
            },
        )
    }

    no_region!();
}

continuation! {
    /// Executes a statement, which reads what it writes: scalars that it does so to are accumulators all the while.
    pub(crate) struct ExecRecalled;
    impl[P: Pass] OnStmt<P>: |_pass, stmt: S| {
        <S::Reads<Outermost> as ReadSet>::localize::<InAccumulators, _, _>(stmt, ExecLocal)
    }
}

continuation! {
    /// Executes a statement.
    pub(crate) struct ExecLocal;
    impl[] OnStmt<()>: |_pass, stmt: S| {
        stmt.exec(Driver::new())
    }
}

/// Executes a pass of a program that reads what it writes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn exec_recalled<S: Stmt>(stmt: S) {
    recall::<S::Reads<Passes>, _, _>(stmt, ExecRecalled)
}

#[derive(Clone, Copy)]
struct InAccumulators;

impl Sealed for InAccumulators {}
impl reads::Localize for InAccumulators {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn localize<W: Target, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
        localize::<W::Output, W::T, S, K>(stmt, k)
    }
}

/// Goes on with `stmt` where scalar output number `N` is an accumulator, both where it is written and where it is read.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn localize<N: Nat, T: Copy + 'static, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
    let found = Cell::new(None::<T>);
    let exchange = Exchange {
        found: &found,
        load: true,
        assigned: false,
        number: PhantomData::<N>,
    };
    stmt.traverse(exchange, Leave);
    let Some(value) = found.get() else {
        crate::total::never()
    };
    let (value, assigned) = (Cell::new(value), Cell::new(false));
    in_accumulator::<N, T, S, K>(stmt, &value, &assigned, k);
    // A target that nobody asks is stored whether it was assigned or not.
    found.set(Some(value.get()));
    let back = Exchange {
        load: false,
        assigned: assigned.get(),
        ..exchange
    };
    stmt.traverse(back, Leave)
}

/// Goes on with `stmt` where scalar output number `N` is an accumulator in `value`, which notes in `assigned` whether it was
/// assigned.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_accumulator<N: Nat, T: Copy + 'static, S: Stmt, K: OnStmt<()>>(
    stmt: S,
    value: &Cell<T>,
    assigned: &Cell<bool>,
    k: K,
) {
    let number = PhantomData::<N>;
    stmt.traverse(
        Localize {
            value,
            assigned,
            number,
        },
        Localized(k),
    )
}

/// Whether an output whose indices are `I` is scalar number `N`.
type IsScalar<I, N> = And<<<I as RemainingIndices>::Output as Nat>::Eq<N>, <I as RemainingIndices>::IsEmpty>;

/// Loads scalar output number `N`, or stores it.
struct Exchange<'a, N, T> {
    found: &'a Cell<Option<T>>,
    load: bool,
    assigned: bool,
    number: PhantomData<N>,
}

/// Replaces scalar output number `N` by an accumulator.
struct Localize<'a, N, T> {
    value: &'a Cell<T>,
    assigned: &'a Cell<bool>,
    number: PhantomData<N>,
}

macro_rules! scalar_pass {
    ($name:ident, |$self:ident, $write:ident: $f:ident, $i:ident, $k:ident| $($body:tt)*) => {
        copied!(['a, N, T] $name<'a, N, T>);

        impl<N: Nat, T: Copy + 'static> Sealed for $name<'_, N, T> {}
        impl<N: Nat, T: Copy + 'static> Pass for $name<'_, N, T> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(
                self,
                access: Access<F, I, M>,
                k: K,
            ) {
                k.call(self, access)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<$f: WriteFiber, $i: RemainingIndices, K: OnTarget<Self, $f::T>>($self, $write: Write<$f, $i>, $k: K) {
                branch!(if IsScalar<$i, N> { $($body)* } else { $k.call($self, $write) })
            }

            no_region!();
        }
    };
}

scalar_pass! {
    Exchange, |self, write: F, I, k|
    match self.found.get() {
        None if self.load => self.found.set(Some(*same_type(&write.fiber.load(Driver::new())))),
        Some(value) if !self.load => {
            if self.assigned || !F::Asked::VALUE {
                write.fiber.store(Driver::new(), *same_type(&value))
            }
            self.found.set(None)
        }
        _ => {}
    }
    k.call(self, write)
}

scalar_pass! {
    Localize, |self, write: F, I, k|
    let value: &Cell<F::T> = same_type(self.value);
    // SAFETY: whoever localizes executes the statement while it borrows the value.
    let target = unsafe {
        Accumulator::<F::T, F::Short, F::Asked, <Write<F, I> as Target>::Fill, N>::noting(value, Some(self.assigned))
    };
    k.call(self, target)
}

continuation! {
    struct Leave;
    impl[P: Pass] OnStmt<P>: |_pass, stmt: S| {}
}

continuation! {
    struct Localized<K>(k: K);
    impl[P: Pass, K: OnStmt<()>] OnStmt<P>: |_pass, stmt: S| {
        k.call((), stmt)
    }
}
