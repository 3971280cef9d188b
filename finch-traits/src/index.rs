//! Index variables, protocols, and the lists of them that accesses carry.
//!
//! An index variable is a value whose type holds its number, so that types can tell which access a loop unfurls. A
//! list is a value too: it is consumed from the front, one index per level.

use crate::explain::{Protocol, Term};
use crate::expr::access::Access;
use crate::expr::unfurled::OnLeafOf;
use crate::fiber::Fiber;
use crate::pass::unfurl::Unfurl;
use crate::pass::{OnExpr, OnLeaf, OnTarget, Pass};
use crate::target::{Place, Rest, Write, WriteFiber};
use core::marker::PhantomData;
use finch_algebra::logic::{And, Bool, No, Not, Or, Thunk, Yes};
use finch_algebra::nat::{Nat, Succ};
use typenum::U0;

/// An index variable: number `N` of its program. The type that is its number also has its name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Index<N>(PhantomData<N>);

impl<N: Nat> Index<N> {
    /// The variable of that number. Loops that are nested in each other need different numbers;
    /// [`indices!`](crate::indices) hands them out.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Index(PhantomData)
    }

    /// What it is called in messages.
    pub const fn name(self) -> &'static str {
        N::NAME
    }
}

/// Declares index variables, numbered in the order given: `indices!(j, i);` for `j` outermost.
///
/// ```
/// finch_traits::indices!(j, k, i);
/// assert_eq!(k.name(), "k");
/// # let _ = (j, i);
/// ```
#[macro_export]
macro_rules! indices {
    (@from $number:ty; ) => {};
    (@from $number:ty; $name:ident $(, $rest:ident)*) => {
        let $name = {
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug, Default)]
            struct $name;
            impl $crate::algebra::nat::Name for $name {
                const NAME: &'static str = stringify!($name);
            }
            $crate::index::Index::<$crate::algebra::nat::Named<$number, $name>>::new()
        };
        $crate::indices!(@from $crate::algebra::nat::Succ<$number>; $($rest),*);
    };
    ($($name:ident),+ $(,)?) => {
        $crate::indices!(@from $crate::algebra::typenum::U0; $($name),+);
    };
}

/// One entry of an index list: a variable with its protocol.
///
/// # Safety
///
/// An implementer promises that `unfurl` hands the fiber the pass that it was given.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "not an index of a loop",
    note = "an access names the indices of loops; one place is read by a loop of one step, `for i in 3..4`"
)]
pub unsafe trait IndexTerm: Copy {
    /// The number of the variable.
    type Number: Nat;
    /// The name of the variable.
    fn name(self) -> &'static str;
    /// Unfurls a fiber with this protocol.
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// This entry as data, see [`explain`](crate::explain).
    fn describe(self) -> Term {
        Term::new(Self::Number::VALUE, self.name(), Protocol::Walk)
    }
}

// SAFETY: hands on the pass.
unsafe impl<N: Nat> IndexTerm for Index<N> {
    type Number = N;
    #[inline(always)]
    fn name(self) -> &'static str {
        N::NAME
    }
    #[inline(always)]
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(self, fiber: F, pass: P, k: K) {
        fiber.unfurl(pass, k)
    }
}

/// An index whose fiber leads, see [`gallop`].
#[derive(Clone, Copy, Debug)]
pub struct Gallop<N>(Index<N>);

/// An index whose fiber is looked up, see [`follow`].
#[derive(Clone, Copy, Debug)]
pub struct Follow<N>(Index<N>);

/// Reads along `index` by walking, the default: stored entries one after the other.
pub const fn walk<N: Nat>(index: Index<N>) -> Index<N> {
    index
}

/// Reads along `index` by galloping: the fiber leads, skipping ahead to where it has something stored.
pub const fn gallop<N: Nat>(index: Index<N>) -> Gallop<N> {
    Gallop(index)
}

/// Reads along `index` by following: the fiber is searched at the indices that others lead to.
pub const fn follow<N: Nat>(index: Index<N>) -> Follow<N> {
    Follow(index)
}

// SAFETY: hands on the pass.
unsafe impl<N: Nat> IndexTerm for Gallop<N> {
    type Number = N;
    #[inline(always)]
    fn name(self) -> &'static str {
        N::NAME
    }
    #[inline(always)]
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(self, fiber: F, pass: P, k: K) {
        fiber.unfurl_gallop(pass, k)
    }
    fn describe(self) -> Term {
        Term::new(N::VALUE, N::NAME, Protocol::Gallop)
    }
}

// SAFETY: hands on the pass.
unsafe impl<N: Nat> IndexTerm for Follow<N> {
    type Number = N;
    #[inline(always)]
    fn name(self) -> &'static str {
        N::NAME
    }
    #[inline(always)]
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(self, fiber: F, pass: P, k: K) {
        fiber.unfurl_follow(pass, k)
    }
    fn describe(self) -> Term {
        Term::new(N::VALUE, N::NAME, Protocol::Follow)
    }
}

/// The indices of an access that are not bound yet, outermost level first.
pub trait IndexList: Copy {
    /// There are none left.
    type IsEmpty: Bool;
    /// The last index is number `N`.
    type LastIs<N: Nat>: Bool;
    /// The list without its last index.
    type Init: IndexList;
    /// The last index of `Cons<H, Self>` is number `N`.
    #[doc(hidden)]
    type LastAfter<H: IndexTerm, N: Nat>: Bool;
    /// `Cons<H, Self>` without its last index.
    #[doc(hidden)]
    type InitAfter<H: IndexTerm>: IndexList;
    /// Calls `visit` with the number and name of every index, and its axis counted from `axis`.
    fn visit(self, axis: usize, visit: &mut dyn FnMut(usize, &'static str, usize));
    /// This list as data, see [`explain`](crate::explain).
    fn describe(self) -> Vec<Term>;
    /// Unfurls `access` if its first index is number `N`.
    fn unfurl<N: Nat, F: Fiber, K: OnExpr<Unfurl<N>, F::T>>(access: Access<F, Self>, pass: Unfurl<N>, k: K);
    /// Unfurls `write` if its first index is number `N`.
    fn unfurl_target<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N>,
        k: K,
    );
}

/// No indices.
#[derive(Clone, Copy, Debug)]
pub struct Nil;

/// An index and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Cons<H, R>(pub H, pub R);

impl IndexList for Nil {
    type IsEmpty = Yes;
    type LastIs<N: Nat> = No;
    type Init = Nil;
    type LastAfter<H: IndexTerm, N: Nat> = <H::Number as Nat>::Eq<N>;
    type InitAfter<H: IndexTerm> = Nil;

    #[inline(always)]
    fn visit(self, _axis: usize, _visit: &mut dyn FnMut(usize, &'static str, usize)) {}

    fn describe(self) -> Vec<Term> {
        Vec::new()
    }

    #[inline(always)]
    fn unfurl<N: Nat, F: Fiber, K: OnExpr<Unfurl<N>, F::T>>(access: Access<F, Nil>, pass: Unfurl<N>, k: K) {
        k.call(pass, access)
    }

    #[inline(always)]
    fn unfurl_target<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(
        write: Write<F, Place<Out, Dec, Nil>>,
        pass: Unfurl<N>,
        k: K,
    ) {
        k.call(pass, write)
    }
}

impl<H: IndexTerm, R: IndexList> IndexList for Cons<H, R> {
    type IsEmpty = No;
    type LastIs<N: Nat> = R::LastAfter<H, N>;
    type Init = R::InitAfter<H>;
    type LastAfter<G: IndexTerm, N: Nat> = R::LastAfter<H, N>;
    type InitAfter<G: IndexTerm> = Cons<G, R::InitAfter<H>>;

    #[inline]
    fn visit(self, axis: usize, visit: &mut dyn FnMut(usize, &'static str, usize)) {
        visit(H::Number::VALUE, self.0.name(), axis);
        self.1.visit(axis + 1, visit)
    }

    fn describe(self) -> Vec<Term> {
        let mut terms = vec![self.0.describe()];
        terms.extend(self.1.describe());
        terms
    }

    #[inline(always)]
    fn unfurl<N: Nat, F: Fiber, K: OnExpr<Unfurl<N>, F::T>>(access: Access<F, Self>, pass: Unfurl<N>, k: K) {
        <H::Number as Nat>::Eq::<N>::branch(Unfurled(access, pass, k), Untouched(access, pass, k))
    }

    #[inline(always)]
    fn unfurl_target<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(
        write: Write<F, Place<Out, Dec, Self>>,
        pass: Unfurl<N>,
        k: K,
    ) {
        <H::Number as Nat>::Eq::<N>::branch(UnfurledWrite(write, pass, k), UntouchedWrite(write, pass, k))
    }
}

struct Unfurled<A, P, K>(A, P, K);

impl<N: Nat, F: Fiber, H: IndexTerm, R: IndexList, K: OnExpr<Unfurl<N>, F::T>> Thunk
    for Unfurled<Access<F, Cons<H, R>>, Unfurl<N>, K>
{
    #[inline(always)]
    fn force(self) {
        let Unfurled(access, pass, k) = self;
        let Cons(term, rest) = access.indices;
        // SAFETY: this is the access.
        unsafe { pass.assume_extent(access.fiber.dim(0)) }
        term.unfurl(access.fiber, pass, OnLeafOf { rest, k })
    }
}

struct Untouched<A, P, K>(A, P, K);

impl<N: Nat, F: Fiber, I: IndexList, K: OnExpr<Unfurl<N>, F::T>> Thunk for Untouched<Access<F, I>, Unfurl<N>, K> {
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, self.0)
    }
}

struct UnfurledWrite<W, P, K>(W, P, K);

impl<N: Nat, Out: Nat, Dec: Bool, F: WriteFiber, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N>, F::T>> Thunk
    for UnfurledWrite<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N>, K>
{
    #[inline(always)]
    fn force(self) {
        let rest = Place::<Out, Dec, R>::new(self.0.rest.indices.1);
        self.0.fiber.unfurl(self.1, rest, self.2)
    }
}

struct UntouchedWrite<W, P, K>(W, P, K);

impl<N: Nat, F: WriteFiber, R: Rest, K: OnTarget<Unfurl<N>, F::T>> Thunk for UntouchedWrite<Write<F, R>, Unfurl<N>, K> {
    #[inline(always)]
    fn force(self) {
        self.2.call(self.1, self.0)
    }
}

/// The loops around a place.
pub trait Loops {
    /// These loops bind every index of `I`, in its order, outermost first.
    type BindAll<I: IndexList>: Bool;
    /// Number `N` is bound here.
    type Bind<N: Nat>: Bool;
}

/// No loop.
#[derive(Clone, Copy, Debug)]
pub struct Outermost;

/// Loops `L`, and in them one over index `N`.
#[derive(Clone, Copy, Debug)]
pub struct Nested<L, N>(PhantomData<(L, N)>);

impl Loops for Outermost {
    type BindAll<I: IndexList> = I::IsEmpty;
    type Bind<N: Nat> = No;
}

impl<L: Loops, N: Nat> Loops for Nested<L, N> {
    type BindAll<I: IndexList> = Or<And<I::LastIs<N>, L::BindAll<I::Init>>, And<Not<I::LastIs<N>>, L::BindAll<I>>>;
    type Bind<M: Nat> = Or<N::Eq<M>, L::Bind<M>>;
}

/// What a user writes between brackets: a tuple of indices, as many as the tensor has dimensions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of indices",
    note = "an access takes a tuple of index variables, one per dimension: `a.at((j, i))`, `x.at((i,))`, `s.at(())`"
)]
pub trait Indices {
    /// The list.
    type List: IndexList;
    /// How many there are.
    type Rank: Nat;
    /// The list.
    fn list(self) -> Self::List;
}

/// The indices of a tensor of rank `R`: one per dimension.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one index for each dimension of this tensor",
    label = "too many indices, or too few",
    note = "an access takes a tuple of index variables, one per dimension: `a.at((j, i))`, `x.at((i,))`, `s.at(())`"
)]
pub trait IndicesOf<R>: Indices<Rank = R> {}

// Not recommended, so that the compiler says that the number is wrong and not which types stand for it.
#[diagnostic::do_not_recommend]
impl<R, I: Indices<Rank = R>> IndicesOf<R> for I {}

impl Indices for () {
    type List = Nil;
    type Rank = U0;
    #[inline(always)]
    fn list(self) -> Nil {
        Nil
    }
}

macro_rules! index_tuples {
    ($($head:ident $(, $tail:ident)*;)*) => { $(
        impl<$head: IndexTerm, $($tail: IndexTerm),*> Indices for ($head, $($tail,)*) {
            type List = Cons<$head, <($($tail,)*) as Indices>::List>;
            type Rank = Succ<<($($tail,)*) as Indices>::Rank>;
            #[inline(always)]
            #[allow(non_snake_case)]
            fn list(self) -> Self::List {
                let ($head, $($tail,)*) = self;
                Cons($head, ($($tail,)*).list())
            }
        }
    )* };
}

index_tuples! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, G;
}
