//! Unfurling: an access whose next index is the loop's becomes the looplets of its fiber.

use crate::knot::*;

/// Unfurls every access whose next index is number `N`.
#[derive(Clone, Copy, Debug)]
pub struct Unfurl<N> {
    region: Region,
    /// The region is the dimension of every access that is unfurled.
    whole: bool,
    index: PhantomData<N>,
}

impl<N> Unfurl<N> {
    /// Unfurls over the dimension, which ends at `hi`. The literals stand here and not in an argument: functions are
    /// optimised before they are inlined.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn below(hi: usize) -> Self {
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

impl<N> Unfurl<N> {
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

impl<N: Nat> Sealed for Unfurl<N> {}
impl<N: Nat> Pass for Unfurl<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn access<F: Fiber, I: IndexList, L: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, L>, k: K) {
        let Access { fiber, indices, .. } = access;
        I::Unfurls::take(ToUnfurl(Access::new(fiber, indices), self, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slow<F: Fiber, I: IndexList, K: OnExpr<Self, F::T>>(self, slow: Slow<F, I>, k: K) {
        slow.unfurl(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joined<C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>, K: OnExpr<Self, A::T>>(
        self,
        joined: Joined<C, A, B>,
        k: K,
    ) {
        joined.unfurl::<N, _, _>(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare<D: Relation, A: Nat, B: Nat, K: OnExpr<Self, bool>>(self, compare: Compare<D, A, B>, k: K) {
        compare.unfurl(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        R::unfurl(write, self, k)
    }

    region_field!(region, whole: false);

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

// What goes on, once accumulators are hoisted, with the loop over `N` of the statement that they are hoisted from.

continuation! {
    /// Unfurls and lowers over the indices below `hi`.
    pub(crate) struct UnfurlBelow<N>(pub(crate) hi: usize, pub(crate) _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(Unfurl::<N>::below(hi), Lower)
    }
}

continuation! {
    /// Unfurls and lowers over a region.
    pub(crate) struct UnfurlWithin<N>(pub(crate) region: Region, pub(crate) _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(Unfurl::<N>::part(region), Lower)
    }
}

continuation! {
    /// Unfurls and lowers over one index after another, from the last one down. What one index has opened is closed before the
    /// next one: cursors are not asked to go back.
    pub(crate) struct UnfurlDown<N>(pub(crate) region: Region, pub(crate) _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, stmt: S| {
        let mut index = region.hi;
        while index > region.lo {
            index -= 1;
            stmt.traverse(Unfurl::<N>::part(Region::point(index)), Lower)
        }
    }
}
