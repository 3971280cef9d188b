//! Handles on the tensors that a program writes.

use crate::index::protocol::AxisList;
use crate::knot::*;
use crate::rank::Rank;
use core::fmt::Debug;

/// A handle on an output of a program: a small copyable value that all its accesses name.
///
/// # Safety
///
/// An implementer promises that the handle borrows its tensor mutably, so that nothing else touches it; that [`Output::root`] differs
/// between tensors, whatever program they are outputs of; and that the tensor can be read once it was frozen or reset. A handle that
/// may go to other threads ([`Send`], [`Sync`]) promises that its [`Fiber`](Output::Fiber) may, too. The driver promises the order of
/// calls: `declare` or `thaw` before anything is written, `freeze` afterwards, `clear` between freezing and writing again, and `reset`
/// if any of them panics. It may freeze without order what it clears or puts in order afterwards.
pub unsafe trait Output: Copy + Debug {
    /// The type of the values.
    type T: Copy + 'static;
    /// The fill.
    type Fill: Fill<Self::T>;
    /// How many dimensions there are.
    type Rank: Rank;
    /// The root, for writing.
    type Fiber: WriteFiber<T = Self::T>;

    /// An address that distinguishes this output from all others, whatever program introduces them: that of something which has a
    /// size.
    fn root(self) -> *const ();
    /// The current extents.
    fn shape(self, driver: Driver) -> Vec<usize>;
    /// Appends the current extents to `shape`.
    fn shape_into(self, driver: Driver, shape: &mut Vec<usize>) {
        shape.extend(self.shape(driver))
    }
    /// The extent along an axis, if the tensor has that axis, whether it is open or not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent_of_open(self, driver: Driver, axis: usize) -> Option<usize> {
        self.shape(driver).get(axis).copied()
    }
    /// The current extent along an axis, if the tensor, which is frozen, has that axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent(self, driver: Driver, axis: usize) -> Option<usize> {
        self.shape(driver).get(axis).copied()
    }
    /// Sets the extents, empties the tensor and opens it for writing. If that fails, the tensor can still be read: it is as it was,
    /// or empty and smaller.
    fn declare(self, driver: Driver, shape: &[usize]) -> Result<()>;
    /// Does what [`declare`](Output::declare) does, but leaves filling to [`WriteFiber::fill`] if the root [can](WriteFiber::FILLS) do
    /// that. The driver fills all indices before it uses their values, and before it does anything else to the output but
    /// [`reset`](Output::reset) it.
    fn declare_unfilled(self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.declare(driver, shape)
    }
    /// Opens the tensor for writing and keeps what it holds. If it fails, the tensor is as it was, and can be read.
    fn thaw(self, driver: Driver) -> Result<()>;
    /// Empties the tensor, which has its extents, and opens it for writing. Fails like [`WriteLevel::assemble`](crate::lifecycle::WriteLevel::assemble).
    fn clear(self, driver: Driver) -> Result<(), Fault>;
    /// Seals the tensor.
    fn freeze(self, driver: Driver);
    /// Seals the tensor, of which the driver only follows fibers until it is written again or [put in order](Output::restore_order).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_unordered(self, driver: Driver) {
        self.freeze(driver)
    }
    /// Puts the entries of the tensor in order, which was sealed without.
    fn restore_order(self, _driver: Driver) {}
    /// Empties and freezes the tensor, whatever state a panic or an error has left it in. It keeps its extents, or gets
    /// extents of 0 if there is no memory for them.
    fn reset(self, driver: Driver);
    /// The root, for writing.
    fn fiber(self, driver: Driver) -> Self::Fiber;
    /// This handle on the storage of a part of a parallel loop.
    ///
    /// # Safety
    ///
    /// The output is [`Private`], and `part` is what [`Private::pointer`] has returned; that storage stays where it is, and
    /// nothing else uses it, as long as the handle is used.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, _part: *mut ()) -> Self {
        self
    }
    /// This handle, by an address that another copy of it has. What copies of a handle lead to the optimiser sees to be one array where
    /// they have come from one place in memory.
    ///
    /// # Safety
    ///
    /// `root` is what [`root`](Output::root) of a copy of this handle has returned, or of another handle on the same storage.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, _root: *const ()) -> Self {
        self
    }
    /// All values of the tensor, which is open, if it is [`Divisible`].
    fn values(&self, _driver: Driver) -> &[Cell<Self::T>] {
        &[]
    }
}

/// A handle on a tensor of which each part of a parallel loop can have one of its own.
///
/// # Safety
///
/// The driver writes and reads unchecked what [`part`](Private::part) has made. An implementer promises that it is another
/// tensor of the same type, that [`Output::on`] makes a handle on it, and that the handle, whose copies several threads use, may be
/// used so: they read at the same time, and write what parts have of their own or what is [`Divisible`].
#[diagnostic::on_unimplemented(
    message = "parts of a parallel loop cannot each have a tensor like `{Self}`",
    label = "this program cannot run in parallel",
    note = "levels own their arrays, and their values can be sent to other threads (`Send` and `Sync`)"
)]
pub unsafe trait Private: Output + Send + Sync {
    /// Storage of a part.
    type Part: Send;
    /// Whether threads can write the tensor itself, each at indices of its own: [`Divisible::Apart`].
    const APART: bool;
    /// Whether they can combine the same value: [`Divisible::Atomic`].
    const ATOMIC: bool;
    /// What pieces but the first one start at multiples of.
    const CUT_BY: usize = 1;
    /// Storage of these extents, emptied and open for writing.
    fn part(self, driver: Driver, shape: &[usize]) -> Result<Self::Part>;
    /// Where it is.
    fn pointer(part: &mut Self::Part) -> *mut ();
    /// Of the extents `shape` of the tensor, makes those of a part of `piece`, indices of the first dimension.
    fn cut(_shape: &mut [usize], _piece: &Range<usize>) {}
    /// Puts what a part of `piece` holds, which is frozen, behind what was put before. The first piece starts at 0; no other call
    /// comes between that and the last one, behind which the tensor is frozen.
    fn append(self, _driver: Driver, _part: &mut Self::Part, _piece: &Range<usize>) -> Result<(), Fault> {
        crate::total::never()
    }
}

/// A handle on a tensor that parts of a parallel loop can write: all of them the same tensor, or each one of its own.
///
/// # Safety
///
/// If it is `Apart`, parts write through copies of one fiber at the same time, each at indices of its own of one dimension; if it is
/// `Atomic`, at any indices. An implementer promises that this is no race, and that [`Output::values`] are all values that can be
/// written. If it is `Splits`, each part writes storage of its own at indices of its own of the first dimension: [`Private::append`] puts
/// them together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by a parallel loop",
    label = "what parts of the loop write here cannot be put together",
    note = "scalars can, and tensors whose levels own their arrays; borrowed arrays cannot: write a `Matrix` or a `Csr` in the \
            parallel loop, and copy it in a loop behind it, `for i {{ y[i] = w[i] }}`",
    note = "or declare it inside of the parallel loop, as a workspace: then each part has one of its own"
)]
pub unsafe trait Divisible: Output {
    /// Whether each value has a place of its own from the start, and nothing else is written.
    type Apart: Bool;
    /// Whether what is written at some of the indices of the first dimension can be put behind what is written at those before.
    type Splits: Bool;
    /// Whether parts can combine the same value, too, as threads do with [atomic](WriteFiber::ATOMIC) leaves. Then it is `Apart`.
    type Atomic: Bool;
}

/// A handle whose tensor can be read while it is written: each value has a place of its own from the start.
///
/// # Safety
///
/// The driver unfurls the root once more, at the indices that are read, while others of its fibers are open, and loads what it
/// finds there. An implementer promises that this changes nothing, and that each value which is loaded is the fill or the last
/// one that was stored there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read while it is written",
    label = "read and written in one statement",
    note = "scalars and tensors of `Dense` levels can, and those of `SparseByteMap` over these"
)]
pub unsafe trait InPlace: Reread {}

/// A handle whose tensor can be read by the same program once it is frozen: a workspace.
///
/// # Safety
///
/// The driver reads the tensor unchecked. An implementer promises what [`Output`] asks for, and that
/// [`reading`](Reread::reading) is a view of the tensor that the handle borrows, which can be read as long as it is frozen.
pub unsafe trait Reread: Output {
    /// The root, for reading.
    type Reading: Fiber<T = Self::T>;
    /// The protocols that each dimension can be read by.
    type Axes: AxisList;
    /// The root, for reading.
    fn reading(self, driver: Driver) -> Self::Reading;
}
