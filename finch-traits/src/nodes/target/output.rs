//! Handles on the tensors that a program writes.

use crate::fiber::Fiber;
use crate::index::protocol::AxisList;
use crate::prelude::*;
use crate::rank::Rank;
use crate::target::WriteFiber;
use core::fmt::Debug;
use finch_algebra::fault::Fault;

/// A handle on an output of a program: a small copyable value that all its accesses name.
///
/// # Safety
///
/// An implementer promises that the handle borrows its tensor mutably, so that nothing else touches it; that
/// [`Output::root`] differs between tensors; and that the tensor can be read when it was frozen or reset. The driver promises
/// the order of calls: `declare` or `thaw` before anything is written, `freeze` afterwards, `clear` between freezing
/// and writing again, and `reset` if any of them panics.
pub unsafe trait Output: Copy + Debug {
    /// The type of the values.
    type T: Copy + 'static;
    /// The fill.
    type Fill: Fill<Self::T>;
    /// How many dimensions there are.
    type Rank: Rank;
    /// The root, for writing.
    type Fiber: WriteFiber<T = Self::T>;

    /// An address that distinguishes this output from all others.
    fn root(self) -> *const ();
    /// The current extents.
    fn shape(self, driver: Driver) -> Vec<usize>;
    /// Appends the current extents to `shape`.
    fn shape_into(self, driver: Driver, shape: &mut Vec<usize>) {
        shape.extend(self.shape(driver))
    }
    /// The extent along an axis as it is now, while the tensor is sealed, if it has so many.
    #[inline(always)]
    fn extent(self, driver: Driver, axis: usize) -> Option<usize> {
        self.shape(driver).get(axis).copied()
    }
    /// Sets the extents, empties the tensor and opens it for writing. If it fails, the tensor can be read: it is as it was,
    /// or empty and smaller.
    fn declare(self, driver: Driver, shape: &[usize]) -> Result<()>;
    /// Opens the tensor for writing and keeps what it holds. If it fails, the tensor is as it was, and can be read.
    fn thaw(self, driver: Driver) -> Result<()>;
    /// Empties the tensor, which has its extents, and opens it for writing. Fails like [`WriteLevel::assemble`](crate::lifecycle::WriteLevel::assemble).
    fn clear(self, driver: Driver) -> Result<(), Fault>;
    /// Seals the tensor.
    fn freeze(self, driver: Driver);
    /// Empties and seals the tensor, whatever state a panic or an error has left it in. It keeps its extents, or gets
    /// extents of 0 if there is no memory for them.
    fn reset(self, driver: Driver);
    /// The root, for writing.
    fn fiber(self, driver: Driver) -> Self::Fiber;
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
    note = "scalars and tensors of `Dense` levels can"
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
