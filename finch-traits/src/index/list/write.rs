//! The same of targets.

use crate::index::list::place::{is_all_inside, is_inside};
use crate::index::list::unfurl::clipped;
use crate::index::list::{Cons, Holds, IndexList, IsBound};
use crate::index::term::IndexTerm;
use crate::lifecycle::Driver;
use crate::pass::lookup::Bind;
use crate::pass::unfurl::{Mode, Unfurl};
use crate::pass::{OnTarget, Pass};
use crate::target::late::LateWrite;
use crate::target::moved::{Moved, Nowhere, Permitted};
use crate::target::{Place, Rest, Target, Write, WriteFiber};
use finch_algebra::logic::{Bool, Thunk};
use finch_algebra::nat::Nat;

pub(super) struct WriteHere<W, P, K>(pub(super) W, pub(super) P, pub(super) K);

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
        H::IsChecked::branch(
            WriteMovedTo(self.0, self.1, self.2),
            WriteMovedPerhaps(self.0, self.1, self.2),
        )
    }
}

/// Moves to where it was checked, before the program ran, that all of the loop is in bounds.
struct WriteMovedTo<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteMovedTo<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let by = self.0.rest.indices.0.position(Driver::new()) as usize;
        write_moved_by(self.0, self.1, self.2, by)
    }
}

/// Moves to where data say, if all of the loop is in bounds there.
struct WriteMovedPerhaps<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteMovedPerhaps<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let term = self.0.rest.indices.0;
        let by = term.position(Driver::new());
        // The extent is that of the output, which it was given when the program started.
        if is_all_inside::<H>(self.1.region(), by, term.limits(|| Some(0))) {
            write_moved_by(self.0, self.1, self.2, by as usize)
        } else {
            self.2.call(self.1, Nowhere::<F::T, Out>::new())
        }
    }
}

/// Unfurls a target of which all that the loop writes is in bounds, moved by `by`.
#[inline(always)]
fn write_moved_by<
    N: Nat,
    M: Mode,
    Out: Nat,
    Dec: Bool,
    F: WriteFiber,
    H: IndexTerm,
    R: IndexList,
    K: OnTarget<Unfurl<N, M>, F::T>,
>(
    target: Write<F, Place<Out, Dec, Cons<H, R>>>,
    pass: Unfurl<N, M>,
    k: K,
    by: usize,
) {
    let rest = Place::<Out, Dec, R>::new(target.rest.indices.1);
    let inner = pass.within(pass.region().shifted(by));
    target.fiber.unfurl(inner, rest, Moved::new(k, pass, by))
}

struct WriteBeyond<W, P, K>(W, P, K);

impl<N: Nat, M: Mode, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N, M>, F::T>>
    Thunk for WriteBeyond<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N, M>, K>
{
    #[inline(always)]
    fn force(self) {
        let Cons(term, rest) = self.0.rest.indices;
        let rest = Place::<Out, Dec, R>::new(rest);
        let (outer, by) = (self.1.region(), term.position(Driver::new()));
        // The extent is that of the output, which it was given when the program started.
        let limits = term.limits(|| Some(0));
        let inner = self
            .1
            .within(clipped(outer, by, &(limits.start as isize..limits.end as isize)));
        self.0
            .fiber
            .unfurl(inner, rest, Permitted::new(self.2, self.1, by, limits))
    }
}

pub(super) struct WriteNotHere<W, P, K>(pub(super) W, pub(super) P, pub(super) K);

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
    #[cfg_attr(not(debug_assertions), inline(always))]
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

pub(super) struct WriteAsItIs<F, R, P, K>(pub(super) F, pub(super) R, pub(super) P, pub(super) K);

impl<F: WriteFiber, R: Rest, P: Pass, K: OnTarget<P, F::T>> Thunk for WriteAsItIs<F, R, P, K> {
    #[inline(always)]
    fn force(self) {
        self.3.call(self.2, Write::new(self.0, self.1))
    }
}

pub(super) struct WriteAtPlace<F, R, P, K>(pub(super) F, pub(super) R, pub(super) P, pub(super) K);

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
        let WriteInside(fiber, place, pass, k) = self;
        let at = place.indices.0.position(Driver::new()) as usize;
        write_at(fiber, place, pass, k, at)
    }
}

/// Looks the target up at index `at`, which is in bounds.
#[inline(always)]
fn write_at<Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, P: Pass, K: OnTarget<P, F::T>>(
    fiber: F,
    place: Place<Out, Dec, Cons<H, R>>,
    pass: P,
    k: K,
    at: usize,
) {
    let rest = Place::<Out, Dec, R>::new(place.indices.1);
    fiber.unfurl(Bind::at(at), rest, WriteFound(pass, k))
}

struct WritePerhapsInside<F, R, P, K>(F, R, P, K);

impl<Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, P: Pass, K: OnTarget<P, F::T>> Thunk
    for WritePerhapsInside<F, Place<Out, Dec, Cons<H, R>>, P, K>
{
    #[inline(always)]
    fn force(self) {
        let term = self.1.indices.0;
        // The extent is that of the output, which it was given when the program started.
        let place = term.position(Driver::new());
        if is_inside::<H>(place, term.limits(|| Some(0))) {
            write_at(self.0, self.1, self.2, self.3, place as usize)
        } else {
            self.3.call(self.2, Nowhere::<F::T, Out>::new())
        }
    }
}

/// Continues with the target that was looked up.
#[derive(Clone, Copy, Debug)]
struct WriteFound<P, K>(P, K);

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for WriteFound<P, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target<T = T>>(self, pass: Bind, target: W) {
        target.traverse(pass, WriteSettled(self.0, self.1))
    }
}

/// Continues by settling what is left.
#[derive(Clone, Copy, Debug)]
struct WriteSettled<P, K>(P, K);

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for WriteSettled<P, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target<T = T>>(self, _pass: Bind, target: W) {
        target.settle(self.0, self.1)
    }
}
