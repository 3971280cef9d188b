//! Expressions as a user writes them: a newtype with Rust's operators, and functions for the others.

mod statements;

pub use crate::expr::value::Value;
#[doc(hidden)]
pub use statements::Parallelizes;
pub use statements::{block, define, forall, forall_in, interleave, loop_range, parallel, parallel_in, sieve};

use crate::expr::compare::{AtLeast, AtMost, Between, Exactly};
use crate::fiber::{FillFiber, Leaf};
use crate::index::{Indices, IndicesOf};
use crate::mask::{Before, Frame, From, Only, Within};
use crate::notation::Readable;
use crate::upper::*;
use crate::view::Rearrange;
use core::convert::Infallible;
use finch_algebra as algebra;

macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident: $op:ident;)*) => {
        impl<A: Expr> Value<A> { $(
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::should_implement_trait)]
            pub fn $method<B: Expr>(self, other: Value<B>) -> Value<Map2<algebra::$op, A, B>>
            where
                algebra::$op: BinaryOp<A::T, B::T>,
            {
                Value(Map2 { op: algebra::$op, a: self.0, b: other.0 })
            }
        )* }
    };
}

methods! {
    /// Whether two values are equal.
    eq: Eq;
    /// Whether two values differ.
    ne: Ne;
    /// Whether this value is smaller.
    lt: Lt;
    /// Whether this value is smaller or equal.
    le: Le;
    /// Whether this value is larger.
    gt: Gt;
    /// Whether this value is larger or equal.
    ge: Ge;
    /// This value, or the other if this one is missing.
    coalesce: Coalesce;
}

macro_rules! overload {
    ($($trait:ident $method:ident: $op:ident beside $operand:ident $(by $by:ident)?;)*) => { $(
        impl<A: Expr, B: $operand<A::T $(, algebra::$by)?>> core::ops::$trait<B> for Value<A> {
            type Output = Made<algebra::$op, A, B::Expr, B::Expr>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, other: B) -> Self::Output {
                Value(Map2 { op: algebra::$op, a: self.0, b: other.beside() })
            }
        }
    )* };
}

overload! {
    Add add: Add beside Beside by Add;
    Sub sub: Sub beside Beside by Sub;
    Mul mul: Mul beside Beside by Mul;
    Div div: Div beside Beside by Div;
    Rem rem: Rem beside Beside by Rem;
    BitAnd bitand: And beside Beside by And;
    BitOr bitor: Or beside Beside by Or;
    BitXor bitxor: Xor beside BitsBeside;
}

macro_rules! overload_unary {
    ($($trait:ident $method:ident;)*) => { $(
        impl<A: Expr> core::ops::$trait for Value<A>
        where
            algebra::$trait: UnaryOp<A::T>,
        {
            type Output = Value<Map1<algebra::$trait, A>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self) -> Self::Output {
                Value(Map1 { op: algebra::$trait, a: self.0 })
            }
        }
    )* };
}

overload_unary! {
    Neg neg;
    Not not;
}

/// An access to the tensor or view `R` at a tuple of indices `I`: what `a.at((j, i))` makes.
pub type AccessTo<'r, R, I> =
    Access<<R as Readable>::Root<'r>, <<R as Readable>::Rearrange as Rearrange>::List<<I as Indices>::List>>;

/// The value of `of` at `indices` in a program: what the method `at` of a tensor returns. Call it from the method `at` of a
/// type of your own that implements [`Readable`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn access<R: Readable, I: IndicesOf<R::Rank>>(of: &R, indices: I) -> Value<AccessTo<'_, R, I>> {
    Value(Access::new(of.root(), of.rearrange().list(indices.list())))
}

/// An access to the tensor or view `R` at a list of indices `I`: for functions that are generic over the number of indices.
pub type AccessBy<'r, R, I> = Access<<R as Readable>::Root<'r>, <<R as Readable>::Rearrange as Rearrange>::List<I>>;

/// The value of `of` at the indices of a list, outermost first: [`access`] for functions that are generic over the list. One with
/// more indices than `of` has dimensions, or fewer, does not compile.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn access_by<R: Readable, I: IndexList>(of: &R, indices: I) -> Value<AccessBy<'_, R, I>> {
    const { assert!(I::LEN == R::Rank::VALUE, "an access has one index for each dimension") }
    Value(Access::new(of.root(), of.rearrange().list(indices)))
}

/// The expression of a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn expr_of<E>(value: Value<E>) -> E {
    value.0
}

/// A number in a program, which has the same value at all indices. [`constant`] makes it.
pub type Constant<T> = Access<Leaf<T>, Nil>;

/// A condition that is true where the `N` indices `I` are within given extents.
pub type PlacesWithin<const N: usize, I> = Access<Frame<N>, I>;

/// True at `indices`, outermost first, which have these extents: extents of loops that no operand says.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn places<const N: usize, I: IndexList>(extents: [usize; N], indices: I) -> Value<PlacesWithin<N, I>> {
    const { assert!(I::LEN == N, "there is one extent for each index") }
    Value(Access::new(Frame::new(extents), indices))
}

/// The condition that the place which the term `H` stands for lies before another one.
pub type IsBefore<H> = Access<Before, Cons<H, Nil>>;

/// `before` where `place` lies in front of `end`, else `behind`. A loop over the place goes over one and then over the other, and reads each on
/// its own side only.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn joined<H: IndexTerm, A: Expr, B: Expr<T = A::T>>(
    end: usize,
    place: H,
    before: A,
    behind: B,
) -> Value<Joined<IsBefore<H>, A, B>> {
    let is_before = Access::new(Before { end: border(end) }, Cons(place, Nil));
    Value(Joined::new(is_before, before, behind))
}

/// The value of the index `A` as an operand: a `usize`.
pub type IndexAt<A> = Access<Iota, Cons<A, Nil>>;

/// The value of the index `term` as an operand: a `usize`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn index_at<A: IndexTerm>(term: A) -> Value<IndexAt<A>> {
    Value(Access::new(Iota, Cons(term, Nil)))
}

/// The given value, as a value in a program that does not depend on any index.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn constant<T: Copy + 'static>(value: T) -> Value<Constant<T>> {
    Value(Access::new(Leaf(value), Nil))
}

/// The value of the fill `F`, which types know, so that laws apply to it: `literal::<f64, Zero>()`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn literal<T: Copy + 'static, F: Fill<T>>() -> Value<Access<FillFiber<T, F>, Nil>> {
    Value(Access::new(FillFiber::new(), Nil))
}

/// What may stand beside a value of type `T`, with operator `O` between them: another value, a number of that type, an index
/// if it is `usize`.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` is combined with what is no value of that type",
    label = "beside a value of type `{T}`",
    note = "a number has the type of the values that it stands beside: `2.0 * x[i]` where `x` holds `f64`s, `2 * x[i]` where it holds \
            integers",
    note = "others are converted by `as`: an index, which is a `usize`, as in `i as f64 * x[i]`, a captured number, as in \
            `{{ n as f64 }} * x[i]`, or a value, as in `count[i] as f64 * x[i]`; those of another type are written `constant(value)`",
    note = "a scalar is read with brackets, `s[] * x[i]`"
)]
pub trait Beside<T, O> {
    /// The expression that it is.
    type Expr: Expr;
    /// The expression that it is.
    fn beside(self) -> Self::Expr;
}

/// What may stand beside a value of type `T`, with a `^` between them.
#[diagnostic::on_unimplemented(
    message = "`^` is no power in a program, but the exclusive or, which values of type `{T}` do not have with this",
    label = "behind `^`",
    note = "a power is `x[i].powi(2)`, `x[i].powf(1.5)`; a square is `square(x[i])` or `x[i] * x[i]` as well"
)]
pub trait BitsBeside<T> {
    /// The expression that it is.
    type Expr: Expr;
    /// The expression that it is.
    fn beside(self) -> Self::Expr;
}

/// The value that operator `O` makes of `A` and `B`. It exists only if `C` does: so an operand that is refused is reported once.
pub type Made<O, A, B, C> = <C as IfResolved>::Then<Value<Map2<O, A, B>>>;

/// The expression that the operand `N` becomes beside a value of type `T`.
pub type BesideOf<N, T, O> = <N as Beside<T, O>>::Expr;

/// `X` if operator `O` works on a `T` and a `U`. Were it `X` in any case, all that is made of it would be refused once more.
pub type IfWorks<O, T, U, X> = <<O as BinaryOp<T, U>>::Out as IfResolved>::Then<X>;

macro_rules! beside {
    ($([$($generics:tt)*] $trait:ty, for $of:ty, as $expr:ty, if $op:ty: BinaryOp<$t:ty, $u:ty>, |$this:ident| $made:expr;)*) => { $(
        impl<$($generics)*> $trait for $of
        where
            $op: BinaryOp<$t, $u>,
        {
            type Expr = $expr;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn beside(self) -> $expr {
                let $this = self;
                $made
            }
        }
    )* };
    (@bits $t:ty) => {
        beside! { [] BitsBeside<$t>, for $t, as Constant<$t>, if algebra::Xor: BinaryOp<$t, $t>, |number| constant(number).0; }
    };
}

beside! {
    [T: Captured, O] Beside<T, O>, for T, as Constant<T>, if O: BinaryOp<T, T>, |number| constant(number).0;
    [T, O, E: Expr] Beside<T, O>, for Value<E>, as IfWorks<O, T, E::T, E>, if O: BinaryOp<T, E::T>, |value| value.0;
    [T, E: Expr] BitsBeside<T>, for Value<E>, as E, if algebra::Xor: BinaryOp<T, E::T>, |value| value.0;
}

/// A literal or a name in front of an access, `2 * x[i]`, `alpha * x[i]`: the type of a number is that of the values.
#[derive(Clone, Copy, Debug)]
pub struct Leading<T>(pub T);

/// Calls a macro with types, and those of integers.
macro_rules! for_integers {
    ($then:ident! $($more:ty,)*) => {
        $then! { $($more,)* i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }
    };
}

/// Calls a macro with types, those of integers, and those of half precision if they are numbers.
#[cfg(feature = "half")]
macro_rules! with_halves {
    ($then:ident! $($more:ty,)*) => {
        for_integers! { $then! $($more,)* finch_algebra::half::f16, finch_algebra::half::bf16, }
    };
}
#[cfg(not(feature = "half"))]
macro_rules! with_halves {
    ($then:ident! $($more:ty,)*) => {
        for_integers! { $then! $($more,)* }
    };
}

/// Calls a macro with types, and those of numbers.
macro_rules! for_numbers {
    ($then:ident! $($more:ty,)*) => {
        with_halves! {
            $then! $($more,)* f32, f64, Complex<f32>, Complex<f64>,
            Wrapping<u8>, Wrapping<u16>, Wrapping<u32>, Wrapping<u64>,
            Wrapping<i8>, Wrapping<i16>, Wrapping<i32>, Wrapping<i64>,
        }
    };
}
pub(super) use {for_integers, for_numbers, with_halves};

/// Numbers and literals on the left of an operator.
macro_rules! on_the_left {
    ($([$($generics:tt)*] $of:ty: $t:ty, |$this:ident| $number:expr, $($trait:ident $method:ident $op:ident),*;)*) => { $(
        on_the_left! { @each [$($generics)*] {$of} {$t} {|$this| $number} $($trait $method $op),* }
    )* };
    (@each $generics:tt $of:tt $t:tt $number:tt $($trait:ident $method:ident $op:ident),*) => { $(
        on_the_left! { @one $generics $of $t $number $trait $method $op }
    )* };
    (
        @one [$($generics:tt)*] {$of:ty} {$t:ty} {|$this:ident| $number:expr} $trait:ident $method:ident $op:ident
    ) => {
        impl<B: Expr, $($generics)*> core::ops::$trait<Value<B>> for $of
        where
            $t: Beside<B::T, algebra::$op>,
        {
            type Output = Made<algebra::$op, BesideOf<$t, B::T, algebra::$op>, B, BesideOf<$t, B::T, algebra::$op>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, other: Value<B>) -> Self::Output {
                let $this = self;
                Value(Map2::new(algebra::$op, Beside::<B::T, algebra::$op>::beside($number), other.0))
            }
        }
    };
}

macro_rules! constants {
    ($($t:ty),*) => { $(
        on_the_left! { [] $t: $t, |number| number, Add add Add, Sub sub Sub, Mul mul Mul, Div div Div; }
    )* };
}

macro_rules! bits {
    ($($t:ty),*) => { $(
        beside! { @bits $t }
        on_the_left! { [] $t: $t, |number| number, BitAnd bitand And, BitOr bitor Or, BitXor bitxor Xor; }
    )* };
}

macro_rules! remainders {
    ($($t:ty),*) => { $( on_the_left! { [] $t: $t, |number| number, Rem rem Rem; } )* };
}

on_the_left! { [C] Leading<C>: C, |literal| literal.0, Add add Add, Sub sub Sub, Mul mul Mul, Div div Div, Rem rem Rem; }

/// A type without values: it stands in implementations that nobody calls, for better messages of the compiler.
#[derive(Debug)]
pub enum Nothing {}

/// What stands behind `Leading`, or nothing, of two types: were there one type that can stand there, it would be taken for
/// granted before what is there is looked at, and that would be said to be of another type.
macro_rules! or_nothing {
    ($nothing:ty: $($trait:ident $method:ident),*) => { $(
        impl<C> core::ops::$trait<$nothing> for Leading<C> {
            type Output = $nothing;
            fn $method(self, nothing: $nothing) -> $nothing {
                nothing
            }
        }
    )* };
}

or_nothing!(Infallible: Add add, Sub sub, Mul mul, Div div, Rem rem);
or_nothing!(Nothing: Add add, Sub sub, Mul mul, Div div, Rem rem);

for_numbers! { constants! }
for_integers! { remainders! }
for_integers! { bits! bool, }

macro_rules! shifts {
    ($($trait:ident $method:ident $by:ident),*) => { $(
        impl<A: Expr> core::ops::$trait<u32> for Value<A>
        where
            algebra::$by: UnaryOp<A::T>,
        {
            type Output = Value<Map1<algebra::$by, A>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, places: u32) -> Self::Output {
                map1(algebra::$by(places), self)
            }
        }
    )* };
}

shifts!(Shl shl ShlBy, Shr shr ShrBy);

/// The remainder of an index by a number, `i % 2`, as a value.
pub type IndexRemainder<N> = Value<Map2<algebra::Rem, Access<Iota, Cons<Index<N>, Nil>>, Constant<usize>>>;

impl<N: Nat> core::ops::Rem<usize> for Index<N> {
    type Output = IndexRemainder<N>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rem(self, divisor: usize) -> Self::Output {
        self.value() % divisor
    }
}

/// `op(a)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn map1<O: UnaryOp<A::T>, A: Expr>(op: O, a: Value<A>) -> Value<Map1<O, A>> {
    Value(Map1 { op, a: a.0 })
}

/// `op(a, b)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn map2<O: BinaryOp<A::T, B::T>, A: Expr, B: Expr>(op: O, a: Value<A>, b: Value<B>) -> Value<Map2<O, A, B>> {
    Value(Map2 { op, a: a.0, b: b.0 })
}

/// `op(a, b, c)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn map3<O: TernaryOp<A::T, B::T, C::T>, A: Expr, B: Expr, C: Expr>(
    op: O,
    a: Value<A>,
    b: Value<B>,
    c: Value<C>,
) -> Value<Map3<O, A, B, C>> {
    Value(Map3 {
        op,
        a: a.0,
        b: b.0,
        c: c.0,
    })
}

/// A comparison of two indices, `i < j`, as a value. Loops are cut by it: the indices where it does not hold are not visited.
pub type CompareIndices<D, N, M> = Value<Compare<D, N, M>>;

/// A condition on one index, such as `i < 5`, as a value. Loops are cut by it: the indices where it does not hold are not visited.
pub type MaskAlong<F, N> = Value<Access<F, Cons<Index<N>, Nil>>>;

macro_rules! comparisons {
    ($($(#[$doc:meta])* $method:ident($other:ident $(, $more:ident: $type:ty)*): $relation:ident = $made:expr;)*) => {
        impl<N: Nat> Index<N> { $(
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $method<M: Nat>(self, $other: Index<M> $(, $more: $type)*) -> CompareIndices<$relation, N, M> {
                Value(Compare::new($made, self, $other))
            }
        )* }
    };
}

comparisons! {
    /// Whether this index is smaller than `other`.
    lt(other): AtMost = AtMost(-1);
    /// Whether this index is at most `other`: the upper triangle for `j.le(i)` in `a.at((j, i))`.
    le(other): AtMost = AtMost(0);
    /// Whether this index is larger than `other`.
    gt(other): AtLeast = AtLeast(1);
    /// Whether this index is at least `other`.
    ge(other): AtLeast = AtLeast(0);
    /// Whether this index equals `other`: the diagonal.
    eq(other): Exactly = Exactly(0);
    /// Whether `lower <= self - other <= upper`: a band.
    band(other, lower: isize, upper: isize): Between = Between(lower, upper);
}

/// A border of a mask.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn border(index: usize) -> isize {
    isize::try_from(index).unwrap_or(isize::MAX)
}

impl<N: Nat> Index<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask<F: Fiber>(self, mask: F) -> MaskAlong<F, N> {
        Value(Access::new(mask, Cons(self, Nil)))
    }

    /// The value of this index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value(self) -> MaskAlong<Iota, N> {
        self.mask(Iota)
    }

    /// Whether this index differs from `other`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ne<M: Nat>(self, other: Index<M>) -> Value<Map1<algebra::Not, Compare<Exactly, N, M>>> {
        !self.eq(other)
    }

    /// Whether this index is below `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn below(self, end: usize) -> MaskAlong<Before, N> {
        self.mask(Before { end: border(end) })
    }

    /// Whether this index is `start` or more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from(self, start: usize) -> MaskAlong<From, N> {
        self.mask(From { start: border(start) })
    }

    /// Whether this index is `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn only(self, at: usize) -> MaskAlong<Only, N> {
        self.mask(Only { at: border(at) })
    }

    /// Whether this index is in `range`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within(self, range: Range<usize>) -> MaskAlong<Within, N> {
        let (start, end) = (border(range.start), border(range.end));
        self.mask(Within { start, end })
    }
}
