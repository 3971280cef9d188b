//! Lists of terms: what is left between the brackets of an access.

mod nil;
pub(crate) mod place;
mod unfurl;
mod write;

use crate::expr::unfurled::Unfurled;
use crate::knot::*;
use crate::scope::check::PlainPlace;
use crate::scope::{AxisPlace, Places, PlainPlaces};
use crate::target::Place;

/// The terms of an access that are not used up yet, outermost level first. By default none is used up.
pub trait IndexList: Copy + Sealed {
    /// Whether no terms are left.
    type IsEmpty: Bool;
    /// How many terms there are.
    const LEN: usize;
    /// Whether index `J` alone is place number `Axis`, where the first of these is number `Here`.
    type Alone<J: Nat, Axis: Nat, Here: Nat>: Bool;
    /// Whether index `J` alone is one of the places.
    type HasAlone<J: Nat>: Bool;
    /// Whether index `J` moves one of the places, which is found by additions or by looking up in what is dense.
    type Finds<J: Nat>: Bool;
    /// The indices of the terms that are not bound.
    type Indices: IndexSet;
    /// Whether one of the terms is permissive.
    type IsPermissive: Bool;
    /// What is known of what the terms lead to, where that is known as `K`: nothing, if they may lead beyond an extent.
    #[doc(hidden)]
    type KnownWithin<K: Known>: Known;
    /// Whether one of the terms is permissive and has `N` as its only index that is not bound.
    type PermissiveAt<N: Nat>: Bool;
    /// The list where all permissive terms whose only index is `N` lie inside of their extents.
    type Inside<N: Nat>: IndexList;
    /// Whether all terms are checked to be in bounds before the program runs.
    type IsChecked: Bool;
    /// Whether fibers follow along all terms.
    type Follows: Bool;
    /// The first one. A list without terms stands for any number of terms.
    type Head: IndexTerm;
    /// The others.
    type Tail: IndexList;
    /// Whether the loops `L` bind the terms in their order, each of them ascending, so that a level that is written in
    /// order can be written so.
    type Ascends<L: Loops>: Bool;
    /// Whether the loops `L` bind the terms in their order, each of them ascending, and all of them inside of the loops
    /// that bind the indices `S`, which are those of the term before them.
    #[doc(hidden)]
    type AscendsAfter<L: Loops, S: IndexSet>: Bool;
    /// The list when index `N` has a value.
    type Bind<N: Nat>: IndexList;
    /// The list when variable `V` has a value: see [`IndexTerm::Given`].
    #[doc(hidden)]
    type Given<V: Nat>: IndexList;
    /// What is made of a fiber that is the same over the region, with these terms: a [`Run`], so that it is looked up only where the
    /// statement turns out to do something.
    type AtAll<F: Fiber>: Expr<T = F::T>;
    /// What the loop over `N` makes of an access: it unfurls it if it can.
    #[doc(hidden)]
    type Unfurls<N: Nat, F: Fiber, K: OnExprOf<Unfurl<N>, F>>: Case<ToUnfurl<Access<F, Self>, Unfurl<N>, K>>;
    /// Which indices and variables the terms are.
    const PLAIN: PlainPlaces;
    /// The terms as places, unless that says all of them.
    const PLACES: Option<fn(&Self) -> &dyn Places> = if Self::PLAIN.is_all() { None } else { Some(places) };

    /// The first one, and the others.
    fn split(self) -> (Self::Head, Self::Tail);
    /// The list when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;
    /// The list where all permissive terms whose only index is `N` lie inside of their extents.
    fn inside<N: Nat>(self) -> Self::Inside<N>;
    /// The values of `N` for which all permissive terms whose only index is `N` lie inside of their extents, which `extent`
    /// returns.
    fn interior<N: Nat>(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Range<isize>;
    /// Whether the places that data name lie inside of the extents, as far as terms have values, and extents are known. It raises no fault.
    fn is_inside(self, _driver: Driver, _extent: impl Fn(usize) -> Option<usize>) -> bool {
        true
    }
    /// The list when variable `V` is `value`: see [`IndexTerm::given`].
    #[doc(hidden)]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V>;
    /// Takes note of the extents along its axes.
    fn sized(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Self;
    /// How large the numbers are together by which terms are moved.
    #[doc(hidden)]
    fn moved_by(self) -> usize;
    /// What the term at place `axis` adds to its index, or the number that it is; 0 for other terms.
    #[doc(hidden)]
    fn moved_at(self, axis: usize) -> isize;
    /// Adds all terms to one sum, for the sake of their indices.
    fn affine(self, sum: &mut Affine);
    /// Calls `visit` with every term, and its axis counted from `axis`.
    fn visit(self, axis: usize, visit: &mut dyn FnMut(AxisPlace<'_>, usize));
    /// Tells which extents the accesses in its terms have.
    fn infer<C: Check>(self, check: &mut C) -> Result<()>;
    /// Tells which extents the accesses in its terms have, where it stands behind a name, unless there are none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer_inside<C: Check>(self, check: &mut C) -> Result<()> {
        if const { Self::PLAIN.is_all() } {
            return Ok(());
        }
        check.enter_places();
        self.infer(check)?;
        check.leave_places();
        Ok(())
    }
    /// This list as data, see [`explain`](crate::explain).
    fn describe(self) -> Vec<Term>;

    /// Looks `fiber` up where the first terms have a value, and hands on what is found with the terms that are left.
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// Hands `fiber` on with these terms, which are left of an access that has unfurled: looked up, if all of them have
    /// values, so that no node of the expression has to do it again.
    fn arrive<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// `fiber`, which is the same over the region of the pass, with these terms.
    fn at_all<F: Fiber>(self, fiber: F) -> Self::AtAll<F>;
    /// The value of `fiber` at these places, and what is known of it. All indices are bound.
    fn look_up<F: Fiber>(self, driver: Driver, fiber: F) -> (F::T, Knowledge);

    /// [`IndexList::settle`] of a target.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_target<P: Pass, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        let rest = Place::<Out, Dec, Self>::new(self);
        k.call(pass, Write { fiber, rest, label: () })
    }
    /// Unfurls `write` if the loop over `N` can.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_target<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N>,
        k: K,
    ) {
        k.call(pass, write)
    }
}

/// The end of a type-level list.
#[derive(Clone, Copy, Debug)]
pub struct Nil;

/// A type-level list: its first entry, and the list of the others. Lists of indices and of types are made of it.
#[derive(Clone, Copy, Debug)]
pub struct Cons<H, R>(pub H, pub R);

/// Index `N` stands in what is left of a list.
type Holds<I, N> = <<I as IndexList>::Indices as IndexSet>::Has<N>;

/// Data name a place of the list, which has to lie inside.
pub(crate) type IsGathered<I> = And<Not<<I as IndexList>::IsChecked>, Not<<I as IndexList>::IsPermissive>>;

/// A term has a value.
type IsBound<H> = <<H as IndexTerm>::Indices as IndexSet>::IsNone;

/// A loop over `N` unfurls at term `H`, behind which `R` is left.
type UnfurlsAt<H, R, N> =
    And<And<<<H as IndexTerm>::Indices as IndexSet>::IsOnly<N>, <H as IndexTerm>::IsStructural>, Not<Holds<R, N>>>;

/// An access or a target, the pass that it meets, and the continuation that receives what it becomes.
#[doc(hidden)]
#[derive(Debug)]
pub struct ToUnfurl<A, P, K>(pub(crate) A, pub(crate) P, pub(crate) K);

/// Which of the ways of a [`ToUnfurl`] is that of an access or a target whose terms are `H` and `R`, in a loop over `N`: the first if
/// the first term is the index of the loop, as nearly all are; the second if it is the one to unfurl, but no index alone; else the third.
type By<H, R, N> = <And<UnfurlsAt<H, R, N>, <H as IndexTerm>::IsPlain> as Bool>::Arm<UnfurlsAt<H, R, N>>;

/// An access that has unfurled, the pass that it has met, and the continuation that receives it: looked up, or as it is.
struct Arriving<A, P, K>(A, P, K);

/// `H` is permissive, and a loop over `N` moves it. A place in a part of joined arrays is not: loops come to one part before they ask.
type IsBeyond<H, N> = And<
    And<<H as IndexTerm>::IsPermissive, Not<<H as IndexTerm>::IsSure>>,
    And<<<H as IndexTerm>::Indices as IndexSet>::IsOnly<N>, <H as IndexTerm>::IsStructural>,
>;

/// `H` ascends as its one index does in the loops `L`.
type Ascending<H, L> = And<
    <L as Loops>::Rises<<H as IndexTerm>::Indices>,
    And<<<H as IndexTerm>::Indices as IndexSet>::IsOne, <H as IndexTerm>::IsStructural>,
>;

fn places<I: IndexList>(list: &I) -> &dyn Places {
    list
}

impl<I: IndexList> Places for I {
    fn visit(&self, see: &mut dyn FnMut(AxisPlace<'_>, usize)) {
        IndexList::visit(*self, 0, see)
    }
}

impl<H: IndexTerm, R: IndexList> Sealed for Cons<H, R> {}
impl<H: IndexTerm, R: IndexList> IndexList for Cons<H, R> {
    // What is compared with the extent where it is looked up needs no check before.
    const PLAIN: PlainPlaces = R::PLAIN.behind(match (H::PLAIN, H::VARIABLE, H::MOVED) {
        (Some(index), ..) => PlainPlace::Index(index),
        (_, Some(number), _) if !H::IsChecked::VALUE => PlainPlace::Variable(number),
        (_, _, Some(index)) if H::IsPermissive::VALUE => PlainPlace::Moved(index),
        (_, _, Some(index)) if H::IsChecked::VALUE => PlainPlace::Sum(index),
        _ if H::IS_NUMBER => PlainPlace::Number,
        _ if H::IS_LOOKED_UP => PlainPlace::LookedUp,
        _ => PlainPlace::Other,
    });
    const LEN: usize = R::LEN + 1;
    type IsEmpty = No;
    type Alone<J: Nat, Axis: Nat, Here: Nat> =
        Or<And<Axis::Eq<Here>, And<H::IsPlain, <H::Indices as IndexSet>::IsOnly<J>>>, R::Alone<J, Axis, Here::Succ>>;
    type HasAlone<J: Nat> = Or<And<H::IsPlain, <H::Indices as IndexSet>::IsOnly<J>>, R::HasAlone<J>>;
    type Finds<J: Nat> = Or<H::Finds<J>, R::Finds<J>>;
    type Indices = Union<H::Indices, R::Indices>;
    type IsPermissive = Or<H::IsPermissive, R::IsPermissive>;
    type KnownWithin<K: Known> = SelectKnown<And<Or<H::IsPermissive, R::IsPermissive>, Not<IsMissing<K>>>, Unknown, K>;
    type PermissiveAt<N: Nat> = Or<IsBeyond<H, N>, R::PermissiveAt<N>>;
    type Inside<N: Nat> = Cons<H::Inside<N>, R::Inside<N>>;
    type IsChecked = And<H::IsChecked, R::IsChecked>;
    type Follows = And<<H::Protocol as ReadBy>::Follows, R::Follows>;
    type Head = H;
    type Tail = R;
    type Ascends<L: Loops> = Or<And<IsBound<H>, R::Ascends<L>>, And<Ascending<H, L>, R::AscendsAfter<L, H::Indices>>>;
    type AscendsAfter<L: Loops, S: IndexSet> = Or<
        And<IsBound<H>, R::AscendsAfter<L, S>>,
        And<And<Ascending<H, L>, L::Inside<S, H::Indices>>, R::AscendsAfter<L, H::Indices>>,
    >;
    type Bind<N: Nat> = Cons<H::Bind<N>, R::Bind<N>>;
    type Given<V: Nat> = Cons<H::Given<V>, R::Given<V>>;
    type AtAll<F: Fiber> = Unfurled<Run<F>, Self>;
    type Unfurls<N: Nat, F: Fiber, K: OnExprOf<Unfurl<N>, F>> =
        <By<H, R, N> as Arm>::Taken<ToUnfurl<Access<F, Self>, Unfurl<N>, K>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_all<F: Fiber>(self, fiber: F) -> Self::AtAll<F> {
        let (looplet, rest) = (Run(fiber), self);
        Unfurled { looplet, rest }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn split(self) -> (H, R) {
        (self.0, self.1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Cons(self.0.bind::<N>(index), self.1.bind::<N>(index))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside<N: Nat>(self) -> Self::Inside<N> {
        Cons(self.0.inside::<N>(), self.1.inside::<N>())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<N: Nat>(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Range<isize> {
        let mut range = isize::MIN..isize::MAX;
        if IsBeyond::<H, N>::VALUE {
            let by = self.0.position(driver);
            let limits = self.0.limits(|| extent(0));
            range = (limits.start as isize).saturating_sub(by)..(limits.end as isize).saturating_sub(by)
        }
        let rest = self.1.interior::<N>(driver, |axis| extent(axis + 1));
        range.start.max(rest.start)..range.end.min(rest.end)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_inside(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> bool {
        let here =
            H::IsChecked::VALUE || !IsBound::<H>::VALUE || self.0.find(driver, self.0.limits(|| extent(0))).is_ok();
        // Both are asked, so that there is no branch.
        here & self.1.is_inside(driver, |axis| extent(axis + 1))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Self {
        Cons(
            self.0.sized(driver, || extent(0)),
            self.1.sized(driver, |axis| extent(axis + 1)),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        Cons(self.0.given::<V, U>(value, known), self.1.given::<V, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_by(self) -> usize {
        self.0.moved_by().saturating_add(self.1.moved_by())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_at(self, axis: usize) -> isize {
        match axis {
            // Others are not asked: data may name them.
            0 if const { H::IS_NUMBER || (H::IsChecked::VALUE && H::MOVED.is_some()) } => {
                self.0.position(Driver::new())
            }
            0 => 0,
            _ => self.1.moved_at(axis - 1),
        }
    }

    fn affine(self, sum: &mut Affine) {
        self.0.affine(sum);
        self.1.affine(sum)
    }

    #[inline]
    fn visit(self, axis: usize, visit: &mut dyn FnMut(AxisPlace<'_>, usize)) {
        match H::PLAIN {
            Some(index) => visit(AxisPlace::Index(index), axis),
            None => {
                let mut sum = Affine::new();
                self.0.affine(&mut sum);
                visit(AxisPlace::Sum(&sum), axis)
            }
        }
        self.1.visit(axis + 1, visit)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, check: &mut C) -> Result<()> {
        self.0.infer(check)?;
        self.1.infer(check)
    }

    fn describe(self) -> Vec<Term> {
        let mut terms = vec![self.0.describe()];
        terms.extend(self.1.describe());
        terms
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        branch!(if IsBound<H> {
            Access { fiber, indices: self, label: () }.settle_first(pass, k)
        } else {
            k.call(pass, Access { fiber, indices: self, label: () })
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn arrive<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        // What types know of the fiber holds wherever one looks.
        type IsLookedUp<I, F> =
            And<<<I as IndexList>::Indices as IndexSet>::IsNone, <<F as Fiber>::Known as Known>::IsUnknown>;
        let (indices, label) = (self, ());
        <<IsLookedUp<Self, F> as Bool>::Arm<Yes> as Arm>::Taken::take(Arriving(
            Access { fiber, indices, label },
            pass,
            k,
        ))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<F: Fiber>(self, _driver: Driver, fiber: F) -> (F::T, Knowledge) {
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        self.settle(fiber, Bind::at(0), place::IntoCell(&found));
        found.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_target<P: Pass, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        let rest = Place::<Out, Dec, Self>::new(self);
        branch!(if IsBound<H> {
            Write { fiber, rest, label: () }.settle_first(pass, k)
        } else {
            k.call(pass, Write { fiber, rest, label: () })
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_target<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N>,
        k: K,
    ) {
        <By<H, R, N> as Arm>::Taken::take(ToUnfurl(write, pass, k))
    }
}
