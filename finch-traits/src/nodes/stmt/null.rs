//! Nothing at all.

use crate::knot::*;

/// The statement that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Null;

forward_cursor!([] Null);

impl Stmt for Null {
    type Lowering = Lowering<Self>;
    type Style = style::Invariant;
    type Noop = Yes;
    type Live = Yes;
    type Alive = Yes;
    type Sparse = Yes;
    type Met = Yes;
    type Conjunctive = Yes;
    type Gapped = Yes;
    type ConjunctiveJumpers = Yes;
    type Steppers = Nought;
    type Stable = Yes;
    type HoldsStable = No;
    type Last = Yes;
    type Uncuttable = Yes;
    type NoJumper = Yes;
    type Exits = No;
    type Once = Yes;
    type SomeOnce = No;
    type Lanes = No;
    type LanesUnder = No;
    type HoldsLanes = No;
    type Writes<Out: Nat> = No;
    type Written = crate::writes::NoWrites;
    type WritesOnly<Out: Nat> = Yes;
    type Overlaps<S: Stmt> = No;
    type Fissions = No;
    type Ordered<L: Loops> = Yes;
    type Reads<L: Loops> = NoReads;
    type Beyond<N: Nat> = Nought;
    type Tiles<N: Nat> = No;
    type SweepsRow<J: Nat, Around: Nat> = No;
    crate::nodes::sums_no_rows!();
    type InStrips = No;
    type IsGathered = No;
    type Walks<N: Nat> = No;
    type Uses<V: Nat> = No;
    type UsesEverywhere<V: Nat> = Yes;
    type Disjoint = Yes;
    type Multiplies = Yes;
    type With<V: Nat, K: Known> = Self;

    #[inline]
    fn settles<X: Changing>() -> bool {
        true
    }

    #[inline]
    fn replaces<S: Stmt>() -> bool {
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, _value: U, _known: Knowledge) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        k.call(pass, self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        k.call(pass, self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, _driver: Driver) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, _driver: Driver, _count: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, _check: &mut K) -> Result<()> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, _ends: &mut LoopEnds<'_>) {}

    fn describe(&self) -> Statement {
        Statement::new(StmtNode::Null, None, [])
    }
}
