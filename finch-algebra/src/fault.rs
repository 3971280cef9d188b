//! Faults: what goes wrong deep inside a loop nest is recorded in a slot and returned when the program ends.
//!
//! Inner loops return nothing. An operator that divides by zero or a level that is handed an index out of order
//! [`raise`]s a fault, which costs nothing where it does not happen; the first one stays, and whoever runs the
//! program [`take`]s it. The slot belongs to the thread. What applies operators without a program is [`watched`].

use std::cell::Cell;

/// What went wrong inside of a loop nest, as plain numbers. [`raise`] keeps the first one until the loops have ended; then `run` makes an
/// error of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// An integer was divided by zero.
    DivisionByZero,
    /// The result of an integer operator does not fit its type (checked mode only).
    Overflow {
        /// The operator, as it is written.
        operator: &'static str,
    },
    /// A level that is written in ascending order was handed an index that is not beyond the last one.
    OutOfOrder {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The index that came too late.
        index: usize,
    },
    /// A fiber of a level whose fibers are written in ascending order, each in any order, was written after a later one.
    Left {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The index that came too late.
        index: usize,
    },
    /// Two assignments of one loop write the same fiber of a level that is written in order.
    WrittenTwice {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The index from which on the second one writes, where that is known.
        index: Option<usize>,
    },
    /// A fiber that can hold one entry or run was given another.
    Occupied {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The index of the second one.
        index: usize,
    },
    /// A place was written that a level which stores a half of a square does not store.
    OutOfHalf {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The row and the column.
        index: [usize; 2],
        /// Whether the half that is stored stands for the other one too.
        mirrored: bool,
    },
    /// An index or position does not fit the type that stores it.
    TooLarge {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The number that does not fit.
        index: usize,
    },
    /// A level over memory of the caller's needs more of it.
    NoRoom {
        /// The name of the level.
        level: &'static str,
        /// How many values there is room for.
        room: usize,
        /// How many there would have to be.
        needed: usize,
    },
    /// An index lies outside of its dimension.
    OutOfBounds {
        /// The name of the level.
        level: &'static str,
        /// The number of the fiber within its level.
        fiber: usize,
        /// The index.
        index: usize,
    },
    /// A place that data names lies outside of its dimension.
    Beyond {
        /// The place.
        place: isize,
        /// The extent of the dimension.
        extent: usize,
    },
    /// A range that data give to a loop ends outside of what its index names.
    RangeBeyond {
        /// The end of the range.
        end: isize,
        /// The extent of the loop.
        extent: usize,
    },
}

thread_local! {
    static SLOT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Records a fault, unless there is one already.
#[cold]
#[inline(never)]
pub fn raise(fault: Fault) {
    SLOT.with(|slot| {
        if slot.get().is_none() {
            slot.set(Some(fault));
        }
    });
}

/// Whether there is no fault in the slot.
#[inline]
pub fn is_clear() -> bool {
    SLOT.with(|slot| slot.get().is_none())
}

/// Takes the fault out of the slot, if there is one.
pub fn take() -> Option<Fault> {
    SLOT.with(Cell::take)
}

/// Replaces what is in the slot of this thread, a fault or none: by what [`take`] took out before an inner program ran.
pub fn restore(fault: Option<Fault>) {
    SLOT.with(|slot| slot.set(fault));
}

/// Calls `work`, and returns its result with the first fault that was raised meanwhile on this thread. Faults that were there before are
/// put back, even if `work` panics.
pub fn watched<T>(work: impl FnOnce() -> T) -> (T, Option<Fault>) {
    struct Restore(Option<Fault>);
    impl Drop for Restore {
        fn drop(&mut self) {
            restore(self.0)
        }
    }
    let _outer = Restore(take());
    (work(), take())
}
