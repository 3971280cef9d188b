//! Sums, differences, products and windows of indices.

use crate::error::Result;
use crate::explain::Term;
use crate::index::Index;
use crate::index::affine::Affine;
use crate::index::protocol::{ReadBy, Walking};
use crate::index::set::{Both, IndexSet};
use crate::index::term::{CertainTerm, IndexTerm, never_beyond};
use crate::scope::Scope;
use core::ops::{Add, Mul, Range, Sub};
use finch_algebra::logic::{And, No, Or};
use finch_algebra::nat::Nat;

/// `a + b`: a tensor moved by one of the two, along the other.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(pub A, pub B);

/// `a - b`: a tensor moved by `b`, along `a`. Where `a` has a value first it is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Minus<A, B>(pub A, pub B);

/// `a * b`, which is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Times<A, B>(pub A, pub B);

/// A part of the dimension, of which the index starts at 0.
#[derive(Clone, Copy, Debug)]
pub struct Window<A> {
    term: A,
    lo: usize,
    hi: usize,
}

/// `a + b`.
#[inline(always)]
pub fn plus<A: IndexTerm<IsPermissive = No>, B: IndexTerm<IsPermissive = No>>(a: A, b: B) -> Sum<A, B> {
    Sum(a, b)
}

/// `a - b`.
#[inline(always)]
pub fn minus<A: IndexTerm<IsPermissive = No>, B: IndexTerm<IsPermissive = No>>(a: A, b: B) -> Minus<A, B> {
    Minus(a, b)
}

/// `a * b`.
#[inline(always)]
pub fn times<A: IndexTerm<IsPermissive = No>, B: IndexTerm<IsPermissive = No>>(a: A, b: B) -> Times<A, B> {
    Times(a, b)
}

/// The indices from `range.start` to `range.end` of a dimension, as `term` goes from 0 to how many they are.
pub fn window<A: IndexTerm<IsPermissive = No>>(term: A, range: Range<usize>) -> Window<A> {
    Window {
        term,
        lo: range.start,
        hi: range.end,
    }
}

/// There are none left in the indices of a term.
type IsBound<A> = <<A as IndexTerm>::Indices as IndexSet>::IsNone;

// SAFETY: the sum of what both say; as the index of one grows, the other one stays.
unsafe impl<A: CertainTerm, B: CertainTerm> IndexTerm for Sum<A, B> {
    type Indices = Both<A::Indices, B::Indices>;
    type IsStructural = Or<And<A::IsStructural, IsBound<B>>, And<IsBound<A>, B::IsStructural>>;
    type IsPlain = No;
    type IsChecked = And<A::IsChecked, B::IsChecked>;
    type Protocol = <A::Protocol as ReadBy>::Or<B::Protocol>;
    type Bind<N: Nat> = Sum<A::Bind<N>, B::Bind<N>>;
    never_beyond!();

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Sum(self.0.bind::<N>(index), self.1.bind::<N>(index))
    }

    #[inline(always)]
    fn position(self) -> isize {
        self.0.position().wrapping_add(self.1.position())
    }

    fn affine(self, sum: &mut Affine) {
        self.0.affine(sum);
        self.1.affine(sum)
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.0.infer(scope)?;
        self.1.infer(scope)
    }

    fn describe(self) -> Term {
        self.0.describe().joined("+", self.1.describe())
    }
}

// SAFETY: the difference of what both say; it is structural when what is subtracted has a value.
unsafe impl<A: CertainTerm, B: CertainTerm> IndexTerm for Minus<A, B> {
    type Indices = Both<A::Indices, B::Indices>;
    type IsStructural = And<A::IsStructural, IsBound<B>>;
    type IsPlain = No;
    type IsChecked = And<A::IsChecked, B::IsChecked>;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = Minus<A::Bind<N>, B::Bind<N>>;
    never_beyond!();

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Minus(self.0.bind::<N>(index), self.1.bind::<N>(index))
    }

    #[inline(always)]
    fn position(self) -> isize {
        self.0.position().wrapping_sub(self.1.position())
    }

    fn affine(self, sum: &mut Affine) {
        self.0.affine(sum);
        sum.subtract(|sum| self.1.affine(sum))
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.0.infer(scope)?;
        self.1.infer(scope)
    }

    fn describe(self) -> Term {
        self.0.describe().joined("-", self.1.describe())
    }
}

// SAFETY: the product of what both say, which is never moved to.
unsafe impl<A: CertainTerm, B: CertainTerm> IndexTerm for Times<A, B> {
    type Indices = Both<A::Indices, B::Indices>;
    type IsStructural = No;
    type IsPlain = No;
    type IsChecked = No;
    type Protocol = Walking;
    type Bind<N: Nat> = Times<A::Bind<N>, B::Bind<N>>;
    never_beyond!();

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Times(self.0.bind::<N>(index), self.1.bind::<N>(index))
    }

    #[inline(always)]
    fn position(self) -> isize {
        self.0.position().saturating_mul(self.1.position())
    }

    fn affine(self, sum: &mut Affine) {
        sum.inexact(|sum| {
            self.0.affine(sum);
            self.1.affine(sum)
        })
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.0.infer(scope)?;
        self.1.infer(scope)
    }

    fn describe(self) -> Term {
        self.0.describe().joined("*", self.1.describe()).looked_up()
    }
}

// SAFETY: what is inside, moved.
unsafe impl<A: CertainTerm> IndexTerm for Window<A> {
    type Indices = A::Indices;
    type IsStructural = A::IsStructural;
    type IsPlain = No;
    type IsChecked = A::IsChecked;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = Window<A::Bind<N>>;
    never_beyond!();

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Window {
            term: self.term.bind::<N>(index),
            lo: self.lo,
            hi: self.hi,
        }
    }

    #[inline(always)]
    fn position(self) -> isize {
        self.term.position().wrapping_add(self.lo as isize)
    }

    #[inline(always)]
    fn part(self) -> Option<Range<usize>> {
        match self.term.part() {
            None => Some(self.lo..self.hi),
            Some(part) => {
                let end = part.end.saturating_add(self.lo).min(self.hi);
                Some(part.start.saturating_add(self.lo).min(end)..end)
            }
        }
    }

    fn affine(self, sum: &mut Affine) {
        let mut own = Affine::new();
        self.term.affine(&mut own);
        own.within(self.lo, self.hi);
        sum.join(&own)
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.term.infer(scope)
    }

    fn describe(self) -> Term {
        self.term.describe().within(self.lo, self.hi)
    }
}

macro_rules! operators {
    ($([$($generics:tt)*] $left:ty;)*) => { $(
        impl<$($generics)*> Add<usize> for $left {
            type Output = Sum<Self, usize>;
            #[inline(always)]
            fn add(self, other: usize) -> Self::Output {
                Sum(self, other)
            }
        }

        impl<$($generics)*, M: Nat> Add<Index<M>> for $left {
            type Output = Sum<Self, Index<M>>;
            #[inline(always)]
            fn add(self, other: Index<M>) -> Self::Output {
                Sum(self, other)
            }
        }

        impl<$($generics)*> Sub<usize> for $left {
            type Output = Minus<Self, usize>;
            #[inline(always)]
            fn sub(self, other: usize) -> Self::Output {
                Minus(self, other)
            }
        }

        impl<$($generics)*> Mul<usize> for $left {
            type Output = Times<Self, usize>;
            #[inline(always)]
            fn mul(self, other: usize) -> Self::Output {
                Times(self, other)
            }
        }
    )* };
}

operators! {
    [N: Nat] Index<N>;
    [A: IndexTerm, B: IndexTerm] Sum<A, B>;
    [A: IndexTerm, B: IndexTerm] Minus<A, B>;
    [A: IndexTerm, B: IndexTerm] Times<A, B>;
}

impl<A: IndexTerm, B: IndexTerm, M: Nat> Sub<Index<M>> for Sum<A, B> {
    type Output = Minus<Self, Index<M>>;
    #[inline(always)]
    fn sub(self, other: Index<M>) -> Self::Output {
        Minus(self, other)
    }
}
