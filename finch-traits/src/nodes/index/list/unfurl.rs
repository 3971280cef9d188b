//! What a loop makes of an access: its fiber unfurls, moved perhaps; or it waits; or its first terms have values and it is
//! looked up there before.

use crate::expr::unfurled::OnLeafOf;
use crate::fiber::BeyondExtent;
use crate::index::list::place::is_all_inside;
use crate::index::list::{Arriving, Holds, IsBound};
use crate::knot::*;
use crate::looplet::window::Window;
use crate::pass::choice::ways;

ways! {
    [N: Nat, F: Fiber, H: IndexTerm, R: IndexList, K: OnExprOf<Unfurl<N>, F>]
    ToUnfurl<Access<F, Cons<H, R>>, Unfurl<N>, K>: |ToUnfurl(access, pass, k)|
    fn first() {
        let Access { fiber, indices, .. } = access;
        // SAFETY: this is the access.
        unsafe { pass.assume_extent(fiber.dim(0)) }
        // Terms that are checked take note of nothing.
        let rest = if R::IsChecked::VALUE {
            indices.1
        } else {
            indices
                .1
                .sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis + 1))
        };
        H::Protocol::unfurl(fiber, pass.fixed(F::FIXED), OnLeafOf { rest, k })
    }
    fn second() { access.unfurl_first(pass, k) }
    fn third() { access.unfurl_later(pass, k) }
}

ways! {
    [P: Pass, F: Fiber, I: IndexList, K: OnExpr<P, F::T>]
    Arriving<Access<F, I>, P, K>: |Arriving(access, pass, k)|
    // All terms that are left have values.
    fn first() { access.look_up(pass, k) }
    fn second() { k.call(pass, access) }
    fn third() { k.call(pass, access) }
}

impl<F: Fiber, H: IndexTerm, R: IndexList> Access<F, Cons<H, R>> {
    /// What is left behind the first term, one level down.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn below(&self) -> R {
        let (fiber, rest) = (&self.fiber, self.indices.1);
        if R::IsChecked::VALUE {
            return rest;
        }
        rest.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis + 1))
    }

    /// Unfurls an access whose first term is the one to unfurl in a loop over `N`, and no index alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_first<N: Nat, K: OnExpr<Unfurl<N>, F::T>>(self, pass: Unfurl<N>, k: K) {
        let Access { fiber, indices, .. } = self;
        branch!(if H::IsPermissive {
            self.unfurl_beyond(pass, k)
        } else if H::IsChecked {
            // It was checked, before the program ran, that all of the loop is in bounds there.
            self.unfurl_moved(pass, k, indices.0.position(Driver::new()) as usize)
        } else if H::IsSure {
            let by = indices.0.position(Driver::new());
            let limits = indices.0.limits(|| fiber.extent(Driver::new(), 0));
            if is_all_inside::<H>(pass.region(), by, limits) {
                self.unfurl_moved(pass, k, by as usize)
            }
        } else {
            // Data say where: if all of the loop is in bounds there.
            let by = indices.0.position(Driver::new());
            let limits = indices.0.limits(|| fiber.extent(Driver::new(), 0));
            if is_all_inside::<H>(pass.region(), by, limits) {
                self.unfurl_moved(pass, k, by as usize)
            } else {
                k.call(pass, Access::new(BeyondExtent::new(fiber.value()), self.below()))
            }
        })
    }

    /// What a loop over `N` makes of an access whose first term is another: it is looked up there, waits, or stays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_later<N: Nat, K: OnExpr<Unfurl<N>, F::T>>(self, pass: Unfurl<N>, k: K) {
        let Access { fiber, indices, .. } = self;
        branch!(if IsBound<H> {
            indices.settle(fiber, pass, ThenUnfurl(k))
        } else if Holds<Cons<H, R>, N> {
            k.call(pass, Late::<N, F, Cons<H, R>>::new(self))
        } else {
            k.call(pass, self)
        })
    }

    /// Unfurls an access of which all that the loop asks for is in bounds, moved by `by`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_moved<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K, by: usize) {
        let rest = self.below();
        let inner = pass.within(pass.region().shifted(by));
        let k = OnLeafOf { rest, k };
        H::Protocol::unfurl(self.fiber, inner, MoveBack { pass, k, by })
    }

    /// Unfurls an access of which some of what the loop asks for may be out of bounds, where it is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_beyond<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        let Access { fiber, indices, .. } = self;
        let by = indices.0.position(Driver::new());
        let outer = pass.region();
        // Where there is no extent, as of what is fill whatever the index, there is no beyond.
        let limits = indices.0.limits(|| fiber.extent(Driver::new(), 0));
        let limits = limits.start as isize..limits.end as isize;
        let rest = self.below();
        let absent = fiber.value();
        H::Protocol::unfurl(
            fiber,
            pass.within(clipped(outer, by, &limits)),
            Permit {
                pass,
                k: OnLeafOf { rest, k },
                absent,
                by,
                lo: limits.start,
                hi: limits.end,
            },
        )
    }
}

/// Continues with what a fiber has unfurled to, moved, by the pass as it was.
#[derive(Clone, Copy, Debug)]
struct MoveBack<P, K> {
    pass: P,
    k: K,
    by: usize,
}

impl<P: Pass, T: Copy + 'static, K: OnLeaf<P, T>> OnLeaf<P, T> for MoveBack<P, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet<T = T>>(self, _pass: P, looplet: L) {
        self.k.looplet(self.pass, Shift::new(looplet, self.by))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber<F: Fiber<T = T>>(self, _pass: P, fiber: F) {
        self.k.fiber(self.pass, fiber)
    }
}

/// Continues with what a fiber has unfurled to, missing beyond its limits.
#[derive(Clone, Copy, Debug)]
struct Permit<P, T, K> {
    pass: P,
    k: K,
    absent: T,
    by: isize,
    lo: isize,
    hi: isize,
}

impl<P: Pass, T: Copy + 'static, K: OnLeaf<P, T>> OnLeaf<P, T> for Permit<P, T, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet<T = T>>(self, _pass: P, looplet: L) {
        self.k.looplet(
            self.pass,
            Window {
                outside: Run(BeyondExtent::new(self.absent)),
                lo: self.lo.saturating_sub(self.by),
                hi: self.hi.saturating_sub(self.by),
                inside: Shift::new(looplet, self.by as usize),
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber<F: Fiber<T = T>>(self, _pass: P, fiber: F) {
        self.k.fiber(self.pass, fiber)
    }
}

continuation! {
    /// Continues by unfurling what was settled.
    struct ThenUnfurl<K>(k: K);
    impl[P: Pass, T, K: OnExpr<P, T>] OnExpr<P, T>: |pass, expr: E| {
        expr.traverse(pass, k)
    }
}

/// What of `region`, moved by `by`, lies within `limits`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn clipped(region: Region, by: isize, limits: &Range<isize>) -> Region {
    let lo = (region.lo as isize).saturating_add(by).clamp(limits.start, limits.end);
    let hi = (region.hi as isize).saturating_add(by).clamp(lo, limits.end);
    Region::new(lo as usize, hi as usize)
}
