//! Reading at a place: the fiber unfurls over one index, and is bound there.

use crate::expr::Expr;
use crate::expr::access::Access;
use crate::fiber::{Absent, Fiber, Settled};
use crate::index::gather::NOWHERE;
use crate::index::list::unfurl::below;
use crate::index::list::{Cons, IndexList, Nil};
use crate::index::protocol::{Following, ReadBy};
use crate::index::term::IndexTerm;
use crate::lifecycle::Driver;
use crate::looplet::Looplet;
use crate::pass::lookup::Bind;
use crate::pass::{OnExpr, OnLeaf, Pass};
use crate::region::Region;
use core::cell::Cell;
use core::ops::Range;
use finch_algebra::fault::{Fault, raise};
use finch_algebra::known::Knowledge;
use finch_algebra::logic::{Bool, Thunk};

pub(super) struct AsItIs<F, I, P, K> {
    pub(super) fiber: F,
    pub(super) list: I,
    pub(super) pass: P,
    pub(super) k: K,
}

impl<F: Fiber, I: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk for AsItIs<F, I, P, K> {
    #[inline(always)]
    fn force(self) {
        self.k.call(self.pass, Access::new(self.fiber, self.list))
    }
}

#[derive(Clone, Copy)]
pub(super) struct AtPlace<F, I, P, K> {
    pub(super) fiber: F,
    pub(super) list: I,
    pub(super) pass: P,
    pub(super) k: K,
}

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk for AtPlace<F, Cons<H, R>, P, K> {
    #[inline(always)]
    fn force(self) {
        H::IsChecked::branch(Inside(self), PerhapsInside(self))
    }
}

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> AtPlace<F, Cons<H, R>, P, K> {
    /// Looks up at `place`, which is in bounds.
    #[inline(always)]
    fn find(self, place: usize) {
        let AtPlace { fiber, list, pass, k } = self;
        let rest = below(&fiber, list.1);
        Following::unfurl(fiber, Bind::at(place), Found { rest, pass, k })
    }

    /// Where it is, which was checked before the program ran.
    #[inline(always)]
    fn place(&self) -> usize {
        self.list.0.position(Driver::new()) as usize
    }

    /// Where it is, if that is in bounds; raises a fault if it should be. Data may name the place, through operators that say
    /// something else each time they are asked: the answer that is checked is the one that is used.
    #[inline(always)]
    fn place_inside(&self) -> Option<usize> {
        let term = self.list.0;
        let place = term.position(Driver::new());
        is_inside::<H>(place, term.limits(|| self.fiber.extent(Driver::new(), 0))).then_some(place as usize)
    }
}

/// `place` is in bounds. Raises a fault if it is not, and ought to be.
#[inline(always)]
pub(super) fn is_inside<H: IndexTerm>(place: isize, limits: Range<usize>) -> bool {
    let inside = place >= 0 && limits.contains(&(place as usize));
    if !inside {
        beyond::<H>(place, limits.end)
    }
    inside
}

/// Raises the fault of a place that ought to be in bounds, unless what names it is missing.
#[inline(always)]
fn beyond<H: IndexTerm>(place: isize, extent: usize) {
    if !H::IsPermissive::VALUE && place > NOWHERE / 2 {
        raise(Fault::Beyond { place, extent })
    }
}

/// All of `region`, moved by `by`, is in bounds. Raises a fault if it is not, and ought to be.
#[inline(always)]
pub(super) fn is_all_inside<H: IndexTerm>(region: Region, by: isize, limits: Range<usize>) -> bool {
    if region.is_empty() {
        return true;
    }
    // The first and the last place; what is missing stays so.
    let first = by.saturating_add_unsigned(region.lo);
    let last = by.saturating_add_unsigned(region.hi - 1);
    is_inside::<H>(first, limits.clone()) && is_inside::<H>(last, limits)
}

struct Inside<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk for Inside<AtPlace<F, Cons<H, R>, P, K>> {
    #[inline(always)]
    fn force(self) {
        R::IsEmpty::branch(FindLeaf(self.0), FindFiber(self.0))
    }
}

struct FindFiber<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for FindFiber<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        self.0.find(self.0.place())
    }
}

/// Whether there is something is for run time to know: one leaf, so that there is one body behind it.
struct FindLeaf<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for FindLeaf<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        let place = self.0.place();
        let AtPlace { fiber, list, pass, k } = self.0;
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        AtPlace {
            fiber,
            list,
            pass: Bind::at(0),
            k: IntoCell(&found),
        }
        .find(place);
        let (value, known) = found.get();
        k.call(pass, Access::new(Settled::new(value, known), Nil))
    }
}

struct PerhapsInside<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for PerhapsInside<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        R::IsEmpty::branch(PerhapsLeaf(self.0), PerhapsFiber(self.0))
    }
}

struct PerhapsLeaf<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for PerhapsLeaf<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        let place = self.0.place_inside();
        let AtPlace { fiber, list, pass, k } = self.0;
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        if let Some(place) = place {
            AtPlace {
                fiber,
                list,
                pass: Bind::at(0),
                k: IntoCell(&found),
            }
            .find(place)
        }
        let (value, known) = found.get();
        k.call(pass, Access::new(Settled::new(value, known), Nil))
    }
}

struct PerhapsFiber<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for PerhapsFiber<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        match self.0.place_inside() {
            Some(place) => self.0.find(place),
            None => {
                let AtPlace { fiber, list, pass, k } = self.0;
                k.call(pass, Access::new(Absent::new(fiber.value()), below(&fiber, list.1)))
            }
        }
    }
}

/// Continues with the fiber that was looked up.
#[derive(Clone, Copy, Debug)]
struct Found<R, P, K> {
    rest: R,
    pass: P,
    k: K,
}

impl<T: Copy + 'static, R: IndexList, P: Pass, K: OnExpr<P, T>> OnLeaf<Bind, T> for Found<R, P, K> {
    #[inline(always)]
    fn looplet<L: Looplet<T = T>>(self, pass: Bind, looplet: L) {
        looplet.bind(pass, self)
    }

    #[inline(always)]
    fn fiber<F: Fiber<T = T>>(self, _pass: Bind, fiber: F) {
        self.rest.settle(fiber, self.pass, self.k)
    }
}

/// Keeps a value, and what is known of it.
pub(super) struct IntoCell<'a, T>(pub(super) &'a Cell<(T, Knowledge)>);

impl<T> Clone for IntoCell<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for IntoCell<'_, T> {}

impl<P: Pass, T: Copy + 'static> OnExpr<P, T> for IntoCell<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<E: Expr<T = T>>(self, _pass: P, expr: E) {
        self.0.set((expr.value(Driver::new()), expr.knowledge(Driver::new())))
    }
}
