//! Conditions: comparisons, which Rust's operators cannot make, and what joins them.
//!
//! | left | right | becomes |
//! |---|---|---|
//! | value | value, constant, index | an operator |
//! | index | index, `usize` | a mask: the loop is trimmed, not tested |
//! | difference of indices | `isize` | a mask: a diagonal, or one side of a band |
//! | `(i - j).abs()`, `i.abs_diff(j)` | `usize` | a mask: a band, or what is outside of it |

use crate::expr::compare::{AtLeast, AtMost, Between, Chunks, EvenParts, Exactly};
use crate::mask::{Before, From, Only, Within};
use crate::notation::overload::{CompareIndices, MaskAlong, Nothing, Value, border, constant, map2};
use crate::notation::overload::{for_integers, for_numbers, with_halves};
use crate::notation::{Leading, Literal, Operand};
use crate::upper::*;
use core::convert::Infallible;
use finch_algebra as algebra;

/// What can be compared with `R` by the operator `O`.
#[diagnostic::on_unimplemented(
    message = "these two cannot be compared in a program",
    label = "cannot be compared by `{O}`",
    note = "values of the same type can be compared, an index with an index or a `usize`, a difference of indices \
            with an `isize`, `(i - j).abs()` with a `usize`; `i <= j + 1` is `i - j <= 1`",
    note = "what is of another type is converted by `as`, `i as f64 < x[i]`; a scalar is read with brackets, `x[i] < s[]`; a captured \
            `alpha` of a generic type, in front of a name that `let` gave, is `constant(alpha) < d`",
    note = "the left side is `{Self}`",
    note = "the right side is `{R}`"
)]
pub trait Comparable<O, R> {
    /// The condition.
    type Condition;
    /// The condition.
    fn compared(self, op: O, right: R) -> Self::Condition;
}

/// `left op right`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn compare<O, A: Comparable<O, B>, B>(op: O, left: A, right: B) -> A::Condition {
    left.compared(op, right)
}

/// `left && right`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn and<A: Operand<bool>, B: Operand<bool>>(left: A, right: B) -> Value<Map2<algebra::And, A::Expr, B::Expr>> {
    map2(algebra::And, left.operand(), right.operand())
}

/// `left || right`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn or<A: Operand<bool>, B: Operand<bool>>(left: A, right: B) -> Value<Map2<algebra::Or, A::Expr, B::Expr>> {
    map2(algebra::Or, left.operand(), right.operand())
}

// ---- chunks and parts ----

/// The number of a chunk, or of a part, in which index `N` may lie: an index of a loop, or a `usize`.
pub trait ChunkNumber<N: Nat> {
    /// The condition that the index lies there, by the relation of indices to chunks.
    type Condition<D: Relation<Left = Within>>;
    /// The condition that `index` lies in the chunk of this number.
    fn holds<D: Relation<Left = Within>>(self, index: Index<N>, relation: D) -> Self::Condition<D>;
}

impl<N: Nat, M: Nat> ChunkNumber<N> for Index<M> {
    type Condition<D: Relation<Left = Within>> = CompareIndices<D, N, M>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds<D: Relation<Left = Within>>(self, index: Index<N>, relation: D) -> Self::Condition<D> {
        Value(Compare::new(relation, index, self))
    }
}

impl<N: Nat> ChunkNumber<N> for usize {
    type Condition<D: Relation<Left = Within>> = MaskAlong<Within, N>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds<D: Relation<Left = Within>>(self, index: Index<N>, relation: D) -> MaskAlong<Within, N> {
        Value(Access::new(relation.left(border(self)), Cons(index, Nil)))
    }
}

impl<N: Nat> Index<N> {
    /// Whether this index lies in chunk number `chunk` of `width` indices each, of which the last may be shorter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_chunk<C: ChunkNumber<N>>(self, chunk: C, width: usize) -> C::Condition<Chunks> {
        chunk.holds(self, Chunks(width))
    }

    /// Whether this index lies in part number `part` of `parts` parts of `0..extent`, whose widths differ by one at most.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_part<C: ChunkNumber<N>>(self, part: C, extent: usize, parts: usize) -> C::Condition<EvenParts> {
        part.holds(self, EvenParts { extent, parts })
    }
}

// ---- values ----

impl<O: BinaryOp<A::T, A::T>, A: Expr, R: Operand<A::T>> Comparable<O, R> for Value<A> {
    type Condition = Value<Map2<O, A, R::Expr>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compared(self, op: O, right: R) -> Self::Condition {
        map2(op, self, right.operand())
    }
}

impl<O: BinaryOp<B::T, B::T>, B: Expr, C: Operand<B::T>> Comparable<O, Value<B>> for Leading<C> {
    type Condition = Value<Map2<O, C::Expr, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compared(self, op: O, right: Value<B>) -> Self::Condition {
        map2(op, self.0.operand(), right)
    }
}

impl<O: BinaryOp<B::T, B::T>, B: Expr, F: Fill<B::T>> Comparable<O, Value<B>> for Literal<F> {
    type Condition = Value<Map2<O, <Literal<F> as Operand<B::T>>::Expr, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compared(self, op: O, right: Value<B>) -> Self::Condition {
        map2(op, self.operand(), right)
    }
}

macro_rules! constants {
    ($($t:ty),*) => { $(
        impl<O: BinaryOp<$t, $t>, B: Expr<T = $t>> Comparable<O, Value<B>> for $t {
            type Condition = Value<Map2<O, <$t as Operand<$t>>::Expr, B>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn compared(self, op: O, right: Value<B>) -> Self::Condition {
                map2(op, constant(self), right)
            }
        }
    )* };
}
for_numbers! { constants! bool, }

/// The value of an index, as an expression.
type ValueOfIndex<N> = Access<Iota, Cons<Index<N>, Nil>>;

impl<O: BinaryOp<usize, usize>, N: Nat, B: Expr<T = usize>> Comparable<O, Value<B>> for Index<N> {
    type Condition = Value<Map2<O, ValueOfIndex<N>, B>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compared(self, op: O, right: Value<B>) -> Self::Condition {
        map2(op, self.value(), right)
    }
}

// ---- indices ----

/// The difference of two indices, `i - j`, which is compared with a number: `if i - j <= 2`.
#[derive(Clone, Copy, Debug)]
pub struct IndexDifference<N, M>(Index<N>, Index<M>);

impl<N: Nat, M: Nat> core::ops::Sub<Index<M>> for Index<N> {
    type Output = IndexDifference<N, M>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, other: Index<M>) -> IndexDifference<N, M> {
        IndexDifference(self, other)
    }
}

/// What the difference of two indices, `Self`, is beside a value of type `V`.
#[diagnostic::on_unimplemented(
    message = "the difference of the indices `{Self}` is no number here",
    label = "a difference of indices beside a value",
    note = "an index is a `usize`, and a difference may be negative: convert each of them, `(i as f64 - j as f64) * a[j, i]`",
    note = "`i - j` stands in brackets, `x[i - j]`, and in comparisons, `if i - j <= 1 {{ .. }}`"
)]
pub trait DifferenceBeside<V> {}

// Beside what there is not: else this would be known to hold for nothing, and not be named.
impl<X> DifferenceBeside<Nothing> for X {}
impl<X> DifferenceBeside<Infallible> for X {}

macro_rules! no_numbers {
    ($($trait:ident $method:ident),*) => { $(
        impl<N: Nat, M: Nat, V> core::ops::$trait<V> for IndexDifference<N, M>
        where
            (N::Called, M::Called): DifferenceBeside<V>,
        {
            type Output = V;
            fn $method(self, other: V) -> V {
                other
            }
        }
    )* };
}

no_numbers!(Add add, Sub sub, Mul mul, Div div);

/// A mask that is turned round.
type Outside<F, N> = Value<Map1<algebra::Not, Access<F, Cons<Index<N>, Nil>>>>;

/// Where two indices are not so far apart.
type Elsewhere<N, M> = Value<Map1<algebra::Not, crate::expr::compare::Compare<Exactly, N, M>>>;

#[cfg_attr(not(debug_assertions), inline(always))]
fn difference<D: crate::expr::compare::Relation, N: Nat, M: Nat>(
    relation: D,
    IndexDifference(left, right): IndexDifference<N, M>,
) -> CompareIndices<D, N, M> {
    Value::new(crate::expr::compare::Compare::new(relation, left, right))
}

macro_rules! index_comparisons {
    ($(
        $op:ident, turned $turned:ident:
        index => $indices:ident as $pair:ty,
        |$index:ident, $number:ident| $along:expr, as $mask:ty,
        |$apart:ident, $distance:ident| $band:expr, as $side:ty;
    )*) => { $(
        impl<N: Nat, M: Nat> Comparable<algebra::$op, Index<M>> for Index<N> {
            type Condition = $pair;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn compared(self, _op: algebra::$op, right: Index<M>) -> Self::Condition {
                self.$indices(right)
            }
        }

        index_comparisons! { @both [$op $turned] [N: Nat] Index<N>, usize: |$index, $number| $along, as $mask }
        index_comparisons! {
            @both [$op $turned] [N: Nat, F: Fill<usize>] Index<N>, Literal<F>:
            |index, _literal| index.compared(algebra::$op, F::value()), as $mask
        }
        index_comparisons! { @both [$op $turned] [N: Nat, M: Nat] IndexDifference<N, M>, isize: |$apart, $distance| $band, as $side }
        index_comparisons! {
            @both [$op $turned] [N: Nat, M: Nat, F: Fill<isize>] IndexDifference<N, M>, Literal<F>:
            |apart, _literal| apart.compared(algebra::$op, F::value()), as $side
        }
    )* };
    // With the number on the right, and on the left.
    (
        @both [$op:ident $turned:ident] [$($generics:tt)*] $of:ty, $with:ty:
        |$left:ident, $right:ident| $made:expr, as $condition:ty
    ) => {
        impl<$($generics)*> Comparable<algebra::$op, $with> for $of {
            type Condition = $condition;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn compared(self, _op: algebra::$op, $right: $with) -> Self::Condition {
                let $left = self;
                $made
            }
        }

        impl<$($generics)*> Comparable<algebra::$turned, $of> for $with {
            type Condition = $condition;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn compared(self, _op: algebra::$turned, right: $of) -> Self::Condition {
                right.compared(algebra::$op, self)
            }
        }
    };
}

index_comparisons! {
    Lt, turned Gt:
        index => lt as CompareIndices<AtMost, N, M>,
        |index, number| index.below(number), as MaskAlong<Before, N>,
        |apart, distance| difference(AtMost(distance.saturating_sub(1)), apart), as CompareIndices<AtMost, N, M>;
    Le, turned Ge:
        index => le as CompareIndices<AtMost, N, M>,
        |index, number| index.below(number.saturating_add(1)), as MaskAlong<Before, N>,
        |apart, distance| difference(AtMost(distance), apart), as CompareIndices<AtMost, N, M>;
    Gt, turned Lt:
        index => gt as CompareIndices<AtLeast, N, M>,
        |index, number| index.from(number.saturating_add(1)), as MaskAlong<From, N>,
        |apart, distance| difference(AtLeast(distance.saturating_add(1)), apart), as CompareIndices<AtLeast, N, M>;
    Ge, turned Le:
        index => ge as CompareIndices<AtLeast, N, M>,
        |index, number| index.from(number), as MaskAlong<From, N>,
        |apart, distance| difference(AtLeast(distance), apart), as CompareIndices<AtLeast, N, M>;
    Eq, turned Eq:
        index => eq as CompareIndices<Exactly, N, M>,
        |index, number| index.only(number), as MaskAlong<Only, N>,
        |apart, distance| difference(Exactly(distance), apart), as CompareIndices<Exactly, N, M>;
    Ne, turned Ne:
        index => ne as Elsewhere<N, M>,
        |index, number| !index.only(number), as Outside<Only, N>,
        |apart, distance| !difference(Exactly(distance), apart), as Elsewhere<N, M>;
}

// ---- distances ----

/// The absolute difference of two indices, `(i - j).abs()`, which is compared with a number.
#[derive(Clone, Copy, Debug)]
pub struct Distance<N, M>(IndexDifference<N, M>);

impl<N: Nat, M: Nat> IndexDifference<N, M> {
    /// How far the two are apart: `(i - j).abs() <= 1` is a band of three diagonals.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn abs(self) -> Distance<N, M> {
        Distance(self)
    }
}

impl<N: Nat> Index<N> {
    /// How far this index and `other` are apart: `i.abs_diff(j) <= 1` is a band of three diagonals.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn abs_diff<M: Nat>(self, other: Index<M>) -> Distance<N, M> {
        Distance(IndexDifference(self, other))
    }
}

/// Where two indices are within a band, and where they are not.
type Band<N, M> = CompareIndices<Between, N, M>;
type OffBand<N, M> = Value<Map1<algebra::Not, Compare<Between, N, M>>>;

/// Where two indices are on one of two diagonals, and where they are on neither.
type Diagonals<N, M> = Map2<algebra::Or, Compare<Exactly, N, M>, Compare<Exactly, N, M>>;

impl<N: Nat, M: Nat> Distance<N, M> {
    /// Whether the distance is below `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self, end: usize) -> Band<N, M> {
        let most = isize::try_from(end).unwrap_or(isize::MAX).saturating_sub(1);
        // An empty band ends where it starts.
        difference(if most < 0 { Between(1, 0) } else { Between(-most, most) }, self.0)
    }

    /// Whether the distance is `by`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exactly(self, by: usize) -> Value<Diagonals<N, M>> {
        let by = isize::try_from(by).unwrap_or(isize::MAX);
        difference(Exactly(by), self.0) | difference(Exactly(-by), self.0)
    }
}

macro_rules! distances {
    ($($op:ident, turned $turned:ident: |$distance:ident, $number:ident| $condition:expr, as $type:ty;)*) => { $(
        index_comparisons! { @both [$op $turned] [N: Nat, M: Nat] Distance<N, M>, usize: |$distance, $number| $condition, as $type }
        index_comparisons! {
            @both [$op $turned] [N: Nat, M: Nat, F: Fill<usize>] Distance<N, M>, Literal<F>:
            |distance, _literal| distance.compared(algebra::$op, F::value()), as $type
        }
    )* };
}

distances! {
    Lt, turned Gt: |distance, number| distance.below(number), as Band<N, M>;
    Le, turned Ge: |distance, number| distance.below(number.saturating_add(1)), as Band<N, M>;
    Gt, turned Lt: |distance, number| !distance.below(number.saturating_add(1)), as OffBand<N, M>;
    Ge, turned Le: |distance, number| !distance.below(number), as OffBand<N, M>;
    Eq, turned Eq: |distance, number| distance.exactly(number), as Value<Diagonals<N, M>>;
    Ne, turned Ne: |distance, number| !distance.exactly(number), as Value<Map1<algebra::Not, Diagonals<N, M>>>;
}
