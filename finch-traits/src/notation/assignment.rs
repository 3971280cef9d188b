//! Assignments: `y[j] += ..`, `d[i] <<min>>= ..`; and conditions.

use crate::index::{ByDepth, InPass};
use crate::mask::Ranges;
use crate::notation::overload::{Constant, Value};
use crate::notation::{Literal, Operand};
use crate::program::order::{Blamed, PlaceNames};
use crate::program::{OutputRoot, ReadWhileWritten, WorkspaceRoot};
use crate::upper::*;

/// An assignment to `W`: `O` reduces the values, and `V` is one. If `Ordered` says so, the levels of the output can be written at
/// these places in some loops; else they have words [of their own](crate::program::LoopOrder).
pub trait Takes<W, O, V, Ordered> {
    /// The statement. There is none if the value or the places do not fit, so that what is around it is not refused as well.
    type Stmt;
    /// The statement.
    fn assigned(target: W, op: O, value: V) -> Self::Stmt;
}

impl<X, W: Target, O: Reducer<W::T>, V: Operand<W::T>> Takes<W, O, V, Yes> for X
where
    V::Expr: Expr<Reads<InAssignment<W, O>>: ReadWhileWritten>,
{
    type Stmt = Assign<W, O, V::Expr>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assigned(target: W, op: O, value: V) -> Self::Stmt {
        Assign {
            target,
            op,
            value: value.operand().0,
        }
    }
}

macro_rules! refused {
    ($($root:ident)*) => { $(
        impl<X, H: Output, N, D, I: PlaceNames, M: Label, O, V> Takes<Write<$root<H>, Place<N, D, I>, M>, O, V, No> for X
        where
            M::Called: Blamed<I::Plain, I::Called, H>,
        {
            type Stmt = <M::Called as Blamed<I::Plain, I::Called, H>>::Stmt;
            fn assigned(_target: Write<$root<H>, Place<N, D, I>, M>, _op: O, _value: V) -> Self::Stmt {
                M::Called::none()
            }
        }
    )* };
}

refused! { OutputRoot WorkspaceRoot }

/// In an assignment to `W`. A program that cannot read what it writes is refused when it runs; where the value of an assignment reads
/// the output of this assignment, it is refused here, so that the message points at it.
type InAssignment<W, O> = InPass<Assign<W, O, Constant<<W as Target>::T>>>;

/// `target <<op>>= value`. What does not fit is reported at the name of the output, which is handed over once more for that.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn assign<W: Target, O, V, S, X: Takes<W, O, V, W::Ordered<ByDepth>, Stmt = S>>(
    target: W,
    op: O,
    value: V,
    _name: X,
) -> S {
    X::assigned(target, op, value)
}

/// `body`, where `condition` holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn only_if<C, B>(condition: Value<C>, body: B) -> Sieve<C, B> {
    Sieve::new(condition.0, body)
}

/// What may be a condition: a value that is a `bool`.
#[doc(hidden)]
pub trait Condition {
    /// The expression that it is. There is none if it is no `bool`, so that what it stands around is not refused as well.
    type Expr;
    /// The expression that it is.
    fn condition(self) -> Value<Self::Expr>;
}

impl<E: Expr> Condition for Value<E>
where
    bool: Wants<E::T>,
{
    type Expr = <bool as Wants<E::T>>::To<E>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn condition(self) -> Value<Self::Expr> {
        Value(<bool as Wants<E::T>>::to(self.0))
    }
}

macro_rules! conditions {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        impl<$($generics)*> Condition for $of {
            type Expr = <$of as Operand<bool>>::Expr;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn condition(self) -> Value<Self::Expr> {
                self.operand()
            }
        }
    )* };
}

conditions! {
    [] bool;
    [F: Fill<bool>] Literal<F>;
}

/// A value of type `T` where one of this type is wanted.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a condition is a `bool`, and this is a value of type `{T}`",
    label = "here a condition is wanted, not a value of type `{T}`",
    note = "a comparison makes a `bool`: `if x[i] != 0 {{ .. }}`, `if x[i] > 1.0 {{ .. }}`, and so do `&&`, `||` and `!` of `bool`s"
)]
pub trait Wants<T> {
    /// What it is if it is wanted.
    type To<X>;
    /// It.
    fn to<X>(it: X) -> Self::To<X>;
}

#[diagnostic::do_not_recommend]
impl<T> Wants<T> for T {
    type To<X> = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to<X>(it: X) -> X {
        it
    }
}

/// What has the name of a tensor whose value, `C`, is a condition: anything, so that what is none is reported at that name.
#[doc(hidden)]
pub trait NamesCondition<C> {
    /// The expression that it is.
    type Expr;
    /// The condition.
    fn condition(condition: C) -> Value<Self::Expr>;
}

impl<X: ?Sized, C: Condition> NamesCondition<C> for X {
    type Expr = C::Expr;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn condition(condition: C) -> Value<C::Expr> {
        condition.condition()
    }
}

/// A condition, an access to what is called `name`, if it is one.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn condition<E, C, X: NamesCondition<C, Expr = E> + ?Sized>(condition: C, _name: &X) -> Value<E> {
    X::condition(condition)
}

/// What stands behind `if`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_condition {
    ($t:tt [ $($i:tt)* ]) => {
        match $t.finch_name() {
            $t => $crate::notation::condition($crate::__finch_expr!(@operand value [] [] [] [] $t[$($i)*]), $t),
        }
    };
    ($($c:tt)+) => { $crate::notation::condition($crate::__finch_expr!(@operand value [] [] [] [] $($c)+), "") };
}

/// Whether `index` is in `lo..hi`, which data say.
type InRange<N, Lo, Hi> = Value<Access<Ranges, Cons<Lo, Cons<Hi, Cons<Index<N>, Nil>>>, &'static str>>;

/// `index` is in `lo..hi`: the loop over it is trimmed to that range. If the loop does not go as far, that is an error.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn in_range<N: Nat, Lo: IndexTerm, Hi: IndexTerm>(index: Index<N>, lo: Lo, hi: Hi) -> InRange<N, Lo, Hi> {
    let indices = Cons(lo, Cons(hi, Cons(index, Nil)));
    Value(Access::new(Ranges, indices).labelled("range"))
}

/// An assignment. `@by` stands for `target [indices] last token {reducer} value`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_assignment {
    (@by ($o:tt.$t:ident) [$($i:tt)*] {$($op:tt)*} $($e:tt)*) => {
        $crate::__finch_assignment!(@to {$t!($o)} {()} [$($i)*] {$($op)*} $($e)*)
    };
    (@by $t:tt [$($i:tt)*] {$($op:tt)*} $($e:tt)*) => {
        $crate::__finch_assignment!(@to {$t} {$t} [$($i)*] {$($op)*} $($e)*)
    };
    (@to {$($t:tt)*} {$($name:tt)*} [$($i:tt)*] {$($op:tt)*} $($e:tt)*) => {
        $crate::notation::assign(
            $crate::__finch_access!([$crate::notation::write($($t)*)] $($i)*),
            $($op)*,
            $crate::__finch_expr!(@operand value [] [] [] [] $($e)*),
            $($name)*,
        )
    };
    (@other $token:tt +) => { $crate::__finch_refused!(@only_expression $token) };
    (@other $token:tt -) => { $crate::__finch_refused!(@only_expression $token) };
    (@other $token:tt *) => { $crate::__finch_refused!(@only_expression $token) };
    (@other $token:tt /) => { $crate::__finch_refused!(@only_expression $token) };
    (@other $token:tt [ $($i:tt)* ]) => { $crate::__finch_refused!(@two_brackets $token) };
    (@other $token:tt .) => { $crate::__finch_refused!(@declared_element $token) };
    (@other $token:tt $other:tt) => { $crate::__finch_refused!(@assignment $token) };
    ($o:tt . $t:ident [ $($i:tt)* ] $($r:tt)*) => { $crate::__finch_assignment!(($o.$t) [ $($i)* ] $($r)*) };
    ($t:tt [ $($i:tt)* ]) => { $crate::__finch_refused!(@only_expression $t) };
    ($t:tt [ $($i:tt)* ] $last:tt) => { $crate::__finch_refused!(@dangling $last) };
    ($t:tt [ $($i:tt)* ] += $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Add} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] = $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::InitWrite} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] *= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Mul} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] -= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Sub} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] /= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Div} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] |= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Or} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] &= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::And} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] : = $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::algebra::reducers::Overwrite} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << >>= $($e:tt)*) => { $crate::__finch_refused!(@reducer $t) };
    ($t:tt [ $($i:tt)* ] << $r1:tt >>= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::__finch_reducer!($r1)} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << $r1:tt $r2:tt >>= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::__finch_reducer!($r1 $r2)} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << $r1:tt $r2:tt $r3:tt >>= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$crate::__finch_reducer!($r1 $r2 $r3)} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << $r1:tt $r2:tt $r3:tt $r4:tt >>= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$r1 $r2 $r3 $r4} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << $r1:tt $r2:tt $r3:tt $r4:tt $r5:tt $r6:tt >>= $($e:tt)*) => {
        $crate::__finch_assignment!(@by $t [$($i)*] {$r1 $r2 $r3 $r4 $r5 $r6} $($e)*)
    };
    ($t:tt [ $($i:tt)* ] << $token:tt $($r:tt)*) => { $crate::__finch_refused!(@reducer $token) };
    ($t:tt [ $($i:tt)* ] $token:tt $($r:tt)*) => { $crate::__finch_assignment!(@other $token $token) };
    ($token:tt += $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    ($token:tt = $($r:tt)*) => { $crate::__finch_refused!(@declaration $token) };
    ($token:tt : = $($r:tt)*) => { $crate::__finch_refused!(@declaration $token) };
    ($token:tt ! $group:tt $($r:tt)*) => { $crate::__finch_refused!(@macro $token) };
    ($token:tt *= $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    ($token:tt -= $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    ($token:tt /= $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    ($token:tt |= $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    ($token:tt << $($r:tt)*) => { $crate::__finch_refused!(@scalar $token) };
    (@word $token:tt while) => { $crate::__finch_refused!(@while $token) };
    (@word $token:tt loop) => { $crate::__finch_refused!(@while $token) };
    (@word $token:tt break) => { $crate::__finch_refused!(@break $token) };
    (@word $token:tt continue) => { $crate::__finch_refused!(@break $token) };
    (@word $token:tt mut) => { $crate::__finch_refused!(@mut $token) };
    (@word $token:tt return) => { $crate::__finch_refused!(@return $token) };
    (@word $token:tt $other:tt) => { $crate::__finch_refused!(@statement $token) };
    ($token:tt $($r:tt)*) => { $crate::__finch_assignment!(@word $token $token) };
}

/// What stands between `<<` and `>>=`: a reducer by its name, or any value that is one.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_reducer {
    ($number:ident :: min) => { $crate::algebra::reducers::Min };
    ($number:ident :: max) => { $crate::algebra::reducers::Max };
    (add) => { $crate::algebra::reducers::Add };
    (sub) => { $crate::algebra::reducers::Sub };
    (mul) => { $crate::algebra::reducers::Mul };
    (min) => { $crate::algebra::reducers::Min };
    (max) => { $crate::algebra::reducers::Max };
    (minby) => { $crate::algebra::reducers::MinBy };
    (maxby) => { $crate::algebra::reducers::MaxBy };
    (and) => { $crate::algebra::reducers::And };
    (or) => { $crate::algebra::reducers::Or };
    (any) => { $crate::algebra::reducers::Any };
    (overwrite) => { $crate::algebra::reducers::Overwrite };
    (choose (0)) => { $crate::algebra::reducers::Choose::<$crate::algebra::fill::Zero>::new() };
    (choose (0.0)) => { $crate::algebra::reducers::Choose::<$crate::algebra::fill::Zero>::new() };
    (choose (false)) => { $crate::algebra::reducers::Choose::<$crate::algebra::fill::False>::new() };
    (choose (inf)) => { $crate::algebra::reducers::Choose::<$crate::algebra::fill::Inf>::new() };
    (choose ($fill:ty)) => { $crate::algebra::reducers::Choose::<$fill>::new() };
    ($($reducer:tt)*) => { $($reducer)* };
}
