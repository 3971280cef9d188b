//! Borders and interior: a loop over many accesses that may lie beyond their extents goes on apart where all of them lie
//! inside.
//!
//! Each such access is a window with three phases, and `n` of them in one statement would be as many as `3^n` bodies. So the
//! loop is split once, at the intersection of their interiors: before it and behind it they are looked up index by index,
//! within it they are as any other access. Few of them, as in a concatenation, stay windows: their phases may be what the
//! program is about.

use crate::expr::access::{Access, Label};
use crate::expr::slow::Slow;
use crate::fiber::Fiber;
use crate::index::IndexList;
use crate::pass::unfurl::Unfurl;
use crate::pass::{Lower, OnExpr, OnStmt, Pass, continuation, region_field};
use crate::prelude::*;
use crate::stmt::{Nobody, Stmt};

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
            (true, part) => body.hoist::<Nobody, _>(Driver::new(), Settled(Inside::<N>(part, PhantomData))),
            (false, part) => body.hoist::<Nobody, _>(Driver::new(), Settled(Border::<N>(part, PhantomData))),
        }
    }
}

continuation! {
    /// Continues, once accumulators are hoisted, with the loop over a part in which `P` settles what may lie beyond an extent.
    struct Settled<P>(pass: P);
    impl[P: Settles] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(pass, ThenUnfurl)
    }
}

continuation! {
    /// Continues by unfurling and lowering over the part.
    struct ThenUnfurl;
    impl[P: Settles] OnStmt<P>: |pass, stmt: S| {
        stmt.traverse(Unfurl::<P::Index>::part(pass.region()), Lower)
    }
}

/// A pass that settles, in front of a loop, whether accesses lie inside of their extents there.
trait Settles: Pass {
    /// The index of the loop.
    type Index: Nat;
}

/// Declares such a pass, and what becomes of an access at indices `I` in a loop over `N`.
macro_rules! settles {
    ($($(#[$doc:meta])* $name:ident: |$fiber:ident, $indices:ident, $pass:ident, $k:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        struct $name<N>(Region, PhantomData<N>);

        impl<N: Nat> Sealed for $name<N> {}
        impl<N: Nat> Settles for $name<N> {
            type Index = N;
        }
        impl<N: Nat> Pass for $name<N> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, M>, $k: K) {
                let (Access { fiber: $fiber, indices: $indices, .. }, $pass) = (access, self);
                $body
            }
            region_field!();
        }
    )* };
}

settles! {
    /// All accesses lie inside.
    Inside: |fiber, indices, pass, k| {
        let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
        k.call(pass, Access::new(fiber, sized.inside::<N>()))
    };
    /// Some access may lie beyond: those are looked up.
    Border: |fiber, indices, pass, k| branch!(if I::PermissiveAt<N> {
        let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
        k.call(pass, Slow::new(Access::new(fiber, sized)))
    } else {
        k.call(pass, Access::new(fiber, indices))
    });
}
