//! Unfurling: an access whose next index is the loop's becomes the looplets of its fiber.

use crate::expr::access::Access;
use crate::expr::compare::{Compare, Difference};
use crate::fiber::Fiber;
use crate::index::IndexList;
use crate::looplet::Looplet;
use crate::pass::{Lower, OnExpr, OnLeaf, OnTarget, Pass, region_field};
use crate::region::Region;
use crate::stmt::{OnStmtAlone, Stmt};
use crate::target::{Rest, Write, WriteFiber};
use core::marker::PhantomData;
use finch_algebra::nat::Nat;

/// Unfurls every access whose next index is number `N`.
#[derive(Clone, Copy, Debug)]
pub struct Unfurl<N>(Region, PhantomData<N>);

impl<N: Nat> Pass for Unfurl<N> {
    #[inline(always)]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        k.looplet(self, looplet)
    }

    #[inline(always)]
    fn access<F: Fiber, I: IndexList, K: OnExpr<Self, F::T>>(self, access: Access<F, I>, k: K) {
        I::unfurl(access, self, k)
    }

    #[inline(always)]
    fn compare<D: Difference, A: Nat, B: Nat, K: OnExpr<Self, bool>>(self, compare: Compare<D, A, B>, k: K) {
        compare.unfurl(self, k)
    }

    #[inline(always)]
    fn write<F: WriteFiber, R: Rest, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        R::unfurl(write, self, k)
    }

    region_field!();
}

/// Continues, once accumulators are hoisted, by unfurling and lowering over the indices below `hi`. The literal 0
/// stands here and not in an argument: functions are optimised before they are inlined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnfurlBelow<N> {
    hi: usize,
    index: PhantomData<N>,
}

impl<N> UnfurlBelow<N> {
    #[inline(always)]
    pub(crate) fn new(hi: usize) -> Self {
        UnfurlBelow { hi, index: PhantomData }
    }
}

impl<N: Nat> OnStmtAlone for UnfurlBelow<N> {
    #[inline(always)]
    fn call<S: Stmt>(self, stmt: S) {
        stmt.traverse(Unfurl::<N>(Region::new(0, self.hi), PhantomData), Lower)
    }
}

/// Continues, once accumulators are hoisted, by unfurling and lowering over a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnfurlWithin<N> {
    region: Region,
    index: PhantomData<N>,
}

impl<N> UnfurlWithin<N> {
    #[inline(always)]
    pub(crate) fn new(region: Region) -> Self {
        UnfurlWithin {
            region,
            index: PhantomData,
        }
    }
}

impl<N: Nat> OnStmtAlone for UnfurlWithin<N> {
    #[inline(always)]
    fn call<S: Stmt>(self, stmt: S) {
        stmt.traverse(Unfurl::<N>(self.region, PhantomData), Lower)
    }
}
