//! `Array`: what tensors and expressions do element by element, and how they are reduced.

use super::axis::HasAxis;
use super::dims::OneDimension;
use super::expr::{Clipped, Column, Op3, OuterOf, Transposed};
use super::infer::FillOf;
use super::join::{Concatenated, Diagonal, Lifted, Padded, Picked, Spread};
use super::place::{ArgReduced, PlaceNumbers, extreme, with_index};
use super::uncomputed::{ArrayOperand, OperandValue};
use super::view::Stretches;
use crate::imports::*;
use finch_traits::algebra::fill::FindFill;
use finch_traits::algebra::operator::TernaryOp;
use finch_traits::algebra::operators::{self, Cast, CastTo, Sqrt, Square};
use finch_traits::algebra::{By, Number, reducers};
use finch_traits::view::OneForEach;

macro_rules! binary_methods {
    ($($(#[$doc:meta])* $method:ident: $op:ident;)*) => { $(
        $(#[$doc])*
        fn $method<'a, B: ArrayOperand<Self::T, operators::$op>>(
            &'a self,
            other: B,
        ) -> Uncomputed<Op2<operators::$op, Self::Expr<'a>, B::Expr>> {
            Uncomputed(Op2 { op: operators::$op, a: self.uncomputed().0, b: other.operand() })
        }
    )* };
}

/// Declares methods that say where the values are that a reducer keeps, and by which one along an axis.
macro_rules! places {
    ($($(#[$doc:meta])+ $place:ident: $reducer:ident, $(#[$axis_doc:meta])+ $axis:ident: $by:ident;)+) => { $(
        $(#[$doc])+
        ///
        /// # Errors
        ///
        /// [`Mismatch`](crate::ErrorKind::Mismatch): operands whose extents differ. [`TooLarge`](crate::ErrorKind::TooLarge): the product
        /// of the extents is no `usize`.
        /// [`Unresolved`](crate::ErrorKind::Unresolved): a view has no extent of its own, as a moved one.
        fn $place(&self) -> Result<Option<(Shape<Self::Rank>, Self::T)>>
        where
            Self::Rank: PlaceNumbers,
            reducers::$reducer: Identity<Self::T>,
            operators::Eq: BinaryOp<Self::T, Self::T, Out = bool>,
        {
            extreme(reducers::$reducer, self.uncomputed().0)
        }

        $(#[$axis_doc])+
        fn $axis<'a, const AXIS: usize>(&'a self) -> ArgReduced<reducers::$by, Self::Expr<'a>, AXIS>
        where
            Self::Rank: HasAxis<AXIS> + AlongAxis<AXIS>,
            reducers::$by: Identity<By<Self::T, usize>>,
        {
            Reduced::new(reducers::$by, with_index(self.uncomputed().0))
        }
    )+ };
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $method:ident, $(#[$axis_doc:meta])* $along:ident: $op:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        ///
        /// Those of [`reduce`](Self::reduce).
        fn $method(&self) -> Result<Self::T>
        where
            reducers::$op: Identity<Self::T>,
        {
            self.reduce(reducers::$op)
        }

        $(#[$axis_doc])*
        fn $along<'a, const AXIS: usize>(&'a self) -> Reduced<reducers::$op, Self::Expr<'a>, AXIS>
        where
            Self::Rank: HasAxis<AXIS>,
            reducers::$op: Identity<Self::T>,
        {
            self.reduce_axis(reducers::$op)
        }
    )* };
}

/// Tensors and [expressions](Uncomputed), as operands of what is computed element by element.
///
/// `+`, `-`, `*`, `/`, `%`, `&`, `|`, `^` and unary `-` and `!` are operators, on references to tensors and on expressions. What has
/// no operator in Rust is a method of this trait. Each takes constant time: it makes an expression, or a reduction along an axis, of
/// which nothing is computed yet. Reductions to one value are computed at once.
pub trait Array {
    /// The type of the values.
    type T: Copy + 'static;
    /// How many dimensions there are.
    type Rank: Dims;
    /// The expression that this is.
    type Expr<'a>: ArrayExpr<T = Self::T, Rank = Self::Rank>
    where
        Self: 'a;

    /// This array as an expression.
    fn uncomputed(&self) -> Uncomputed<Self::Expr<'_>>;

    binary_methods! {
        /// The lesser of each value and the other's.
        min: Min;
        /// The greater of each value and the other's.
        max: Max;
        /// Whether values are equal to the other's.
        eq_to: Eq;
        /// Whether values differ from the other's.
        ne_to: Ne;
        /// Whether values are less than the other's.
        lt: Lt;
        /// Whether values are less than the other's, or equal.
        le: Le;
        /// Whether values are greater than the other's.
        gt: Gt;
        /// Whether values are greater than the other's, or equal.
        ge: Ge;
        /// Each value, or the other's where this one is missing, as it is beyond the extents of a permissive view.
        coalesce: Coalesce;
    }

    /// Each value, or `low` where it is less, or `high` where it is greater: `self.max(low).min(high)`, in the format of that. NaN stays.
    ///
    /// Types do not know numbers, so between two of them the result is dense. [`everywhere`](super::everywhere) is a bound that they know.
    #[doc(alias = "clamp")]
    fn clip<'a, L: ArrayOperand<Self::T, operators::Max>, H: ArrayOperand<Self::T, operators::Min>>(
        &'a self,
        low: L,
        high: H,
    ) -> Uncomputed<Clipped<Self::Expr<'a>, L::Expr, H::Expr>> {
        let (op, a, b) = (operators::Max, self.uncomputed().0, low.operand());
        let (op, a, b) = (operators::Min, Op2 { op, a, b }, high.operand());
        Uncomputed(Op2 { op, a, b })
    }

    /// `op` of each value: an operator of [the library](finch_traits::algebra::operators), or of one's own with its laws, as
    /// [`function!`](finch_traits::algebra::function) makes one of a closure.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    /// use finch_formats::traits::algebra::operators::Sqrt;
    /// use finch_formats::traits::algebra::{Unary, function};
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 4.0), ([1, 2], 9.0)], Add)?;
    /// // The root of zero is zero, so what is not stored need not be.
    /// let roots: Csr<f64> = a.map(Sqrt).compute()?;
    /// assert_eq!(roots.to_dense()?, [0.0, 2.0, 0.0, 0.0, 0.0, 3.0]);
    /// // Of a closure nothing is known, unless one says so.
    /// let less: Csr<f64> = a.map(function!(|x: f64| -> f64 { x - 1.0 }; 0 => 0)).compute()?;
    /// assert_eq!(less.to_dense()?, [0.0, 3.0, 0.0, 0.0, 0.0, 8.0]);
    /// let all: Matrix<f64> = a.map(Unary(|x: f64| x - 1.0)).compute()?;
    /// assert_eq!(all.to_dense()?, [-1.0, 3.0, -1.0, -1.0, -1.0, 8.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn map<'a, O: UnaryOp<Self::T>>(&'a self, op: O) -> Uncomputed<Op1<O, Self::Expr<'a>>> {
        Uncomputed(Op1 {
            op,
            a: self.uncomputed().0,
        })
    }

    /// Each value as one of type `To`, converted as by [`Cast`]: `a.cast::<f32>().compute()?`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[doc(alias = "astype")]
    fn cast<'a, To: Copy + 'static>(&'a self) -> Uncomputed<Op1<Cast<To>, Self::Expr<'a>>>
    where
        Self::T: CastTo<To>,
    {
        self.map(Cast::new())
    }

    /// `op` of each value and the other's: an operator of [the library](finch_traits::algebra::operators), or of one's own with its
    /// laws.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zip_map<'a, B: ArrayOperand<Self::T, O>, O: BinaryOp<Self::T, <B::Expr as ArrayExpr>::T>>(
        &'a self,
        other: B,
        op: O,
    ) -> Uncomputed<Op2<O, Self::Expr<'a>, B::Expr>> {
        Uncomputed(Op2 {
            op,
            a: self.uncomputed().0,
            b: other.operand(),
        })
    }

    /// The values of `then` where this is true, those of `otherwise` where it is false. Numbers are written
    /// [`uniform(2.0)`](super::uniform).
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 4.0), ([1, 2], -9.0)], Add)?;
    /// let b = Csr::from_triplets([2, 3], [([0, 1], 1.0), ([0, 2], 2.0)], Add)?;
    /// let c: Csr<f64> = a.gt(&b).select(&a, &b).compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 4.0, 2.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select<'a, A: Array, B: Array>(
        &'a self,
        then: &'a A,
        otherwise: &'a B,
    ) -> Uncomputed<Op3<operators::Select, Self::Expr<'a>, A::Expr<'a>, B::Expr<'a>>>
    where
        operators::Select: TernaryOp<Self::T, A::T, B::T>,
    {
        Uncomputed(Op3 {
            op: operators::Select,
            a: self.uncomputed().0,
            b: then.uncomputed().0,
            c: otherwise.uncomputed().0,
        })
    }

    /// The matrix with rows and columns exchanged, where it can be read so: dense ones, packed halves, and what operators make of them.
    fn t<'a>(&'a self) -> Uncomputed<Transposed<Self::Expr<'a>>>
    where
        Self: Array<Rank = U2>,
        Self::Expr<'a>: AnyOrder,
    {
        Uncomputed(Transposed(self.uncomputed().0))
    }

    /// This array with one more dimension, the innermost, along which it is the same everywhere: a vector as a column beside a matrix.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 4.0), ([1, 2], 9.0)], Add)?;
    /// let (rows, columns) = (Vector::from(vec![1.0, 10.0]), Vector::from(vec![1.0, 2.0, 3.0]));
    /// let scaled = (rows.column() * &a * &columns).compute()?;
    /// assert_eq!(scaled.to_dense()?, [0.0, 8.0, 0.0, 0.0, 0.0, 270.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn column<'a>(&'a self) -> Uncomputed<Column<Self::Expr<'a>>> {
        Uncomputed(Spread::new(self.uncomputed().0))
    }

    /// The array at index `at` of axis number `AXIS`, counted from 0, the outermost: `a.pick::<0>(3)` is row 3 of a matrix.
    ///
    /// Along an axis that is not the first one, a sparse array is searched for the index in each of its fibers. An index that is not below
    /// the extent is an [`OutOfBounds`](crate::ErrorKind::OutOfBounds) error when the result is computed.
    #[doc(alias = "index_axis")]
    fn pick<'a, const AXIS: usize>(&'a self, at: usize) -> Uncomputed<Picked<Self::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Picked(self.uncomputed().0, at))
    }

    /// The diagonal of a square matrix, a vector. Each of its places is looked up, which is a search in a sparse row. A matrix that is not
    /// square is a [`Mismatch`](crate::ErrorKind::Mismatch) when the result is computed.
    fn diagonal<'a>(&'a self) -> Uncomputed<Diagonal<Self::Expr<'a>>>
    where
        Self: Array<Rank = U2>,
    {
        Uncomputed(Diagonal(self.uncomputed().0))
    }

    /// The last dimension as two: the number of a stretch of `n` indices, and the index in it. `stretches(2)` of a vector of 6 is a matrix of
    /// 3 by 2.
    ///
    /// An extent that is no multiple of `n` is an [`OutOfBounds`](crate::ErrorKind::OutOfBounds) error when the result is computed.
    #[doc(alias = "reshape")]
    fn stretches<'a>(&'a self, n: usize) -> Uncomputed<Stretches<Self::Expr<'a>>> {
        Uncomputed(Stretches::new(self.uncomputed().0, n))
    }

    /// This array with one more dimension, the outermost, of extent one: a vector as a matrix of one row.
    #[doc(alias = "unsqueeze", alias = "insert_axis")]
    fn lift<'a>(&'a self) -> Uncomputed<Lifted<Self::Expr<'a>>> {
        Uncomputed(Lifted(self.uncomputed().0))
    }

    /// This array, and behind it the other, along axis number `AXIS`, counted from 0, the outermost. When the result is
    /// computed, other extents that differ are a [`Mismatch`](crate::ErrorKind::Mismatch), and a view without an extent of its own, as a moved
    /// one, is [`Unresolved`](crate::ErrorKind::Unresolved). Loops go through one part and then through the other, also where parts are joined
    /// themselves, and take the time of what these store.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([1, 2], [([0, 1], 4.0)], Add)?;
    /// let b = Csr::from_triplets([1, 2], [([0, 0], 9.0)], Add)?;
    /// let wide: Csr<f64> = a.concatenate::<1, _>(&b).compute()?;
    /// assert_eq!(wide.to_dense()?, [0.0, 4.0, 9.0, 0.0]);
    /// let high: Csr<f64> = a.concatenate::<0, _>(&b).compute()?;
    /// assert_eq!(high.to_dense()?, [0.0, 4.0, 9.0, 0.0]);
    /// assert_eq!((wide.shape()[..].to_vec(), high.shape()[..].to_vec()), (vec![1, 4], vec![2, 2]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn concatenate<'a, const AXIS: usize, B: Array<T = Self::T, Rank = Self::Rank>>(
        &'a self,
        other: &'a B,
    ) -> Uncomputed<Concatenated<Self::Expr<'a>, B::Expr<'a>, AXIS>>
    where
        Self::Rank: AlongAxis<AXIS>,
    {
        Uncomputed(Concatenated::new(self.uncomputed().0, other.uncomputed().0))
    }

    /// This array and the other as the two parts of one that has one more dimension, the outermost: two vectors as the rows of a matrix.
    /// Three arrays are stacked by `a.stack(&b).concatenate::<0, _>(&c.lift())`.
    fn stack<'a, B: Array<T = Self::T, Rank = Self::Rank>>(
        &'a self,
        other: &'a B,
    ) -> Uncomputed<Concatenated<Lifted<Self::Expr<'a>>, Lifted<B::Expr<'a>>, 0>> {
        Uncomputed(Concatenated::new(
            Lifted(self.uncomputed().0),
            Lifted(other.uncomputed().0),
        ))
    }

    /// This array with its fill around it: `by` has the number of indices before and behind it for each dimension, outermost first. If types
    /// do not know the fill, there are zeros around it. A view without an extent of its own, as a moved one, is
    /// [`Unresolved`](crate::ErrorKind::Unresolved) when the result is computed.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let x = Vector::from(vec![1.0, 2.0]);
    /// let padded: Vector<f64> = x.pad([[1, 2]]).compute()?;
    /// assert_eq!(padded.values(), [0.0, 1.0, 2.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    fn pad<'a, const N: usize>(
        &'a self,
        by: [[usize; 2]; N],
    ) -> Uncomputed<Padded<Self::Expr<'a>, FillOf<Self::Expr<'a>>, N>>
    where
        Self::Expr<'a>: Infer<T: FindFill>,
        [(); N]: OneForEach<Self::Rank>,
    {
        Uncomputed(Padded::new(self.uncomputed().0, by))
    }

    /// The product of each value with each of the other's. The result has the dimensions of this array, then those of the other.
    /// [`outer_map`](Array::outer_map) takes another operator.
    fn outer<'a, B: ArrayOperand<Self::T, operators::Mul>>(
        &'a self,
        other: B,
    ) -> Uncomputed<OuterOf<operators::Mul, Self::Expr<'a>, B::Expr>>
    where
        operators::Mul: BinaryOp<Self::T, <B::Expr as ArrayExpr>::T>,
    {
        self.outer_map(other, operators::Mul)
    }

    /// `op` of each value with each of the other's. The result has the dimensions of this array, then those of the other.
    fn outer_map<'a, B: ArrayOperand<Self::T, O>, O: BinaryOp<Self::T, <B::Expr as ArrayExpr>::T>>(
        &'a self,
        other: B,
        op: O,
    ) -> Uncomputed<OuterOf<O, Self::Expr<'a>, B::Expr>> {
        let (a, b) = (Spread::new(self.uncomputed().0), other.operand());
        Uncomputed(Op2 { op, a, b })
    }

    /// All values, reduced by `op` from its identity: what no operand stores counts as the fill that it is.
    ///
    /// One nest of loops over what operands store. With `And` and `Or` of booleans, loops end where the result is final.
    ///
    #[doc = include_str!("errors/reduce.md")]
    fn reduce<O: Identity<Self::T>>(&self, op: O) -> Result<Self::T> {
        let expr = self.uncomputed().0;
        let mut temporaries = Default::default();
        expr.prepare(&mut temporaries)?;
        Self::Rank::reduce(op, expr.ready(&temporaries))
    }

    /// The values along axis number `AXIS`, counted from 0, the outermost, reduced by `op`: `a.reduce_axis::<1, _>(Max)`.
    fn reduce_axis<'a, const AXIS: usize, O: Identity<Self::T>>(&'a self, op: O) -> Reduced<O, Self::Expr<'a>, AXIS>
    where
        Self::Rank: HasAxis<AXIS>,
    {
        Reduced::new(op, self.uncomputed().0)
    }

    reductions! {
        /// The sum of all values, in order; that of none is zero. `reduce(FastAdd)` adds in any order, which is faster.
        sum,
        /// The sums along axis number `AXIS`: `a.sum_axis::<1>()` is the sum of each row of a matrix.
        sum_axis: Add;
        /// The product of all values, in order; that of none is one.
        product,
        /// The products along axis number `AXIS`.
        product_axis: Mul;
        /// The least value; infinity if there is none, of integers the largest one that there can be.
        least,
        /// The least values along axis number `AXIS`.
        least_axis: Min;
        /// The greatest value; negative infinity if there is none, of integers the smallest one that there can be.
        greatest,
        /// The greatest values along axis number `AXIS`.
        greatest_axis: Max;
        /// Whether a value is true. Ends with the first one that is.
        any,
        /// Whether a value is true, along axis number `AXIS`.
        any_axis: Or;
        /// Whether all values are true. Ends with the first one that is not.
        all,
        /// Whether all values are true, along axis number `AXIS`.
        all_axis: And;
    }

    places! {
        /// The indices of the least value, outermost first, and the value. Of several places the first is returned; `None` if the array is
        /// empty, or holds nothing but NaN.
        ///
        /// The array is walked through twice: by [`least`](Array::least), and then as far as the place. Places that are not stored have the
        /// value of the fill; a run of equal values, or of fill, is compared once.
        ///
        /// ```
        /// use finch_formats::prelude::*;
        ///
        /// let a = Csr::from_triplets([2, 3], [([0, 1], 4.0), ([1, 2], -9.0)], Add)?;
        /// let (place, least) = a.argmin()?.unwrap();
        /// assert_eq!((place[..].to_vec(), least), (vec![1, 2], -9.0));
        /// // The first of the zeros.
        /// assert_eq!((&a * &a).argmin()?.unwrap().0[..], [0, 0]);
        /// # Ok::<(), finch_formats::Error>(())
        /// ```
        argmin: Min,
        /// The least values along axis number `AXIS`, counted from 0, the outermost. Each is a pair [`By`], whose key is the value, and whose
        /// value is the first index at which it occurs. If the least value is infinity, or there is none, the pair is infinity and 0. Takes time
        /// linear in the product of the extents, whatever is stored.
        ///
        /// ```
        /// use finch_formats::prelude::*;
        ///
        /// let a = Csr::from_triplets([2, 3], [([0, 1], -4.0), ([1, 2], 9.0)], Add)?;
        /// let least = a.argmin_axis::<1>().compute()?;
        /// assert_eq!(least.values(), [By::new(-4.0, 1), By::new(0.0, 0)]);
        /// # Ok::<(), finch_formats::Error>(())
        /// ```
        argmin_axis: MinBy;
        /// The indices of the greatest value, and the value, as [`argmin`](Array::argmin) has those of the least, in the same time.
        argmax: Max,
        /// The greatest values along axis number `AXIS`, with their indices, as [`argmin_axis`](Array::argmin_axis) has the least, in the same
        /// time. If the greatest value is minus infinity, or there is none, the pair is minus infinity and 0.
        argmax_axis: MaxBy;
    }

    /// The sum of the products of values with the other's, of two vectors: `(x * y).sum()`.
    ///
    /// # Errors
    ///
    /// Those of [`reduce`](Self::reduce).
    fn dot<B: ArrayOperand<Self::T, operators::Mul>>(
        &self,
        other: B,
    ) -> Result<<operators::Mul as BinaryOp<Self::T, OperandValue<B, Self::T>>>::Out>
    where
        Self::Rank: OneDimension,
        <B::Expr as ArrayExpr>::Rank: OneDimension,
        operators::Mul: BinaryOp<Self::T, OperandValue<B, Self::T>>,
        reducers::Add: Identity<<operators::Mul as BinaryOp<Self::T, OperandValue<B, Self::T>>>::Out>,
    {
        self.zip_map(other, operators::Mul).reduce(reducers::Add)
    }

    /// The root of the sum of squares of absolute values: of a vector its length, of a matrix the Frobenius norm. That of complex numbers is
    /// a complex number whose imaginary part is 0.
    ///
    /// Squares are added as they are, so values beyond `1e154` overflow.
    ///
    /// # Errors
    ///
    /// Those of [`reduce`](Self::reduce).
    fn norm<M: Number + CastTo<Self::T>>(&self) -> Result<Self::T>
    where
        Self::T: Number<Magnitude = M>,
        Sqrt: UnaryOp<M, Out = M>,
    {
        let squares = self.map(operators::Abs).map(Square).reduce(reducers::Add)?;
        Ok(Sqrt.apply(squares).cast_to())
    }
}
