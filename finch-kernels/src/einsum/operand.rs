//! Operands: tensors at indices.

use super::facts::{List, OperandFacts};
use super::list::IndexNames;
use super::run::numbers;
use super::search::{Spec, Specs};
use crate::imports::*;
use crate::transpose::transposed;
use finch_formats::tensor::RootFiber;
use finch_formats::traits::expr::access::Access;
use finch_formats::traits::expr::map::Map2;
use finch_formats::traits::expr::overload::{access_by, expr_of};
use finch_formats::traits::level::Contents;

/// What can be an operand of [`einsum!`](crate::einsum!): a tensor whose format says what it stores along each dimension.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operand of `einsum!`",
    label = "not a tensor whose levels say what they store",
    note = "operands are tensors, `a[i, k]`: numbers and views stand in a `finch!` program",
    note = "a level of your own implements `Described`, a function over any format asks for it: `a: &Tensor<impl MatrixOf<f64> + Described>`"
)]
pub trait AsOperand {
    /// The levels.
    type Level: Described;
    /// The tensor.
    fn as_operand(&self) -> &Tensor<Self::Level>;
}

impl<L: Described> AsOperand for Tensor<L> {
    type Level = L;
    fn as_operand(&self) -> &Tensor<L> {
        self
    }
}

/// The tensor that an operand of `einsum!` names: `of` itself, or the tensor that it borrows.
pub fn operand<X: AsOperand>(of: &X) -> &Tensor<X::Level> {
    of.as_operand()
}

impl<X: AsOperand> AsOperand for &X {
    type Level = X::Level;
    fn as_operand(&self) -> &Tensor<X::Level> {
        X::as_operand(self)
    }
}

impl<X: AsOperand> AsOperand for &mut X {
    type Level = X::Level;
    fn as_operand(&self) -> &Tensor<X::Level> {
        X::as_operand(self)
    }
}

/// What types know of the operand of levels `L` at the places `I`.
pub(super) type SpecOf<L, I> =
    Spec<<L as Described>::Kinds<NoDim>, <<L as Level>::Fill as Fill<<L as Contents>::T>>::Known, I>;

/// The operand of levels `L` at the places `I`, outermost first.
#[derive(Debug)]
pub struct OperandAt<'a, L, I> {
    tensor: &'a Tensor<L>,
    name: &'static str,
    places: PhantomData<I>,
}

impl<L, I> Clone for OperandAt<'_, L, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, I> Copy for OperandAt<'_, L, I> {}

impl<'a, L, I> OperandAt<'a, L, I> {
    pub(super) fn new(tensor: &'a Tensor<L>, name: &'static str) -> Self {
        OperandAt {
            tensor,
            name,
            places: PhantomData,
        }
    }
}

/// The value of an operand.
pub(super) type ExprOf<'a, L, I> = Access<RootFiber<'a, L>, I, &'static str>;

impl<'a, L: Described, I: IndexNames> OperandAt<'a, L, I> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn expr(self) -> ExprOf<'a, L, I> {
        expr_of(access_by(self.tensor, I::HERE)).named(self.name)
    }

    fn facts(self) -> OperandFacts {
        let mut dimensions = List::new();
        I::Reverse::<Nil>::dimensions::<L::Kinds<NoDim>>(&mut dimensions);
        dimensions.reverse();
        let extents = self.tensor.shape().iter().copied().collect();
        OperandFacts::new(
            self.name,
            numbers::<I>(),
            extents,
            dimensions,
            self.tensor.count_stored(),
        )
    }
}

/// An operand has one index for each dimension, if `Same` says so.
#[diagnostic::on_unimplemented(
    message = "an operand of `einsum!` has another number of indices than dimensions",
    label = "wrong number of indices",
    note = "an operand has one index per dimension, outermost first: `a[i, k]` of a matrix, `x[k]` of a vector"
)]
pub trait OneIndexEach<Same> {}

impl<X> OneIndexEach<Yes> for X {}

/// Tensors that become operands: at the places, and under the names, of the list `I`.
pub trait IntoOperands<I> {
    /// The operands.
    type Operands;
    /// The operands.
    fn place(self, at: I) -> Self::Operands;
}

impl IntoOperands<Nil> for Nil {
    type Operands = Nil;
    fn place(self, _at: Nil) -> Nil {
        Nil
    }
}

impl<'a, L: Described, R: IntoOperands<J>, I: IndexNames, J> IntoOperands<Cons<(I, &'static str), J>>
    for Cons<&'a Tensor<L>, R>
where
    I: OneIndexEach<<I::Len as Nat>::Eq<L::Rank>>,
{
    type Operands = Cons<OperandAt<'a, L, I>, R::Operands>;
    fn place(self, at: Cons<(I, &'static str), J>) -> Self::Operands {
        let Cons((_, name), others) = at;
        Cons(OperandAt::new(self.0, name), self.1.place(others))
    }
}

/// Operands of values of type `T`: factors behind the first one.
pub trait Factors<T: Copy + 'static>: Copy {
    /// What types know of them.
    type Specs: Specs;
    /// `left` times all of them.
    type Times<S: Semiring<T>, E: Expr<T = T>>: Expr<T = T>;
    /// `left` times all of them, from the left to the right.
    fn times<S: Semiring<T>, E: Expr<T = T>>(self, left: E) -> Self::Times<S, E>;
    /// Appends what run time knows of each.
    fn facts(self, to: &mut List<OperandFacts>);
    /// Appends the numbers and the names of all their indices.
    fn names(to: &mut Vec<(usize, &'static str)>);
}

impl<T: Copy + 'static> Factors<T> for Nil {
    type Specs = Nil;
    type Times<S: Semiring<T>, E: Expr<T = T>> = E;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times<S: Semiring<T>, E: Expr<T = T>>(self, left: E) -> E {
        left
    }
    fn facts(self, _to: &mut List<OperandFacts>) {}
    fn names(_to: &mut Vec<(usize, &'static str)>) {}
}

impl<'a, L: Described, I: IndexNames, R: Factors<L::T>> Factors<L::T> for Cons<OperandAt<'a, L, I>, R> {
    type Specs = Cons<SpecOf<L, I>, R::Specs>;
    type Times<S: Semiring<L::T>, E: Expr<T = L::T>> = R::Times<S, Map2<S::Times, E, ExprOf<'a, L, I>>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times<S: Semiring<L::T>, E: Expr<T = L::T>>(self, left: E) -> Self::Times<S, E> {
        self.1.times::<S, _>(Map2::new(S::times(), left, self.0.expr()))
    }
    fn facts(self, to: &mut List<OperandFacts>) {
        to.push(self.0.facts());
        self.1.facts(to)
    }
    fn names(to: &mut Vec<(usize, &'static str)>) {
        I::names(to);
        R::names(to)
    }
}

/// One operand or more.
pub trait Operands: Factors<Self::T> {
    /// The type of the values.
    type T: Copy + PartialEq + 'static;
    /// The product of all.
    type Product<S: Semiring<Self::T>>: Expr<T = Self::T>;
    /// The product of all, from the left to the right.
    fn product<S: Semiring<Self::T>>(self) -> Self::Product<S>;
}

impl<'a, L: Described<T: PartialEq>, I: IndexNames, R: Factors<L::T>> Operands for Cons<OperandAt<'a, L, I>, R> {
    type T = L::T;
    type Product<S: Semiring<L::T>> = R::Times<S, ExprOf<'a, L, I>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn product<S: Semiring<L::T>>(self) -> Self::Product<S> {
        self.1.times::<S, _>(self.0.expr())
    }
}

/// The level of a matrix that was transposed.
type Rows<L> = Dense<SparseList<Element<<L as Contents>::T, <L as Level>::Fill>>>;

/// Indices `A` and `B`.
type Two<A, B> = Cons<Index<A>, Cons<Index<B>, Nil>>;

/// Operands of values of type `T`, of which those at which `M` says `Yes` are matrices that can be transposed.
pub trait TransposableRest<M, T: Copy + 'static>: Factors<T> {
    /// The transposed matrices.
    type Transposed;
    /// The operands with the transposed matrices in place of the matrices.
    type Out<'b>: Factors<T>
    where
        Self: 'b;
    /// Transposes the matrices.
    fn transposed(self) -> Result<Self::Transposed>;
    /// The operands with the transposed matrices in place of the matrices.
    fn exchanged<'b>(self, by: &'b Self::Transposed) -> Self::Out<'b>
    where
        Self: 'b;
}

/// One operand or more that are [`TransposableRest`].
pub trait Transposable<M>: Operands {
    /// The transposed matrices.
    type Transposed;
    /// The operands with the transposed matrices in place of the matrices.
    type Out<'b>: Operands<T = Self::T>
    where
        Self: 'b;
    /// Transposes the matrices.
    fn transposed(self) -> Result<Self::Transposed>;
    /// The operands with the transposed matrices in place of the matrices.
    fn exchanged<'b>(self, by: &'b Self::Transposed) -> Self::Out<'b>
    where
        Self: 'b;
}

impl<T: Copy + 'static> TransposableRest<Nil, T> for Nil {
    type Transposed = ();
    type Out<'b> = Nil;
    fn transposed(self) -> Result<()> {
        Ok(())
    }
    fn exchanged<'b>(self, _by: &'b ()) -> Nil
    where
        Self: 'b,
    {
        Nil
    }
}

macro_rules! exchanges {
    ($($trait:ident[$($of:ty)?];)*) => { $(
        impl<'a, L: Described<T: PartialEq>, I: IndexNames, R: TransposableRest<M, L::T>, M> $trait<Cons<No, M> $(, $of)?>
            for Cons<OperandAt<'a, L, I>, R>
        {
            type Transposed = R::Transposed;
            type Out<'b>
                = Cons<OperandAt<'a, L, I>, R::Out<'b>>
            where
                Self: 'b;
            fn transposed(self) -> Result<Self::Transposed> {
                self.1.transposed()
            }
            fn exchanged<'b>(self, by: &'b Self::Transposed) -> Self::Out<'b>
            where
                Self: 'b,
            {
                Cons(self.0, self.1.exchanged(by))
            }
        }

        impl<'a, L: Described<T: PartialEq, Rank = U2>, A: Nat, B: Nat, R: TransposableRest<M, L::T>, M> $trait<Cons<Yes, M> $(, $of)?>
            for Cons<OperandAt<'a, L, Two<A, B>>, R>
        {
            type Transposed = (Tensor<Rows<L>>, R::Transposed);
            type Out<'b>
                = Cons<OperandAt<'b, Rows<L>, Two<B, A>>, R::Out<'b>>
            where
                Self: 'b;
            fn transposed(self) -> Result<Self::Transposed> {
                Ok((transposed(self.0.tensor)?, self.1.transposed()?))
            }
            fn exchanged<'b>(self, by: &'b Self::Transposed) -> Self::Out<'b>
            where
                Self: 'b,
            {
                Cons(OperandAt::new(&by.0, self.0.name), self.1.exchanged(&by.1))
            }
        }
    )* };
}

exchanges! {
    Transposable[];
    TransposableRest[L::T];
}
