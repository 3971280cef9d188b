//! Lists of terms: what is left between the brackets of an access.

use crate::error::Result;
use crate::explain::Term;
use crate::expr::Expr;
use crate::expr::access::Access;
use crate::expr::late::Late;
use crate::expr::unfurled::OnLeafOf;
use crate::fiber::{Absent, Fiber, Settled};
use crate::index::affine::Affine;
use crate::index::gather::NOWHERE;
use crate::index::loops::Loops;
use crate::index::protocol::{Following, ReadBy};
use crate::index::set::{Both, IndexSet, NoIndex};
use crate::index::term::IndexTerm;
use crate::looplet::Looplet;
use crate::looplet::run::Run;
use crate::looplet::shift::Shift;
use crate::looplet::window::Window;
use crate::pass::lookup::Bind;
use crate::pass::unfurl::{Mode, Unfurl};
use crate::pass::{OnExpr, OnLeaf, OnTarget, Pass};
use crate::region::Region;
use crate::scope::Scope;
use crate::target::late::LateWrite;
use crate::target::moved::{Moved, Nowhere, Permitted};
use crate::target::{Place, Rest, Target, Write, WriteFiber};
use core::cell::Cell;
use core::ops::Range;
use finch_algebra::fault::{Fault, raise};
use finch_algebra::known::Knowledge;
use finch_algebra::logic::{And, Bool, No, Not, Or, Thunk, Yes};
use finch_algebra::nat::Nat;

/// The terms of an access that are not used up yet, outermost level first.
pub trait IndexList: Copy {
    /// There are none left.
    type IsEmpty: Bool;
    /// The indices in them that are not bound.
    type Indices: IndexSet;
    /// One of them is permissive.
    type IsPermissive: Bool;
    /// A permissive term of which index `N` is the one that is left is among them.
    type PermissiveAt<N: Nat>: Bool;
    /// The list where such terms lie inside.
    type Inside<N: Nat>: IndexList;
    /// All of them are checked before the program runs.
    type IsChecked: Bool;
    /// Loops `L` bind them in their order, each of them ascending: what is written in order can be written so.
    type Ascends<L: Loops>: Bool;
    /// The same, behind a term of the indices `S`.
    #[doc(hidden)]
    type AscendsAfter<L: Loops, S: IndexSet>: Bool;
    /// The list when index `N` has a value.
    type Bind<N: Nat>: IndexList;

    /// The list when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;
    /// The list where such terms lie inside.
    fn inside<N: Nat>(self) -> Self::Inside<N>;
    /// For which values of `N` all such terms lie inside of their extents, which `extent` tells.
    fn interior<N: Nat>(self, extent: impl Fn(usize) -> Option<usize>) -> Range<isize>;
    /// Takes note of the extents along its axes.
    fn sized(self, extent: impl Fn(usize) -> Option<usize>) -> Self;
    /// Adds all terms to one sum, for the sake of their indices.
    fn affine(self, sum: &mut Affine);
    /// Calls `visit` with every term as a sum, and its axis counted from `axis`.
    fn visit(self, axis: usize, visit: &mut dyn FnMut(&Affine, usize));
    /// Tells which extents the accesses in its terms have.
    fn infer(self, scope: &mut Scope) -> Result<()>;
    /// This list as data, see [`explain`](crate::explain).
    fn describe(self) -> Vec<Term>;

    /// Looks `fiber` up where the first terms have a value, and hands on what is found with the terms that are left.
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// Unfurls `access` if the loop over `N` can.
    fn unfurl<N: Nat, M: Mode, F: Fiber, K: OnExpr<Unfurl<N, M>, F::T>>(
        access: Access<F, Self>,
        pass: Unfurl<N, M>,
        k: K,
    );
    /// The value of `fiber` at these places, and what is known of it. All indices are bound.
    fn look_up<F: Fiber>(self, fiber: F) -> (F::T, Knowledge);

    /// [`IndexList::settle`] of a target.
    fn settle_target<P: Pass, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// Unfurls `write` if the loop over `N` can.
    fn unfurl_target<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N, M>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N, M>,
        k: K,
    );
}

/// No terms.
#[derive(Clone, Copy, Debug)]
pub struct Nil;

/// A term and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Cons<H, R>(pub H, pub R);

/// Index `N` stands in what is left of a list.
type Holds<I, N> = <<I as IndexList>::Indices as IndexSet>::Has<N>;

/// A term has a value.
type IsBound<H> = <<H as IndexTerm>::Indices as IndexSet>::IsNone;

/// A loop over `N` unfurls at term `H`, behind which `R` is left.
type UnfurlsAt<H, R, N> =
    And<And<<<H as IndexTerm>::Indices as IndexSet>::IsOnly<N>, <H as IndexTerm>::IsStructural>, Not<Holds<R, N>>>;

/// `H` is permissive, and a loop over `N` moves it.
type IsBeyond<H, N> = And<
    <H as IndexTerm>::IsPermissive,
    And<<<H as IndexTerm>::Indices as IndexSet>::IsOnly<N>, <H as IndexTerm>::IsStructural>,
>;

/// `H` ascends as its one index does.
type Ascending<H> = And<<<H as IndexTerm>::Indices as IndexSet>::IsOne, <H as IndexTerm>::IsStructural>;

impl IndexList for Nil {
    type IsEmpty = Yes;
    type Indices = NoIndex;
    type IsPermissive = No;
    type PermissiveAt<N: Nat> = No;
    type Inside<N: Nat> = Nil;
    type IsChecked = Yes;
    type Ascends<L: Loops> = Yes;
    type AscendsAfter<L: Loops, S: IndexSet> = Yes;
    type Bind<N: Nat> = Nil;

    #[inline(always)]
    fn bind<N: Nat>(self, _index: usize) -> Nil {
        Nil
    }

    #[inline(always)]
    fn inside<N: Nat>(self) -> Nil {
        Nil
    }

    #[inline(always)]
    fn interior<N: Nat>(self, _extent: impl Fn(usize) -> Option<usize>) -> Range<isize> {
        isize::MIN..isize::MAX
    }

    #[inline(always)]
    fn sized(self, _extent: impl Fn(usize) -> Option<usize>) -> Self {
        Nil
    }

    fn affine(self, _sum: &mut Affine) {}

    #[inline(always)]
    fn visit(self, _axis: usize, _visit: &mut dyn FnMut(&Affine, usize)) {}

    fn infer(self, _scope: &mut Scope) -> Result<()> {
        Ok(())
    }

    fn describe(self) -> Vec<Term> {
        Vec::new()
    }

    #[inline(always)]
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        k.call(pass, Access::new(fiber, Nil))
    }

    #[inline(always)]
    fn unfurl<N: Nat, M: Mode, F: Fiber, K: OnExpr<Unfurl<N, M>, F::T>>(
        access: Access<F, Nil>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        k.call(pass, access)
    }

    #[inline(always)]
    fn look_up<F: Fiber>(self, fiber: F) -> (F::T, Knowledge) {
        (fiber.value(), fiber.knowledge())
    }

    #[inline(always)]
    fn settle_target<P: Pass, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        k.call(pass, Write::new(fiber, Place::<Out, Dec, Nil>::new(Nil)))
    }

    #[inline(always)]
    fn unfurl_target<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N, M>, F::T>>(
        write: Write<F, Place<Out, Dec, Nil>>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        k.call(pass, write)
    }
}

impl<H: IndexTerm, R: IndexList> IndexList for Cons<H, R> {
    type IsEmpty = No;
    type Indices = Both<H::Indices, R::Indices>;
    type IsPermissive = Or<H::IsPermissive, R::IsPermissive>;
    type PermissiveAt<N: Nat> = Or<IsBeyond<H, N>, R::PermissiveAt<N>>;
    type Inside<N: Nat> = Cons<H::Inside<N>, R::Inside<N>>;
    type IsChecked = And<H::IsChecked, R::IsChecked>;
    type Ascends<L: Loops> = Or<And<IsBound<H>, R::Ascends<L>>, And<Ascending<H>, R::AscendsAfter<L, H::Indices>>>;
    type AscendsAfter<L: Loops, S: IndexSet> = Or<
        And<IsBound<H>, R::AscendsAfter<L, S>>,
        And<And<Ascending<H>, L::Inside<S, H::Indices>>, R::AscendsAfter<L, H::Indices>>,
    >;
    type Bind<N: Nat> = Cons<H::Bind<N>, R::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Cons(self.0.bind::<N>(index), self.1.bind::<N>(index))
    }

    #[inline(always)]
    fn inside<N: Nat>(self) -> Self::Inside<N> {
        Cons(self.0.inside::<N>(), self.1.inside::<N>())
    }

    #[inline(always)]
    fn interior<N: Nat>(self, extent: impl Fn(usize) -> Option<usize>) -> Range<isize> {
        let mut range = isize::MIN..isize::MAX;
        if IsBeyond::<H, N>::VALUE {
            let by = self.0.position();
            let extent = self.0.extent().or_else(|| extent(0));
            range = by.saturating_neg()..extent.map_or(isize::MAX, |extent| (extent as isize).saturating_sub(by))
        }
        let rest = self.1.interior::<N>(|axis| extent(axis + 1));
        range.start.max(rest.start)..range.end.min(rest.end)
    }

    #[inline(always)]
    fn sized(self, extent: impl Fn(usize) -> Option<usize>) -> Self {
        Cons(self.0.sized(|| extent(0)), self.1.sized(|axis| extent(axis + 1)))
    }

    fn affine(self, sum: &mut Affine) {
        self.0.affine(sum);
        self.1.affine(sum)
    }

    #[inline]
    fn visit(self, axis: usize, visit: &mut dyn FnMut(&Affine, usize)) {
        let mut sum = Affine::new();
        self.0.affine(&mut sum);
        visit(&sum, axis);
        self.1.visit(axis + 1, visit)
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.0.infer(scope)?;
        self.1.infer(scope)
    }

    fn describe(self) -> Vec<Term> {
        let mut terms = vec![self.0.describe()];
        terms.extend(self.1.describe());
        terms
    }

    #[inline(always)]
    fn settle<P: Pass, F: Fiber, K: OnExpr<P, F::T>>(self, fiber: F, pass: P, k: K) {
        IsBound::<H>::branch(
            AtPlace {
                fiber,
                list: self,
                pass,
                k,
            },
            AsItIs {
                fiber,
                list: self,
                pass,
                k,
            },
        )
    }

    #[inline(always)]
    fn unfurl<N: Nat, M: Mode, F: Fiber, K: OnExpr<Unfurl<N, M>, F::T>>(
        access: Access<F, Self>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        UnfurlsAt::<H, R, N>::branch(Here(access, pass, k), NotHere(access, pass, k))
    }

    #[inline(always)]
    fn look_up<F: Fiber>(self, fiber: F) -> (F::T, Knowledge) {
        let found = Cell::new((fiber.value(), Knowledge::MISSING));
        self.settle(fiber, Bind::at(0), IntoCell(&found));
        found.get()
    }

    #[inline(always)]
    fn settle_target<P: Pass, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        let place = Place::<Out, Dec, Self>::new(self);
        IsBound::<H>::branch(WriteAtPlace(fiber, place, pass, k), WriteAsItIs(fiber, place, pass, k))
    }

    #[inline(always)]
    fn unfurl_target<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N, M>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        UnfurlsAt::<H, R, N>::branch(WriteHere(write, pass, k), WriteNotHere(write, pass, k))
    }
}

// ---- reading: a loop over the index of the first term ----

struct Here<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for Here<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        H::IsPlain::branch(InPlace(self.0, self.1, self.2), MovedBy(self.0, self.1, self.2))
    }
}

/// What is left of a list one level down.
#[inline(always)]
fn below<F: Fiber, R: IndexList>(fiber: &F, rest: R) -> R {
    rest.sized(|axis| fiber.extent(axis + 1))
}

struct InPlace<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for InPlace<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let InPlace(Access { fiber, indices, .. }, pass, k) = self;
        // SAFETY: this is the access.
        unsafe { pass.assume_extent(fiber.dim(0)) }
        let rest = below(&fiber, indices.1);
        H::Protocol::unfurl(fiber, pass.fixed(F::FIXED), OnLeafOf { rest, k })
    }
}

struct MovedBy<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for MovedBy<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        H::IsPermissive::branch(MovedBeyond(self.0, self.1, self.2), MovedWithin(self.0, self.1, self.2))
    }
}

struct MovedWithin<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for MovedWithin<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let MovedWithin(Access { fiber, indices, .. }, pass, k) = self;
        let by = indices.0.position() as usize;
        let rest = below(&fiber, indices.1);
        let inner = pass.within(pass.region().shifted(by));
        let k = OnLeafOf { rest, k };
        H::Protocol::unfurl(fiber, inner, MoveBack { pass, k, by })
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
    #[inline(always)]
    fn looplet<L: Looplet<T = T>>(self, _pass: P, looplet: L) {
        self.k.looplet(self.pass, Shift::new(looplet, self.by))
    }

    #[inline(always)]
    fn fiber<F: Fiber<T = T>>(self, _pass: P, fiber: F) {
        self.k.fiber(self.pass, fiber)
    }
}

struct MovedBeyond<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for MovedBeyond<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let MovedBeyond(Access { fiber, indices, .. }, pass, k) = self;
        let Cons(term, rest) = indices;
        let by = term.position();
        let outer = pass.region();
        // An extent is at most `isize::MAX`. Where there is none, as of what is fill whatever the index, there is no beyond.
        let extent = term
            .extent()
            .or_else(|| fiber.extent(0))
            .map_or(isize::MAX, |extent| extent as isize);
        let rest = below(&fiber, rest);
        let absent = fiber.value();
        H::Protocol::unfurl(
            fiber,
            pass.within(clipped(outer, by, extent)),
            Permit {
                pass,
                k: OnLeafOf { rest, k },
                absent,
                by,
                extent,
            },
        )
    }
}

/// Continues with what a fiber has unfurled to, missing beyond its extent.
#[derive(Clone, Copy, Debug)]
struct Permit<P, T, K> {
    pass: P,
    k: K,
    absent: T,
    by: isize,
    extent: isize,
}

impl<P: Pass, T: Copy + 'static, K: OnLeaf<P, T>> OnLeaf<P, T> for Permit<P, T, K> {
    #[inline(always)]
    fn looplet<L: Looplet<T = T>>(self, _pass: P, looplet: L) {
        self.k.looplet(
            self.pass,
            Window {
                outside: Run(Absent::new(self.absent)),
                lo: self.by.saturating_neg(),
                hi: self.extent.saturating_sub(self.by),
                inside: Shift::new(looplet, self.by as usize),
            },
        )
    }

    #[inline(always)]
    fn fiber<F: Fiber<T = T>>(self, _pass: P, fiber: F) {
        self.k.fiber(self.pass, fiber)
    }
}

// ---- reading: any other loop ----

struct NotHere<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for NotHere<Access<F, Cons<H, R>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        IsBound::<H>::branch(SettleFirst(self.0, self.1, self.2), MaybeLater(self.0, self.1, self.2))
    }
}

struct SettleFirst<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for SettleFirst<Access<F, I>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let SettleFirst(Access { fiber, indices, .. }, pass, k) = self;
        indices.settle(fiber, pass, ThenUnfurl(k))
    }
}

/// Continues by unfurling what was settled.
#[derive(Clone, Copy, Debug)]
struct ThenUnfurl<K>(K);

impl<P: Pass, T, K: OnExpr<P, T>> OnExpr<P, T> for ThenUnfurl<K> {
    #[inline(always)]
    fn call<E: Expr<T = T>>(self, pass: P, expr: E) {
        expr.traverse(pass, self.0)
    }
}

struct MaybeLater<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for MaybeLater<Access<F, I>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        Holds::<I, N>::branch(Later(self.0, self.1, self.2), Untouched(self.0, self.1, self.2))
    }
}

struct Later<A, P, K>(A, P, K);

impl<N: Nat, M: Mode, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N, M>, F::T>> Thunk
    for Later<Access<F, I>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, Late::<N, F, I>::new(self.0))
    }
}

struct Untouched<A, P, K>(A, P, K);

impl<P: Pass, E: Expr, K: OnExpr<P, E::T>> Thunk for Untouched<E, P, K> {
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, self.0)
    }
}

// ---- reading at a place ----

struct AsItIs<F, I, P, K> {
    fiber: F,
    list: I,
    pass: P,
    k: K,
}

impl<F: Fiber, I: IndexList, P: Pass, K: OnExpr<P, F::T>> Thunk for AsItIs<F, I, P, K> {
    #[inline(always)]
    fn force(self) {
        self.k.call(self.pass, Access::new(self.fiber, self.list))
    }
}

#[derive(Clone, Copy)]
struct AtPlace<F, I, P, K> {
    fiber: F,
    list: I,
    pass: P,
    k: K,
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
        let extent = term.extent().or_else(|| self.fiber.extent(0));
        is_inside::<H>(place, extent)
    }
}

/// `place` is in bounds. Raises a fault if it is not, and ought to be.
#[inline(always)]
fn is_inside<H: IndexTerm>(place: isize, extent: Option<usize>) -> bool {
    let inside = place >= 0 && extent.is_none_or(|extent| (place as usize) < extent);
    if !inside && !H::IsPermissive::VALUE && place > NOWHERE / 2 {
        raise(Fault::Beyond {
            place,
            extent: extent.unwrap_or(usize::MAX),
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
struct IntoCell<'a, T>(&'a Cell<(T, Knowledge)>);

impl<T> Clone for IntoCell<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for IntoCell<'_, T> {}

impl<P: Pass, T: Copy + 'static> OnExpr<P, T> for IntoCell<'_, T> {
    #[inline(always)]
    fn call<E: Expr<T = T>>(self, _pass: P, expr: E) {
        self.0.set((expr.value(), expr.knowledge()))
    }
}

// ---- writing ----

struct WriteHere<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteHere<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        H::IsPlain::branch(WriteInPlace(self.0, self.1, self.2), WriteMoved(self.0, self.1, self.2))
    }
}

struct WriteInPlace<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteInPlace<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let rest = Place::<Out, Dec, R>::new(self.0.rest.indices.1);
        self.0.fiber.unfurl(self.1, rest, self.2)
    }
}

struct WriteMoved<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteMoved<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        H::IsPermissive::branch(WriteBeyond(self.0, self.1, self.2), WriteWithin(self.0, self.1, self.2))
    }
}

struct WriteWithin<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteWithin<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let Cons(term, rest) = self.0.rest.indices;
        let rest = Place::<Out, Dec, R>::new(rest);
        let outer = self.1.region();
        let by = term.position() as usize;
        let inner = self.1.within(outer.shifted(by));
        self.0.fiber.unfurl(inner, rest, Moved::new(self.2, self.1, by))
    }
}

struct WriteBeyond<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteBeyond<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let Cons(term, rest) = self.0.rest.indices;
        let rest = Place::<Out, Dec, R>::new(rest);
        let (outer, by) = (self.1.region(), term.position());
        // The extent is that of the output, which it was given when the program started.
        let extent = term.extent().unwrap_or(0);
        let inner = self.1.within(clipped(outer, by, extent as isize));
        self.0
            .fiber
            .unfurl(inner, rest, Permitted::new(self.2, self.1, by, extent))
    }
}

/// What of `region`, moved by `by`, lies below `extent`.
#[inline(always)]
fn clipped(region: Region, by: isize, extent: isize) -> Region {
    let lo = (region.lo as isize).saturating_add(by).clamp(0, extent);
    let hi = (region.hi as isize).saturating_add(by).clamp(lo, extent);
    Region::new(lo as usize, hi as usize)
}

struct WriteNotHere<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteNotHere<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        IsBound::<H>::branch(
            SettleTarget(self.0, self.1, self.2),
            WriteMaybeLater(self.0, self.1, self.2),
        )
    }
}

struct SettleTarget<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, I: IndexList, K: OnTarget<Unfurl<N, M>, F::T>> Thunk
    for SettleTarget<Write<F, Place<Out, Dec, I>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let SettleTarget(Write { fiber, rest, .. }, pass, k) = self;
        rest.indices
            .settle_target::<_, Out, Dec, _, _>(fiber, pass, ThenUnfurlTarget(k))
    }
}

#[derive(Clone, Copy, Debug)]
struct ThenUnfurlTarget<K>(K);

impl<P: Pass, T: Copy + 'static, K: OnTarget<P, T>> OnTarget<P, T> for ThenUnfurlTarget<K> {
    #[inline(always)]
    fn call<W: Target<T = T>>(self, pass: P, target: W) {
        target.traverse(pass, self.0)
    }
}

struct WriteMaybeLater<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, I: IndexList, K: OnTarget<Unfurl<N, M>, F::T>> Thunk
    for WriteMaybeLater<Write<F, Place<Out, Dec, I>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        Holds::<I, N>::branch(
            WriteLater(self.0, self.1, self.2),
            WriteUntouched(self.0, self.1, self.2),
        )
    }
}

struct WriteLater<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, F: WriteFiber, R: Rest, K: OnTarget<Unfurl<N, M>, F::T>> Thunk
    for WriteLater<Write<F, R>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, LateWrite::<N, F, R>::new(self.0))
    }
}

struct WriteUntouched<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, F: WriteFiber, R: Rest, K: OnTarget<Unfurl<N, M>, F::T>> Thunk
    for WriteUntouched<Write<F, R>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, self.0)
    }
}

struct WriteAsItIs<F, R, P, K>(F, R, P, K);

impl<F: WriteFiber, R: Rest, P: Pass, K: OnTarget<P, F::T>> Thunk for WriteAsItIs<F, R, P, K> {
    #[inline(always)]
    fn force(self) {
        self.3.call(self.2, Write::new(self.0, self.1))
    }
}

struct WriteAtPlace<F, R, P, K>(F, R, P, K);

impl<Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, P: Pass, K: OnTarget<P, F::T>> Thunk
    for WriteAtPlace<F, Place<Out, Dec, Cons<H, R>>, P, K>
{
    #[inline(always)]
    fn force(self) {
        H::IsChecked::branch(
            WriteInside(self.0, self.1, self.2, self.3),
            WritePerhapsInside(self.0, self.1, self.2, self.3),
        )
    }
}

struct WriteInside<F, R, P, K>(F, R, P, K);

impl<Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, P: Pass, K: OnTarget<P, F::T>> Thunk
    for WriteInside<F, Place<Out, Dec, Cons<H, R>>, P, K>
{
    #[inline(always)]
    fn force(self) {
        let WriteInside(fiber, Place { indices, .. }, pass, k) = self;
        let Cons(term, rest) = indices;
        fiber.unfurl(
            Bind::at(term.position() as usize),
            Place::<Out, Dec, R>::new(rest),
            WriteFound(pass, k),
        )
    }
}

struct WritePerhapsInside<F, R, P, K>(F, R, P, K);

impl<Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, P: Pass, K: OnTarget<P, F::T>> Thunk
    for WritePerhapsInside<F, Place<Out, Dec, Cons<H, R>>, P, K>
{
    #[inline(always)]
    fn force(self) {
        let term = self.1.indices.0;
        // The extent is that of the output, which it was given when the program started.
        if is_inside::<H>(term.position(), Some(term.extent().unwrap_or(0))) {
            WriteInside(self.0, self.1, self.2, self.3).force()
        } else {
            self.3.call(self.2, Nowhere::<F::T, Out>::new())
        }
    }
}

/// Continues with the target that was looked up.
#[derive(Clone, Copy, Debug)]
struct WriteFound<P, K>(P, K);

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for WriteFound<P, K> {
    #[inline(always)]
    fn call<W: Target<T = T>>(self, pass: Bind, target: W) {
        target.traverse(pass, WriteSettled(self.0, self.1))
    }
}

/// Continues by settling what is left.
#[derive(Clone, Copy, Debug)]
struct WriteSettled<P, K>(P, K);

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for WriteSettled<P, K> {
    #[inline(always)]
    fn call<W: Target<T = T>>(self, _pass: Bind, target: W) {
        target.settle(self.0, self.1)
    }
}
