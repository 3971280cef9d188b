//! Early exit: a target that no further value can change is done, and the rest of the loop goes on without it.
//!
//! Opted in by the kind of scalar (see [`Target::Short`]), because the test at the head of a loop prevents
//! vectorisation. When some statement is done the remainder of the loop is lowered again with it replaced by nothing;
//! other statements of the same loop go on. After Finch.jl's short-circuit scalars.

use crate::expr::Expr;
use crate::lifecycle::Driver;
use crate::looplet::Looplet;
use crate::pass::{Lower, OnLeaf, OnStmt, Pass, region_field};
use crate::region::Region;
use crate::sealed::Sealed;
use crate::stmt::Stmt;
use crate::stmt::assign::Assign;
use crate::stmt::block::Null;
use crate::target::Target;
use finch_algebra::logic::{Bool, Thunk};
use finch_algebra::reducer::Reducer;

/// True if some statement was done, and the rest of the region has been dealt with.
#[inline(always)]
pub(crate) fn exits<S: Stmt>(stmt: &S, rest: Region) -> bool {
    S::Exits::branch(TestExit(*stmt, rest), GoOn)
}

struct TestExit<S>(S, Region);

impl<S: Stmt> Thunk<bool> for TestExit<S> {
    #[inline(always)]
    fn force(self) -> bool {
        let done = self.0.is_done(Driver::new());
        if done {
            self.0.traverse(Prune(self.1), Lower)
        }
        done
    }
}

struct GoOn;

impl Thunk<bool> for GoOn {
    #[inline(always)]
    fn force(self) -> bool {
        false
    }
}

/// Replaces assignments that are done by nothing.
#[derive(Clone, Copy, Debug)]
pub struct Prune(Region);

impl Sealed for Prune {}
impl Pass for Prune {
    #[inline(always)]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        k.looplet(self, looplet)
    }

    #[inline(always)]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        <Assign<W, O, E> as Stmt>::Exits::branch(DropIfDone(assign, self, k), Keep(assign, self, k))
    }

    region_field!();
}

struct DropIfDone<A, K>(A, Prune, K);

impl<A: Stmt, K: OnStmt<Prune>> Thunk for DropIfDone<A, K> {
    #[inline(always)]
    fn force(self) {
        if self.0.is_done(Driver::new()) {
            self.2.call(self.1, Null)
        } else {
            self.2.call(self.1, self.0)
        }
    }
}

struct Keep<A, K>(A, Prune, K);

impl<A: Stmt, K: OnStmt<Prune>> Thunk for Keep<A, K> {
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, self.0)
    }
}
