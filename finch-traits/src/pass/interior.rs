//! Borders and interior: a loop over many accesses that may lie beyond their extents goes on apart where all of them lie
//! inside.
//!
//! Each such access is a window with three phases, and `n` of them in one statement would be as many as `3^n` bodies. So the
//! loop is split once, at the intersection of their interiors: before it and behind it they are looked up index by index,
//! within it they are as any other access. Few of them, as in a concatenation, stay windows: their phases may be what the
//! program is about.

use crate::knot::*;

/// Lowers `body` over the region in parts, in ascending order; each body is compiled once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower_in_parts<N: Nat, B: Stmt>(body: B, region: Region) {
    let inside = body.interior::<N>(Driver::new());
    let (lo, hi) = (region.lo as isize, region.hi as isize);
    let from = inside.start.clamp(lo, hi);
    let to = inside.end.clamp(from, hi);
    let (from, to) = (from as usize, to as usize);
    for part in [
        (false, Region::new(region.lo, from)),
        (true, Region::new(from, to)),
        (false, Region::new(to, region.hi)),
    ] {
        match part {
            (_, part) if part.is_empty() => {}
            (true, part) => body.hoist::<Nobody, _>(Driver::new(), Apart(Inside::<N>(part, PhantomData))),
            (false, part) => body.hoist::<Nobody, _>(Driver::new(), Apart(Border::<N>(part, PhantomData))),
        }
    }
}

continuation! {
    /// Continues, once accumulators are hoisted, by unfurling by `P` and lowering over its part.
    struct Apart<P>(pass: P);
    impl[P: Pass] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(pass, Lower)
    }
}

continuation! {
    /// Continues with what [`Unfurl`] has made of an access, under the pass that it was called from.
    struct Back<P, K>(around: P, k: K);
    impl[N: Nat, P: Pass, T: Copy + 'static, K: OnExpr<P, T>] OnExpr<Unfurl<N>, T>: |_pass, expr: E| {
        k.call(around, expr)
    }
}

continuation! {
    /// Continues with what [`Unfurl`] has made of a target, under the pass that it was called from.
    struct BackWith<P, K>(around: P, k: K);
    impl[N: Nat, P: Pass, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<Unfurl<N>, T>: |_pass, target: W| {
        k.call(around, target)
    }
}

/// Declares a pass that unfurls as [`Unfurl`] does, but for accesses at indices `I` in a loop over `N`. One pass does both, since types grow
/// with the nodes of a statement for each pass that is inside of another.
macro_rules! unfurls {
    ($($(#[$doc:meta])* $name:ident: |$fiber:ident, $indices:ident, $pass:ident, $k:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        struct $name<N>(Region, PhantomData<N>);

        impl<N: Nat> Sealed for $name<N> {}
        impl<N: Nat> Pass for $name<N> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, M>, k: K) {
                let Access { fiber: $fiber, indices: $indices, .. } = access;
                let ($pass, $k) = (Unfurl::<N>::part(self.0), Back(self, k));
                $body
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn slow<F: Fiber, I: IndexList, K: OnExpr<Self, F::T>>(self, slow: Slow<F, I>, k: K) {
                slow.unfurl(Unfurl::<N>::part(self.0), Back(self, k))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn joined<C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>, K: OnExpr<Self, A::T>>(self, joined: Joined<C, A, B>, k: K) {
                joined.unfurl::<N, _, _>(self, k)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn compare<D: Relation, A: Nat, B: Nat, K: OnExpr<Self, bool>>(self, compare: Compare<D, A, B>, k: K) {
                compare.unfurl(Unfurl::<N>::part(self.0), Back(self, k))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
                R::unfurl(write, Unfurl::<N>::part(self.0), BackWith(self, k))
            }

            region_field!();
        }
    )* };
}

unfurls! {
    /// All accesses lie inside.
    Inside: |fiber, indices, pass, k| {
        let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
        <I::Inside<N> as IndexList>::Unfurls::take(ToUnfurl(Access::new(fiber, sized.inside::<N>()), pass, k))
    };
    /// Some access may lie beyond: those are looked up.
    Border: |fiber, indices, pass, k| branch!(if I::PermissiveAt<N> {
        let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
        Slow::new(Access::new(fiber, sized)).unfurl(pass, k)
    } else {
        I::Unfurls::take(ToUnfurl(Access::new(fiber, indices), pass, k))
    });
}
