//! Borders and interior: a loop over many accesses that may lie beyond their extents goes on apart where all of them lie
//! inside.
//!
//! Each such access is a window with three phases, and `n` of them in one statement would be as many as `3^n` bodies. So the
//! loop is split once, at the intersection of their interiors: before it and behind it they are looked up index by index,
//! within it they are as any other access. Few of them, as in a concatenation, stay windows: their phases may be what the
//! program is about.

use crate::expr::access::Access;
use crate::expr::slow::Slow;
use crate::fiber::Fiber;
use crate::index::IndexList;
use crate::pass::OnExpr;
use crate::pass::unfurl::{Mode, Unfurl, UnfurlWithin, mode};
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
            (true, part) => body.hoist::<Nobody, _>(Driver::new(), UnfurlWithin::<N, Inside>::new(part)),
            (false, part) => body.hoist::<Nobody, _>(Driver::new(), UnfurlWithin::<N, Border>::new(part)),
        }
    }
}

mode! {
    /// All accesses lie inside.
    struct Inside: |access, pass, k| {
        let Access { fiber, indices, .. } = access;
        let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
        IndexList::unfurl(Access::new(fiber, sized.inside::<N>()), pass, k)
    }
}

mode! {
    /// Some access may lie beyond: those are looked up.
    struct Border: |access, pass, k| {
        let Access { fiber, indices, .. } = access;
        branch!(if I::PermissiveAt<N> {
            let sized = indices.sized(Driver::new(), |axis| fiber.extent(Driver::new(), axis));
            Slow::new(Access::new(fiber, sized)).unfurl(pass, k)
        } else {
            I::unfurl(access, pass, k)
        })
    }
}
