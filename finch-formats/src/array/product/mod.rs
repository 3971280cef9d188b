//! Products of arrays within expressions: sums over an index that the result does not have.
//!
//! A product stands in an expression like any other operand. How it is computed is decided by the types of its operands:
//!
//! | the right operand | the product is | alone | in an expression |
//! |---|---|---|---|
//! | a vector, or turned, as `v.t()` | *folded* | each value by a loop of its own, inside of the loops over the result | the same, where the value matters |
//! | another matrix that is stored densely | folded | row by row | each value by a loop of its own, where it matters |
//! | any other matrix | *stored* | row by row | computed first, into a temporary tensor |
//!
//! Over one dimension, `a.tensordot(&b)` and `a.tensordot_axis::<1, 0, _>(&b)`, and over two, `a.tensordot_axes::<(U1, U2), (U0, U1), _>(&b)`,
//! products are folded. Their right operand can be read in any order.
//!
//! Row by row, the rows of the right operand that an entry of the left one selects are added up in a workspace of one row, which is then
//! copied to the result: Gustavson's order. If the result is dense they are added up in it.
//!
//! # Kronecker products
//!
//! | the operands of `a.kron(&b)` | the product is | alone | in an expression |
//! |---|---|---|---|
//! | both store everything | *folded* | row by row | each value by looking up one of each operand, where it matters |
//! | others | *stored* | row by row | computed first, into a temporary tensor |
//!
//! Row by row, each entry of a row of `a` is multiplied with each one of a row of `b` in a workspace of one row, which is then copied to the
//! result. That takes time linear in the rows of the result, and in the number of entries of `a` times that of `b`.

use super::expr::{agreed, ready_before, ready_parts};
use super::kinds::Keep;
use crate::imports::*;
use finch_traits::algebra::nat::Named;
use finch_traits::algebra::operator::FoldBinary;
use finch_traits::expr::total::Total;
use finch_traits::index::set::IndexSet;

/// Implements `ArrayExpr` for products of each kind: values by loops of their own, as `$values` says, and rows in a way that has a name, too.
/// What is folded or stored is `unless` a condition holds written row by row.
macro_rules! products {
    (
        $of:ident of rank $rank:ty, [$($bounds:tt)*] $values:ident $(unless $folds:expr)?,
        by rows [$($by_rows:tt)*] in parts $in_parts:ident
    ) => {
        products! { @$of Folded rank $rank, [$($bounds)*] at At<S, A, B, I>, [$values; 2], {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
                self.folded(indices)
            }
            ready_parts!($of { a: A, b: B; => kind: PhantomData }, is $of<S, A::Ready<'t>, B::Ready<'t>, Folded>);
        } }
        products! { @$of FoldedOrStored rank $rank, [$($by_rows)*] at At<S, A, B, I>, [BY_ROWS, $values] $(, $values if $folds)?, {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
                self.folded(indices)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<L: WriteLevel<T = A::T, Rank = Self::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
                $(if $folds {
                    return $of::<S, A, B, Folded>::new(self.a, self.b).write(out);
                })?
                self.by_rows::<SparseRows<S, A, B>, L>(out)
            }
            ready_parts!($of { a: A, b: B; => kind: PhantomData }, is $of<S, A::Ready<'t>, B::Ready<'t>, Folded>);
        } }
        products! { @$of Stored rank $rank, [
            $($by_rows)*, TemporaryOf<S, A, B>: WriteLevel<T = A::T, Rank = $rank> + Default + 'static
        ] at Constant<A::T>, [BY_ROWS, BEFORE], {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn at<I: IndexList>(self, _indices: I) -> Self::At<I> {
                const { panic!("a product that is computed first is read where it is stored") }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<L: WriteLevel<T = A::T, Rank = Self::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
                self.by_rows::<SparseRows<S, A, B>, L>(out)
            }
            ready_before!(TemporaryOf<S, A, B>, by rows in parts $in_parts, |of, product| of.write(product));
        } }
    };
    (@$of:ident $how:ident rank $rank:ty, [$($bounds:tt)*] at $at:ty, $texts:expr $(, $alone:ident if $folds:expr)?, { $($items:item)* }) => {
        impl<S, A, B> ArrayExpr for $of<S, A, B, $how>
        where
            S: Semiring<A::T>,
            $($bounds)*
        {
            type T = A::T;
            type Rank = $rank;
            type At<I: IndexList> = $at;
            fn extent(&self, axis: usize) -> Result<Option<usize>> {
                self.extent_along(axis)
            }
            fn check(&self) -> Result<()> {
                self.check_both()
            }
            fn explain_products(&self, is_alone: bool, to: &mut Vec<String>) {
                let [alone, within] = $texts;
                $(let alone = if $folds { $alone } else { alone };)?
                self.explain_as(if is_alone { alone } else { within }, to)
            }
            $($items)*
        }
    };
}

/// The product of two operands over semiring `S`, which is computed as `How` says.
macro_rules! product {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<S, A, B, How> {
            a: A,
            b: B,
            kind: PhantomData<(S, How)>,
        }

        crate::copied!([S, A: Copy, B: Copy, How] $name<S, A, B, How>);

        impl<S, A, B, How> $name<S, A, B, How> {
            pub(super) fn new(a: A, b: B) -> Self {
                let kind = PhantomData;
                $name { a, b, kind }
            }
        }
    };
}

/// Says of products of each kind what is known of their values, and where they are read in any order.
macro_rules! inferred {
    ($of:ident) => {
        impl<S, A, B, How> Infer for $of<S, A, B, How>
        where
            S: Semiring<A::T>,
            A: Infer,
            B: Infer<T = A::T>,
            Self: ArrayExpr<T = A::T>,
        {
            type Fill = <Skips<S, A::T, A::Fill, B::Fill> as Bool>::SelectKnown<KnownZero<S, A::T>, Unknown>;
            type Always = Unknown;
            type Kinds = KindsOf<S, A, B>;
        }

        impl<S, A: AnyOrder, B: AnyOrder> AnyOrder for $of<S, A, B, Folded> {}
        impl<S, A: AnyOrder, B: AnyOrder> AnyOrder for $of<S, A, B, FoldedOrStored> {}

        impl<S, A, B> AnyOrder for $of<S, A, B, Stored>
        where
            S: Semiring<A::T>,
            A: Infer,
            B: Infer<T = A::T>,
            TemporaryOf<S, A, B>: AnyOrder,
        {
        }
    };
}

mod axes;
mod factors;
mod kron;
mod kron_rows;
mod multiply;
mod rows;
#[cfg(feature = "parallel")]
mod rows_in_parts;

pub use axes::{AxisContraction, AxisPair, Contraction, ContractionOf, OneAxis, SummedAxes};
use factors::explain;
pub(super) use factors::shape_of;
pub use kron::{Kron, KronFactor, KronOf, KronRank};
pub use kron_rows::KronRows;
pub use multiply::{MatrixFactor, Multiply, ProductOf};
pub use rows::InRows;
#[cfg(feature = "parallel")]
pub use rows_in_parts::{InRowsInParts, RowsInParts};

product! {
    /// The sum, over the last dimension of `A` and the first one of `B`, of their products, over semiring `S`.
    /// [`Multiply::matmul`] makes it. `How`, one of [`Folded`], [`FoldedOrStored`] and [`Stored`], says how it is
    /// computed.
    Product
}

/// A way to compute a product: each value by a loop of its own, inside of the loops of the expression and only where it matters. Takes no
/// memory.
#[derive(Clone, Copy, Debug)]
pub struct Folded;

/// A way to compute a product: within an expression each value by a loop of its own; alone, row by row.
#[derive(Clone, Copy, Debug)]
pub struct FoldedOrStored;

/// A way to compute a product: row by row, before the loops of the expression, into a temporary tensor that holds all of it.
#[derive(Clone, Copy, Debug)]
pub struct Stored;

/// The names of the indices that are summed over.
mod names {
    crate::tensor::axes::names! { R "r", S "s", T "t", U "u" }
}

/// Whether index number `N` is among `I`.
type Has<I, N> = <<I as IndexList>::Indices as IndexSet>::Has<N>;

/// The number of an index that is not among `I`: of four sums within each other the innermost has the fourth.
type Fresh<I> = Unless<I, U7, names::R, Unless<I, U6, names::S, Unless<I, U5, names::T, Named<U8, names::U>>>>;

/// Number `N`, called `Called`, unless it is among `I`: then `Else`.
type Unless<I, N, Called, Else> = <Has<I, N> as Bool>::SelectNat<Else, Named<N, Called>>;

/// The rank of what `E` has of its dimensions but one.
type Left<E> = <<E as ArrayExpr>::Rank as Dims>::Down;

/// The rank of the product of `A` and `B`.
type RankOf<A, B> = <Left<B> as Dims>::Plus<Left<A>>;

/// The indices of `A`, innermost first, where the product of `A` and `B` is read at `I`.
type OfLeft<B, I> = Cons<Index<Fresh<I>>, <Left<B> as Dims>::Drop<I>>;

/// The indices of `B`, outermost first.
type OfRight<B, I> = Cons<Index<Fresh<I>>, Take<Left<B>, I>>;

/// A value of the product at the indices `I`.
type At<S, A, B, I> = Total<
    Fresh<I>,
    <S as Semiring<<A as ArrayExpr>::T>>::Plus,
    <S as Semiring<<A as ArrayExpr>::T>>::Zero,
    Map2<
        <S as Semiring<<A as ArrayExpr>::T>>::Times,
        <A as ArrayExpr>::At<OfLeft<B, I>>,
        <B as ArrayExpr>::At<Take<<B as ArrayExpr>::Rank, OfRight<B, I>>>,
    >,
>;

impl<S: Semiring<A::T>, A: ArrayExpr, B: ArrayExpr<T = A::T>, How> Product<S, A, B, How> {
    /// The extent of the dimension that is summed over.
    fn inner(&self) -> Result<Option<usize>> {
        agreed(self.a.extent(0)?, self.b.extent(Left::<B>::USIZE)?)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn folded<I: IndexList>(self, indices: I) -> At<S, A, B, I> {
        let index = Index::<Fresh<I>>::new();
        let a = self.a.at(Cons(index, Left::<B>::drop(indices)));
        let b = self
            .b
            .at(B::Rank::take(Cons(index, Left::<B>::take(indices, Nil)), Nil));
        // No tensor has an extent of which nothing is known: `check` says so.
        let end = self.inner().ok().flatten().unwrap_or(usize::MAX);
        Total::new(index, end, S::plus(), Map2::new(S::times(), a, b))
    }

    fn extent_along(&self, axis: usize) -> Result<Option<usize>> {
        match axis.checked_sub(Left::<B>::USIZE) {
            Some(axis) => self.a.extent(axis + 1),
            None => self.b.extent(axis),
        }
    }

    /// Appends what is done with the product, and with products in its factors.
    fn explain_as(&self, how: &str, to: &mut Vec<String>) {
        explain("product", &self.a, &self.b, how, to)
    }

    /// `out .= a b`, row by row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_rows<Sparse, L>(self, out: &mut Tensor<L>) -> Result<()>
    where
        A::Rank: InRows<B::Rank, Sparse>,
        L: WriteLevel<T = A::T, Rank = RankOf<A, B>>,
    {
        self.check_both()?;
        let mut of = <(A::Temporaries, B::Temporaries)>::default();
        self.a.prepare(&mut of.0)?;
        self.b.prepare(&mut of.1)?;
        A::Rank::by_rows::<S, _, _, _>(self.a.ready(&of.0), self.b.ready(&of.1), out)
    }

    fn check_both(&self) -> Result<()> {
        check_factors(self.inner()?, &self.a, &self.b)
    }
}

/// The factors are fine, and one of them has an extent along the dimension that is summed over.
fn check_factors(inner: Option<usize>, a: &impl ArrayExpr, b: &impl ArrayExpr) -> Result<()> {
    ensure!(inner.is_some(), else Unresolved,
        "neither factor of a product has an extent along the dimension that is summed over");
    a.check()?;
    b.check()
}

/// What is known of the product of values of which `L` and `R` are known.
type KnownProduct<S, T, L, R> = FoldBinary<<S as Semiring<T>>::Times, T, T, L, R>;

/// What is known of the zero.
type KnownZero<S, T> = <<S as Semiring<T>>::Zero as Fill<T>>::Known;

/// Whether a sum skips products of values of which `L` and `R` are known.
type Skips<S, T, L, R> = <<S as Semiring<T>>::Plus as Reducer<T>>::Skip<KnownProduct<S, T, L, R>, KnownZero<S, T>>;

/// The innermost dimensions of a product, of which `K` are the kinds in the right operand: sparse where these are, if `Keeps`.
#[derive(Clone, Copy, Debug)]
pub struct Summed<K, Keeps>(PhantomData<(K, Keeps)>);

impl<K: Kinds, Keeps: Bool> Kinds for Summed<K, Keeps> {
    type Sparse = And<K::Sparse, Keeps>;
    // Rows whose runs and blocks begin elsewhere are added up value by value.
    type Flat = No;
    type Chunked = Not<Self::Sparse>;
    type Single = Not<Self::Sparse>;
    type Outer = Summed<K::Outer, Keeps>;
}

/// The kinds of the product of `A` and `B`.
type KindsOf<S, A, B> = <Left<B> as Dims>::Inside<
    Summed<<B as Infer>::Kinds, Skips<S, <A as ArrayExpr>::T, <A as Infer>::Always, <B as Infer>::Fill>>,
    Keep<
        <<A as Infer>::Kinds as Kinds>::Outer,
        Skips<S, <A as ArrayExpr>::T, <A as Infer>::Fill, <B as Infer>::Always>,
    >,
>;

inferred!(Product);

const BY_VALUES: &str = "each value by a loop of its own, inside of the loops around, where it matters";
const BY_ROWS: &str = "row by row, each added up in a workspace of one row";
const BEFORE: &str = "computed before the loops, row by row, into a temporary tensor";

/// Whether columns of the product of `A` and `B` are sparse.
type SparseRows<S, A, B> = <KindsOf<S, A, B> as Kinds>::Sparse;

/// The levels of the temporary tensor for the product of `A` and `B`.
type TemporaryOf<S, A, B> = <RankOf<A, B> as Dims>::Nest<
    KindsOf<S, A, B>,
    Element<<A as ArrayExpr>::T, <S as Semiring<<A as ArrayExpr>::T>>::Zero>,
>;

products! {
    Product of rank RankOf<A, B>, [A: ArrayExpr, B: ArrayExpr<T = A::T>] BY_VALUES unless B::TURNED,
    by rows [A: Infer<Rank: InRows<B::Rank, SparseRows<S, A, B>>>, B: Infer<T = A::T>] in parts Yes
}
