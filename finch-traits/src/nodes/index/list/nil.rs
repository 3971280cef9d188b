//! The empty list: no terms are left.

use crate::index::set::NoIndex;
use crate::index::term::names_no_variable;
use crate::knot::*;
use crate::scope::{AxisPlace, PlainPlaces};

impl Sealed for Nil {}
impl IndexList for Nil {
    const PLAIN: PlainPlaces = PlainPlaces::NONE;
    const LEN: usize = 0;
    type IsEmpty = Yes;
    type Alone<J: Nat, Axis: Nat, Here: Nat> = No;
    type HasAlone<J: Nat> = No;
    type Finds<J: Nat> = No;
    type Indices = NoIndex;
    type IsPermissive = No;
    type KnownWithin<K: Known> = K;
    type PermissiveAt<N: Nat> = No;
    type Inside<N: Nat> = Nil;
    type IsChecked = Yes;
    type Follows = Yes;
    type Head = usize;
    type Tail = Nil;
    type Ascends<L: Loops> = Yes;
    type AscendsAfter<L: Loops, S: IndexSet> = Yes;
    type Bind<N: Nat> = Nil;
    type AtAll<F: Fiber> = AtLeaf<F>;
    type Unfurls<N: Nat, F: Fiber, K: OnExprOf<Unfurl<N>, F>> = Nil;
    names_no_variable!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn split(self) -> (usize, Nil) {
        (0, Nil)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, _index: usize) -> Nil {
        Nil
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside<N: Nat>(self) -> Nil {
        Nil
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<N: Nat>(self, _driver: Driver, _extent: impl Fn(usize) -> Option<usize>) -> Range<isize> {
        isize::MIN..isize::MAX
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, _driver: Driver, _extent: impl Fn(usize) -> Option<usize>) -> Self {
        Nil
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_by(self) -> usize {
        0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_at(self, _axis: usize) -> isize {
        0
    }

    fn affine(self, _sum: &mut Affine) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(self, _axis: usize, _visit: &mut dyn FnMut(AxisPlace<'_>, usize)) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, _check: &mut C) -> Result<()> {
        Ok(())
    }

    fn describe(self) -> Vec<Term> {
        Vec::new()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        k.call(pass, AtLeaf { fiber })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn arrive<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        k.call(pass, AtLeaf { fiber })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_all<F: Fiber>(self, fiber: F) -> AtLeaf<F> {
        AtLeaf { fiber }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<F: Fiber>(self, driver: Driver, fiber: F) -> (F::T, Knowledge) {
        (fiber.read(driver), fiber.sense(driver))
    }
}

impl<N: Nat, F: Fiber, K: OnExprOf<Unfurl<N>, F>> Case<ToUnfurl<Access<F, Nil>, Unfurl<N>, K>> for Nil {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(ToUnfurl(Access { fiber, .. }, pass, k): ToUnfurl<Access<F, Nil>, Unfurl<N>, K>) {
        k.call(pass, AtLeaf { fiber })
    }
}
