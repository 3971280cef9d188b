//! Values that are computed outside of loop nests, as soon as all of their indices have values: accesses, and operators of
//! accesses.

use crate::description::Term;
use crate::expr::Expr;
use crate::expr::access::{Access, Label};
use crate::expr::map::{Map1, Map2, Map3};
use crate::fiber::Fiber;
use crate::index::list::IndexList;
use crate::index::set::{Both, IndexSet};
use crate::scope::affine::Affine;
use finch_algebra::nat::Nat;
use finch_algebra::operator::{BinaryOp, TernaryOp, UnaryOp};

/// An expression that is computed as a whole when its last index has a value.
#[diagnostic::on_unimplemented(
    message = "this value cannot name a place",
    label = "not an access, or a function of accesses",
    note = "a place is named by accesses, numbers, and functions of them: `a[x[i]]`, `a[f(x[i])]`; a name that `let` gave is not \
            among these: write out in the brackets what it stands for"
)]
pub trait Computed: Expr {
    /// Its indices that are not bound.
    type Indices: IndexSet;
    /// The expression when index `N` has a value.
    type Bind<N: Nat>: Computed<T = Self::T>;

    /// The expression when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;

    /// Adds its indices.
    fn affine(self, sum: &mut Affine);

    /// The places of its accesses.
    fn places(&self) -> Vec<Term>;
}

impl<F: Fiber, I: IndexList, M: Label> Computed for Access<F, I, M> {
    type Indices = I::Indices;
    type Bind<N: Nat> = Access<F, I::Bind<N>, M>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Access::bind::<N>(self, index)
    }

    fn affine(self, sum: &mut Affine) {
        self.indices.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        self.indices.describe()
    }
}

impl<O: UnaryOp<A::T>, A: Computed> Computed for Map1<O, A> {
    type Indices = A::Indices;
    type Bind<N: Nat> = Map1<O, A::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Map1::new(self.op, self.a.bind::<N>(index))
    }

    fn affine(self, sum: &mut Affine) {
        self.a.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        self.a.places()
    }
}

impl<O: BinaryOp<A::T, B::T>, A: Computed, B: Computed> Computed for Map2<O, A, B> {
    type Indices = Both<A::Indices, B::Indices>;
    type Bind<N: Nat> = Map2<O, A::Bind<N>, B::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Map2::new(self.op, self.a.bind::<N>(index), self.b.bind::<N>(index))
    }

    fn affine(self, sum: &mut Affine) {
        self.a.affine(sum);
        self.b.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        [self.a.places(), self.b.places()].concat()
    }
}

impl<O: TernaryOp<A::T, B::T, C::T>, A: Computed, B: Computed, C: Computed> Computed for Map3<O, A, B, C> {
    type Indices = Both<A::Indices, Both<B::Indices, C::Indices>>;
    type Bind<N: Nat> = Map3<O, A::Bind<N>, B::Bind<N>, C::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Map3::new(
            self.op,
            self.a.bind::<N>(index),
            self.b.bind::<N>(index),
            self.c.bind::<N>(index),
        )
    }

    fn affine(self, sum: &mut Affine) {
        self.a.affine(sum);
        self.b.affine(sum);
        self.c.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        [self.a.places(), self.b.places(), self.c.places()].concat()
    }
}
