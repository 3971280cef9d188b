//! Statements.

use super::Value;
use crate::program::{Independent, ReadsNothingWritten};
use crate::stmt::loop_::{Ascending, Parallel};
use crate::upper::*;
use finch_algebra as algebra;

impl<F: WriteFiber, R: RemainingIndices, M: Label> Write<F, R, M> {
    /// Combines the target with `value` by `op`: `y[i] <<op>>= value`.
    #[must_use = "a statement does nothing unless it is part of a program"]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reduce<O: Reducer<F::T>, E: Expr<T = F::T>>(self, op: O, value: Value<E>) -> Assign<Self, O, E> {
        Assign {
            target: self,
            op,
            value: value.0,
        }
    }

    /// Adds `value` to the target: `y[i] += value`.
    #[must_use = "a statement does nothing unless it is part of a program"]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::should_implement_trait)]
    pub fn add<E: Expr<T = F::T>>(self, value: Value<E>) -> Assign<Self, algebra::Add, E>
    where
        algebra::Add: Reducer<F::T>,
    {
        Assign {
            target: self,
            op: algebra::Add,
            value: value.0,
        }
    }

    /// Sets the target to `value`: `y[i] = value`. In a declared output, assigning what is known to be its fill does
    /// nothing.
    #[must_use = "a statement does nothing unless it is part of a program"]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set<E: Expr<T = F::T>>(self, value: Value<E>) -> Assign<Self, algebra::InitWrite, E>
    where
        algebra::InitWrite: Reducer<F::T>,
    {
        Assign {
            target: self,
            op: algebra::InitWrite,
            value: value.0,
        }
    }
}

/// A loop: `body` for every value of `index` within the extents of the accesses that `index` stands in.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn forall<N: Nat, B>(index: Index<N>, body: B) -> Loop<N, Inferred, B> {
    Loop {
        index,
        extent: Inferred::UNKNOWN,
        body,
    }
}

/// A loop: `body` for every value of `index` in `range`, which runs up, `0..n`, or down, `(0..n).rev()`.
///
/// A loop that runs down looks each of its tensors up at each index, which takes a search where indices are stored. It writes
/// what can be written in any order.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn forall_in<N: Nat, R: IntoLoopRange, B>(index: Index<N>, range: R, body: B) -> Loop<N, R::LoopRange, B> {
    Loop::<N, R::LoopRange, B>::over(index, range, body)
}

/// What stands behind `in`: a range. What is none is reported there, and nothing that follows from it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn loop_range<X, R: IntoLoopRange<LoopRange = X>>(range: R) -> X {
    range.into_loop_range()
}

/// An index over which a loop around `B` can be parallel.
#[doc(hidden)]
pub trait Parallelizes<B> {
    /// The loop over what the accesses have.
    type Inferred;
    /// The loop.
    fn inferred(self, body: B) -> Self::Inferred;
}

impl<N: Nat, B: Stmt> Parallelizes<B> for Index<N>
where
    B::Written: Independent<N, B::Written>,
    <Loop<N, Inferred, B> as Stmt>::Reads<Passes>: ReadsNothingWritten<N, B::Written>,
{
    type Inferred = Loop<N, Parallel<Inferred>, B>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inferred(self, body: B) -> Self::Inferred {
        // SAFETY: iterations write and read nothing of each other, but atomic values: that is what `Independent` and `ReadsNothingWritten` mean.
        unsafe { Loop::in_parallel(forall(self, body)) }
    }
}

/// An index over which a loop around `B` in `R` can be parallel.
#[doc(hidden)]
pub trait ParallelizesIn<R, B> {
    /// The loop.
    type Loop;
    /// The loop.
    fn in_range(self, range: R, body: B) -> Self::Loop;
}

impl<N: Nat, R: IntoLoopRange<LoopRange: Ascending>, B: Stmt> ParallelizesIn<R, B> for Index<N>
where
    B::Written: Independent<N, B::Written>,
    <Loop<N, R::LoopRange, B> as Stmt>::Reads<Passes>: ReadsNothingWritten<N, B::Written>,
{
    type Loop = Loop<N, Parallel<R::LoopRange>, B>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_range(self, range: R, body: B) -> Self::Loop {
        // SAFETY: no iteration writes or reads what another one writes, but atomic values: that is what `Independent` and
        // `ReadsNothingWritten` mean.
        unsafe { Loop::in_parallel(forall_in(self, range, body)) }
    }
}

/// A parallel loop: `body` for every value of `index` within the extents of the accesses that `index` stands in. No two of its
/// iterations may write the same place, unless they reduce: see [`Independent`].
///
/// [`run`](crate::program::Program::run) runs it like any other loop, `run_parallel` in parts.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parallel<B, L, I: Parallelizes<B, Inferred = L>>(index: I, body: B) -> L {
    index.inferred(body)
}

/// A parallel loop: `body` for every value of `index` in `range`, which runs up. See [`parallel`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parallel_in<R, B, L, I: ParallelizesIn<R, B, Loop = L>>(index: I, range: R, body: B) -> L {
    index.in_range(range, body)
}

/// A condition: `body` where `condition` holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sieve<C: Expr<T = bool>, B: Stmt>(condition: Value<C>, body: B) -> Sieve<C, B> {
    Sieve::new(condition.0, body)
}

/// `first`, then `second`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn block<A, B>(first: A, second: B) -> Block<A, B> {
    Block {
        first,
        second,
        interleave: false,
    }
}

/// `first`, then `second`, at each index of the loops around them. Unlike those of [`block`], the two may combine the same
/// output by different reducers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn interleave<A: Stmt, B: Stmt>(first: A, second: B) -> Block<A, B> {
    Block::interleave(first, second)
}

/// Names `value` as variable number `V` in a body: `define::<U0, _, _>(value, |v| ..)`. Lets that are nested in each
/// other need different numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn define<V: Nat, E: Expr, B: Stmt>(
    value: Value<E>,
    body: impl FnOnce(Value<Variable<V, E::T>>) -> B,
) -> Let<V, E, B> {
    let variable = Let::<V, E, B>::variable(&value.0);
    Let::new(value.0, body(Value(variable)))
}
