//! `Uncomputed`: an array expression with operators, and what computes it.

use super::expr::{Elements, Everywhere, Source, Uniform};
use super::infer::Compute;
use super::methods::Array;
use super::reduction::Reduction;
use crate::imports::*;
use finch_traits::algebra;
use finch_traits::algebra::fill::FindFill;
use num_complex::Complex;

/// An array expression: nothing of it is computed, and nothing stored, until its result is asked for.
///
/// It is made by operators on references to tensors, `&a * (&b + &c)`, and by the methods of [`Array`]. However
/// long it is, it is computed by one nest of loops, and no part of it is ever stored, but for [products](super::product) of sparse
/// matrices.
#[must_use = "an array expression does nothing until it is computed"]
#[derive(Clone, Copy, Debug)]
pub struct Uncomputed<E>(pub(crate) E);

impl<L: Level<Rank: Dims>> Array for Tensor<L> {
    type T = L::T;
    type Rank = L::Rank;
    type Expr<'a>
        = Source<'a, L>
    where
        L: 'a;
    fn uncomputed(&self) -> Uncomputed<Source<'_, L>> {
        Uncomputed(Source(self))
    }
}

impl<E: ArrayExpr> Array for Uncomputed<E> {
    type T = E::T;
    type Rank = E::Rank;
    type Expr<'a>
        = E
    where
        E: 'a;
    fn uncomputed(&self) -> Uncomputed<E> {
        *self
    }
}

/// The fill `F` at every index, as an operand: a number that types know, so that laws apply to it.
///
/// ```
/// use finch_formats::array::everywhere;
/// use finch_formats::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], -1.0)], Add)?;
/// // The greater of nothing and zero is zero: the result is as sparse as `a`. Types do not know what a number is.
/// let c: Csr<f64> = a.max(everywhere::<f64, Zero>()).compute()?;
/// let d: Matrix<f64> = a.max(0.0).compute()?;
/// assert_eq!(c, d);
/// # Ok::<(), finch_formats::Error>(())
/// ```
pub fn everywhere<T: Copy + 'static, F: Fill<T>>() -> Uncomputed<Everywhere<T, F>> {
    Uncomputed(Everywhere::HERE)
}

/// `number` at every index, as an operand, where a number alone is none.
pub fn uniform<T: Copy + 'static>(number: T) -> Uncomputed<Uniform<T>> {
    Uncomputed(Uniform(number))
}

/// A type of tensor that a result can be computed as: any that can be written, such as `Csr<f64>`.
#[diagnostic::on_unimplemented(
    message = "a result cannot be computed as `{Self}`",
    note = "it is a tensor that owns its arrays, such as `Matrix<f64>` and `Csr<f64>`"
)]
pub trait NewTensor: Default {
    /// The nest.
    type Level: WriteLevel;
    /// The tensor as an output.
    fn output(&mut self) -> &mut Tensor<Self::Level>;
}

#[diagnostic::do_not_recommend]
impl<L: WriteLevel + Default> NewTensor for Tensor<L> {
    type Level = L;
    fn output(&mut self) -> &mut Tensor<L> {
        self
    }
}

impl<E: ArrayExpr> Uncomputed<E> {
    /// The result, in the format that [follows from types](super#the-format-of-a-result).
    ///
    /// Takes the time of the loops that one would have written for it: one nest of them, over what the operands store.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): operands whose extents differ.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a window ends before it starts, or beyond what it shows.
    /// * [`Unresolved`](crate::ErrorKind::Unresolved): no operand says how long a dimension is, as where a vector alone is a column, or in a
    ///   window of what is [permissive](crate::array::Uncomputed::permissive). [`broadcast_to`](crate::array::Manipulate::broadcast_to) says it.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the index type of the result, or there is not enough memory.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers are divided by zero; in checked mode they overflow.
    pub fn compute<L: WriteLevel + Default>(self) -> Result<Tensor<L>>
    where
        E: Compute<Level = L>,
    {
        let mut out = Tensor::default();
        self.0.compute_into(&mut out)?;
        Ok(out)
    }

    /// How the result is computed: that there is one nest of loops, and for each [product](super::product) whether it is part of them.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::empty([3, 4])?;
    /// let (u, v) = (Matrix::<f64>::empty([3, 2])?, Matrix::<f64>::empty([4, 2])?);
    /// assert_eq!(
    ///     (&a * u.matmul(&v.t())).explain(),
    ///     "product of 3 by 2 and 2 by 4: each value by a loop of its own, inside of the loops around, where it matters\n\
    ///      one nest of loops over the result"
    /// );
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn explain(&self) -> String {
        let mut lines = Vec::new();
        self.0.explain_products(true, &mut lines);
        lines.push("one nest of loops over the result".into());
        lines.join("\n")
    }

    /// The result, in the format that the caller names: `compute_as::<Csr<f64>>()?`. For results whose format types cannot infer, or that
    /// shall have another one.
    ///
    /// Takes the time of one nest of loops over what the operands store, and of writing the result. A sparse format stores every place of
    /// which types do not know that the value is the fill of that format: `compute_as::<Csr<f64>>()` of `&a + 1.0` stores all places.
    ///
    /// # Errors
    ///
    /// * Those of [`compute`](Self::compute).
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single entry per row, or one half of a square.
    pub fn compute_as<R: NewTensor<Level: WriteLevel<T = E::T, Rank = E::Rank>>>(self) -> Result<R> {
        let mut out = R::default();
        self.0.write(out.output())?;
        Ok(out)
    }

    /// Computes the result into `out`: it gets the shape of the result, what it held is replaced, and its memory is reused. For results
    /// that are computed repeatedly. Takes the time of [`compute_as`](Self::compute_as).
    ///
    /// # Errors
    ///
    /// Those of [`compute_as`](Self::compute_as). Then `out` is empty, or holds what did succeed.
    pub fn assign_to<L: WriteLevel<T = E::T, Rank = E::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
        self.0.write(out)
    }
}

/// What may stand beside an array of values of type `T`, with operator `O` between them: a tensor, an expression, or a number of
/// that type.
#[diagnostic::on_unimplemented(
    message = "an array of `{T}` is combined with what is no array or number of that type",
    label = "`{Self}` beside an array of `{T}`",
    note = "operands are `&tensor`, expressions and numbers: `&a * &b`, `&a * (&b + 1.0)`",
    note = "a number has the type of the values: `&a * 2.0` where `a` holds `f64`s, `&a * 2` where it holds integers"
)]
pub trait ArrayOperand<T, O> {
    /// The expression that it is.
    type Expr: ArrayExpr;
    /// The expression that it is.
    fn operand(self) -> Self::Expr;
}

/// The type of the values of `B`, as the right operand of a product whose left values are of type `T`.
pub type OperandValue<B, T> = <<B as ArrayOperand<T, algebra::Mul>>::Expr as ArrayExpr>::T;

macro_rules! operands {
    ($([$($generics:tt)*] $of:ty: $expr:ty, $u:ty, |$this:ident| $made:expr;)*) => { $(
        impl<$($generics)*> ArrayOperand<T, O> for $of
        where
            O: BinaryOp<T, $u>,
        {
            type Expr = $expr;
            fn operand(self) -> $expr {
                let $this = self;
                $made
            }
        }
    )* };
}

operands! {
    [T: FindFill, O] T: Uniform<T>, T, |number| Uniform(number);
    [T, O, E: ArrayExpr] Uncomputed<E>: E, E::T, |expr| expr.0;
    [T, O, E: ArrayExpr] &Uncomputed<E>: E, E::T, |expr| expr.0;
    ['a, T, O, L: Level<Rank: Dims>] &'a Tensor<L>: Source<'a, L>, L::T, |tensor| Source(tensor);
}

macro_rules! slices {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        impl<'a, T: Copy + 'static, O: BinaryOp<T, T>, $($generics)*> ArrayOperand<T, O> for $of
        where
            Zero: Fill<T>,
        {
            type Expr = Elements<'a, T>;
            fn operand(self) -> Elements<'a, T> {
                Elements(self)
            }
        }
    )* };
}

slices! {
    [] &'a [T];
    [] &'a Vec<T>;
    [const N: usize] &'a [T; N];
}

/// The values of a slice as an operand, where a slice alone is none: on the left of an operator, `vector(&x) * &a`.
pub fn vector<T: Copy + 'static>(values: &[T]) -> Uncomputed<Elements<'_, T>>
where
    Zero: Fill<T>,
{
    Uncomputed(Elements(values))
}

macro_rules! binary {
    ($($trait:ident $method:ident $op:ident;)*) => { $(
        binary! { @left $trait $method $op: [E: ArrayExpr] Uncomputed<E>: E, |expr| expr.0 }
        binary! { @left $trait $method $op: [E: ArrayExpr] &Uncomputed<E>: E, |expr| expr.0 }
        binary! { @left $trait $method $op: ['a, L: Level<Rank: Dims>] &'a Tensor<L>: Source<'a, L>, |tensor| Source(tensor) }
        binary! { @left $trait $method $op: [O, E, const AXIS: usize] Reduced<O, E, AXIS>: Reduction<O, E, AXIS>, |of| Reduction::new(of) }
    )* };
    (@left $trait:ident $method:ident $op:ident: [$($generics:tt)*] $of:ty: $expr:ty, |$this:ident| $made:expr) => {
        impl<$($generics)*, B: ArrayOperand<<$expr as ArrayExpr>::T, algebra::$op>> core::ops::$trait<B> for $of
        where
            $expr: ArrayExpr,
        {
            type Output = Uncomputed<Op2<algebra::$op, $expr, B::Expr>>;
            fn $method(self, other: B) -> Self::Output {
                let $this = self;
                Uncomputed(Op2 { op: algebra::$op, a: $made, b: other.operand() })
            }
        }
    };
}

binary! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
    Rem rem Rem;
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

macro_rules! unary {
    ($($trait:ident $method:ident;)*) => { $(
        unary! { @of $trait $method: [E: ArrayExpr] Uncomputed<E>: E, |expr| expr.0 }
        unary! { @of $trait $method: [E: ArrayExpr] &Uncomputed<E>: E, |expr| expr.0 }
        unary! { @of $trait $method: ['a, L: Level<Rank: Dims>] &'a Tensor<L>: Source<'a, L>, |tensor| Source(tensor) }
        unary! { @of $trait $method: [O, E, const AXIS: usize] Reduced<O, E, AXIS>: Reduction<O, E, AXIS>, |of| Reduction::new(of) }
    )* };
    (@of $trait:ident $method:ident: [$($generics:tt)*] $of:ty: $expr:ty, |$this:ident| $made:expr) => {
        impl<$($generics)*> core::ops::$trait for $of
        where
            $expr: ArrayExpr,
            algebra::$trait: UnaryOp<<$expr as ArrayExpr>::T>,
        {
            type Output = Uncomputed<Op1<algebra::$trait, $expr>>;
            fn $method(self) -> Self::Output {
                let $this = self;
                Uncomputed(Op1 { op: algebra::$trait, a: $made })
            }
        }
    };
}

unary! {
    Neg neg;
    Not not;
}

/// Numbers on the left of an operator.
macro_rules! on_the_left {
    ($($t:ty),*) => { $(
        on_the_left! { @each $t: Add add, Sub sub, Mul mul, Div div }
    )* };
    (@each $t:ty: $($trait:ident $method:ident),*) => { $(
        on_the_left! { @one $t, $trait $method: [E: ArrayExpr<T = $t>] Uncomputed<E>: E, |expr| expr.0 }
        on_the_left! { @one $t, $trait $method: ['a, L: Level<T = $t, Rank: Dims>] &'a Tensor<L>: Source<'a, L>, |tensor| Source(tensor) }
        on_the_left! { @one $t, $trait $method: [O, E, const AXIS: usize] Reduced<O, E, AXIS>: Reduction<O, E, AXIS>, |of| Reduction::new(of) }
    )* };
    (@one $t:ty, $trait:ident $method:ident: [$($generics:tt)*] $of:ty: $expr:ty, |$this:ident| $made:expr) => {
        impl<$($generics)*> core::ops::$trait<$of> for $t
        where
            $expr: ArrayExpr<T = $t>,
        {
            type Output = Uncomputed<Op2<algebra::$trait, Uniform<$t>, $expr>>;
            fn $method(self, $this: $of) -> Self::Output {
                Uncomputed(Op2 { op: algebra::$trait, a: Uniform(self), b: $made })
            }
        }
    };
}

on_the_left! { f32, f64, Complex<f32>, Complex<f64>, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }
#[cfg(feature = "half")]
on_the_left! { algebra::half::f16, algebra::half::bf16 }
