//! Repetition of a loop: where a loop nest inside a run does not depend on the run's index, it runs once and every
//! assignment counts several times.

use crate::driver::Driver;
use crate::expr::Expr;
use crate::looplet::Looplet;
use crate::pass::{OnLeaf, OnStmt, Pass};
use crate::region::Region;
use crate::sealed::Sealed;
use crate::stmt::Stmt;
use crate::stmt::assign::{Assign, OnTargetThenValue};
use crate::target::Target;
use finch_algebra::branch;
use finch_algebra::known::{Knowledge, Known};
use finch_algebra::reducer::Reducer;

/// Makes every assignment count `times` times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiply {
    pub(crate) times: usize,
}

impl Sealed for Multiply {}
impl Pass for Multiply {
    #[inline(always)]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        k.looplet(self, looplet)
    }

    #[inline(always)]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        let Assign { target, op, value } = assign;
        branch!(if W::Once {
            // A target that stands for the whole run is assigned once.
            k.call(self, assign)
        } else {
            let op = Times { op, times: self.times };
            target.traverse(self, OnTargetThenValue::new(op, value, k))
        })
    }

    #[inline(always)]
    fn region(self) -> Region {
        Region::new(0, 1)
    }

    #[inline(always)]
    fn within(self, _region: Region) -> Self {
        self
    }
}

/// Executes what comes out of a pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Execute(pub(crate) Driver);

impl<P: Pass> OnStmt<P> for Execute {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        stmt.exec(self.0)
    }
}

/// A reducer whose every combination counts several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times<O> {
    op: O,
    times: usize,
}

impl<T: Copy, O: Reducer<T>> Reducer<T> for Times<O> {
    type Skip<R: Known, F: Known> = O::Skip<R, F>;
    type Reassociates = finch_algebra::logic::No;
    type Gathers = O::Gathers;
    type Saturates = O::Saturates;
    const SYMBOL: &'static str = O::SYMBOL;

    #[inline(always)]
    fn skips(value: Knowledge, fill: Knowledge) -> bool {
        O::skips(value, fill)
    }

    #[inline(always)]
    fn identity() -> Option<T> {
        O::identity()
    }

    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        self.op.repeat(old, new, self.times)
    }

    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        self.op.repeat(old, new, self.times.saturating_mul(count))
    }

    #[inline(always)]
    fn done(&self, value: &T) -> bool {
        self.op.done(value)
    }
}
