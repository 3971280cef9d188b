//! Sieves: a statement under a condition.

use crate::context::SieveCondition;
use crate::knot::*;
use crate::reads::OnCondition;
use crate::stmt::of_expr_and_body;
use core::hint::cold_path;

continuation! {
    /// Goes on with a statement under another condition.
    struct AlsoUnder<C, H>(condition: C, k: H);
    impl[C: OfType<bool>, H: OnStmt<()>] OnStmt<()>: |_pass, stmt: S| {
        stmt.under(condition, k)
    }
}

continuation! {
    struct LookUpInLanes(lanes: Lanes);
    impl[] OnStmt<()>: |_pass, stmt: S| {
        stmt.lookup_in_lanes(Driver::new(), lanes)
    }
}

continuation! {
    struct DriveInLanes(driver: Driver, region: Region);
    impl[] OnStmt<()>: |_pass, stmt: S| {
        stmt.drive_in_lanes(driver, region)
    }
}

/// `if condition { body }`. A missing condition is one that does not hold.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Sieve<C, B> {
    condition: C,
    body: B,
}

impl<C, B> Sieve<C, B> {
    /// The condition, and what is under it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn parts(self) -> (C, B) {
        (self.condition, self.body)
    }
}

impl<C, B> Sieve<C, B> {
    /// `body`, if `condition`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(condition: C, body: B) -> Self {
        Sieve { condition, body }
    }
}

/// Whether a condition has a value, and that is `true`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn holds<C: OfType<bool>>(condition: C) -> bool {
    <C::Known as Known>::Is::<tag::True>::VALUE
        || (!condition.knowledge(Driver::new()).is_missing() && condition.value(Driver::new()))
}

continuation! {
    struct ThenBody<B, K>(body: B, k: K);
    impl[P: Pass, B: Stmt, K: OnStmt<P>] OnExpr<P, bool>: |pass, condition: C| {
        // Where it does not hold the body is left out, and no place that data name in it is looked up.
        if !(K::EXECUTES && And::<B::IsGathered, IsSettled<C>>::VALUE) || holds(condition) {
            body.traverse(pass, ThenSieve(condition, k))
        }
    }
}

continuation! {
    /// Continues with the body under its condition.
    pub(crate) struct ThenSieve<C, K>(pub(crate) condition: C, pub(crate) k: K);
    impl[P, C: OfType<bool>, K: OnStmt<P>] OnStmt<P>, EXECUTES [K::EXECUTES]: |pass, body: B| {
        k.call(pass, Sieve { condition, body })
    }
}

forward_cursor!([C: Expr, B: Stmt] Sieve<C, B>: condition, body);

impl<C: OfType<bool>, B: Stmt> Stmt for Sieve<C, B> {
    type Lowering = Lowering<Self>;
    of_expr_and_body!(C, B);
    type Ordered<L: Loops> = And<C::Ordered<L>, B::Ordered<L>>;
    type Noop = Or<Or<<C::Known as Known>::Is<tag::False>, IsMissing<C::Known>>, B::Noop>;
    type Live = B::Live;
    type Alive = And<IsNone<C::Steppers>, B::Alive>;
    type Sparse = No;
    type Met = No;
    type Conjunctive = And<C::Conjunctive<SieveCondition>, B::Conjunctive>;
    type Gapped = And<C::Gapped<SieveCondition>, B::Gapped>;
    type ConjunctiveJumpers = And<C::ConjunctiveJumpers<SieveCondition>, B::ConjunctiveJumpers>;
    type Tiles<N: Nat> = No;
    type SweepsRow<J: Nat, Around: Nat> = No;
    crate::nodes::sums_no_rows!();
    type InStrips = No;
    type Lanes = Self::LanesUnder;
    type LanesUnder = And<B::LanesUnder, Not<Recurs<Self>>>;
    type HoldsLanes = No;
    // A condition that no loop has to do with any more is tested in front of the one that is being lowered.
    type Fissions = And<IsSettled<C>, Not<Recurs<Self>>>;
    type With<V: Nat, K: Known> = Sieve<C::With<V, K>, B::With<V, K>>;

    each_part!(Sieve: condition, body);

    #[inline]
    fn settles<X: Changing>() -> bool {
        B::settles::<OnCondition<X, C>>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, driver: Driver, k: H) {
        self.body
            .hoist::<AlsoReads<X, C>, _>(driver, ThenSieve(self.condition, k))
    }

    // The condition is asked for each of those that come.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<S: Cursor + Copy, All: Bool, H: OnStmt<()>>(self, coming: Coming<S, All>, k: H) {
        self.body.reserve(coming.some(), ThenSieve(self.condition, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        self.condition.traverse(pass, ThenBody(self.body, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        self.body.change(pass, ThenSieve(self.condition.change(pass), k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        if holds(self.condition) {
            if B::ENDS {
                // Else the value would be selected for each index, and compared, where a branch ends the loop.
                cold_path()
            }
            self.body.exec(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        if holds(self.condition) {
            if B::ENDS {
                // As above.
                cold_path()
            }
            self.body.repeat(driver, count)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower_each(self, _driver: Driver, region: Region) {
        if holds(self.condition) {
            lower_nonempty!(B, self.body, region)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn under<D: Expr<T = bool>, H: OnStmt<()>>(self, condition: D, k: H) {
        self.body.under(self.condition, AlsoUnder(condition, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lookup_in_lanes(self, _driver: Driver, lanes: Lanes) {
        self.body.under(self.condition, LookUpInLanes(lanes))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_lanes(self, driver: Driver, region: Region) {
        self.body.under(self.condition, DriveInLanes(driver, region))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_idle(&self, driver: Driver) -> bool {
        self.body.is_idle(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        self.condition.infer(check)?;
        self.body.infer::<L, K>(check)
    }

    fn describe(&self) -> Statement {
        Statement::new(StmtNode::Sieve, Some(self.condition.describe()), [self.body.describe()])
    }
}
