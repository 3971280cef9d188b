//! Views in which two dimensions stand for one.

use crate::index::arithmetic::{CalculatedProduct, CalculatedQuotient, CalculatedRemainder};
use crate::upper::*;
use crate::view::axis::{AxisNumber, Join, ListPlace};
use crate::view::rearrange::Rearrange;
use finch_algebra::nat::Succ;

/// `Term` of what permits nothing, permitted what `A` or `B` is.
type As<A, B, Term> = Permissive<Term, Not<Or<<A as IndexTerm>::IsPermissive, <B as IndexTerm>::IsPermissive>>>;

/// The place that two indices make: `outer * n + inner`.
pub type Split<A, B> = As<A, B, Sum<CalculatedProduct<<A as IndexTerm>::Bare, usize>, <B as IndexTerm>::Bare>>;

/// `outer * n + inner`: one dimension as stretches of `n` indices each.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn split<A: IndexTerm, B: IndexTerm>(outer: A, inner: B, n: usize) -> Split<A, B> {
    Permissive::new(Sum::new(CalculatedProduct::new(outer.bare(), n), inner.bare()))
}

/// `Term` of what permits nothing, permitted what `A` is.
type AsOf<A, Term> = Permissive<Term, Not<<A as IndexTerm>::IsPermissive>>;

/// The outer one of the two indices that make a place: `place / n`.
pub type Quotient<A> = AsOf<A, CalculatedQuotient<<A as IndexTerm>::Bare, usize>>;

/// The inner one of the two indices that make a place: `place % n`.
pub type Remainder<A> = AsOf<A, CalculatedRemainder<<A as IndexTerm>::Bare, usize>>;

/// `place / n`: the number of the stretch of `n` indices in which a place is. It is looked up.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn quotient<A: IndexTerm>(place: A, n: usize) -> Quotient<A> {
    Permissive::new(CalculatedQuotient::new(place.bare(), n))
}

/// `place % n`: the index within its stretch of `n` indices. It is looked up.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn remainder<A: IndexTerm>(place: A, n: usize) -> Remainder<A> {
    Permissive::new(CalculatedRemainder::new(place.bare(), n))
}

macro_rules! pairs {
    ($($(#[$doc:meta])* $name:ident by $join:ident: $term:ident;)*) => { $(
        /// How they are joined.
        #[derive(Clone, Copy, Debug)]
        pub struct $join;

        impl Sealed for $join {}
        impl Join for $join {
            type Term<A: IndexTerm, B: IndexTerm> = As<A, B, $term<A::Bare, B::Bare>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn term<A: IndexTerm, B: IndexTerm>(a: A, b: B) -> Self::Term<A, B> {
                Permissive::new($term::new(a.bare(), b.bare()))
            }
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<A>(PhantomData<A>);

        impl<A> $name<A> {
            /// The view.
            #[inline]
            #[allow(clippy::new_without_default)]
            pub fn new() -> Self {
                $name(PhantomData)
            }
        }

        impl<A> Sealed for $name<A> {}
        impl<A: AxisNumber> Rearrange for $name<A> {
            type Rank<R: Nat> = Succ<R>;
            type Axes<X: AxisList> = <A::Place as ListPlace>::Twice<X>;
            type List<I: IndexList> = <A::Place as ListPlace>::Joined<I, $join>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
                A::Place::HERE.join::<_, $join>(indices)
            }
        }
    )* };
}

pairs! {
    /// Dimension `A` as two, whose indices are added.
    Toeplitz by Added: Sum;
    /// Dimension `A` as two, whose indices are multiplied.
    Products by Multiplied: CalculatedProduct;
}
