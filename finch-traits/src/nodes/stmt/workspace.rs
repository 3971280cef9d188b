//! Workspaces: a temporary tensor, filled by one statement and read by the next.

use crate::count::{Count, SumOf};
use crate::cursor::forward_cursor;
use crate::description::{Statement, tree};
use crate::driver::Driver;
use crate::error::Result;
use crate::index::Loops;
use crate::pass::{OnStmt, Pass, continuation};
use crate::region::meet;
use crate::scope::{Ends, Scope};
use crate::sealed::Sealed;
use crate::stmt::Stmt;
use crate::stmt::block::take_turns;
use crate::style::Style;
use crate::target::output::Output;
use core::ops::Range;
use finch_algebra::fault;
use finch_algebra::known::{Knowledge, Known};
use finch_algebra::logic::{And, Bool, No, Not, Or};
use finch_algebra::nat::Nat;

/// `consumer where producer`: declares the workspace afresh, runs the producer, freezes, runs the consumer.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Workspace<W, P, C> {
    workspace: W,
    producer: P,
    consumer: C,
}

impl<W: Output, P: Stmt, C: Stmt> Workspace<W, P, C> {
    /// Fills `workspace` by `producer` and reads it in `consumer`, each time the statement is reached.
    #[inline(always)]
    pub fn new(workspace: W, producer: P, consumer: C) -> Self {
        Workspace {
            workspace,
            producer,
            consumer,
        }
    }
}

continuation! {
    struct ThenConsumer<W, C, K>(target: W, condition: C, k: K);
    impl[Q: Pass, W: Output, C: Stmt, K: OnStmt<Q>] OnStmt<Q>: |pass, producer: P| {
        condition.traverse(pass, ThenWorkspace(target, producer, k))
    }
}

#[derive(Clone, Copy, Debug)]
struct ThenWorkspace<W, P, K>(W, P, K);

impl<Q: Pass, W: Output, P: Stmt, K: OnStmt<Q>> OnStmt<Q> for ThenWorkspace<W, P, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<C: Stmt>(self, pass: Q, consumer: C) {
        self.2.call(pass, Workspace::new(self.0, self.1, consumer))
    }
}

forward_cursor!([W, P: Stmt, C: Stmt] Workspace<W, P, C>: producer, consumer);

impl<W: Output, P: Stmt, C: Stmt> Sealed for Workspace<W, P, C> {}
impl<W: Output, P: Stmt, C: Stmt> Stmt for Workspace<W, P, C> {
    type Style = <P::Style as Style>::Max<C::Style>;
    // The consumer reads the workspace even where nothing was produced; the producer may write other outputs.
    type Noop = And<P::Noop, C::Noop>;
    type Live = No;
    type Alive = No;
    type Led = Self::Uncuttable;
    type JumpersLead = Self::NoJumper;
    type Steppers = <P::Steppers as Count>::Add<C::Steppers>;
    type Stable = And<P::Stable, C::Stable>;
    type HoldsStable = Or<P::HoldsStable, C::HoldsStable>;
    type Uncuttable = And<P::Uncuttable, C::Uncuttable>;
    type NoJumper = And<P::NoJumper, C::NoJumper>;
    type Exits = No;
    type Once = And<P::Once, C::Once>;
    type SomeOnce = Or<P::SomeOnce, C::SomeOnce>;
    type Lanes = No;
    type LanesUnder = No;
    type Writes<Out: Nat> = Or<P::Writes<Out>, C::Writes<Out>>;
    type Overlaps<S: Stmt> = Or<P::Overlaps<S>, C::Overlaps<S>>;
    type Splits = No;
    type Beyond<N: Nat> = SumOf<P::Beyond<N>, C::Beyond<N>>;
    type Uses<X: Nat> = Or<P::Uses<X>, C::Uses<X>>;
    type UsesEverywhere<X: Nat> = Self::Uses<X>;
    type Disjoint = And<And<P::Disjoint, C::Disjoint>, Not<P::Overlaps<C>>>;
    // What is filled several times is read several times.
    type Multiplies = No;
    type Ordered<L: Loops> = And<P::Ordered<L::In<Self>>, C::Ordered<L::In<Self>>>;
    type With<V: Nat, K: Known> = Workspace<W, P::With<V, K>, C::With<V, K>>;

    #[inline(always)]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Workspace::new(
            self.workspace,
            self.producer.with::<V, K, U>(value, known),
            self.consumer.with::<V, K, U>(value, known),
        )
    }

    #[inline(always)]
    fn traverse<Q: Pass, K: OnStmt<Q>>(self, pass: Q, k: K) {
        self.producer
            .traverse(pass, ThenConsumer(self.workspace, self.consumer, k))
    }

    #[inline(always)]
    fn exec(self, driver: Driver) {
        if let Err(fault) = self.workspace.clear(driver) {
            return fault::raise(fault);
        }
        if !P::Noop::VALUE {
            self.producer.exec(driver)
        }
        self.workspace.freeze(driver);
        if !C::Noop::VALUE {
            self.consumer.exec(driver)
        }
    }

    #[inline(always)]
    fn repeat(self, driver: Driver, count: usize) {
        take_turns(self, driver, count)
    }

    #[inline(always)]
    fn interior<Number: Nat>(&self, driver: Driver) -> Range<isize> {
        meet(
            self.producer.interior::<Number>(driver),
            self.consumer.interior::<Number>(driver),
        )
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        let root = self.workspace.root();
        scope.open_workspace(root)?;
        self.producer.infer(scope)?;
        scope.freeze_workspace(root);
        self.consumer.infer(scope)?;
        scope.close_workspace(root);
        Ok(())
    }

    #[inline(always)]
    fn resolve(&mut self, ends: &mut Ends<'_>) {
        self.producer.resolve(ends);
        self.consumer.resolve(ends)
    }

    fn describe(&self) -> Statement {
        Statement(tree::Stmt::Workspace {
            root: self.workspace.root(),
            label: String::new(),
            producer: Box::new(self.producer.describe().0),
            consumer: Box::new(self.consumer.describe().0),
        })
    }
}
