//! Unfurling: an access whose next index is the loop's becomes the looplets of its fiber.

use crate::expr::access::{Access, Label};
use crate::expr::compare::{Compare, Relation};
use crate::expr::slow::Slow;
use crate::fiber::Fiber;
use crate::index::IndexList;
use crate::pass::{Lower, OnExpr, OnStmt, OnTarget, Pass};
use crate::prelude::*;
use crate::promise;
use crate::stmt::Stmt;
use crate::target::{RemainingIndices, Write, WriteFiber};

/// Unfurls every access whose next index is number `N`; by `M` those that may lie beyond an extent.
#[derive(Clone, Copy, Debug)]
pub struct Unfurl<N, M = Windows> {
    region: Region,
    /// The region is the dimension of every access that is unfurled.
    whole: bool,
    index: PhantomData<(N, M)>,
}

/// How [`Unfurl`] treats accesses that may lie beyond an extent.
pub trait Mode: Copy + Sealed {
    /// What becomes of any access.
    fn access<N: Nat, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N, Self>, F::T>>(
        access: Access<F, I>,
        pass: Unfurl<N, Self>,
        k: K,
    );
}

/// Declares a mode, and what becomes of an access at indices `I` in a loop over `N`.
macro_rules! mode {
    ($(#[$doc:meta])* $vis:vis struct $name:ident: |$access:ident, $pass:ident, $k:ident| $body:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name;

        impl Sealed for $name {}
        impl Mode for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn access<N: Nat, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N, Self>, F::T>>(
                $access: Access<F, I>,
                $pass: Unfurl<N, Self>,
                $k: K,
            ) $body
        }
    };
}
pub(crate) use mode;

mode! {
    /// They are windows.
    pub struct Windows: |access, pass, k| { I::unfurl(access, pass, k) }
}

impl<N, M> Unfurl<N, M> {
    /// Unfurls over the dimension, which ends at `hi`. The literals stand here and not in an argument: functions are
    /// optimised before they are inlined.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(hi: usize) -> Self {
        Unfurl {
            region: Region::new(0, hi),
            whole: true,
            index: PhantomData,
        }
    }

    /// Unfurls over a part of the dimension.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part(region: Region) -> Self {
        Unfurl {
            region,
            whole: false,
            index: PhantomData,
        }
    }
}

impl<N, M> Unfurl<N, M> {
    /// This pass with the end of its region replaced by `extent`, if the type of the access fixes that: a loop whose end is a
    /// constant unrolls. The region stays the same, as was checked before the program ran.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fixed(self, extent: Option<usize>) -> Self {
        match extent {
            Some(hi) if self.whole => Unfurl {
                region: Region::new(0, hi),
                ..self
            },
            _ => self,
        }
    }
}

impl<N: Nat, M: Mode> Sealed for Unfurl<N, M> {}
impl<N: Nat, M: Mode> Pass for Unfurl<N, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn access<F: Fiber, I: IndexList, L: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, L>, k: K) {
        let Access { fiber, indices, .. } = access;
        M::access(
            Access {
                fiber,
                indices,
                label: (),
            },
            self,
            k,
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slow<F: Fiber, I: IndexList, K: OnExpr<Self, F::T>>(self, slow: Slow<F, I>, k: K) {
        slow.unfurl(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare<D: Relation, A: Nat, B: Nat, K: OnExpr<Self, bool>>(self, compare: Compare<D, A, B>, k: K) {
        compare.unfurl(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        R::unfurl(write, self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(self) -> Region {
        self.region
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(self, region: Region) -> Self {
        Unfurl {
            region,
            whole: false,
            ..self
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_whole(&self) -> bool {
        self.whole
    }

    /// What was checked before the program ran: if the extent of the loop was inferred, that of each access is the same.
    /// Formats ask at each fiber whether a region ends before it does; so this is answered when the code is made, and
    /// what would search for the end is not even there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn assume_extent(&self, extent: Option<usize>) {
        if let (true, Some(extent)) = (self.whole, extent) {
            promise!(
                extent == self.region.hi,
                "the extents of a fiber are those of its root when the program was checked"
            );
            // SAFETY: `whole` is set for loops whose extent is inferred, for which `Scope` refuses accesses of other
            // extents; a fiber promises that its extents are those of the root that was asked then.
            unsafe { core::hint::assert_unchecked(extent == self.region.hi) }
        }
    }
}

/// Declares what goes on, once accumulators are hoisted, with the loop over `N` of the statement that they are hoisted from.
macro_rules! then_unfurl {
    ($($(#[$doc:meta])* $name:ident($field:ident: $ty:ty), |$stmt:ident| <$mode:ident> $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name<N, M = Windows>($ty, PhantomData<(N, M)>);

        impl<N, M> $name<N, M> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(crate) fn new($field: $ty) -> Self {
                $name($field, PhantomData)
            }
        }

        impl<N: Nat, $mode: Mode> OnStmt<()> for $name<N, $mode> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call<S: Stmt>(self, _pass: (), $stmt: S) {
                let $field = self.0;
                $body
            }
        }
    )* };
}

then_unfurl! {
    /// Unfurls and lowers over the indices below `hi`.
    UnfurlBelow(hi: usize), |stmt| <M> stmt.traverse(Unfurl::<N, M>::below(hi), Lower);
    /// Unfurls and lowers over a region.
    UnfurlWithin(region: Region), |stmt| <M> stmt.traverse(Unfurl::<N, M>::part(region), Lower);
    /// Unfurls and lowers over one index after another, from the last one down. What one index has opened is closed before the
    /// next one: cursors are not asked to go back.
    UnfurlDown(region: Region), |stmt| <M> {
        let mut index = region.hi;
        while index > region.lo {
            index -= 1;
            stmt.traverse(Unfurl::<N, M>::part(Region::point(index)), Lower)
        }
    };
}
