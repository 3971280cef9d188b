//! Which operands are multiplied first: two, or one alone, of which a row is copied.

use super::list::IndexNames;
use super::operand::{ExprOf, Factors, OperandAt, Operands, SpecOf};
use super::search::{Spec, Specs};
use crate::imports::*;
use finch_formats::traits::expr::map::Map2;

/// The first two operands.
#[derive(Clone, Copy, Debug)]
pub struct FirstPair;

/// The first operand alone.
#[derive(Clone, Copy, Debug)]
pub struct FirstOne;

/// The first and the third operand.
#[derive(Clone, Copy, Debug)]
pub struct OuterPair;

/// Those at `At` of the operands behind the first one.
#[derive(Clone, Copy, Debug)]
pub struct LaterPair<At>(PhantomData<At>);

/// Operands of which two, at `At`, can be multiplied first. With one alone it is the same, but that there is nothing to multiply.
pub trait PairAt<At>: Operands {
    /// The two.
    type Pair: Operands<T = Self::T>;
    /// The others.
    type Others: Factors<Self::T>;
    /// What types know of all, with sums of products of the two in their place.
    type SpecsWith<K: Kinds, F: Known, I: IndexNames>: Specs;
    /// All, with a tensor of sums of products of the two in their place.
    type With<'b, L: Described<T = Self::T>, I: IndexNames>: Operands<T = Self::T>
    where
        Self: 'b,
        L: 'b;
    /// The product of all, with `E` in the place of the two.
    type Multiplied<S: Semiring<Self::T>, E: Expr<T = Self::T>>: Expr<T = Self::T>;
    /// The numbers of the two: twice the same of one alone.
    const NUMBERS: [usize; 2];
    /// Whether factors are exchanged.
    const EXCHANGES: bool;
    /// The two.
    fn pair(self) -> Self::Pair;
    /// The others.
    fn others(self) -> Self::Others;
    /// All, with a tensor of sums of products of the two, called `name`, in their place.
    fn with<'b, L, I: IndexNames>(self, sums: &'b Tensor<L>, name: &'static str) -> Self::With<'b, L, I>
    where
        Self: 'b,
        L: Described<T = Self::T> + 'b;
    /// The product of all, with `sums` in the place of the two.
    fn times_sums<S: Semiring<Self::T>, E: Expr<T = Self::T>>(self, sums: E) -> Self::Multiplied<S, E>;
}

macro_rules! first_of {
    ($($at:ty: [$($between:ident $level:ident $places:ident)?], $number:literal, $exchanges:literal;)*) => { $(
        impl<'a, T, A, I, $($level, $places,)? B, J, R> PairAt<$at> for first_of!(@of 'a A I [$($level $places)?] B J R)
        where
            T: Copy + PartialEq + 'static,
            A: Described<T = T>,
            B: Described<T = T>,
            $($level: Described<T = T>,)?
            I: IndexNames,
            J: IndexNames,
            $($places: IndexNames,)?
            R: Factors<T>,
        {
            type Pair = Cons<OperandAt<'a, A, I>, Cons<OperandAt<'a, B, J>, Nil>>;
            type Others = first_of!(@others 'a [$($level $places)?] R);
            type SpecsWith<K: Kinds, F: Known, W: IndexNames> = Cons<Spec<K, F, W>, <Self::Others as Factors<T>>::Specs>;
            type With<'b, L: Described<T = T>, W: IndexNames>
                = Cons<OperandAt<'b, L, W>, Self::Others>
            where
                Self: 'b,
        L: 'b;
            type Multiplied<S: Semiring<T>, E: Expr<T = T>> = <Self::Others as Factors<T>>::Times<S, E>;
            const NUMBERS: [usize; 2] = [0, $number];
            const EXCHANGES: bool = $exchanges;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pair(self) -> Self::Pair {
                let first_of!(@pattern a [$(_ $between)?] b _others) = self;
                Cons(a, Cons(b, Nil))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn others(self) -> Self::Others {
                let first_of!(@pattern _a [$($between)?] _b others) = self;
                first_of!(@rest [$($between)?] others)
            }
            fn with<'b, L, W: IndexNames>(self, sums: &'b Tensor<L>, name: &'static str) -> Self::With<'b, L, W>
            where
                Self: 'b,
                L: Described<T = T> + 'b,
            {
                Cons(OperandAt::new(sums, name), PairAt::<$at>::others(self))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn times_sums<S: Semiring<T>, E: Expr<T = T>>(self, sums: E) -> Self::Multiplied<S, E> {
                PairAt::<$at>::others(self).times::<S, E>(sums)
            }
        }
    )* };
    (@of $a:lifetime $l:ident $i:ident [] $m:ident $j:ident $r:ident) => {
        Cons<OperandAt<$a, $l, $i>, Cons<OperandAt<$a, $m, $j>, $r>>
    };
    (@of $a:lifetime $l:ident $i:ident [$n:ident $k:ident] $m:ident $j:ident $r:ident) => {
        Cons<OperandAt<$a, $l, $i>, Cons<OperandAt<$a, $n, $k>, Cons<OperandAt<$a, $m, $j>, $r>>>
    };
    (@others $a:lifetime [] $r:ident) => { $r };
    (@others $a:lifetime [$n:ident $k:ident] $r:ident) => { Cons<OperandAt<$a, $n, $k>, $r> };
    (@pattern $x:ident [] $y:ident $others:ident) => { Cons($x, Cons($y, $others)) };
    (@pattern $x:ident [_ $between:ident] $y:ident $others:ident) => { Cons($x, Cons(_, Cons($y, $others))) };
    (@pattern $x:ident [$between:ident] $y:ident $others:ident) => { Cons($x, Cons($between, Cons($y, $others))) };
    (@rest [] $others:ident) => { $others };
    (@rest [$between:ident] $others:ident) => { Cons($between, $others) };
}

first_of! {
    FirstPair: [], 1, false;
    OuterPair: [between C H], 2, true;
}

impl<'a, T: Copy + PartialEq + 'static, A: Described<T = T>, I: IndexNames, R: Factors<T>> PairAt<FirstOne>
    for Cons<OperandAt<'a, A, I>, R>
{
    type Pair = Cons<OperandAt<'a, A, I>, Nil>;
    type Others = R;
    type SpecsWith<K: Kinds, F: Known, W: IndexNames> = Cons<Spec<K, F, W>, R::Specs>;
    type With<'b, L: Described<T = T>, W: IndexNames>
        = Cons<OperandAt<'b, L, W>, R>
    where
        Self: 'b,
        L: 'b;
    type Multiplied<S: Semiring<T>, E: Expr<T = T>> = R::Times<S, E>;
    const NUMBERS: [usize; 2] = [0, 0];
    const EXCHANGES: bool = false;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pair(self) -> Self::Pair {
        Cons(self.0, Nil)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn others(self) -> R {
        self.1
    }
    fn with<'b, L, W: IndexNames>(self, sums: &'b Tensor<L>, name: &'static str) -> Self::With<'b, L, W>
    where
        Self: 'b,
        L: Described<T = T> + 'b,
    {
        Cons(OperandAt::new(sums, name), self.1)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times_sums<S: Semiring<T>, E: Expr<T = T>>(self, sums: E) -> R::Times<S, E> {
        self.1.times::<S, E>(sums)
    }
}

impl<'a, A: Described<T: PartialEq>, I: IndexNames, R: Factors<A::T> + PairAt<At, T = A::T>, At> PairAt<LaterPair<At>>
    for Cons<OperandAt<'a, A, I>, R>
{
    type Pair = R::Pair;
    type Others = Cons<OperandAt<'a, A, I>, R::Others>;
    type SpecsWith<K: Kinds, F: Known, W: IndexNames> = Cons<SpecOf<A, I>, R::SpecsWith<K, F, W>>;
    type With<'b, L: Described<T = A::T>, W: IndexNames>
        = Cons<OperandAt<'a, A, I>, R::With<'b, L, W>>
    where
        Self: 'b,
        L: 'b;
    type Multiplied<S: Semiring<A::T>, E: Expr<T = A::T>> = Map2<S::Times, ExprOf<'a, A, I>, R::Multiplied<S, E>>;
    const NUMBERS: [usize; 2] = [1 + R::NUMBERS[0], 1 + R::NUMBERS[1]];
    const EXCHANGES: bool = R::EXCHANGES;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pair(self) -> Self::Pair {
        self.1.pair()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn others(self) -> Self::Others {
        Cons(self.0, self.1.others())
    }
    fn with<'b, L, W: IndexNames>(self, sums: &'b Tensor<L>, name: &'static str) -> Self::With<'b, L, W>
    where
        Self: 'b,
        L: Described<T = A::T> + 'b,
    {
        Cons(self.0, self.1.with(sums, name))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times_sums<S: Semiring<A::T>, E: Expr<T = A::T>>(self, sums: E) -> Self::Multiplied<S, E> {
        Map2::new(S::times(), self.0.expr(), self.1.times_sums::<S, E>(sums))
    }
}
