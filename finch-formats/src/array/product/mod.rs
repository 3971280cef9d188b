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
//! Row by row, the rows of the right operand that an entry of the left one selects are added up in a workspace of one row, which is then
//! copied to the result: Gustavson's order. If the result is dense they are added up in it.

use super::dims::{Dims, Take};
use super::expr::{AnyOrder, ArrayExpr, OnReady, Source, Write, agreed};
use super::infer::Infer;
use super::kinds::{Keep, Kinds};
use super::methods::Array;
use super::uncomputed::{ArrayOperand, Uncomputed};
use crate::imports::*;
use finch_traits::algebra::logic::{And, Bool, If, No, Not};
use finch_traits::algebra::nat::{Name, Named};
use finch_traits::algebra::operator::FoldBinary;
use finch_traits::algebra::semiring::{PlusTimes, Semiring};
use finch_traits::algebra::typenum::{U3, U4, U5, U6, U7};
use finch_traits::expr::map::Map2;
use finch_traits::expr::overload::Constant;
use finch_traits::expr::total::Total;
use finch_traits::index::set::IndexSet;
use finch_traits::index::{Cons, Index, IndexList};

mod rows;

use rows::ByRows;
pub use rows::InRows;

/// The sum, over the last dimension of `A` and the first one of `B`, of their products, over semiring `S`. `How` is one of [`Folded`],
/// [`Either`] and [`Stored`].
#[derive(Debug)]
pub struct Product<S, A, B, How> {
    a: A,
    b: B,
    kind: PhantomData<(S, How)>,
}

impl<S, A: Copy, B: Copy, How> Clone for Product<S, A, B, How> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, A: Copy, B: Copy, How> Copy for Product<S, A, B, How> {}

/// Each value of the product is computed by a loop of its own.
#[derive(Clone, Copy, Debug)]
pub struct Folded;

/// Each value is computed by a loop of its own in an expression; a product that stands alone is computed row by row.
#[derive(Clone, Copy, Debug)]
pub struct Either;

/// The product is computed row by row, in an expression into a temporary tensor.
#[derive(Clone, Copy, Debug)]
pub struct Stored;

/// The names of the indices that are summed over.
mod names {
    use super::Name;

    names! { R "r", S "s", T "t" }
}

/// Whether index number `N` is among `I`.
type Has<I, N> = <<I as IndexList>::Indices as IndexSet>::Has<N>;

/// The number of an index that is not among `I`: of three products within each other the innermost has the third.
type Fresh<I> = <Has<I, U7> as Bool>::SelectNat<
    <Has<I, U6> as Bool>::SelectNat<Named<U5, names::T>, Named<U6, names::S>>,
    Named<U7, names::R>,
>;

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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(a: A, b: B) -> Self {
        Product {
            a,
            b,
            kind: PhantomData,
        }
    }

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
        self.a.explain_products(false, to);
        self.b.explain_products(false, to);
        let extent = |extent: Result<Option<usize>>| match extent {
            Ok(Some(extent)) => extent.to_string(),
            _ => "?".into(),
        };
        let shape = |rank: usize, of: &dyn Fn(usize) -> Result<Option<usize>>| {
            let extents: Vec<String> = (0..rank).rev().map(|axis| extent(of(axis))).collect();
            extents.join(" by ")
        };
        let a = shape(A::Rank::USIZE, &|axis| self.a.extent(axis));
        let b = shape(B::Rank::USIZE, &|axis| self.b.extent(axis));
        to.push(format!("product of {a} and {b}: {how}"));
    }

    fn check_both(&self) -> Result<()> {
        if self.inner()?.is_none() {
            return Err(error!(
                Unresolved,
                "neither factor of a product has an extent along the dimension that is summed over"
            ));
        }
        self.a.check()?;
        self.b.check()
    }
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

impl<S, A, B, How> Infer for Product<S, A, B, How>
where
    S: Semiring<A::T>,
    A: Infer,
    B: Infer<T = A::T>,
    Self: ArrayExpr<T = A::T>,
{
    type Fill = <Skips<S, A::T, A::Fill, B::Fill> as Bool>::Select<KnownZero<S, A::T>, Unknown>;
    type Always = Unknown;
    type Kinds = KindsOf<S, A, B>;
}

/// What is done with two factors of values `T` and ranks `A` and `B` that have one nest of loops each.
trait OnFactors<T, A, B> {
    /// What it returns.
    type Out;
    /// Goes on with the factors.
    fn call<L: ArrayExpr<T = T, Rank = A>, R: ArrayExpr<T = T, Rank = B>>(self, a: L, b: R) -> Result<Self::Out>;
}

struct ThenRight<B, K>(B, K);
struct ThenBoth<A, K>(A, K);

impl<T: Copy + 'static, R: Dims, B: ArrayExpr<T = T>, K: OnFactors<T, R, B::Rank>> OnReady<T, R> for ThenRight<B, K> {
    type Out = K::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<E: ArrayExpr<T = T, Rank = R>>(self, a: E) -> Result<K::Out> {
        self.0.ready(ThenBoth(a, self.1))
    }
}

impl<T: Copy + 'static, R: Dims, A: ArrayExpr<T = T>, K: OnFactors<T, A::Rank, R>> OnReady<T, R> for ThenBoth<A, K> {
    type Out = K::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<E: ArrayExpr<T = T, Rank = R>>(self, b: E) -> Result<K::Out> {
        self.1.call(self.0, b)
    }
}

/// Goes on with the product of the factors, folded.
struct Fold<S, K>(K, PhantomData<S>);

impl<T, A, B, S, K> OnFactors<T, A, B> for Fold<S, K>
where
    T: Copy + 'static,
    A: Dims,
    B: Dims,
    S: Semiring<T>,
    K: OnReady<T, <B::Down as Dims>::Plus<A::Down>>,
{
    type Out = K::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<L: ArrayExpr<T = T, Rank = A>, R: ArrayExpr<T = T, Rank = B>>(self, a: L, b: R) -> Result<K::Out> {
        self.0.call(Product::<S, L, R, Folded>::new(a, b))
    }
}

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

macro_rules! products {
    ($($how:ident [$($bounds:tt)*] at $at:ty, |$this:ident| $texts:expr, { $($items:item)* })*) => { $(
        impl<S, A, B> ArrayExpr for Product<S, A, B, $how>
        where
            S: Semiring<A::T>,
            $($bounds)*
        {
            type T = A::T;
            type Rank = RankOf<A, B>;
            type At<I: IndexList> = $at;
            fn extent(&self, axis: usize) -> Result<Option<usize>> {
                self.extent_along(axis)
            }
            fn check(&self) -> Result<()> {
                self.check_both()
            }
            fn explain_products(&self, is_alone: bool, to: &mut Vec<String>) {
                let $this = self;
                let [alone, within] = $texts;
                $this.explain_as(if is_alone { alone } else { within }, to)
            }
            $(#[cfg_attr(not(debug_assertions), inline(always))] $items)*
        }
    )* };
}

products! {
    Folded [A: ArrayExpr, B: ArrayExpr<T = A::T>] at At<S, A, B, I>, |_of| [BY_VALUES; 2], {
        fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
            self.folded(indices)
        }
        fn ready<K: OnReady<A::T, Self::Rank>>(self, then: K) -> Result<K::Out> {
            self.a.ready(ThenRight(self.b, Fold::<S, K>(then, PhantomData)))
        }
    }
    Either [A: Infer<Rank: InRows<B::Rank, SparseRows<S, A, B>>>, B: Infer<T = A::T>] at At<S, A, B, I>, |_of| [if B::TURNED { BY_VALUES } else { BY_ROWS }, BY_VALUES], {
        fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
            self.folded(indices)
        }
        fn ready<K: OnReady<A::T, Self::Rank>>(self, then: K) -> Result<K::Out> {
            self.a.ready(ThenRight(self.b, Fold::<S, K>(then, PhantomData)))
        }
        fn write<L: WriteLevel<T = A::T, Rank = Self::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
            self.check()?;
            if B::TURNED {
                self.ready(Write(out))
            } else {
                self.a.ready(ThenRight(self.b, ByRows::<S, SparseRows<S, A, B>, L>::new(out)))
            }
        }
    }
    Stored [
        A: Infer<Rank: InRows<B::Rank, SparseRows<S, A, B>>>, B: Infer<T = A::T>,
        TemporaryOf<S, A, B>: WriteLevel<T = A::T, Rank = RankOf<A, B>> + Default
    ] at Constant<A::T>, |_of| [BY_ROWS, BEFORE], {
        fn at<I: IndexList>(self, _indices: I) -> Self::At<I> {
            const {
                panic!(
                    "a product whose right factor is sparse is neither viewed nor computed in parts: compute it first, and use its result"
                )
            }
        }
        fn ready<K: OnReady<A::T, Self::Rank>>(self, then: K) -> Result<K::Out> {
            let mut product = Tensor::<TemporaryOf<S, A, B>>::default();
            self.write(&mut product)?;
            then.call(Source(&product))
        }
        fn write<L: WriteLevel<T = A::T, Rank = Self::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
            self.check()?;
            self.a.ready(ThenRight(self.b, ByRows::<S, SparseRows<S, A, B>, L>::new(out)))
        }
    }
}

/// Whether a dimension of kinds `K` is looked up: everything along it is stored, and not in runs.
type IsFull<K> = And<Not<<K as Kinds>::Sparse>, Not<<K as Kinds>::Flat>>;

/// Ranks that a right factor can have beside a left one of rank `A`.
#[diagnostic::on_unimplemented(
    message = "an array of rank `{A}` is not multiplied with one of rank `{Self}`",
    label = "no factor of a matrix product",
    note = "`matmul` takes two matrices, a vector and a matrix, or an array of two to four dimensions and a vector",
    note = "`x.dot(&y)?` is of two vectors; `a.tensordot(&b)` takes any right factor that is read in any order, as dense ones are"
)]
pub trait MatrixFactor<A>: Dims {
    /// How the product is computed if this factor is of kinds `K`: [`Folded`], [`Either`] or [`Stored`].
    type How<K: Kinds>;
}

macro_rules! factors {
    ($($left:ident $right:ident |$k:ident| $how:ty;)*) => { $(
        impl MatrixFactor<$left> for $right {
            type How<$k: Kinds> = $how;
        }
    )* };
}

/// How the product is computed with a matrix of kinds `K`.
type WithMatrix<K> = If<And<IsFull<K>, IsFull<<K as Kinds>::Outer>>, Either, Stored>;

factors! {
    U2 U1 |K| Folded;
    U3 U1 |K| Folded;
    U4 U1 |K| Folded;
    U1 U2 |K| WithMatrix<K>;
    U2 U2 |K| WithMatrix<K>;
}

/// The product of `A` and `B` over semiring `S`.
pub type ProductOf<S, A, B> =
    Product<S, A, B, <<B as ArrayExpr>::Rank as MatrixFactor<<A as ArrayExpr>::Rank>>::How<<B as Infer>::Kinds>>;

/// Products of arrays.
pub trait Multiply: Array {
    /// The matrix product: of two matrices, of a vector and a matrix, or of an array of two to four dimensions and a vector. Sums are
    /// taken in order, over the last dimension of this array and the first one of the other;
    /// [`matmul_semiring`](Self::matmul_semiring) over [`FastPlusTimes`](finch_traits::algebra::semiring::FastPlusTimes) takes them in any
    /// order, which is faster. [How it is computed](self#) follows from the right factor.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let (u, v) = (Matrix::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0])?, Matrix::from_dense([3, 2], &[1.0; 6])?);
    /// let x = Vector::from(vec![1.0, 10.0, 100.0]);
    ///
    /// let y: Vector<f64> = a.matmul(&x).compute()?;
    /// assert_eq!(y.values(), [20.0, 400.0]);
    /// // One value of the product for each entry of `a`, and no other.
    /// let sampled: Csr<f64> = (&a * u.matmul(&v.t())).compute()?;
    /// assert_eq!(sampled.to_dense()?, [0.0, 6.0, 0.0, 0.0, 0.0, 28.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn matmul<'a, B: ArrayOperand<Self::T, <PlusTimes as Semiring<Self::T>>::Times>>(
        &'a self,
        other: B,
    ) -> Uncomputed<ProductOf<PlusTimes, Self::Expr<'a>, B::Expr>>
    where
        PlusTimes: Semiring<Self::T>,
        B::Expr: Infer<T = Self::T, Rank: MatrixFactor<Self::Rank>>,
    {
        self.matmul_semiring(PlusTimes, other)
    }

    /// [`matmul`](Self::matmul) over a semiring.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn matmul_semiring<'a, S: Semiring<Self::T>, B: ArrayOperand<Self::T, S::Times>>(
        &'a self,
        _semiring: S,
        other: B,
    ) -> Uncomputed<ProductOf<S, Self::Expr<'a>, B::Expr>>
    where
        B::Expr: Infer<T = Self::T, Rank: MatrixFactor<Self::Rank>>,
    {
        Uncomputed(Product::new(self.uncomputed().0, other.operand()))
    }

    /// The sum of products over the last dimension of this array and the first one of the other. The result has the other dimensions of
    /// this array, then those of the other. Each value is computed by a loop of its own, in which the other array is read along its
    /// first dimension: it is dense, or can be read in any order like that.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let x = Cube::from_dense([1, 2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    /// let b = Matrix::from_dense([2, 3], &[1.0, 0.0, 1.0, 0.0, 1.0, 1.0])?;
    /// let y: Cube<f64> = x.tensordot(&b).compute()?;
    /// assert_eq!(y.to_dense()?, [1.0, 2.0, 3.0, 3.0, 4.0, 7.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tensordot<'a, B: ArrayOperand<Self::T, <PlusTimes as Semiring<Self::T>>::Times>>(
        &'a self,
        other: B,
    ) -> Uncomputed<Product<PlusTimes, Self::Expr<'a>, B::Expr, Folded>>
    where
        PlusTimes: Semiring<Self::T>,
        B::Expr: ArrayExpr<T = Self::T> + AnyOrder,
    {
        self.tensordot_semiring(PlusTimes, other)
    }

    /// [`tensordot`](Self::tensordot) over a semiring.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tensordot_semiring<'a, S: Semiring<Self::T>, B: ArrayOperand<Self::T, S::Times>>(
        &'a self,
        _semiring: S,
        other: B,
    ) -> Uncomputed<Product<S, Self::Expr<'a>, B::Expr, Folded>>
    where
        B::Expr: ArrayExpr<T = Self::T> + AnyOrder,
    {
        Uncomputed(Product::new(self.uncomputed().0, other.operand()))
    }
}

impl<A: Array + ?Sized> Multiply for A {}
