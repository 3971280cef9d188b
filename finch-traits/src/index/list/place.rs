//! Reading at a place: the fiber unfurls over one index, and is bound there.

use crate::expr::Expr;
use crate::expr::access::Access;
use crate::fiber::{Absent, Fiber, Settled};
use crate::index::gather::NOWHERE;
use crate::index::list::unfurl::below;
use crate::index::list::{Cons, IndexList, Nil};
use crate::index::protocol::{Following, ReadBy};
use crate::index::term::IndexTerm;
use crate::looplet::Looplet;
use crate::pass::lookup::Bind;
use crate::pass::{OnExpr, OnLeaf, Pass};
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
    /// Looks up, in bounds.
    #[inline(always)]
    fn find(self) {
        let AtPlace { fiber, list, pass, k } = self;
        let Cons(term, rest) = list;
        let rest = below(&fiber, rest);
        Following::unfurl(fiber, Bind::at(term.position() as usize), Found { rest, pass, k })
    }

    /// Where it is, if that is in bounds; raises a fault if it should be.
    #[inline(always)]
    fn is_inside(&self) -> bool {
        let term = self.list.0;
        let place = term.position();
        is_inside::<H>(place, term.limits(|| self.fiber.extent(0)))
    }
}

/// `place` is in bounds. Raises a fault if it is not, and ought to be.
#[inline(always)]
pub(super) fn is_inside<H: IndexTerm>(place: isize, limits: Range<usize>) -> bool {
    let inside = place >= 0 && limits.contains(&(place as usize));
    if !inside && !H::IsPermissive::VALUE && place > NOWHERE / 2 {
        raise(Fault::Beyond {
            place,
            extent: limits.end,
        })
    }
    inside
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
        self.0.find()
    }
}

/// Whether there is something is for run time to know: one leaf, so that there is one body behind it.
struct FindLeaf<A>(A);

impl<F: Fiber, H: IndexTerm, R: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk
    for FindLeaf<AtPlace<F, Cons<H, R>, P, K>>
{
    #[inline(always)]
    fn force(self) {
        let AtPlace { fiber, list, pass, k } = self.0;
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        AtPlace {
            fiber,
            list,
            pass: Bind::at(0),
            k: IntoCell(&found),
        }
        .find();
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
        let here = self.0.is_inside();
        let AtPlace { fiber, list, pass, k } = self.0;
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        if here {
            AtPlace {
                fiber,
                list,
                pass: Bind::at(0),
                k: IntoCell(&found),
            }
            .find()
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
        if self.0.is_inside() {
            self.0.find()
        } else {
            let AtPlace { fiber, list, pass, k } = self.0;
            k.call(pass, Access::new(Absent::new(fiber.value()), below(&fiber, list.1)))
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
        self.0.set((expr.value(), expr.knowledge()))
    }
}
