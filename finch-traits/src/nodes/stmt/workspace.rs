//! Workspaces: a temporary tensor, filled by one statement and read by the next.

use crate::index::{Loops, Outermost};
use crate::parts::Parts;
use crate::pass::current::{ExecLocal, in_accumulator, localize};
use crate::pass::{OnStmt, Pass, continuation};
use crate::prelude::*;
use crate::reads::{Changing, ReadSet, ReadsOf, Recurs};
use crate::reduction::strip::drive_in_strips;
use crate::region::meet;
use crate::stmt::block::take_turns;
use crate::stmt::{Stmt, of_two};
use crate::target::WriteFiber;
use crate::target::output::Output;
use finch_algebra::fault;
use finch_algebra::nat::Apart;
use typenum::U0;

/// `consumer where producer`: declares the workspace afresh, runs the producer, freezes, runs the consumer.
///
/// A workspace into which nothing is written is its fill. `Idle` says whether the consumer does nothing then, so that where the
/// producer does nothing either, as between the rows that a sparse matrix stores, the statement is left out. `Sum` says whether the
/// producer [sums](Stmt::Sums) in a workspace of one value.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Workspace<W, N, P, C, Idle, Sum> {
    workspace: W,
    producer: P,
    consumer: C,
    kind: PhantomData<(N, Idle, Sum)>,
}

/// Whether a workspace is one value, and nobody asks if it was assigned.
type IsValue<W> = And<<<W as Output>::Rank as Nat>::Eq<U0>, Not<<<W as Output>::Fiber as WriteFiber>::Asked>>;

/// Whether statement `C` does nothing where workspace `W`, which has number `N`, is its fill.
type IdleWhenEmpty<W, N, C> =
    <<C as Stmt>::With<Apart<N>, <<W as Output>::Fill as Fill<<W as Output>::T>>::Known> as Stmt>::Noop;

/// The statement as a program has it, before any pass.
pub type NewWorkspace<W, N, P, C> =
    Workspace<W, N, P, C, IdleWhenEmpty<W, N, C>, And<IsValue<W>, <P as Stmt>::Sums<N>>>;

impl<W: Output, N: Nat, P: Stmt, C: Stmt> NewWorkspace<W, N, P, C> {
    /// Fills `workspace`, number `N` of its program, by `producer` and reads it in `consumer`, each time the statement is reached.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(workspace: W, producer: P, consumer: C) -> Self {
        Workspace::of(workspace, producer, consumer)
    }
}

impl<W: Output, N: Nat, P: Stmt, C: Stmt, Idle: Bool, Sum: Bool> Workspace<W, N, P, C, Idle, Sum> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_in_place(self, driver: Driver) {
        if let Err(fault) = self.workspace.clear(driver) {
            return fault::raise(fault);
        }
        if !P::Noop::VALUE {
            let producer = self.producer;
            branch!(if And<<W::Rank as Nat>::Eq<U0>, <P::Reads<Outermost> as ReadSet>::IsStored<N>> {
                localize::<N, W::T, P, _>(producer, ExecLocal)
            } else {
                producer.exec(Driver::new())
            })
        }
        self.workspace.freeze(driver);
        if !C::Noop::VALUE {
            // A loop that adds to rows runs by tiles of them: these are loaded before anything is stored, so that nobody has to compare
            // where the arrays lie, which takes longer than a short row itself. What replaces a row loads nothing.
            let consumer = self.consumer;
            branch!(if C::Tiles<N> {
                if C::replaces::<C>() {
                    consumer.exec(driver)
                } else if !consumer.is_idle(driver) {
                    consumer.by_tiles(driver, ExecLocal)
                }
            } else {
                consumer.exec(driver)
            })
        }
    }

    /// Fills a workspace of one value in a local variable, and has the consumer read that: the workspace itself stays as it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_in_local(self, driver: Driver) {
        let (value, assigned) = (Cell::new(W::Fill::value()), Cell::new(false));
        if !P::Noop::VALUE {
            in_accumulator::<N, W::T, P, _>(self.producer, &value, &assigned, ExecLocal)
        }
        if !C::Noop::VALUE {
            let consumer = self.consumer;
            consumer
                .with::<Apart<N>, Unknown, W::T>(value.get(), Knowledge::NOTHING)
                .exec(driver)
        }
    }
}

impl<W, N, P, C, Idle, Sum> Workspace<W, N, P, C, Idle, Sum> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(workspace: W, producer: P, consumer: C) -> Self {
        Workspace {
            workspace,
            producer,
            consumer,
            kind: PhantomData,
        }
    }
}

continuation! {
    struct ThenConsumer<W, N, C, Idle, Sum, K>(workspace: W, consumer: C, k: K, kind: PhantomData<(N, Idle, Sum)>);
    impl[Q: Pass, W: Output, N: Nat, C: Stmt, Idle: Bool, Sum: Bool, K: OnStmt<Q>] OnStmt<Q>: |pass, producer: P| {
        consumer.traverse(pass, ThenWorkspace(workspace, producer, k, kind))
    }
}

continuation! {
    struct ThenWorkspace<W, N, P, Idle, Sum, K>(workspace: W, producer: P, k: K, kind: PhantomData<(N, Idle, Sum)>);
    impl[Q: Pass, W: Output, N: Nat, P: Stmt, Idle: Bool, Sum: Bool, K: OnStmt<Q>] OnStmt<Q>: |pass, consumer: C| {
        let _ = kind;
        k.call(pass, Workspace::<W, N, P, C, Idle, Sum>::of(workspace, producer, consumer))
    }
}

forward_cursor!([W, N, P: Stmt, C: Stmt, Idle, Sum] Workspace<W, N, P, C, Idle, Sum>: producer, consumer);

impl<W: Output, N: Nat, P: Stmt, C: Stmt, Idle: Bool, Sum: Bool> Stmt for Workspace<W, N, P, C, Idle, Sum> {
    of_two!(P, C);
    // Where nothing is produced, the consumer reads fill; and nobody reads what is produced for a consumer that does nothing.
    type Noop = Or<And<P::Noop, Or<C::Noop, Idle>>, And<C::Noop, P::WritesOnly<N>>>;
    type Live = No;
    type Exits = No;
    type WritesOnly<Out: Nat> = And<P::WritesOnly<N>, C::WritesOnly<Out>>;
    type Fissions = No;
    // Where the consumer does nothing, nothing is done. The stepper, which is the only one, is in the consumer.
    type InStrips = And<
        And<And<Sum, P::WritesOnly<N>>, And<Not<P::Noop>, Not<C::Noop>>>,
        And<
            And<IsNone<P::Steppers>, Not<<P::Style as Style>::IsStructured>>,
            And<And<C::Conjunctive, Not<Self::Stable>>, And<Not<C::Exits>, Not<Recurs<Self>>>>,
        >,
    >;
    type UsesEverywhere<X: Nat> = Self::Uses<X>;
    // What is filled several times is read several times.
    type Multiplies = No;
    type Reads<L: Loops> = ReadsOf<P::Reads<L::In<Self>>, C::Reads<L::In<Self>>>;
    type With<V: Nat, K: Known> =
        Workspace<W, N, P::With<V, K>, C::With<V, K>, Or<Idle, IdleWhenEmpty<W, N, C::With<V, K>>>, Sum>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        let workspace = self.workspace;
        #[cfg(feature = "parallel")]
        let workspace = match Parts::of::<V, N, U>(value) {
            // SAFETY: the storage is that of this workspace, by its number, and lasts as long as this statement: `Parts::new`.
            Some(part) => unsafe { workspace.on(part.part) },
            None => workspace,
        };
        Workspace::of(
            workspace,
            self.producer.with::<V, K, U>(value, known),
            self.consumer.with::<V, K, U>(value, known),
        )
    }

    // What is filled several times is read several times.
    #[inline]
    fn settles<X: Changing>() -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<Q: Pass, K: OnStmt<Q>>(self, pass: Q, k: K) {
        self.producer
            .traverse(pass, ThenConsumer(self.workspace, self.consumer, k, self.kind))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        branch!(if IsValue<W> { self.exec_in_local(driver) } else { self.exec_in_place(driver) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_strips(self, _driver: Driver, region: Region) {
        drive_in_strips::<N, W::T, P, C>(W::Fill::value(), self.producer, self.consumer, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        take_turns(self, driver, count)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<Number: Nat>(&self, driver: Driver) -> Range<isize> {
        meet(
            self.producer.interior::<Number>(driver),
            self.consumer.interior::<Number>(driver),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        let (root, number) = (self.workspace.root(), N::VALUE);
        check.open_workspace(root, number)?;
        self.producer.infer::<L, K>(check)?;
        check.freeze_workspace(root, number);
        self.consumer.infer::<L, K>(check)?;
        check.close_workspace(root, number);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, ends: &mut LoopEnds<'_>) {
        self.producer.resolve(ends);
        self.consumer.resolve(ends)
    }

    fn stored_before<J: Nat>(&self, driver: Driver, index: usize) -> usize {
        let in_producer = self.producer.stored_before::<J>(driver, index);
        in_producer.saturating_add(self.consumer.stored_before::<J>(driver, index))
    }

    fn join(&self, driver: Driver, parts: &Parts, done: &mut u32) {
        self.producer.join(driver, parts, done);
        self.consumer.join(driver, parts, done)
    }

    fn describe(&self) -> Statement {
        let node = StmtNode::Workspace {
            root: self.workspace.root(),
            label: String::new(),
            number: N::VALUE,
            idle: Idle::VALUE,
        };
        Statement::new(node, None, [self.producer.describe(), self.consumer.describe()])
    }
}
