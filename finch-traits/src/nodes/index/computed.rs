//! Values that are computed outside of loop nests, as soon as all of their indices have values: accesses, and operators of
//! accesses.

use crate::expr::Expr;
use crate::expr::access::{Access, Label};
use crate::expr::map::{Map1, Map2, Map3};
use crate::fiber::Fiber;
use crate::index::list::IndexList;
use crate::index::set::{Both, IndexSet};
use crate::prelude::*;
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

    /// The expression where a workspace of one value was filled: see [`Fiber::filled`](crate::fiber::Fiber::filled).
    #[doc(hidden)]
    fn filled<V: Nat, U: Copy + 'static>(self, value: U) -> Self;

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

    #[inline(always)]
    fn filled<V: Nat, U: Copy + 'static>(self, value: U) -> Self {
        Access::filled::<V, U>(self, value)
    }

    fn affine(self, sum: &mut Affine) {
        self.indices.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        self.indices.describe()
    }
}

macro_rules! operators {
    ($($name:ident: $op:ident, $indices:ty, $($x:ident $X:ident),+;)*) => { $(
        impl<O: $op<$($X::T),+>, $($X: Computed),+> Computed for $name<O, $($X),+> {
            type Indices = $indices;
            type Bind<N: Nat> = $name<O, $($X::Bind<N>),+>;

            #[inline(always)]
            fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
                $name::new(self.op, $(self.$x.bind::<N>(index)),+)
            }

            #[inline(always)]
            fn filled<V: Nat, U: Copy + 'static>(self, value: U) -> Self {
                $name::new(self.op, $(self.$x.filled::<V, U>(value)),+)
            }

            fn affine(self, sum: &mut Affine) {
                $(self.$x.affine(sum);)+
            }

            fn places(&self) -> Vec<Term> {
                [$(self.$x.places()),+].concat()
            }
        }
    )* };
}

operators! {
    Map1: UnaryOp, A::Indices, a A;
    Map2: BinaryOp, Both<A::Indices, B::Indices>, a A, b B;
    Map3: TernaryOp, Both<A::Indices, Both<B::Indices, C::Indices>>, a A, b B, c C;
}
