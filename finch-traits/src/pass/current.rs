//! Reading what is written: accesses to outputs that the pass writes become [`Current`], scalars become accumulators.

use crate::index::Passes;
use crate::knot::*;
use crate::reads::{self};
use crate::target::Accumulator;
use crate::total::Once;

/// Replaces accesses to the outputs `R`, which are written by the same pass. Of what these hold nothing is known any more,
/// declared or not: an assignment of the fill is one.
#[derive(Debug)]
pub(crate) struct Recall<R>(PhantomData<R>);

impl<R> Recall<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        Recall(PhantomData)
    }
}

copied!([R] Recall<R>);

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
                access
                    .fiber
                    .current::<M::Output, M::IsOwn, I, Self, K>(Driver::new(), access.indices, self, k)
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
                k.call(self, Write::new(write.fiber, write.rest.updated()))
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
    stmt.traverse(Recall::<S::Reads<Passes>>::new(), ExecRecalled)
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
