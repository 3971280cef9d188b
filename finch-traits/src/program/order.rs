//! Which output is written in another order than its levels can be, for the message.
//!
//! [`Stmt::Ordered`] says whether all are in order, and a program that is asks nothing else of this file: the statement is
//! [`LoopOrder<Yes>`](LoopOrder). Of one that is not, the traits here find the part that is to blame, its name and its places.

use crate::expr::value::Value;
use crate::index::arithmetic::WindowIndex;
use crate::index::gather::Gather;
use crate::program::{OutputRoot, WorkspaceRoot};
use crate::stmt::loop_::LoopRange;
use crate::stmt::workspace::Workspace;
use crate::upper::*;

/// Loops bind the indices of every access of a program, and those of outputs in the order in which their levels can be written, if
/// `Ordered` says so.
pub trait LoopOrder<Ordered: Bool>: Stmt {}

impl<S: Stmt> LoopOrder<Yes> for S {}
impl<S: Stmt + Misplaced<Outermost>> LoopOrder<No> for S {}

/// A part of a program, within the loops `L`, whose accesses are in order, if `Ordered` says so.
pub trait Placed<Ordered, L> {
    /// `X`, or the statement that there is none of.
    type Else<X>;
    /// It.
    fn or_else<X>(other: impl FnOnce() -> X) -> Self::Else<X>;
}

impl<P, L> Placed<Yes, L> for P {
    type Else<X> = X;
    fn or_else<X>(other: impl FnOnce() -> X) -> X {
        other()
    }
}

impl<P: Misplaced<L>, L> Placed<No, L> for P {
    type Else<X> = P::Stmt;
    fn or_else<X>(_other: impl FnOnce() -> X) -> P::Stmt {
        P::none()
    }
}

/// An access in this part of a program is out of order, or has an index that no loop binds. Implementations lead to the access that
/// is to blame, for which there is none: the compiler reports that one.
#[diagnostic::on_unimplemented(
    message = "an access of this program has an index that no loop around it binds",
    label = "this program cannot run",
    note = "each index of an access is that of a loop around it: `for j, i {{ y[j] += a[j, i]; }}`"
)]
pub trait Misplaced<L> {
    /// The statement that there is none of.
    type Stmt;
    /// There is none.
    fn none() -> Self::Stmt;
}

impl<L: Loops, N: Nat, X: LoopRange, B: Stmt> Misplaced<L> for Loop<N, X, B>
where
    B: Placed<B::Ordered<L::Over<N, X::Down>>, L::Over<N, X::Down>>,
{
    type Stmt = B::Else<()>;
    fn none() -> Self::Stmt {
        B::or_else(|| ())
    }
}

impl<L: Loops, V: Nat, E: Expr, B: Stmt> Misplaced<L> for Let<V, E, B>
where
    E: Placed<E::Ordered<L>, L>,
    B: Placed<B::Ordered<L::Over<NumberOf<V>, No>>, L::Over<NumberOf<V>, No>>,
{
    type Stmt = E::Else<B::Else<()>>;
    fn none() -> Self::Stmt {
        E::or_else(|| B::or_else(|| ()))
    }
}

macro_rules! of_two_parts {
    ($([$($generics:tt)*] $of:ty: $a:ident, $b:ident;)*) => { $(
        impl<L: Loops, $($generics)*> Misplaced<L> for $of
        where
            $a: Placed<$a::Ordered<L>, L>,
            $b: Placed<$b::Ordered<L>, L>,
        {
            type Stmt = $a::Else<$b::Else<()>>;
            fn none() -> Self::Stmt {
                $a::or_else(|| $b::or_else(|| ()))
            }
        }
    )* };
}

of_two_parts! {
    [A: Stmt, B: Stmt] Block<A, B>: A, B;
    [C: Expr, B: Stmt] Sieve<C, B>: C, B;
    [W: Target, O, E: Expr] Assign<W, O, E>: W, E;
    [W, N, P: Stmt, C: Stmt, Idle, Sum] Workspace<W, N, P, C, Idle, Sum>: P, C;
}

macro_rules! of_roots {
    ($($root:ident)*) => { $(
        impl<L, H: Output, N, D, I: PlaceNames, M: Label> Misplaced<L> for Write<$root<H>, Place<N, D, I>, M>
        where
            M::Called: Blamed<I::Plain, I::Called, H>,
        {
            type Stmt = <M::Called as Blamed<I::Plain, I::Called, H>>::Stmt;
            fn none() -> Self::Stmt {
                <M::Called as Blamed<I::Plain, I::Called, H>>::none()
            }
        }
    )* };
}

of_roots! { OutputRoot WorkspaceRoot }

/// The output of that name, whose handle is `Output`, is to blame for its `Places`, indices alone if `Plain` says so.
/// The assignment is no statement, so that what is around it is not refused as well.
pub trait Blamed<Plain, Places, Output> {
    /// The statement that there is none of.
    type Stmt;
    /// There is none.
    fn none() -> Self::Stmt;
}

macro_rules! blamed {
    ($($plain:ty: $trait:path;)*) => { $(
        impl<X: $trait, Places, Output> Blamed<$plain, Places, Output> for X {
            type Stmt = <X as $trait>::Stmt;
            fn none() -> Self::Stmt {
                <X as $trait>::none()
            }
        }
    )* };
}

blamed! {
    Yes: WrittenAt<Places, Output>;
    No: WrittenWhereverData<Output>;
}

/// An output whose handle is `Output` can be written at `Places` in the loops that are around. There is none that implements this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is written at the indices `{Places}`, but the loops over them stand in another order, or run down",
    label = "the loops over `{Places}`, the indices of `{Self}`, stand in another order, or run down",
    note = "the format of `{Self}`, `{Output}`, is written in ascending order. Leave the indices as they are, and write the loops in their order, \
            `{Places}`, the first one outermost and none running down: `y[i, j] = ..` stands in `for i, j {{ .. }}`",
    note = "or leave the loops as they are, and give `{Self}` a format that is written in any order: `ByteMapVector`, `DictVector`, `DictMatrix`, \
            `Tensor::<Dense<SparseByteMap<Element<f64>>>>`, `Vector` or `Matrix`",
    note = "or write one of these, `w`, say, and copy it in the next statement, `for j, i {{ y[j, i] = w[j, i] }}`; of a `w` that is dense, every \
            zero is stored",
    note = "the transpose of a matrix is `transpose::transposed(&a)?`"
)]
pub trait WrittenAt<Places, Output> {
    /// The statement that there is none of.
    type Stmt;
    /// There is none.
    fn none() -> Self::Stmt;
}

/// An output whose handle is `Output` can be written at places that come in any order. There is none that implements this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is written at places that come in any order, and its levels are written in ascending order",
    label = "a place of `{Self}` is named by data, or is a sum of indices",
    note = "the format of `{Self}` is `{Output}`. These are written in any order: `ByteMapVector`, `DictVector`, `DictMatrix`, \
            `Tensor::<Dense<SparseByteMap<Element<f64>>>>`, `Vector` and `Matrix`",
    note = "make `{Self}` one of these; or write one, `w`, say, and copy it in the next statement, `for i {{ y[i] = w[i] }}`; of a `w` that is \
            dense, every zero is stored",
    note = "places that data name do not size an output, which is as long as it is made: `let mut w = ByteMapVector::<f64>::empty([n])?;`, \
            and in the program `w .= 0;`"
)]
pub trait WrittenWhereverData<Output> {
    /// The statement that there is none of.
    type Stmt;
    /// There is none.
    fn none() -> Self::Stmt;
}

/// The places of an access, as messages name them.
pub trait PlaceNames {
    /// Whether each is an index alone.
    type Plain: Bool;
    /// A tuple of the names.
    type Called;
}

macro_rules! places {
    ([$($done:ident)*]) => { places! { @list $($done)* } };
    ([$($done:ident)*] $next:ident $($more:ident)*) => {
        places! { @list $($done)* }
        places! { [$($done)* $next] $($more)* }
    };
    (@list $($i:ident)*) => {
        impl<$($i: PlaceName),*> PlaceNames for places!(@cons $($i)*) {
            type Plain = places!(@all $($i)*);
            type Called = ($($i::Called,)*);
        }
    };
    (@cons) => { Nil };
    (@cons $first:ident $($more:ident)*) => { Cons<$first, places!(@cons $($more)*)> };
    (@all) => { Yes };
    (@all $first:ident $($more:ident)*) => { And<$first::Plain, places!(@all $($more)*)> };
}

places! { [] A B C D E F G H }

/// A place, as messages name it.
pub trait PlaceName {
    /// Whether it is an index alone.
    type Plain: Bool;
    /// Its name.
    type Called;
}

macro_rules! place_names {
    ($([$($generics:tt)*] $of:ty = $plain:ty, $called:ty;)*) => { $(
        impl<$($generics)*> PlaceName for $of {
            type Plain = $plain;
            type Called = $called;
        }
    )* };
}

place_names! {
    [N: Nat] Index<N> = Yes, N::Called;
    [] usize = Yes, usize;
    [A, B] Sum<A, B> = No, ();
    [A, B] Minus<A, B> = No, ();
    [O, A, B] Calculated<O, A, B> = No, ();
    [A] WindowIndex<A> = No, ();
    [A, Inside] Permissive<A, Inside> = No, ();
    [E] Gather<E> = No, ();
    [V] Value<V> = No, ();
}
