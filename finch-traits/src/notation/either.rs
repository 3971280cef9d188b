//! `if c { .. } else { .. }`: one statement under a condition, and another one where it does not hold.
//!
//! Where both set the same output at the same indices they are one assignment: of the one value where the condition holds, and of the
//! other one where it does not. Two would have to write one fiber in turns, which an output that is written in order refuses. Two are
//! what they stay where types say that the output is written in any order: then each has loops of its own. Of an output whose type is a
//! parameter they do not say so.

use crate::expr::under::Under;
use crate::notation::only_if;
use crate::notation::overload::{Value, block};
use crate::program::OutputRoot;
use crate::upper::*;
use finch_algebra::reducers::{InitWrite, Overwrite};
use finch_algebra::{Coalesce, Not};

/// The statements of `if` and `else`: a condition chooses one of them.
#[derive(Clone, Copy, Debug)]
pub struct IfElse<A, B> {
    then: A,
    other: B,
}

impl<A, B> IfElse<A, B> {
    /// `then` where a condition holds, `other` where it does not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(then: A, other: B) -> Self {
        IfElse { then, other }
    }
}

/// Makes two assignments of an `if` with `else`, one under the condition and one under its opposite, if the output can be written in any
/// order. Of three traits with this method the compiler takes this one first: it looks for methods of a type before those of references
/// to it.
pub trait InTurns<C> {
    /// The statement.
    type Stmt: Stmt;
    /// The statement under `condition`.
    fn finch_either(self, condition: Value<C>) -> Self::Stmt;
}

/// How `if` and `else` become a statement where both set one output at one place: as one assignment of either value.
pub trait Chosen<C> {
    /// The statement.
    type Stmt: Stmt;
    /// The statement under `condition`.
    fn finch_either(self, condition: Value<C>) -> Self::Stmt;
}

/// How `if` and `else` become a statement otherwise: as two statements, of which the second has the negated condition.
pub trait ChosenElsewhere<C> {
    /// The statement.
    type Stmt: Stmt;
    /// The statement under `condition`.
    fn finch_either(self, condition: Value<C>) -> Self::Stmt;
}

impl<C: Expr<T = bool>, A: Stmt, B: Stmt> ChosenElsewhere<C> for IfElse<A, B> {
    type Stmt = Block<Sieve<C, A>, Sieve<Map1<Not, C>, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_either(self, condition: Value<C>) -> Self::Stmt {
        block(only_if(condition, self.then), only_if(!condition, self.other))
    }
}

impl<C: Expr<T = bool>, W: InAnyOrder, O, E, B> InTurns<C> for &IfElse<Assign<W, O, E>, B>
where
    IfElse<Assign<W, O, E>, B>: ChosenElsewhere<C> + Copy,
{
    type Stmt = <IfElse<Assign<W, O, E>, B> as ChosenElsewhere<C>>::Stmt;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_either(self, condition: Value<C>) -> Self::Stmt {
        ChosenElsewhere::finch_either(*self, condition)
    }
}

/// Lists of indices that stand alone: two lists of one type name the same place.
pub trait Plain {}
impl Plain for Nil {}
impl<N, R: Plain> Plain for Cons<Index<N>, R> {}

/// Targets that types know to be writable in any order.
pub trait InAnyOrder {}
impl<H: Output<Fiber: WriteFiber<AnyOrder = Yes>>, I, M> InAnyOrder for Write<OutputRoot<H>, I, M> {}

/// Targets at indices that stand alone, `y[i, j]`.
pub trait AtIndices {}
impl<H: Output, N: Nat, D: Bool, I: Plain, M> AtIndices for Write<OutputRoot<H>, Place<N, D, I>, M> {}

/// Reducers that replace what is there: `=` and `:=`.
pub trait Sets {}
impl Sets for InitWrite {}
impl Sets for Overwrite {}

/// What sets the target `W` by `O` where a condition, `C`, does not hold. Where it does, the value is `E`.
pub trait OrElse<W, O, C, E> {
    /// What sets it in either case.
    type Stmt: Stmt;
    /// What sets it to `value` where `condition` holds.
    fn or_else(self, condition: C, value: E) -> Self::Stmt;
}

/// The first operand, or the second one where the first is missing. The other one is not computed; [`Coalesce`] computes both, and its loops can
/// be vectorised.
#[derive(Clone, Copy, Debug)]
pub struct OneSide;

impl<T: Copy + 'static> BinaryOp<T, T> for OneSide {
    type Out = T;
    type Strict = No;
    type Fold<L: Known, R: Known> = <Coalesce as BinaryOp<T, T>>::Fold<L, R>;
    const SYMBOL: &'static str = <Coalesce as BinaryOp<T, T>>::SYMBOL;
    const TAKES_ONE: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(left: Knowledge, right: Knowledge) -> Knowledge {
        <Coalesce as BinaryOp<T, T>>::fold(left, right)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: T, _b: T) -> T {
        a
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_known(&self, left: Knowledge, right: Knowledge, a: T, b: T) -> T {
        Coalesce.apply_known(left, right, a, b)
    }
}

/// `E` where `C` holds, `B` where it does not; missing where the condition is.
type Choice<C, E, B> = Map2<OneSide, Under<C, E>, Under<Map1<Not, C>, B>>;

impl<W: Target, O: Reducer<W::T>, C: Expr<T = bool>, E: Expr<T = W::T>, B: Expr<T = W::T>> OrElse<W, O, C, E>
    for Assign<W, O, B>
{
    type Stmt = Assign<W, O, Choice<C, E, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or_else(self, condition: C, value: E) -> Self::Stmt {
        let other = Under::new(Map1::new(Not, condition), self.value);
        Assign::new(
            self.target,
            self.op,
            Map2::new(OneSide, Under::new(condition, value), other),
        )
    }
}

impl<W, O, C, E, D: Expr<T = bool>, B: Expr> OrElse<W, O, C, E> for Sieve<D, Assign<W, O, B>>
where
    Assign<W, O, Under<D, B>>: OrElse<W, O, C, E>,
{
    type Stmt = <Assign<W, O, Under<D, B>> as OrElse<W, O, C, E>>::Stmt;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or_else(self, condition: C, value: E) -> Self::Stmt {
        let (
            under,
            Assign {
                target,
                op,
                value: other,
            },
        ) = self.parts();
        let other = Assign {
            target,
            op,
            value: Under::new(under, other),
        };
        other.or_else(condition, value)
    }
}

impl<V: Nat, D: Expr, B: OrElse<W, O, C, E>, W, O, C, E> OrElse<W, O, C, E> for Let<V, D, B> {
    type Stmt = Let<V, D, B::Stmt>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or_else(self, condition: C, value: E) -> Self::Stmt {
        let (named, body) = self.parts();
        Let::new(named, body.or_else(condition, value))
    }
}

impl<W: AtIndices, O: Sets, C, E, B: OrElse<W, O, C, E>> Chosen<C> for &&IfElse<Assign<W, O, E>, B>
where
    IfElse<Assign<W, O, E>, B>: Copy,
{
    type Stmt = B::Stmt;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_either(self, condition: Value<C>) -> Self::Stmt {
        let IfElse { then, other } = { **self };
        other.or_else(condition.0, then.value)
    }
}
