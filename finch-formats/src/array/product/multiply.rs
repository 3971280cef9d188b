//! The methods that make products, and how these are computed.

use super::axes::{AxisContraction, AxisPair, Contraction, ContractionOf};
use super::kron::{Kron, KronFactor, KronOf};
use super::{Folded, FoldedOrStored, Product, Stored};
use crate::array::methods::Array;
use crate::array::uncomputed::ArrayOperand;
use crate::imports::*;
use finch_traits::algebra::semiring::PlusTimes;

/// Whether a dimension of kinds `K` is looked up: everything along it is stored, and not in runs.
pub(super) type IsFull<K> = And<Not<<K as Kinds>::Sparse>, Not<<K as Kinds>::Flat>>;

/// Ranks that a right factor can have beside a left one of rank `A`.
#[diagnostic::on_unimplemented(
    message = "these two arrays have no matrix product",
    label = "not a right factor of this array",
    note = "`matmul` takes two matrices, a vector and a matrix, or an array of two to four dimensions and a vector",
    note = "`x.dot(&y)?` is of two vectors; `a.tensordot(&b)` takes any right factor that is read in any order, as dense ones are"
)]
pub trait MatrixFactor<A>: Dims {
    /// How the product is computed if this factor is of kinds `K`: [`Folded`], [`FoldedOrStored`] or [`Stored`].
    type How<K: Kinds>;
}

macro_rules! factors {
    ($($left:ident $right:ident |$k:ident| $how:ty;)*) => { $(
        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl MatrixFactor<$left> for $right {
            type How<$k: Kinds> = $how;
        }
    )* };
}

/// How the product is computed with a matrix of kinds `K`.
type WithMatrix<K> = If<And<IsFull<K>, IsFull<<K as Kinds>::Outer>>, FoldedOrStored, Stored>;

factors! {
    U2 U1 |K| Folded;
    U3 U1 |K| Folded;
    U4 U1 |K| Folded;
    U1 U2 |K| WithMatrix<K>;
    U2 U2 |K| WithMatrix<K>;
}

/// The matrix product of the arrays `A` and `B` over the semiring `S`: [`Multiply::matmul`] makes it. How it is computed follows from the
/// levels of `B`.
pub type ProductOf<S, A, B> =
    Product<S, A, B, <<B as ArrayExpr>::Rank as MatrixFactor<<A as ArrayExpr>::Rank>>::How<<B as Infer>::Kinds>>;

/// Products of arrays: matrix products, tensor contractions and Kronecker products, each an operand of further expressions.
///
/// Each method takes constant time; the product is computed with the expression that it is in. [Products](crate::array::product) says how,
/// and what it costs.
pub trait Multiply: Array {
    /// The matrix product: of two matrices, of a vector and a matrix, or of an array of two to four dimensions and a vector. Sums are
    /// taken in order, over the last dimension of this array and the first one of the other;
    /// [`matmul_semiring`](Self::matmul_semiring) over [`FastPlusTimes`](finch_traits::algebra::semiring::FastPlusTimes) takes them in any
    /// order, which is faster. [How it is computed](super#) follows from the right factor.
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

    /// The sum of products over axis number `P` of this array and `Q` of the other, counted from 0, the outermost: NumPy's
    /// `tensordot(a, b, axes=(0, 1))` is `a.tensordot_axis::<0, 1, _>(&b)`. The result has the other dimensions of this array, then those
    /// of the other. Each value is computed by a loop of its own. The other array is dense, or can be read in any order like that. So is
    /// this array, or its axis is its last one; else it is searched for each product.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let x = Cube::from_dense([1, 2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    /// let b = Matrix::from_dense([1, 2], &[10.0, 100.0])?;
    /// let y: Cube<f64> = x.tensordot_axis::<2, 1, _>(&b).compute()?;
    /// assert_eq!(y.to_dense()?, [210.0, 430.0]);
    /// let y: Cube<f64> = x.tensordot_axis::<1, 1, _>(&b).compute()?;
    /// assert_eq!(y.to_dense()?, [310.0, 420.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[allow(clippy::type_complexity)]
    fn tensordot_axis<'a, const P: usize, const Q: usize, B>(
        &'a self,
        other: B,
    ) -> Uncomputed<AxisContraction<PlusTimes, Self::Expr<'a>, B::Expr, P, Q>>
    where
        PlusTimes: Semiring<Self::T>,
        Self::Rank: AlongAxis<P>,
        B: ArrayOperand<Self::T, <PlusTimes as Semiring<Self::T>>::Times>,
        B::Expr: ArrayExpr<T = Self::T, Rank: AlongAxis<Q>> + AnyOrder,
    {
        self.tensordot_axis_semiring::<P, Q, _, _>(PlusTimes, other)
    }

    /// [`tensordot_axis`](Self::tensordot_axis) over a semiring.
    #[allow(clippy::type_complexity)]
    fn tensordot_axis_semiring<'a, const P: usize, const Q: usize, S: Semiring<Self::T>, B>(
        &'a self,
        _semiring: S,
        other: B,
    ) -> Uncomputed<AxisContraction<S, Self::Expr<'a>, B::Expr, P, Q>>
    where
        Self::Rank: AlongAxis<P>,
        B: ArrayOperand<Self::T, S::Times>,
        B::Expr: ArrayExpr<T = Self::T, Rank: AlongAxis<Q>> + AnyOrder,
    {
        Uncomputed(Contraction::new(self.uncomputed().0, other.operand()))
    }

    /// The sum of products over two dimensions of this array and two of the other, which `P` and `Q` number from 0, the outermost: NumPy's
    /// `tensordot(a, b, axes=([1, 2], [0, 1]))` is `a.tensordot_axes::<(U1, U2), (U0, U1), _>(&b)`. The result has the other dimensions
    /// of this array, then those of the other. Each value is computed by two loops of its own, whichever order the axes are listed in: the
    /// outer one goes over the axis of this array that is outermost, and adds up the sums of the inner one. The other array is dense, or
    /// can be read in any order like that. So is this array, or its axes are its last two; else it is searched for each product.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    /// use finch_formats::traits::algebra::typenum::{U0, U1, U2};
    ///
    /// let x = Cube::from_dense([1, 2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    /// let b = Matrix::from_dense([2, 2], &[1.0, 0.0, 10.0, 100.0])?;
    /// let y: Vector<f64> = x.tensordot_axes::<(U1, U2), (U0, U1), _>(&b).compute()?;
    /// assert_eq!(y.values(), [431.0]);
    /// let y: Vector<f64> = x.tensordot_axes::<(U1, U2), (U1, U0), _>(&b).compute()?;
    /// assert_eq!(y.values(), [421.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn tensordot_axes<'a, P, Q, B: ArrayOperand<Self::T, <PlusTimes as Semiring<Self::T>>::Times>>(
        &'a self,
        other: B,
    ) -> Uncomputed<ContractionOf<PlusTimes, Self::Expr<'a>, B::Expr, P, Q>>
    where
        PlusTimes: Semiring<Self::T>,
        P: AxisPair<Self::Rank>,
        Q: AxisPair<<B::Expr as ArrayExpr>::Rank>,
        B::Expr: ArrayExpr<T = Self::T> + AnyOrder,
    {
        self.tensordot_axes_semiring::<P, Q, _, _>(PlusTimes, other)
    }

    /// [`tensordot_axes`](Self::tensordot_axes) over a semiring.
    fn tensordot_axes_semiring<'a, P, Q, S: Semiring<Self::T>, B: ArrayOperand<Self::T, S::Times>>(
        &'a self,
        _semiring: S,
        other: B,
    ) -> Uncomputed<ContractionOf<S, Self::Expr<'a>, B::Expr, P, Q>>
    where
        P: AxisPair<Self::Rank>,
        Q: AxisPair<<B::Expr as ArrayExpr>::Rank>,
        B::Expr: ArrayExpr<T = Self::T> + AnyOrder,
    {
        Uncomputed(Contraction::new(self.uncomputed().0, other.operand()))
    }

    /// The Kronecker product of two matrices or two vectors: each value of this array times all of the other, at its place. Of `a` and a
    /// matrix `b` of `p` by `q` it is `c[i p + k, j q + l] = a[i, j] b[k, l]`. It is sparse wherever one of both is.
    /// [How it is computed](super#kronecker-products) follows from both factors.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let b = Csr::from_triplets([1, 2], [([0, 0], 1.0), ([0, 1], 10.0)], Add)?;
    /// let c: Csr<f64> = a.kron(&b).compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 2.0, 20.0, 3.0, 30.0, 0.0, 0.0]);
    /// let d: Matrix<f64> = (a.kron(&b) + 1.0).compute()?;
    /// assert_eq!(d.to_dense()?, [1.0, 1.0, 3.0, 21.0, 4.0, 31.0, 1.0, 1.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn kron<'a, B: ArrayOperand<Self::T, <PlusTimes as Semiring<Self::T>>::Times>>(
        &'a self,
        other: B,
    ) -> Uncomputed<KronOf<PlusTimes, Self::Expr<'a>, B::Expr>>
    where
        PlusTimes: Semiring<Self::T>,
        Self::Expr<'a>: Infer,
        B::Expr: Infer<T = Self::T, Rank: KronFactor<Self::Rank>>,
    {
        self.kron_semiring(PlusTimes, other)
    }

    /// [`kron`](Self::kron) over a semiring.
    fn kron_semiring<'a, S: Semiring<Self::T>, B: ArrayOperand<Self::T, S::Times>>(
        &'a self,
        _semiring: S,
        other: B,
    ) -> Uncomputed<KronOf<S, Self::Expr<'a>, B::Expr>>
    where
        Self::Expr<'a>: Infer,
        B::Expr: Infer<T = Self::T, Rank: KronFactor<Self::Rank>>,
    {
        Uncomputed(Kron::new(self.uncomputed().0, other.operand()))
    }
}

impl<A: Array + ?Sized> Multiply for A {}
