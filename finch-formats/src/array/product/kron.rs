//! Kronecker products: each value of one array times all of another.

use super::kron_rows::KronRows;
use super::multiply::IsFull;
use super::{BEFORE, Folded, FoldedOrStored, KnownZero, Skips, Stored, Summed, explain};
use crate::array::expr::{ready_before, ready_parts};
use crate::array::join::There;
use crate::array::kinds::Zip;
use crate::imports::*;
use finch_traits::expr::Expr;
use finch_traits::expr::overload::{PlacesWithin, places};
use finch_traits::view::{Quotient, Remainder, quotient, remainder};

product! {
    /// The Kronecker product of `A` and `B` over semiring `S`: at each place the value of `A` at the quotients of its indices by the extents
    /// of `B`, times that of `B` at the remainders. `How` is one of [`Folded`], [`FoldedOrStored`] and [`Stored`].
    Kron
}

/// Ranks that a right factor of a Kronecker product can have beside a left one of rank `A`.
#[diagnostic::on_unimplemented(
    message = "these two arrays have no Kronecker product",
    label = "neither two matrices nor two vectors",
    note = "`kron` takes two matrices or two vectors; a vector is a matrix of one row as `x.lift()`",
    note = "`a.outer(&b)` is each value times each other one, with the dimensions of both"
)]
pub trait KronFactor<A>: Dims {
    /// How the product is computed if the factors are of kinds `L` and `R`: [`FoldedOrStored`] or [`Stored`].
    type How<L: Kinds, R: Kinds>;
}

/// How the product is computed if all dimensions are full, or not.
type HowFull<Full> = If<Full, FoldedOrStored, Stored>;

// Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
#[diagnostic::do_not_recommend]
impl KronFactor<U1> for U1 {
    type How<L: Kinds, R: Kinds> = HowFull<And<IsFull<L>, IsFull<R>>>;
}

#[diagnostic::do_not_recommend]
impl KronFactor<U2> for U2 {
    type How<L: Kinds, R: Kinds> = HowFull<And<And<IsFull<L>, IsFull<L::Outer>>, And<IsFull<R>, IsFull<R::Outer>>>>;
}

/// The Kronecker product of the arrays `A` and `B` over the semiring `S`: [`Multiply::kron`](crate::array::Multiply::kron) makes it. How it
/// is computed follows from what both store.
pub type KronOf<S, A, B> = Kron<
    S,
    A,
    B,
    <<B as ArrayExpr>::Rank as KronFactor<<A as ArrayExpr>::Rank>>::How<<A as Infer>::Kinds, <B as Infer>::Kinds>,
>;

/// Ranks of which there are Kronecker products: one and two. Its types and functions say which indices of the factors belong to an index of
/// the product.
pub trait KronRank: KronRows {
    /// The indices of the left factor where the product is read at `I`, innermost first.
    type Left<I: IndexList>: IndexList;
    /// The indices of the right factor.
    type Right<I: IndexList>: IndexList;
    /// The places of the product.
    type Within<I: IndexList>: Expr<T = bool>;
    /// The indices of the left factor, if the right one has extents `inner`, innermost first.
    fn left<I: IndexList>(indices: I, inner: [usize; 2]) -> Self::Left<I>;
    /// The indices of the right factor.
    fn right<I: IndexList>(indices: I, inner: [usize; 2]) -> Self::Right<I>;
    /// The places of the product, which has extents `all`, innermost first.
    fn within<I: IndexList>(indices: I, all: [usize; 2]) -> Self::Within<I>;
}

impl KronRank for U1 {
    type Left<I: IndexList> = Cons<Quotient<I::Head>, I::Tail>;
    type Right<I: IndexList> = Cons<Remainder<I::Head>, I::Tail>;
    type Within<I: IndexList> = PlacesWithin<1, Take<U1, I>>;
    fn left<I: IndexList>(indices: I, [n, _]: [usize; 2]) -> Self::Left<I> {
        let (i, rest) = indices.split();
        Cons(quotient(i, n), rest)
    }
    fn right<I: IndexList>(indices: I, [n, _]: [usize; 2]) -> Self::Right<I> {
        let (i, rest) = indices.split();
        Cons(remainder(i, n), rest)
    }
    fn within<I: IndexList>(indices: I, [n, _]: [usize; 2]) -> Self::Within<I> {
        expr_of(places([n], U1::take(indices, Nil)))
    }
}

impl KronRank for U2 {
    type Left<I: IndexList> = Cons<Quotient<I::Head>, <U1 as KronRank>::Left<I::Tail>>;
    type Right<I: IndexList> = Cons<Remainder<I::Head>, <U1 as KronRank>::Right<I::Tail>>;
    type Within<I: IndexList> = PlacesWithin<2, Take<U2, I>>;
    fn left<I: IndexList>(indices: I, [n, m]: [usize; 2]) -> Self::Left<I> {
        let (i, rest) = indices.split();
        Cons(quotient(i, n), U1::left(rest, [m, 1]))
    }
    fn right<I: IndexList>(indices: I, [n, m]: [usize; 2]) -> Self::Right<I> {
        let (i, rest) = indices.split();
        Cons(remainder(i, n), U1::right(rest, [m, 1]))
    }
    fn within<I: IndexList>(indices: I, [n, m]: [usize; 2]) -> Self::Within<I> {
        expr_of(places([m, n], U2::take(indices, Nil)))
    }
}

/// A value of the product at the indices `I`.
type At<S, A, B, I> = Map2<
    There,
    <<A as ArrayExpr>::Rank as KronRank>::Within<I>,
    Map2<
        <S as Semiring<<A as ArrayExpr>::T>>::Times,
        <A as ArrayExpr>::At<<<A as ArrayExpr>::Rank as KronRank>::Left<I>>,
        <B as ArrayExpr>::At<<<A as ArrayExpr>::Rank as KronRank>::Right<I>>,
    >,
>;

/// The extent of dimension number `axis` of the right factor, and that of the product.
pub(super) fn extents<A: ArrayExpr, B: ArrayExpr>(a: &A, b: &B, axis: usize) -> Result<(usize, usize)> {
    ensure!(let (Some(outer), Some(inner)) = (a.extent(axis)?, b.extent(axis)?), else Unresolved,
        "a factor of a Kronecker product has no extent of its own along dimension {axis}, counted from the last one");
    ensure!(let Some(all) = outer.checked_mul(inner), else TooLarge,
        "the Kronecker product of extents {outer} and {inner} has too many places");
    Ok((inner, all))
}

impl<S, A, B, How> Kron<S, A, B, How>
where
    S: Semiring<A::T>,
    A: ArrayExpr<Rank: KronRank>,
    B: ArrayExpr<T = A::T, Rank = A::Rank>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn folded<I: IndexList>(self, indices: I) -> At<S, A, B, I> {
        // No tensor has extents of which nothing is known: `check` says so.
        let of = |axis| extents(&self.a, &self.b, axis).unwrap_or((1, usize::MAX));
        let (columns, rows) = (of(0), if A::Rank::USIZE > 1 { of(1) } else { (1, 1) });
        // Without places there is nothing to divide by.
        let inner = [columns.0.max(1), rows.0.max(1)];
        let a = self.a.at(A::Rank::left(indices, inner));
        let b = self.b.at(A::Rank::right(indices, inner));
        let within = A::Rank::within(indices, [columns.1, rows.1]);
        Map2::new(There, within, Map2::new(S::times(), a, b))
    }

    fn extent_along(&self, axis: usize) -> Result<Option<usize>> {
        match axis < A::Rank::USIZE {
            true => extents(&self.a, &self.b, axis).map(|(_, all)| Some(all)),
            false => Ok(None),
        }
    }

    fn explain_as(&self, how: &str, to: &mut Vec<String>) {
        explain("Kronecker product", &self.a, &self.b, how, to)
    }

    /// `out .= a ⊗ b`, row by row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_rows<Sparse: Bool, L: WriteLevel<T = A::T, Rank = A::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
        self.check_both()?;
        let mut of = <(A::Temporaries, B::Temporaries)>::default();
        self.a.prepare(&mut of.0)?;
        self.b.prepare(&mut of.1)?;
        A::Rank::by_rows::<Sparse, S, _, _, _>(self.a.ready(&of.0), self.b.ready(&of.1), out)
    }

    fn check_both(&self) -> Result<()> {
        for axis in 0..A::Rank::USIZE {
            extents(&self.a, &self.b, axis)?;
        }
        self.a.check()?;
        self.b.check()
    }
}

/// The kinds of the product of `A` and `B`: sparse where those of either are, and the fill of this one annihilates.
type KindsOf<S, A, B> = Summed<
    Zip<
        <A as Infer>::Kinds,
        <B as Infer>::Kinds,
        Skips<S, <A as ArrayExpr>::T, <A as Infer>::Fill, <B as Infer>::Always>,
        Skips<S, <A as ArrayExpr>::T, <A as Infer>::Always, <B as Infer>::Fill>,
        Skips<S, <A as ArrayExpr>::T, <A as Infer>::Fill, <B as Infer>::Fill>,
    >,
    Yes,
>;

inferred!(Kron);

const LOOKED_UP: &str = "each value by looking up one of each factor, inside of the loops around, where it matters";
const BY_ROWS: &str = "row by row, each in a workspace of one row";

/// Whether rows of the product of `A` and `B` are sparse.
type SparseRows<S, A, B> = <KindsOf<S, A, B> as Kinds>::Sparse;

/// The levels of the temporary tensor for the product of `A` and `B`.
type TemporaryOf<S, A, B> = <<A as ArrayExpr>::Rank as Dims>::Nest<
    KindsOf<S, A, B>,
    Element<<A as ArrayExpr>::T, <S as Semiring<<A as ArrayExpr>::T>>::Zero>,
>;

products! {
    Kron of rank A::Rank, [A: ArrayExpr<Rank: KronRank>, B: ArrayExpr<T = A::T, Rank = A::Rank>] LOOKED_UP,
    by rows [A: Infer<Rank: KronRank>, B: Infer<T = A::T, Rank = A::Rank>] in parts No
}
