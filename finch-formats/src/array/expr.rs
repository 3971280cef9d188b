//! Array expressions: what is computed, as a tree whose leaves are tensors and numbers.

use super::join::Spread;
use crate::imports::*;
use finch_traits::algebra::operator::TernaryOp;
use finch_traits::algebra::operators;
use finch_traits::expr::overload::{self, AccessBy, access_by, constant};
use finch_traits::expr::{Expr, map};
use finch_traits::notation::slice::{Slice, element};

/// An expression over arrays: an expression of a program for whichever indices it is read at.
///
/// Indices are listed innermost first, so that an operand with fewer dimensions takes as many as it has: a vector beside a matrix
/// takes the index of the columns, as in `ndarray`.
pub trait ArrayExpr: Copy {
    /// The type of its values.
    type T: Copy + 'static;
    /// How many dimensions it has: as many as the operand that has most.
    type Rank: Dims;
    /// The expression at indices `I`, innermost first.
    type At<I: IndexList>: Expr<T = Self::T>;
    /// The expression at `indices`, innermost first.
    fn at<I: IndexList>(self, indices: I) -> Self::At<I>;
    /// The extent of dimension number `axis`, counted from 0, the innermost, where an operand says it.
    ///
    /// # Errors
    ///
    /// [`Mismatch`](crate::ErrorKind::Mismatch): operands say different ones. [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a window
    /// reaches beyond what it is a window of.
    fn extent(&self, axis: usize) -> Result<Option<usize>>;
    /// Compares extents that loops do not: those of the parts of joined arrays, which are read beyond their ends. What has operands checks
    /// these.
    ///
    /// # Errors
    ///
    /// Those of [`extent`](Self::extent); [`Unresolved`](crate::ErrorKind::Unresolved): a part has no extent where it ends.
    fn check(&self) -> Result<()>;
    /// Whether its columns, and not its rows, are what is stored one behind the other: it is transposed.
    const TURNED: bool = false;
    /// Appends a line for each product, which says how it is computed. Whether this expression `is_alone` is what is computed.
    fn explain_products(&self, _is_alone: bool, _to: &mut Vec<String>) {}
    /// The tensors that [products](super::product) with loops of their own are computed into, before the loops over this expression.
    type Temporaries: Default;
    /// This expression with temporary tensors in place of these products.
    type Ready<'t>: ArrayExpr<T = Self::T, Rank = Self::Rank>;
    /// Whether this is a product with loops of its own, that several threads write row by row.
    type ByRows: Bool;
    /// Computes these products.
    ///
    /// # Errors
    ///
    /// Those of computing a product.
    fn prepare(&self, temporaries: &mut Self::Temporaries) -> Result<()>;
    /// This expression with `temporaries`, which are prepared, in place of these products.
    fn ready(self, temporaries: &Self::Temporaries) -> Self::Ready<'_>;
    /// `out .= self`.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::assign_to`](super::Uncomputed::assign_to).
    fn write<L: WriteLevel<T = Self::T, Rank = Self::Rank>>(self, out: &mut Tensor<L>) -> Result<()> {
        let mut temporaries = Self::Temporaries::default();
        self.prepare(&mut temporaries)?;
        Self::Rank::assign(self.ready(&temporaries), out)
    }
}

/// What is ready as it is: it has no products. Without operands there is nothing to check, unless it has a check of its own.
macro_rules! always_ready {
    (of no extent) => {
        fn extent(&self, _axis: usize) -> Result<Option<usize>> {
            Ok(None)
        }
        $crate::array::expr::always_ready!();
    };
    () => {
        fn check(&self) -> Result<()> {
            Ok(())
        }
        $crate::array::expr::always_ready!(own check);
    };
    (own check) => {
        type Temporaries = ();
        type Ready<'t> = Self;
        type ByRows = finch_traits::algebra::logic::No;
        fn prepare(&self, _temporaries: &mut ()) -> Result<()> {
            Ok(())
        }
        fn ready(self, _temporaries: &()) -> Self {
            self
        }
    };
}
pub(super) use always_ready;

/// A view of `A` is a view of what that is when it is ready, and of what that explains. It checks that, or has a check of its own.
macro_rules! ready_behind {
    ($a:ident, |$this:ident| $behind:expr, is $ready:ty, |$expr:ident| $made:expr) => {
        fn check(&self) -> Result<()> {
            let $this = self;
            $behind.check()
        }
        $crate::array::expr::ready_behind!(own check; $a, |$this| $behind, is $ready, |$expr| $made);
    };
    (own check; $a:ident, |$this:ident| $behind:expr, is $ready:ty, |$expr:ident| $made:expr) => {
        fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
            let $this = self;
            $behind.explain_products(false, to)
        }
        type Temporaries = $a::Temporaries;
        type Ready<'t> = $ready;
        type ByRows = finch_traits::algebra::logic::No;
        fn prepare(&self, temporaries: &mut Self::Temporaries) -> Result<()> {
            let $this = self;
            $behind.prepare(temporaries)
        }
        fn ready(self, temporaries: &Self::Temporaries) -> Self::Ready<'_> {
            let $this = self;
            let $expr = $behind.ready(temporaries);
            $made
        }
    };
}
pub(super) use ready_behind;

/// What consists of other expressions is ready when they are.
macro_rules! ready_parts {
    ($name:ident { $($x:ident: $X:ident),+; $($kept:ident)? $(=> $new:ident: $value:expr)? }, is $ready:ty) => {
        type Temporaries = ($($X::Temporaries,)+);
        type Ready<'t> = $ready;
        type ByRows = finch_traits::algebra::logic::No;
        fn prepare(&self, ($($x,)+): &mut Self::Temporaries) -> Result<()> {
            $(self.$x.prepare($x)?;)+
            Ok(())
        }
        fn ready(self, ($($x,)+): &Self::Temporaries) -> Self::Ready<'_> {
            $name { $($x: self.$x.ready($x),)+ $($kept: self.$kept,)? $($new: $value,)? }
        }
    };
}
pub(super) use ready_parts;

/// The rest of an `impl` of [`ArrayExpr`] for what is computed first: a temporary tensor when it is ready.
macro_rules! ready_before {
    ($level:ty, by rows in parts $by_rows:ident, |$this:ident, $to:ident| $computed:expr) => {
        type Temporaries = Tensor<$level>;
        type Ready<'t> = $crate::array::expr::Source<'t, $level>;
        type ByRows = $by_rows;
        fn prepare(&self, $to: &mut Self::Temporaries) -> Result<()> {
            let $this = self;
            $computed
        }
        fn ready(self, of: &Self::Temporaries) -> Self::Ready<'_> {
            $crate::array::expr::Source(of)
        }
    };
}
pub(super) use ready_before;

/// A tensor as a leaf of an array expression: what `&a` is in `&a * 2.0`. It borrows the tensor and copies nothing.
#[derive(Debug)]
pub struct Source<'a, L>(pub(super) &'a Tensor<L>);

crate::copied!(['a, L] Source<'a, L>);

impl<'a, L: Level<Rank: Dims>> ArrayExpr for Source<'a, L> {
    type T = L::T;
    type Rank = L::Rank;
    type At<I: IndexList> = AccessBy<'a, Tensor<L>, Take<L::Rank, I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        expr_of(access_by(self.0, L::Rank::take(indices, Nil)))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        Ok(self.0.shape().iter().rev().nth(axis).copied())
    }
    always_ready!();
}

/// A borrowed slice as a leaf of an array expression: a dense vector whose fill is zero. Copies nothing. [`vector`](crate::array::vector)
/// makes it.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a, T>(pub(super) &'a [T]);

impl<'a, T: Copy + 'static> ArrayExpr for Elements<'a, T>
where
    Zero: Fill<T>,
{
    type T = T;
    type Rank = U1;
    type At<I: IndexList> = Access<Slice<'a, T>, Cons<I::Head, Nil>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        expr_of(element(self.0, indices.split().0))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        Ok((axis == 0).then_some(self.0.len()))
    }
    always_ready!();
}

/// A number as a leaf of an array expression: the `2.0` of `&a * 2.0`. It has no dimensions, and no extent.
///
/// Types do not know which number it is, so no law of an operator applies to it; [`Everywhere`] is a number that they know.
#[derive(Clone, Copy, Debug)]
pub struct Uniform<T>(pub(super) T);

impl<T: Copy + 'static> ArrayExpr for Uniform<T> {
    type T = T;
    type Rank = U0;
    type At<I: IndexList> = Constant<T>;
    fn at<I: IndexList>(self, _indices: I) -> Constant<T> {
        expr_of(constant(self.0))
    }
    always_ready!(of no extent);
}

/// The fill `F` at every index, as a leaf of an array expression: a number that types know, so that laws of operators apply to it.
/// [`everywhere`](crate::array::everywhere) makes it.
#[derive(Debug)]
pub struct Everywhere<T, F>(PhantomData<(T, F)>);

impl<T, F> Everywhere<T, F> {
    pub(super) const HERE: Self = Everywhere(PhantomData);
}

crate::copied!([T, F] Everywhere<T, F>);

impl<T: Copy + 'static, F: Fill<T>> ArrayExpr for Everywhere<T, F> {
    type T = T;
    type Rank = U0;
    type At<I: IndexList> = Access<FillFiber<T, F>, Nil>;
    fn at<I: IndexList>(self, _indices: I) -> Self::At<I> {
        expr_of(overload::literal::<T, F>())
    }
    always_ready!(of no extent);
}

/// The extent that operands of extents `a` and `b` have.
pub(super) fn agreed(a: Option<usize>, b: Option<usize>) -> Result<Option<usize>> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Err(error!(
            Mismatch,
            "operands have the extents {a} and {b} along a dimension"
        )),
        _ => Ok(a.or(b)),
    }
}

/// Declares the expression that an operator makes of others.
macro_rules! maps {
    ($(
        $(#[$doc:meta])*
        $name:ident, $map:ident: $op:ident ($($x:ident: $X:ident),+), rank $rank:ty;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<O, $($X),+> {
            pub(super) op: O,
            $(pub(super) $x: $X,)+
        }

        impl<O: $op<$($X::T),+>, $($X: ArrayExpr),+> ArrayExpr for $name<O, $($X),+> {
            type T = O::Out;
            type Rank = $rank;
            type At<I: IndexList> = map::$map<O, $($X::At<I>),+>;
            fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
                map::$map::new(self.op, $(self.$x.at(indices)),+)
            }
            fn extent(&self, axis: usize) -> Result<Option<usize>> {
                let extent = None;
                $(let extent = agreed(extent, self.$x.extent(axis)?)?;)+
                Ok(extent)
            }
            fn check(&self) -> Result<()> {
                $(self.$x.check()?;)+
                Ok(())
            }
            const TURNED: bool = $($X::TURNED)||+;
            fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
                $(self.$x.explain_products(false, to);)+
            }
            ready_parts!($name { $($x: $X),+; op }, is $name<O, $($X::Ready<'t>),+>);
        }
    )* };
}

/// The greater of two ranks.
pub(super) type Greater<A, B> = <A as Dims>::Max<B>;

maps! {
    /// `op(a)` for each value of the array `a`. [`Array::map`](crate::array::Array::map) and unary operators make it.
    Op1, Map1: UnaryOp (a: A), rank A::Rank;
    /// `op(a, b)` for each pair of values of the arrays `a` and `b`, which are aligned at the last dimension. Operators between arrays make
    /// it.
    Op2, Map2: BinaryOp (a: A, b: B), rank Greater<A::Rank, B::Rank>;
    /// `op(a, b, c)` for each triple of values of three arrays, which are aligned at the last dimension.
    /// [`Array::select`](crate::array::Array::select) makes it.
    Op3, Map3: TernaryOp (a: A, b: B, c: C), rank Greater<A::Rank, Greater<B::Rank, C::Rank>>;
}

/// The array that applies the operator `O` to each value of `A` and each value of `B`. It has the dimensions of `A`, then those of `B`.
/// [`Array::outer`](crate::array::Array::outer) makes it.
pub type OuterOf<O, A, B> = Op2<O, Spread<A, <B as ArrayExpr>::Rank>, B>;

/// The values of the array `A`, bounded from below by `L` and from above by `H`. [`Array::clip`](crate::array::Array::clip) makes it.
pub type Clipped<A, L, H> = Op2<operators::Min, Op2<operators::Max, A, L>, H>;

/// The array `A` with one more dimension, the innermost, along which its values are repeated.
/// [`Array::column`](crate::array::Array::column) makes it.
pub type Column<A> = Spread<A, U1>;

/// The matrix `A` with rows and columns exchanged, without a copy. [`Array::t`](crate::array::Array::t) makes it, of matrices that can be
/// read in [any order](AnyOrder).
#[derive(Clone, Copy, Debug)]
pub struct Transposed<A>(pub(super) A);

/// The first two of `I` exchanged.
type Exchanged<I> = Cons<
    <<I as IndexList>::Tail as IndexList>::Head,
    Cons<<I as IndexList>::Head, <<I as IndexList>::Tail as IndexList>::Tail>,
>;

impl<A: ArrayExpr<Rank = U2>> ArrayExpr for Transposed<A> {
    type T = A::T;
    type Rank = U2;
    type At<I: IndexList> = A::At<Exchanged<I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        let (i, rest) = indices.split();
        let (j, rest) = rest.split();
        self.0.at(Cons(j, Cons(i, rest)))
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        1_usize.checked_sub(axis).map_or(Ok(None), |axis| self.0.extent(axis))
    }
    const TURNED: bool = !A::TURNED;
    ready_behind!(A, |of| of.0, is Transposed<A::Ready<'t>>, |expr| Transposed(expr));
}

/// What is read in any order of its indices without searching: dense nests, halves that are stored packed, numbers, and whatever
/// operators make of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be transposed in an expression: it is stored by rows, and would be searched for each entry of a column",
    label = "a sparse operand has no `t()`",
    note = "a sparse matrix is transposed first, by a kernel, `let b = transpose::transposed(&a)?;`, and `&b` stands in the expression",
    note = "a sparse product is computed and transposed first, `let c = transpose::transposed(&a.matmul(&b).compute()?)?;`",
    note = "dense matrices and packed halves can be transposed in an expression"
)]
pub trait AnyOrder {}

impl<L: Level + AnyOrder> AnyOrder for Source<'_, L> {}
impl<T> AnyOrder for Elements<'_, T> {}
impl<T> AnyOrder for Uniform<T> {}
impl<T, F> AnyOrder for Everywhere<T, F> {}
impl<O, A: AnyOrder> AnyOrder for Op1<O, A> {}
impl<O, A: AnyOrder, B: AnyOrder> AnyOrder for Op2<O, A, B> {}
impl<O, A: AnyOrder, B: AnyOrder, C: AnyOrder> AnyOrder for Op3<O, A, B, C> {}
impl<A: AnyOrder> AnyOrder for Transposed<A> {}

impl<L: AnyOrder, X> AnyOrder for Dense<L, X> {}
impl<T, F, Val> AnyOrder for Element<T, F, Val> {}
impl<F, Words> AnyOrder for Bit<F, Words> {}
impl<H, L> AnyOrder for Triangular<H, L> {}
impl<H, L> AnyOrder for Symmetric<H, L> {}
