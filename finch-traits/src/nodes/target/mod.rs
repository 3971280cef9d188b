//! Targets: what stands on the left of an assignment.

mod describe;
mod dirty;
#[cfg(not(debug_assertions))]
pub(crate) mod first;
pub(crate) mod fresh;
pub mod late;
pub mod moved;
pub mod output;
mod place;
mod whole_run;
mod write;

pub use crate::reduction::accumulator::Accumulator;
pub use dirty::{Dirty, Unasked};
pub use place::{Place, RemainingIndices};
pub use whole_run::WholeRun;
pub use write::{UnfurledTarget, Write};

use crate::knot::*;
use crate::nodes::combine_by_loading;
use crate::parts::Storage;
use crate::reduction::lanes::LANES;
use crate::unfilled::{AllFilled, Room};

/// A fiber that can be written.
///
/// It unfurls by continuation, as for reading: the frame may own how far the fiber is written, base pointers and
/// lengths, and runs code after the body.
///
/// # Safety
///
/// The driver writes unchecked. An implementer promises that the fiber's storage is assembled: it can be written at
/// every index below its extent.
pub unsafe trait WriteFiber: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the fill.
    type Fill: Known;
    /// Whether loops may end early when the value here cannot change any more.
    type Short: Bool;
    /// Whether anybody asks if this fiber was assigned.
    type Asked: Bool;
    /// Whether this fiber and those below it can be written at any index, in any order and any number of times.
    type AnyOrder: Bool;
    /// Whether this is a leaf, or one of several fibers of leaves, whose values can be loaded and stored again and again, which
    /// changes nothing else and is seen by nobody else: a loop may work on a [tile](crate::reduction::tile) of it.
    type IsRow: Bool;
    /// Whether several threads may [combine](WriteFiber::combine) a leaf with values at the same time. Whoever loads and stores it
    /// would lose what others combine in between.
    const ATOMIC: bool = false;
    /// The extent, if the type fixes it: places that data name are compared with it.
    const FIXED: Option<usize> = None;
    /// How many leading indices those entries have in common that must be written together, before the fiber is left. A
    /// [`writer`](crate::writer) collects such entries.
    ///
    /// 0 means that entries can be written one by one: the fiber can be opened again at any index, or nothing is below it.
    /// 1 means that the fiber can be opened again, but cannot come back to an index that it has left.
    const TOGETHER: usize = 1;

    /// Hands the looplet of this fiber to `k`, as a target with the indices in `rest`.
    fn unfurl<P: Pass, R: RemainingIndices, K: OnTarget<P, Self::T>>(self, pass: P, rest: R, k: K);

    /// Hands a fiber to `k` whose frame stays open until `k` returns. For a loop in which the fiber is unfurled many times
    /// and nothing else writes its tensor: what writing needs is opened once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnWriteFiber<Self::T>>(self, _driver: Driver, k: K) {
        k.call(self)
    }

    /// The value of a leaf. A leaf may be shared by threads: only the driver knows which of them reads and writes it.
    fn load(self, driver: Driver) -> Self::T;

    /// Assigns a leaf.
    fn store(self, driver: Driver, value: Self::T);

    combine_by_loading!();

    /// The tensor whose root this is, for messages and checks before the program runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(&self) -> Option<*const ()> {
        None
    }

    /// This root, opened again by the address of its output that was found elsewhere in the statement: see
    /// [`Output::by_root`](crate::lifecycle::Output::by_root).
    ///
    /// # Safety
    ///
    /// If this is the root of an output, that is open, and the address is what [`root`](Self::root) or
    /// [`Fiber::root`](crate::fiber::Fiber::root) of a root of the same one on the same storage has returned. The storage has all indices.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, _driver: Driver, _root: Option<*const ()>) -> Self {
        self
    }

    /// This root on storage of a part of a parallel loop, if it is that of an output or a workspace.
    ///
    /// # Safety
    ///
    /// The part has storage of the type of the output, which stays where it is, and which nothing else uses, as long as the root is used.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, _part: Storage) -> Self {
        self
    }

    /// This fiber, in storage in which index `first` comes first. A root that is written in pieces can do that.
    ///
    /// # Safety
    ///
    /// The fiber is handed indices from `first` on alone, as many as there are in the storage.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn behind(self, _first: usize) -> Self {
        self
    }

    /// Whether [`fill`](WriteFiber::fill) fills it.
    const FILLS: bool = false;

    /// Fills what is below those of `indices` that this root has, whose output was opened
    /// [without being filled](crate::lifecycle::Output::declare_unfilled).
    ///
    /// # Safety
    ///
    /// Nothing else uses what is below these indices meanwhile.
    unsafe fn fill(self, _indices: Range<usize>) {}

    /// How many bytes the values below an index take, if it `FILLS` them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&self) -> usize {
        0
    }

    /// All values of this root, which lie in one array, if it `FILLS` them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(&self) -> Option<Room<Self::T>> {
        None
    }

    /// Where the value of a leaf lies in the [room](Self::room) of the root, if that has one: those of the leaves of a
    /// [row](Self::IsRow) lie behind one another, in the order of their indices, and the driver may read and write them there where nobody else
    /// does. Where a leaf does not say, none of the output does, and they may lie anywhere.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Option<*mut Self::T> {
        None
    }

    /// Combines the values of this root with those of the same root in `part`, by `op`, if it is that of an output.
    ///
    /// # Safety
    ///
    /// `part` points to storage of the type of the output, which nothing else uses meanwhile.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn join<O: Reducer<Self::T>>(&self, _driver: Driver, _part: *mut (), _op: O) {}

    /// Takes note of base pointers if this is the root of an output, which is open from here on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, _driver: Driver) {}

    /// The extent along `axis`, if this is the root of an output, which is open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent(&self, _driver: Driver, _axis: usize) -> Option<usize> {
        None
    }

    /// This fiber as data, see [`explain`](crate::explain).
    fn describe() -> WriteDescription {
        WriteDescription::unknown::<Self>()
    }
}

/// What a target says that waits for a pass: it is not assigned before.
macro_rules! waiting_target {
    () => {
        type IsGathered = R::IsGathered;
        type Uses<V: Nat> = R::Uses<V>;
        type IsScalar = finch_algebra::logic::No;
        type IsAccumulator = finch_algebra::logic::No;
        type Short = finch_algebra::logic::No;
        type Once = finch_algebra::logic::No;
        type Asked = finch_algebra::logic::Yes;
        type IsRowOf<Number: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type Alone<J: finch_algebra::nat::Nat, Axis: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type FilledBy<J: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type IsRowBelow<J: finch_algebra::nat::Nat, Number: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type Empty = finch_algebra::known::Unknown;
        type Ordered<Around: $crate::index::Loops> = finch_algebra::logic::Yes;
        fn store(self, _driver: $crate::driver::Driver, _value: Self::T) {}
    };
}
pub(crate) use waiting_target;

/// What a target says that is assigned as it is, with no index left, and is not hoisted again.
macro_rules! settled_target {
    () => {
        type Style = $crate::style::Invariant;
        type IsScalar = finch_algebra::logic::Yes;
        type IsAccumulator = finch_algebra::logic::Yes;
        type Once = finch_algebra::logic::No;
        type Alone<J: finch_algebra::nat::Nat, Axis: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type FilledBy<J: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type Empty = finch_algebra::known::Unknown;
        type Ordered<Around: $crate::index::Loops> = finch_algebra::logic::Yes;
        type IsGathered = finch_algebra::logic::No;
        type IsRowOf<Number: Nat> = finch_algebra::logic::No;
        type IsRowBelow<J: finch_algebra::nat::Nat, Number: Nat> = finch_algebra::logic::No;
        type Uses<Number: Nat> = finch_algebra::logic::No;
        type Given<Number: Nat> = Self;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn given<Number: Nat, U: Copy + 'static>(self, _value: U, _known: Knowledge) -> Self {
            self
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn traverse<P: $crate::pass::Pass, K: $crate::pass::OnTarget<P, Self::T>>(self, pass: P, k: K) {
            k.call(pass, self)
        }
    };
}
pub(crate) use settled_target;

/// What a target says that stands for another one, `W`, in its field, but for `Once`. What comes out of a pass goes to `$then`. Without
/// names, only the types that are those of `W` for whoever stands for it.
macro_rules! target_seen_as {
    () => {
        type T = W::T;
        type Fill = W::Fill;
        type Style = W::Style;
        type Output = W::Output;
        type IsScalar = W::IsScalar;
        type IsAccumulator = W::IsAccumulator;
        type Short = W::Short;
        type Asked = W::Asked;
        type Alone<J: finch_algebra::nat::Nat, Axis: finch_algebra::nat::Nat> = W::Alone<J, Axis>;
        type Empty = W::Empty;
        type Ordered<L: $crate::index::Loops> = W::Ordered<L>;
        type IsGathered = W::IsGathered;
        type Uses<V: Nat> = W::Uses<V>;
        const ATOMIC: bool = W::ATOMIC;
    };
    ($this:ident then $then:ident) => {
        target_seen_as!();
        type IsRowOf<Number: Nat> = finch_algebra::logic::No;
        type IsRowBelow<J: finch_algebra::nat::Nat, Number: Nat> = finch_algebra::logic::No;
        type FilledBy<J: finch_algebra::nat::Nat> = W::FilledBy<J>;
        type Given<V: Nat> = $this<W::Given<V>>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
            $this(self.0.given::<V, U>(value, known))
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn traverse<P: Pass, K: OnTarget<P, W::T>>(self, pass: P, k: K) {
            self.0.traverse(pass, $then(k))
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn load(self, driver: Driver) -> W::T {
            self.0.load(driver)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn store(self, driver: Driver, value: W::T) {
            self.0.store(driver, value)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn place(&self) -> Option<*mut W::T> {
            self.0.place()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn combine<O: Reducer<W::T>>(self, driver: Driver, op: O, value: W::T) {
            self.0.combine(driver, op, value)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat<O: Reducer<W::T>>(self, driver: Driver, op: O, value: W::T, count: usize) {
            self.0.repeat(driver, op, value, count)
        }
    };
}
pub(crate) use target_seen_as;

/// Receives a fiber that was entered.
pub trait OnWriteFiber<T>: Copy {
    /// Goes on with `fiber`.
    fn call<F: WriteFiber<T = T>>(self, fiber: F);
}

/// Receives a target, and what takes over values of it that nobody has stored.
pub trait OnBare<T>: Copy {
    /// Goes on with `target`.
    fn call<W: Target<T = T>, U: Taking<T = T>>(self, target: W, unfilled: U);
}

/// The left side of an assignment: a fiber that is written, with the indices that no loop has bound yet.
#[must_use]
pub trait Target: Cursor + Copy + Sealed {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the value that is there before anything is assigned: the fill, if the output was declared.
    type Fill: Known;
    /// Which pass it needs.
    type Style: Style;
    /// The number of the output in its program.
    type Output: Nat;
    /// Whether all indices are bound.
    type IsScalar: Bool;
    /// Whether this is a hoisted accumulator.
    type IsAccumulator: Bool;
    /// Whether loops may end early when the value here cannot change any more.
    type Short: Bool;
    /// Whether this stands for a whole region already, so that an assignment to it is not repeated for each index.
    type Once: Bool;
    /// Whether anybody asks if this was assigned.
    type Asked: Bool;
    /// Whether index `J` alone is its place number `Axis`.
    type Alone<J: Nat, Axis: Nat>: Bool;
    /// Whether it can be filled below an index of `J` when a loop over that comes to it: its output was declared, is written in any
    /// order, and `J` alone is the first place.
    type FilledBy<J: Nat>: Bool;
    /// What is known of the fill, whether the output was declared or not.
    type Empty: Known;
    /// Whether the loops `L` bind its indices in order.
    type Ordered<L: Loops>: Bool;
    /// Whether data name a place of it.
    type IsGathered: Bool;
    /// Whether variable `V` names a place of it.
    type Uses<V: Nat>: Bool;
    /// This target when variable `V` has a value.
    type Given<V: Nat>: Target<T = Self::T>;
    /// Whether it is a [row](WriteFiber::IsRow) of which index `N` alone is left.
    type IsRowOf<N: Nat>: Bool;
    /// Whether it is an output that can be written in any order, with index `J` alone as its first place, and below that a row of index `N`.
    type IsRowBelow<J: Nat, N: Nat>: Bool;
    /// The extent of the row, if its type fixes that.
    const FIXED: Option<usize> = None;
    /// Whether several threads may combine it with values at the same time: see [`WriteFiber::ATOMIC`].
    const ATOMIC: bool = false;

    /// Whether there is something to assign: nothing is beyond an extent.
    const EXISTS: bool = true;

    /// Applies a pass to the target and hands the result to `k`.
    fn traverse<P: Pass, K: OnTarget<P, Self::T>>(self, pass: P, k: K);
    /// This target when variable `V` is `value`, or a workspace of one value was filled with it: see
    /// [`Fiber::filled`](crate::fiber::Fiber::filled).
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V>;
    /// Opens what writing it needs, for the length of a loop: see [`WriteFiber::enter`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnTarget<(), Self::T>>(self, _driver: Driver, k: K) {
        k.call((), self)
    }
    /// Prepares for indices that are going to be bound: see [`WriteLooplet::reserve`](crate::looplet::WriteLooplet::reserve).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnTarget<(), Self::T>>(self, _coming: Coming<C, All>, k: K) {
        k.call((), self)
    }
    /// The value that is there. Only targets whose indices are all bound are asked.
    fn load(self, _driver: Driver) -> Self::T {
        crate::total::never()
    }
    /// Assigns `value`.
    fn store(self, driver: Driver, value: Self::T);
    /// Where the value lies: see [`WriteFiber::place`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Option<*mut Self::T> {
        None
    }
    combine_by_loading!();
    /// Looks `value` up at each index of `region` and combines it with the value that is there, by `op`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<O: Reducer<Self::T>, E: Expr<T = Self::T>>(self, _driver: Driver, op: O, value: E, region: Region) {
        one_by_one(
            Assign {
                target: self,
                op,
                value,
            },
            region,
        )
    }
    /// Hands on this target for assignments over many stretches of a few indices: see
    /// [`WriteLooplet::short_blocks`](crate::looplet::WriteLooplet::short_blocks).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<K: OnTarget<(), Self::T>>(self, k: K) {
        k.call((), self)
    }
    /// Hands on a copy of what this target is at the indices of `region`, of which index number `N` is one, and stores it afterwards:
    /// see [`tile`](crate::reduction::tile). Only targets are asked that are [`IsRowOf<N>`](Self::IsRowOf), for regions that are not empty. Values that `unfilled` takes over are not loaded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<N: Nat, Len: TileLen, U: Taking<T = Self::T>, K: OnTarget<(), Self::T>>(
        self,
        _driver: Driver,
        _region: Region,
        _unfilled: U,
        _k: K,
    ) {
        crate::total::never()
    }
    /// Hands on this target without what takes values over for it that nobody has stored, and that apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bare<K: OnBare<Self::T>>(self, k: K) {
        k.call(self, AllFilled::new())
    }
    /// Looks up the first indices that have a value, and hands on what this target is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, K: OnTarget<P, Self::T>>(self, pass: P, k: K) {
        k.call(pass, self)
    }
    /// Hands on this target, moved along the dimension that it has unfurled: what was at `i + by` is at `i`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved<K: OnTarget<(), Self::T>>(self, _by: usize, k: K) {
        k.call((), self)
    }
    /// Hands on this target, moved along the dimension that it has unfurled: what was at `i + by` is at `i` if `i + by` is
    /// within the limits, and what is assigned elsewhere is dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn permitted<K: OnTarget<(), Self::T>>(self, _by: isize, _limits: core::ops::Range<isize>, k: K) {
        k.call((), self)
    }
    /// Hands on this target; if it is an accumulator, reductions by lookup go to `lanes` from here on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_lanes<K: OnTarget<(), Self::T>>(self, _lanes: &[Cell<Self::T>; LANES], k: K) {
        k.call((), self)
    }
    /// The accumulators that reductions by lookup go to, if they share lanes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes(&self) -> Option<&[Cell<Self::T>; LANES]> {
        None
    }
    /// The flag that is set when this is assigned, if it is an accumulator that has one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assigned(&self) -> Option<&Cell<bool>> {
        None
    }
    /// Whether it was assigned or nobody asks.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_noted(&self) -> bool {
        true
    }
    /// Tells which extents it is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(&self, _check: &mut C) -> Result<()> {
        Ok(())
    }
    /// The outputs are open now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, _driver: Driver) {}
    /// Combines the values of the output with those that a part of a parallel loop has reduced, by `op`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<O: Reducer<Self::T>>(&self, _driver: Driver, _parts: &Parts, _op: O) {}
    /// This target as data, see [`explain`](crate::explain).
    fn describe(&self) -> TargetDescription;
}
