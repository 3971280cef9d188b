//! Reading at a place: the fiber unfurls over one index, and is bound there.

use crate::fiber::{BeyondExtent, Settled};
use crate::index::protocol::Following;
use crate::knot::*;
use finch_algebra::fault::raise;

/// Types know what `F` is wherever it is there, as a frame is true. Whether it is there decides then what loops inside do with
/// other operands, so that each case has a body.
pub(crate) type IsKnownThere<F> = Not<Or<<<F as Fiber>::Known as Known>::IsUnknown, IsMissing<<F as Fiber>::Known>>>;

impl<F: Fiber, H: IndexTerm, R: IndexList> Access<F, Cons<H, R>> {
    /// Hands on what the fiber is at the first term, which has a value, with the terms that are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn settle_first<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        branch!(if And<R::IsEmpty, Not<IsKnownThere<F>>> {
            // Whether there is something is for run time to know: one leaf, so that there is one body behind it.
            let found = &Cell::new((self.fiber.value(), Knowledge::MISSING));
            branch!(if H::IsChecked {
                self.find(self.checked_place(), Bind::at(0), IntoCell(found))
            } else {
                if let Some(place) = self.place_inside() {
                    self.find(place, Bind::at(0), IntoCell(found))
                }
            });
            let (value, known) = found.get();
            k.call(
                pass,
                AtLeaf {
                    fiber: Settled::new(value, known),
                },
            )
        } else if H::IsChecked {
            self.find(self.checked_place(), pass, k)
        } else if And<H::IsSure, Not<H::IsPermissive>> {
            if let Some(place) = self.place_inside() {
                self.find(place, pass, k)
            }
        } else {
            match self.place_inside() {
                Some(place) => self.find(place, pass, k),
                None => k.call(pass, Access::new(BeyondExtent::new(self.fiber.value()), self.below())),
            }
        })
    }

    /// Looks up at `place`, which is in bounds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find<P: Pass, K: OnExpr<P, F::T>>(self, place: usize, pass: P, k: K) {
        let rest = self.below();
        Following::unfurl(self.fiber, Bind::at(place), Found { rest, pass, k })
    }

    /// The place of the first term, which was checked before the program ran.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn checked_place(&self) -> usize {
        self.indices.0.position(Driver::new()) as usize
    }

    /// The place of the first term, if it is in bounds; raises a fault if it should be. Data may name the place, through
    /// operators that say something else each time they are asked: the answer that is checked is the one that is used.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_inside(&self) -> Option<usize> {
        let limits = self.indices.0.limits(|| self.fiber.extent(Driver::new(), 0));
        place_within(self.indices.0, limits, F::FIXED)
    }
}

/// The place of a term, if it is in bounds. Raises a fault if it is not, and ought to be. An extent that the type of the fiber fixes is
/// `fixed`: a constant, with which what is known to be smaller is not compared.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn place_within<H: IndexTerm>(term: H, limits: Range<usize>, fixed: Option<usize>) -> Option<usize> {
    let limits = match (fixed, term.part()) {
        (Some(extent), None) => 0..extent,
        _ => limits,
    };
    let end = limits.end;
    match term.find(Driver::new(), limits) {
        Ok(place) => Some(place),
        Err(place) => {
            beyond::<H>(place, end);
            None
        }
    }
}

/// `place` is in bounds. Raises a fault if it is not, and ought to be.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_inside<H: IndexTerm>(place: isize, limits: Range<usize>) -> bool {
    let inside = place >= 0 && limits.contains(&(place as usize));
    if !inside {
        beyond::<H>(place, limits.end)
    }
    inside
}

/// Raises the fault of a place that ought to be in bounds, unless what names it is missing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn beyond<H: IndexTerm>(place: isize, extent: usize) {
    if !H::IsPermissive::VALUE && !is_nowhere(place) {
        raise(Fault::Beyond { place, extent })
    }
}

/// All of `region`, moved by `by`, is in bounds. Raises a fault if it is not, and ought to be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_all_inside<H: IndexTerm>(region: Region, by: isize, limits: Range<usize>) -> bool {
    if region.is_empty() {
        return true;
    }
    // The first and the last place; what is missing stays so.
    let first = by.saturating_add_unsigned(region.lo);
    let last = by.saturating_add_unsigned(region.hi - 1);
    is_inside::<H>(first, limits.clone()) && is_inside::<H>(last, limits)
}

/// Continues with the fiber that was looked up.
#[derive(Clone, Copy, Debug)]
struct Found<R, P, K> {
    rest: R,
    pass: P,
    k: K,
}

impl<T: Copy + 'static, R: IndexList, P: Pass, K: OnExpr<P, T>> OnLeaf<Bind, T> for Found<R, P, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet<T = T>>(self, pass: Bind, looplet: L) {
        looplet.bind(pass, self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber<F: Fiber<T = T>>(self, _pass: Bind, fiber: F) {
        self.rest.settle(fiber, self.pass, self.k)
    }
}

continuation! {
    /// Keeps a value, and what is known of it.
    pub(super) struct IntoCell<'a, T>(pub(super) place: &'a Cell<(T, Knowledge)>);
    impl['a, P: Pass, T: Copy + 'static] OnExpr<P, T>: |_pass, expr: E| {
        place.set((expr.value(Driver::new()), expr.knowledge(Driver::new())))
    }
}
