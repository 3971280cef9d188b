//! Functions that are called in a program, `f(a[i])`, `f(a[i], 2.0)`, and conversions, `a[i] as f32`.

use super::Operand;
use super::overload::{for_integers, for_numbers, with_halves};
use crate::notation::overload::{Constant, Value, constant, map1, map2, map3};
use crate::upper::*;
use finch_algebra::operators::{Binary, CastTo, Ternary, Unary};

/// What can be called with the arguments `A`, in the way `K`: a function of the arguments as they are, a function of the
/// numbers that they are in each iteration, or an operator.
#[diagnostic::on_unimplemented(
    message = "this function cannot be called with these arguments in a program",
    label = "a function of numbers, of values of programs, or an operator was expected",
    note = "the arguments of a closure have their types written out: `|x: f64| x.sin()`; a function or a closure takes the numbers that \
            the values are: `fn clip(x: f64, limit: f64) -> f64`, and is called as in Rust, `clip(x[i], 10.0)`",
    note = "an operator of one's own, with laws, is made of a closure:\n\
            use finch_kernels::traits::algebra::function;\n\
            let clip = function!(|x: f64| -> f64 {{ x.min(10.0) }}; 0 => 0);\n\
            finch! {{ y .= 0; for i {{ y[i] = clip(x[i]) }} }}.run()?;\n\
            or is a type that implements `UnaryOp<f64>` or `BinaryOp<f64, f64>` of `finch_kernels::traits::algebra`; a number among its \
            arguments is `constant(10.0)`",
    note = "a tensor is no function: its indices stand in brackets, `a[j, i]`"
)]
pub trait Call<A, K> {
    /// What it returns.
    type Out;
    /// Calls it.
    fn call(self, arguments: A) -> Self::Out;
}

/// How [`call`] calls a function: with its arguments as they are.
#[derive(Debug)]
pub struct Direct;

/// Called in each iteration, with numbers; `T` are the types of those that are not a value of a program, or may not be one.
#[derive(Debug)]
pub struct PerIteration<T>(T);

/// How [`call`] calls an operator: as a node of the program, so that the laws of the operator apply.
#[derive(Debug)]
pub struct ByLaws;

/// Calls a function.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn call<A, K, F: Call<A, K>>(function: F, arguments: A) -> F::Out {
    function.call(arguments)
}

macro_rules! as_it_is {
    ($($($a:ident $A:ident),+;)*) => { $(
        impl<$($A,)+ Out, F: FnOnce($($A),+) -> Out> Call<($($A,)+), Direct> for F {
            type Out = Out;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call(self, ($($a,)+): ($($A,)+)) -> Out {
                self($($a),+)
            }
        }
    )* };
}

as_it_is! {
    a A;
    a A, b B;
    a A, b B, c C;
}

impl<E: Expr, O: UnaryOp<E::T>> Call<(Value<E>,), ByLaws> for O {
    type Out = Value<Map1<O, E>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a,): (Value<E>,)) -> Self::Out {
        map1(self, a)
    }
}

impl<A: Expr, B: Expr, O: BinaryOp<A::T, B::T>> Call<(Value<A>, Value<B>), ByLaws> for O {
    type Out = Value<Map2<O, A, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a, b): (Value<A>, Value<B>)) -> Self::Out {
        map2(self, a, b)
    }
}

impl<E: Expr, Out: Copy + 'static, F: Fn(E::T) -> Out + Copy> Call<(Value<E>,), PerIteration<()>> for F {
    type Out = Value<Map1<Unary<F>, E>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a,): (Value<E>,)) -> Self::Out {
        map1(Unary(self), a)
    }
}

impl<A, B, T, Out, F> Call<(Value<A>, B), PerIteration<T>> for F
where
    A: Expr,
    B: Operand<T>,
    Out: Copy + 'static,
    F: Fn(A::T, T) -> Out + Copy,
{
    type Out = Value<Map2<Binary<F>, A, B::Expr>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a, b): (Value<A>, B)) -> Self::Out {
        map2(Binary(self), a, b.operand())
    }
}

impl<A, B, Out, F> Call<(A, Value<B>), PerIteration<()>> for F
where
    A: Captured,
    B: Expr,
    Out: Copy + 'static,
    F: Fn(A, B::T) -> Out + Copy,
{
    type Out = Value<Map2<Binary<F>, Constant<A>, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a, b): (A, Value<B>)) -> Self::Out {
        map2(Binary(self), constant(a), b)
    }
}

impl<A, B, C, T, U, Out, F> Call<(Value<A>, B, C), PerIteration<(T, U)>> for F
where
    A: Expr,
    B: Operand<T>,
    C: Operand<U>,
    Out: Copy + 'static,
    F: Fn(A::T, T, U) -> Out + Copy,
{
    type Out = Value<Map3<Ternary<F>, A, B::Expr, C::Expr>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self, (a, b, c): (Value<A>, B, C)) -> Self::Out {
        map3(Ternary(self), a, b.operand(), c.operand())
    }
}

/// What `as` converts in a program: values, indices and numbers, `x[i] as f32`.
#[diagnostic::on_unimplemented(
    message = "`as {To}` does not convert this in a program",
    label = "cannot be converted to `{To}`",
    note = "values, indices and numbers are converted: `x[i] as f32`, `i as f64`; of a difference of indices, which may be negative, each is \
            on its own, `i as f64 - j as f64`"
)]
pub trait CastAs<To> {
    /// What it becomes.
    type As;
    /// Converts it.
    fn cast_as(self) -> Self::As;
}

/// The method that `as` becomes in a program. It binds as tightly as `as` does, where it matters: behind unary operators
/// it comes to the same.
pub trait As: Sized {
    /// Converts it to a `To`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_as<To>(self) -> <Self as CastAs<To>>::As
    where
        Self: CastAs<To>,
    {
        self.cast_as()
    }
}

impl<T> As for T {}

impl<E: Expr, To> CastAs<To> for Value<E>
where
    Cast<To>: UnaryOp<E::T>,
{
    type As = Value<Map1<Cast<To>, E>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cast_as(self) -> Self::As {
        self.cast()
    }
}

macro_rules! numbers {
    ($($t:ty),*) => { $(
        impl<To> CastAs<To> for $t
        where
            $t: CastTo<To>,
        {
            type As = To;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_as(self) -> To {
                self.cast_to()
            }
        }
    )* };
}
for_numbers! { numbers! bool, }

/// A call, if what stands in front of the parentheses is a name, `name {state} name (arguments) rest`: an `ident` is known as one, and
/// a `tt` is still where it was written.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_function {
    ($f:ident {$k:tt $o:tt $a:tt $c:tt $x:tt} $same:tt ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c $x {$($r)*}} [$same] [] [] $($g)*)
    };
    ($token:tt $($r:tt)*) => { $crate::__finch_plain!($token $($r)*) };
}
