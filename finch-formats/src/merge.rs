//! Merging of equal runs: what a level of runs asks of the level below it.
//!
//! A run is written in three steps: its fiber is *staged* behind the last one, compared with that one when it is complete,
//! and then either kept or withdrawn, in which case the run before it grows. A leaf is staged in a local, so that a value
//! reaches the array only if it differs; any other fiber is staged in place.
//!
//! | [`Merging`] | [`Staging`] | runs |
//! |---|---|---|
//! | [`Yes`] | as the [`MergeLevel`] below says: [`InLocal`] or [`StagedInPlace`] | equal neighbours become one |
//! | [`No`] | [`Unmerged`] | stay as they were written |
//!
//! Values are equal by `==`: `0.0` and `-0.0` become one run, two NaN never do.

use crate::imports::*;
use crate::pattern::PatternWriting;

/// A level that can compare its fibers while it is written.
///
/// # Safety
///
/// Levels of runs read and write the fibers unchecked, as they do those of every [`WriteLevel`]. An implementer promises
/// that after any sequence of calls of that trait, `repeats` and `withdraw` that the driver and parents make, including one
/// that is cut off by a panic and followed by `declare`, `assemble(1)` and `freeze(1)`, the level can be read for the
/// number of positions it was frozen with.
#[diagnostic::on_unimplemented(
    message = "the fibers of `{Self}` cannot be compared while they are written",
    note = "a level of this library can be below one that merges runs if what is below it can, and its values have `==`",
    note = "below a `SparseDict` or an `UnsortedList` it must be possible at any position, as `CompareLevel` says",
    note = "a level of runs whose last type parameter is `No` does not merge them: `unmerged()` makes one"
)]
pub unsafe trait MergeLevel: WriteLevel + Sized {
    /// How a new fiber waits for being compared: [`StagedInPlace`], or [`InLocal`] for a leaf.
    type Staging: Staging<Self>;

    /// Whether the `count` fibers from position `from` on equal the `count` fibers before them, one by one. Linear in
    /// what these fibers store.
    ///
    /// # Safety
    ///
    /// All of these fibers are assembled, or reserved and handed out; they are complete: nothing is written to them any
    /// more unless they are withdrawn before. Nothing is written behind them.
    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool;

    /// Whether the `count` fibers from position `from` on, the last ones of this level, which is frozen, equal the `count` fibers before
    /// them, one by one. A level that cannot say so says that they do not: equal runs then stay apart where parts of a parallel loop meet.
    fn repeats_frozen(&mut self, _driver: Driver, _from: usize, _count: usize) -> bool {
        false
    }

    /// Takes back what was written to the `count` fibers from position `from` on: they are as they were before they were handed
    /// out. Nothing is written behind them.
    fn withdraw(&mut self, driver: Driver, from: usize, count: usize);
}

/// A level that can compare any two of its fibers while it is written.
///
/// # Safety
///
/// Levels read and write the fibers unchecked, as they do those of every [`MergeLevel`]. An implementer promises that after any
/// sequence of calls of that trait and `equal` that the driver and parents make, including one that is cut off by a panic and
/// followed by `declare`, `assemble(1)` and `freeze(1)`, the level can be read for the number of positions it was frozen with.
#[diagnostic::on_unimplemented(
    message = "the fibers of `{Self}` cannot be compared at any position while they are written",
    note = "`Element`, `Bit`, `Pattern`, `Dense`, `Triangular`, `Symmetric`, `SparsePoint` and `SparseByteMap` can be below a `SparseDict` or an `UnsortedList` that is below a level that merges runs",
    note = "a level of runs whose last type parameter is `No` does not merge them: `unmerged()` makes one"
)]
pub unsafe trait CompareLevel: MergeLevel {
    /// Whether the fibers at positions `a` and `b` are equal.
    ///
    /// # Safety
    ///
    /// Both are assembled, or reserved and handed out, and complete: nothing is written to them any more unless they are
    /// withdrawn before.
    unsafe fn equal(&self, a: usize, b: usize) -> bool;
}

// SAFETY: nothing is stored, and what is there is true.
unsafe impl CompareLevel for Pattern {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn equal(&self, _a: usize, _b: usize) -> bool {
        true
    }
}

// SAFETY: nothing is stored, and what is there is true.
unsafe impl MergeLevel for Pattern {
    type Staging = InLocal;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn repeats(&mut self, _driver: Driver, _from: usize, _count: usize) -> bool {
        true
    }

    fn repeats_frozen(&mut self, _driver: Driver, _from: usize, _count: usize) -> bool {
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn withdraw(&mut self, _driver: Driver, _from: usize, _count: usize) {}
}

// SAFETY: nothing is stored. What waits is the flag that the level above lends.
unsafe impl Staging<Pattern> for InLocal {
    type Stage = ();
    type Staged<D: Dirty> = <PatternWriting as WriteFibers>::Fiber<D>;
    type Base = ();
    const COMPARES: bool = true;
    const IN_PLACE: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stage() {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(_driver: Driver, _level: &mut Pattern, _positions: usize) -> Result<(), Fault> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn staged<D: Dirty>(_level: *mut Pattern, position: usize, _stage: &(), dirty: D) -> Self::Staged<D> {
        // SAFETY: every position of a pattern can be written.
        unsafe { PatternWriting.fiber(position, dirty) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn repeats(_driver: Driver, _level: &mut Pattern, _position: usize, _stage: &()) -> bool {
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep(_driver: Driver, _level: &mut Pattern, _position: usize, _stage: ()) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn withdraw(_driver: Driver, _level: &mut Pattern, _from: usize, _count: usize) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn base(_level: &mut Pattern) -> ((), usize) {
        ((), usize::MAX)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn repeats_at(_base: (), _position: usize, _stage: &()) -> bool {
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn keep_at(_base: (), _position: usize, _stage: ()) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(_level: &mut Pattern, _positions: usize) {}
}

/// Whether a level of runs merges equal neighbours: [`Yes`] or [`No`].
#[diagnostic::on_unimplemented(
    message = "runs over `{L}` cannot be merged",
    note = "merging needs a level whose fibers can be compared (`MergeLevel`), and values with `==`",
    note = "a level of runs whose last type parameter is `No` does not merge them: `unmerged()` makes one"
)]
pub trait Merging<L: WriteLevel>: Bool {
    /// How a new fiber is written.
    type Staging: Staging<L>;

    /// Whether the last fiber of `level`, at position `last`, equals the one before it, so that both are one run. The level is frozen.
    fn merges(level: &mut L, driver: Driver, last: usize) -> bool;
}

impl<L: MergeLevel> Merging<L> for Yes {
    type Staging = L::Staging;

    fn merges(level: &mut L, driver: Driver, last: usize) -> bool {
        level.repeats_frozen(driver, last, 1)
    }
}

impl<L: WriteLevel> Merging<L> for No {
    type Staging = Unmerged;

    fn merges(_level: &mut L, _driver: Driver, _last: usize) -> bool {
        false
    }
}

/// How a new fiber of `L` is written, before it is known whether it repeats the one before it.
///
/// A level of runs has one fiber below for each of its runs; the new one is at the position behind them. Where fibers are
/// not staged in place they are also compared and kept through base pointers, which stay in registers.
///
/// # Safety
///
/// There is room where `make_room` and `base` say that there is; a staged fiber can be written, and can be read once it is
/// kept.
pub unsafe trait Staging<L: WriteLevel> {
    /// Where the new fiber waits.
    type Stage;
    /// The new fiber, for writing.
    type Staged<D: Dirty>: WriteFiber<T = L::T>;
    /// Where fibers are kept.
    type Base: Copy + Debug;

    /// Whether fibers are compared.
    const COMPARES: bool;
    /// A new fiber is written where it will stay.
    const IN_PLACE: bool;

    /// A new fiber, all fill.
    fn stage() -> Self::Stage;

    /// Makes room for fibers below position `positions`.
    fn make_room(driver: Driver, level: &mut L, positions: usize) -> Result<(), Fault>;

    /// The new fiber at `position`, for writing.
    ///
    /// # Safety
    ///
    /// `level` is valid, nothing else accesses it while the fiber is used, there is room at `position`, and the fiber is used only while
    /// `stage` is borrowed.
    unsafe fn staged<D: Dirty>(level: *mut L, position: usize, stage: &Self::Stage, dirty: D) -> Self::Staged<D>;

    /// Whether the new fiber at `position` equals the one before it.
    ///
    /// # Safety
    ///
    /// There is one before it, and it is kept; there is room at `position`, and what is staged there is complete.
    unsafe fn repeats(driver: Driver, level: &mut L, position: usize, stage: &Self::Stage) -> bool;

    /// Keeps the new fiber at `position`, where there is room.
    fn keep(driver: Driver, level: &mut L, position: usize, stage: Self::Stage);

    /// Takes back what is staged or kept in `count` fibers from position `from` on.
    fn withdraw(driver: Driver, level: &mut L, from: usize, count: usize);

    /// How many bytes another copy of a fiber takes, if fibers can be copied.
    const COPY: Option<usize> = None;

    /// Keeps `count` copies of the fiber that is kept at position `from` at those from `to` on, where there is room: `to` is
    /// at most one behind the last one that is kept. Does nothing if fibers cannot be copied.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copy(_driver: Driver, _level: &mut L, _from: usize, _to: usize, _count: usize) {}

    /// Where fibers are kept, and how many there is room for, until room is made.
    fn base(level: &mut L) -> (Self::Base, usize);

    /// Whether the new fiber at `position` equals the one before it.
    ///
    /// # Safety
    ///
    /// `base` is the base of the level, and the fiber before `position` is kept there.
    unsafe fn repeats_at(base: Self::Base, position: usize, stage: &Self::Stage) -> bool;

    /// Keeps the new fiber at `position`, of which the level is not told yet.
    ///
    /// # Safety
    ///
    /// `base` is the base of the level, and there is room at `position`.
    unsafe fn keep_at(base: Self::Base, position: usize, stage: Self::Stage);

    /// Tells the level that all fibers below position `positions` are kept.
    ///
    /// # Safety
    ///
    /// They are.
    unsafe fn settle(level: &mut L, positions: usize);
}

/// What [`StagedInPlace`] and [`Unmerged`] have in common: the fiber is at its position already.
macro_rules! in_place {
    () => {
        type Stage = ();
        type Staged<D: Dirty> = <L::Writing as WriteFibers>::Fiber<D>;
        type Base = ();
        const IN_PLACE: bool = true;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn stage() {}

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn make_room(driver: Driver, level: &mut L, positions: usize) -> Result<(), Fault> {
            level.assemble(driver, positions)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn staged<D: Dirty>(
            level: *mut L,
            position: usize,
            _stage: &(),
            dirty: D,
        ) -> <L::Writing as WriteFibers>::Fiber<D> {
            // SAFETY: the caller hands a valid level that nothing else accesses, with room at the position.
            unsafe { L::writing(level).fiber(position, dirty) }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn keep(_driver: Driver, _level: &mut L, _position: usize, _stage: ()) {}

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn base(_level: &mut L) -> ((), usize) {
            ((), 0)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn repeats_at(_base: (), _position: usize, _stage: &()) -> bool {
            false
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn keep_at(_base: (), _position: usize, _stage: ()) {}

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn settle(_level: &mut L, _positions: usize) {}
    };
}

/// A way to write the child of a new run: at its final position in the level below, where it is compared with that of the run before, and
/// taken back if both are equal.
#[derive(Clone, Copy, Debug)]
pub struct StagedInPlace;

// SAFETY: `make_room` assembles the positions.
unsafe impl<L: MergeLevel> Staging<L> for StagedInPlace {
    in_place!();
    const COMPARES: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn repeats(driver: Driver, level: &mut L, position: usize, _stage: &()) -> bool {
        // SAFETY: the caller says that both are complete; room is made by assembling.
        unsafe { level.repeats(driver, position, 1) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn withdraw(driver: Driver, level: &mut L, from: usize, count: usize) {
        level.withdraw(driver, from, count)
    }
}

/// A way to write the child of a new run: at its final position in the level below, without comparing it.
#[derive(Clone, Copy, Debug)]
pub struct Unmerged;

// SAFETY: `make_room` assembles the positions.
unsafe impl<L: WriteLevel> Staging<L> for Unmerged {
    in_place!();
    const COMPARES: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn repeats(_driver: Driver, _level: &mut L, _position: usize, _stage: &()) -> bool {
        false
    }

    // Only fibers that nobody wrote to are taken back.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn withdraw(_driver: Driver, _level: &mut L, _from: usize, _count: usize) {}
}

/// A way to write the child of a new run, which is a single value: in a local variable, from which it is stored if it differs from that of
/// the run before.
#[derive(Clone, Copy, Debug)]
pub struct InLocal;

/// What all leaves that wait in a local have in common, written into the `impl` of [`Staging`] for [`InLocal`] of a level of these
/// values and fill: how the value at a position is loaded from its base, and kept there.
macro_rules! in_local {
    (
        $level:ty, of $value:ty, $fill:ty, at $base:ty,
        load |$from:ident, $loaded:ident| $load:expr, keep |$to:ident, $kept:ident, $new:ident| $keep:expr
    ) => {
        type Stage = Cell<$value>;
        type Staged<D: Dirty> = StagedLeaf<$value, $fill, D>;
        type Base = $base;
        const COMPARES: bool = true;
        const IN_PLACE: bool = false;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn stage() -> Cell<$value> {
            Cell::new(<$fill as Fill<$value>>::value())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn staged<D: Dirty>(
            _level: *mut $level,
            _position: usize,
            stage: &Cell<$value>,
            dirty: D,
        ) -> StagedLeaf<$value, $fill, D> {
            // SAFETY: as the caller promises.
            unsafe { StagedLeaf::new(stage, dirty) }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn repeats(_driver: Driver, level: &mut $level, position: usize, stage: &Cell<$value>) -> bool {
            level.get(position - 1, &[]) == stage.get()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn withdraw(driver: Driver, level: &mut $level, from: usize, count: usize) {
            level.withdraw(driver, from, count)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn repeats_at($from: $base, position: usize, stage: &Cell<$value>) -> bool {
            let $loaded = position - 1;
            ($load) == stage.get()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn keep_at($to: $base, $kept: usize, stage: Cell<$value>) {
            let $new = stage.get();
            $keep
        }
    };
}
pub(crate) use in_local;

/// One value, for writing, that is kept in a local variable: see [`InLocal`].
#[derive(Clone, Copy, Debug)]
pub struct StagedLeaf<T: Copy, F, D> {
    value: Lent<Cell<T>>,
    dirty: D,
    fill: PhantomData<F>,
}

impl<T: Copy, F, D> StagedLeaf<T, F, D> {
    /// The leaf in `value`.
    ///
    /// # Safety
    ///
    /// The caller uses it while `value` is borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(value: &Cell<T>, dirty: D) -> Self {
        StagedLeaf {
            // SAFETY: as the caller promises.
            value: unsafe { Lent::new(value) },
            dirty,
            fill: PhantomData,
        }
    }
}

// SAFETY: the local outlives the fiber.
unsafe impl<T: Copy + 'static, F: Fill<T>, D: Dirty> WriteFiber for StagedLeaf<T, F, D> {
    crate::write_leaf! { T, F::Known, asked D::Asked, short No, any order No }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> T {
        self.value.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: T) {
        self.dirty.set();
        self.value.set(value)
    }
}
