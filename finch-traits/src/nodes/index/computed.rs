//! Values that are computed outside of loop nests, as soon as all of their indices have values: accesses, and operators of
//! accesses.

use crate::expr::map::{Map1, Map2, Map3};
use crate::expr::variable::Variable;
use crate::knot::*;
use finch_algebra::operator::{BinaryOp, TernaryOp, UnaryOp};

/// An expression that is computed as a whole when its last index has a value.
#[diagnostic::on_unimplemented(
    message = "this value cannot name a place",
    label = "not an access, a name that `let` gave, or a function of these",
    note = "a place is named by accesses, by what `let` names, by numbers, and by functions of them: `a[x[i]]`, `a[p]`, `a[f(x[i])]`"
)]
pub trait Computed: Expr {
    /// Its indices that are not bound.
    type Indices: IndexSet;
    /// The expression when index `N` has a value.
    type Bind<N: Nat>: Computed<T = Self::T>;
    /// The expression when variable `V` has a value.
    #[doc(hidden)]
    type Given<V: Nat>: Computed<T = Self::T>;

    /// The expression when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;

    /// The expression when variable `V` has a value: see [`IndexTerm::given`](crate::index::IndexTerm::given).
    #[doc(hidden)]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V>;

    /// Adds its indices.
    fn affine(self, sum: &mut Affine);

    /// The places of its accesses.
    fn places(&self) -> Vec<Term>;
}

impl<F: Fiber, I: IndexList, M: Label> Computed for Access<F, I, M> {
    type Indices = I::Indices;
    type Bind<N: Nat> = Access<F, I::Bind<N>, M>;
    type Given<V: Nat> = Access<F, I::Given<V>, M>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Access::bind::<N>(self, index)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        Access::given::<V, U>(self, value, known)
    }

    fn affine(self, sum: &mut Affine) {
        self.indices.affine(sum)
    }

    fn places(&self) -> Vec<Term> {
        self.indices.describe()
    }
}

impl<V: Nat, T: Copy + 'static, K: Known, IsBound: Bool> Computed for Variable<V, T, K, IsBound> {
    type Indices = Just<NumberOf<V>, IsBound>;
    type Bind<N: Nat> = Self;
    type Given<W: Nat> = Variable<V, T, K, Or<IsBound, V::Eq<W>>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, _index: usize) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<W: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<W> {
        self.now::<W, _, _, U>(value, known)
    }

    fn affine(self, sum: &mut Affine) {
        sum.variable(V::VALUE)
    }

    fn places(&self) -> Vec<Term> {
        vec![Term::variable(V::VALUE, IsBound::VALUE)]
    }
}

macro_rules! operators {
    ($($name:ident: $op:ident, $indices:ty, $($x:ident $X:ident),+;)*) => { $(
        impl<O: $op<$($X::T),+>, $($X: Computed),+> Computed for $name<O, $($X),+> {
            type Indices = $indices;
            type Bind<N: Nat> = $name<O, $($X::Bind<N>),+>;
            type Given<V: Nat> = $name<O, $($X::Given<V>),+>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
                $name::new(self.op, $(self.$x.bind::<N>(index)),+)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
                $name::new(self.op, $(self.$x.given::<V, U>(value, known)),+)
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
    Map2: BinaryOp, Union<A::Indices, B::Indices>, a A, b B;
    Map3: TernaryOp, Union<A::Indices, Union<B::Indices, C::Indices>>, a A, b B, c C;
}
