//! The lookup pass: the `for` loop. Everything that is left is looked up at one index after the other.

use crate::expr::Expr;
use crate::lifecycle::Driver;
use crate::looplet::{Looplet, WriteLooplet};
use crate::pass::early_exit::exits;
use crate::pass::{OnExpr, OnLeaf, OnStmt, OnTarget, Pass, region_field};
use crate::region::Region;
use crate::stmt::Stmt;
use crate::stmt::assign::Assign;
use crate::stmt::block::Nothing;
use crate::target::{Accumulator, Rest, Target, UnfurledTarget};
use core::cell::Cell;
use finch_algebra::logic::{Bool, No, Thunk};
use finch_algebra::reducer::Reducer;

/// How many accumulators a reducer that reassociates is spread over.
pub const LANES: usize = 8;

/// Looks everything up at one index.
#[derive(Clone, Copy, Debug)]
pub struct Bind(Region);

impl Bind {
    #[inline(always)]
    fn at(index: usize) -> Bind {
        Bind(Region::point(index))
    }

    /// The index.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.lo
    }
}

impl Pass for Bind {
    #[inline(always)]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        looplet.bind(self, k)
    }

    #[inline(always)]
    fn write_looplet<L: WriteLooplet, R: Rest, K: OnTarget<Self, L::T>>(self, target: UnfurledTarget<L, R>, k: K) {
        target.looplet.bind(self, target.rest, k)
    }

    region_field!();
}

/// Lowers a statement whose leaves are looked up.
#[inline(always)]
pub(crate) fn lower<S: Stmt>(stmt: S, region: Region) {
    S::Lanes::branch(InLanes(stmt, region), OneByOne(stmt, region))
}

/// Continues with the statement at one index.
#[derive(Clone, Copy, Debug)]
struct Exec;

impl<P: Pass> OnStmt<P> for Exec {
    #[inline(always)]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        S::Noop::branch(Nothing, ExecNow(stmt))
    }
}

struct ExecNow<S>(S);

impl<S: Stmt> Thunk for ExecNow<S> {
    #[inline(always)]
    fn force(self) {
        self.0.exec(Driver::new())
    }
}

struct OneByOne<S>(S, Region);

impl<S: Stmt> Thunk for OneByOne<S> {
    #[inline(always)]
    fn force(self) {
        let OneByOne(stmt, region) = self;
        for index in region.lo..region.hi {
            if exits(&stmt, Region::new(index, region.hi)) {
                return;
            }
            stmt.traverse(Bind::at(index), Exec)
        }
    }
}

struct InLanes<S>(S, Region);

impl<S: Stmt> Thunk for InLanes<S> {
    #[inline(always)]
    fn force(self) {
        self.0.lookup_in_lanes(Lanes(self.1))
    }
}

/// A reduction by lookup into several accumulators.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(Region);

impl Lanes {
    /// Reduces `value` over the region into `accumulator`.
    #[inline(always)]
    pub(crate) fn reduce<T: Copy + 'static, O: Reducer<T>, E: Expr<T = T>>(
        self,
        accumulator: Accumulator<'_, T, No>,
        op: O,
        value: E,
    ) {
        let Region { lo, hi } = self.0;
        let mut index = lo;
        if let Some(identity) = O::identity()
            && hi - lo >= LANES
        {
            let mut sums = [identity; LANES];
            while hi - index >= LANES {
                let mut values = [identity; LANES];
                for (lane, slot) in values.iter_mut().enumerate() {
                    let place = Cell::new(identity);
                    value.traverse(Bind::at(index.wrapping_add(lane)), ValueInto(&place));
                    *slot = place.get();
                }
                for lane in 0..LANES {
                    sums[lane] = op.combine(sums[lane], values[lane]);
                }
                index += LANES;
            }
            let mut sum = identity;
            for lane in sums {
                sum = op.combine(sum, lane);
            }
            accumulator.combine(op, sum);
        }
        while index < hi {
            Assign::new(accumulator, op, value).traverse(Bind::at(index), Exec);
            index += 1
        }
    }
}

struct ValueInto<'a, T>(&'a Cell<T>);

impl<T> Clone for ValueInto<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ValueInto<'_, T> {}

impl<P: Pass, T> OnExpr<P, T> for ValueInto<'_, T> {
    #[inline(always)]
    fn call<E: Expr<T = T>>(self, _pass: P, expr: E) {
        if !expr.knowledge().is_missing() {
            self.0.set(expr.value())
        }
    }
}
