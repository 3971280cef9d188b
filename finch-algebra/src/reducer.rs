//! Reducers: how an assignment combines the value it finds with the value it brings.

use crate::known::{Knowledge, Known};
use crate::logic::Bool;
use core::fmt::Debug;

/// What happens if values that were combined are combined once more, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The result may change, as that of a sum does.
    Counts,
    /// Nothing changes, as in a maximum.
    Settles,
    /// Nothing changes, and the result is the last value, whatever was there before.
    Replaces,
}

/// What processors do to memory that several threads change at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Adds, modulo the width.
    Sum,
    /// And, bit by bit.
    BitAnd,
    /// Or, bit by bit.
    BitOr,
}

/// Combines an old value with a new one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot reduce values of type `{T}`",
    label = "does not reduce values of type `{T}`",
    note = "a closure or function `f` of the old value and the new one is wrapped: `y[j] <<Reduce(f)>>= a[j, i]`; `Reduce` is in the prelude, \
            and in `finch_kernels::formats::reducers`",
    note = "sums, products and differences are of numbers; `<<min>>=` and `<<max>>=` of ordered numbers, `|=` and `&=` of `bool`s and \
            integers; any value can be set, `=`",
    note = "`<<minby>>=` and `<<maxby>>=` keep pairs of a key and a value: `let mut best = Scalar::<By<f64, usize>, Inf>::default();`, \
            `best .= inf;`, `best[] <<minby>>= keyed(x[i], i.value());`, and `best.get().value` behind the program; of `maxby` it is \
            `NegInf` and `-inf`; a maximum alone is `<<max>>=`"
)]
pub trait Reducer<T>: Copy + Debug {
    /// Whether assigning a value known as `R`, to a target whose fill is known as `F`, changes nothing, so that it is skipped.
    type Skip<R: Known, F: Known>: Bool;
    /// Whether values may be combined in any order and grouping.
    type Reassociates: Bool;
    /// Whether values may be grouped at will in the order that they have, as the parts of a parallel loop do: combining `a`
    /// with what `b` and `c` combine to is combining it with `b` and then with `c`, and a value that is
    /// [skipped](Reducer::Skip) changes no other, on either side. The results are the same bits, unless it
    /// [reassociates](Reducer::Reassociates): that takes rounding for granted.
    type Groups: Bool;
    /// Whether values may be combined in any order and grouping without a change of the result: minima, sums of integers. Threads
    /// that share an output of [atomic values](Instruction) combine theirs as they come. Of values that are equal, as 0.0 and -0.0
    /// are, the first one may stay.
    type Commutes: Bool;
    /// Values that come again may be combined with those of the first time: `a, b, a, b` amounts to `a, a, b, b`, but for
    /// rounding. So it is where their order does not matter, and where the first or the last one counts.
    type Gathers: Bool;
    /// Whether a value may be reached that no further value changes, so that [`Reducer::done`] may return true.
    type Saturates: Bool;
    /// What happens if the same values are combined once more. By [`Again::Settles`], a running maximum over a run of equal values takes two
    /// steps instead of one for each index.
    const AGAIN: Again = Again::Counts;
    /// The instruction that combines integers, or `bool`s, as this does, if there is one.
    const INSTRUCTION: Option<Instruction> = None;
    /// How it is written: `+=`, `<<min>>=`, ...
    const SYMBOL: &'static str;
    /// Whether assigning a value known as `_value`, to a target whose fill is known as `_fill`, changes nothing, so that it is
    /// skipped. This is [`Reducer::Skip`] at run time. A missing value is skipped before this is asked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skips(_value: Knowledge, _fill: Knowledge) -> bool {
        false
    }
    /// The value that changes no other, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn identity() -> Option<T> {
        None
    }
    /// Combines the old value with the new one.
    fn combine(&self, old: T, new: T) -> T;
    /// `new` combined `count` times, in constant or logarithmic time where the operator knows how.
    fn repeat(&self, old: T, new: T, count: usize) -> T
    where
        T: Copy;
    /// Whether no further value changes `value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn done(&self, _value: &T) -> bool {
        false
    }
}
