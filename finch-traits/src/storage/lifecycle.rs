//! Lifecycles: how a level comes to hold what a program writes.
//!
//! Declare empties a level, assemble makes room for fibers, writing fills them, freeze closes the level for reading,
//! thaw opens it again. Programs place these calls themselves.

pub use crate::driver::Driver;
pub use crate::target::output::{Divisible, InPlace, Output, Private, Reread};

use crate::level::Level;
use crate::mirrored::Mirrored;
use crate::target::Dirty;
use crate::unfilled::Room;
use crate::upper::*;

/// A level that can be written.
///
/// # Safety
///
/// Parents and the driver read and write the level unchecked. An implementer promises what [`Level`] asks for in every state:
/// after any sequence of these calls that the driver makes, including one that is cut off by a panic and followed by `declare`,
/// `assemble(1)` and `freeze(1)`, the level can be read for the number of positions it was frozen with. In particular
/// * `assemble(positions)` makes room for that many fibers, filled with fill, and keeps what is there;
/// * `freeze(positions)` leaves a level whose invariants hold for that many fibers, whatever was written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written",
    label = "not an output",
    note = "a function whose output may have any format takes `y: &mut Tensor<impl VectorOutput<f64>>` of a vector, \
            `&mut Tensor<impl MatrixOutput<f64>>` of a matrix; `VectorOf` and `MatrixOf` are only read",
    note = "a level is written by a program if it owns its arrays (`Vec`, not slices; values may be in a `SliceMut`) and says how it is assembled",
    note = "values stand in a leaf, which ends a nest of levels: `Dense<SparseList<Element<f64>>>`. A name such as `Matrix<f64>` is that of a \
            tensor, not of its levels: a copy in that format is `let b: Matrix<f64> = a.convert()?;`"
)]
pub unsafe trait WriteLevel: Level {
    /// Whether a fiber holds nothing but the fact that its parent stores it, as that of a pattern. Such a level needs a
    /// parent that stores coordinates one by one.
    type NeedsFlag: Bool;
    /// All fibers of this level, for writing.
    type Writing: WriteFibers<T = Self::T>;
    /// The pairs of axes of which the nest stores one half, and the axes along which a fiber has room for one child: those
    /// of the level below, moved by as many axes as this one has, and its own.
    ///
    /// A copy into a nest that is symmetric along a pair writes one half. Random places are drawn in the half that is stored.
    const MIRRORED: Mirrored<Self::T> = Mirrored::NONE;

    /// Sets the extents from here down, as far as they can be set, and empties the level.
    ///
    /// Fails if an extent does not fit the index type of its level.
    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()>;

    /// How many numbers or values a fiber of these extents takes up even if nothing is stored in it: the product of the
    /// extents of those levels that have room for every index. Readers of files ask this before they trust the extents that
    /// a file claims.
    fn room(_extents: &[usize]) -> usize {
        1
    }

    /// Empties the level and keeps its allocations.
    fn declare(&mut self, driver: Driver);

    /// Makes room for fibers up to position `positions`, filled with fill. Fails, and changes nothing that can be read,
    /// if there is not that much memory or a position does not fit its type.
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault>;

    /// Makes room for fibers up to position `positions`, which need not be filled yet: each is handed out by
    /// [`WriteFibers::fresh`] before it exists. Levels that append do not pay for filling what they are about to write.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.assemble(driver, positions)
    }

    /// Makes room for fibers up to position `positions`, all of which [`WriteFibers::fill`] fills before they are used, if it
    /// [can](WriteFibers::FILLS). A loop fills what it writes bit by bit, right before it is in the cache anyway.
    fn make_room(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.assemble(driver, positions)
    }

    /// Seals the level, which can be read then. It has `positions` fibers, each of which was assembled, or reserved and
    /// handed out.
    fn freeze(&mut self, driver: Driver, positions: usize);

    /// Seals the level as [`freeze`](Self::freeze) does, for readers that only follow its fibers: entries need not be in order. The driver
    /// declares the level or [restores the order](Self::restore_order) before it does anything else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_unordered(&mut self, driver: Driver, positions: usize) {
        self.freeze(driver, positions)
    }

    /// Puts entries in order where [`freeze_unordered`](Self::freeze_unordered) has not. The level stays frozen.
    fn restore_order(&mut self, _driver: Driver) {}

    /// Opens a frozen level of `positions` fibers for further writing, keeping what it holds. If it fails, the level is as it was.
    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()>;

    /// Puts the fiber at position `from[q]` to position `q`, for every `q`, and fill where `from[q]` is not a position of this
    /// level: those are the positions that it has then. The level is frozen, and stays so. Returns false, and changes nothing,
    /// if there is not that much memory, or if the level cannot do that: by default no level can.
    ///
    /// A [`Hybrid`] level asks this of the level below when some of its fibers become dense.
    ///
    /// [`Hybrid`]: https://docs.rs/finch-formats/latest/finch_formats/struct.Hybrid.html
    fn gather(&mut self, _driver: Driver, _from: &[usize]) -> bool {
        false
    }

    /// Frees the memory that the arrays of this level and of those below have allocated beyond what they hold, and scratch
    /// space. The level is frozen, holds what it held, and is declared or thawed before it is written again. Takes time
    /// linear in what is stored.
    ///
    /// A level that has arrays or levels below does it for each of them; by default nothing is done. What the level remembers
    /// of how much room there is must be right afterwards, unless declaring and thawing find it out anew.
    fn shrink_to_fit(&mut self) {}

    /// Makes room for `values` values in all, where values are appended, so that arrays need not grow while they are; says whether there
    /// is that much memory. The level is frozen, and holds what it held.
    ///
    /// A list over a leaf makes room for as many entries; a level over further lists leaves it to them. What stores every index makes
    /// room when its extent is known, so that it does nothing, as is the default.
    fn reserve_values(&mut self, _values: usize) -> bool {
        true
    }

    /// Empties the fibers at `positions`, which must be all that were written, and opens the level for writing. It does
    /// what `declare` and `assemble` do, but in time linear in the number of these fibers, and the level stays assembled as
    /// far as it was. Returns false if the level cannot do that, or has fewer than `below` positions; it must then be
    /// declared.
    ///
    /// # Safety
    ///
    /// All positions are less than `below`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn clear_positions(
        &mut self,
        _driver: Driver,
        _below: usize,
        _positions: impl Iterator<Item = usize>,
    ) -> bool {
        false
    }

    /// Whether it is [`WriteInParts::Apart`].
    const APART: bool = false;

    /// Whether it is [`WriteInParts::Atomic`].
    const ATOMIC: bool = false;

    /// All values of this level, which is open, if it is [`WriteInParts::Apart`].
    fn values(&mut self) -> &mut [Self::T] {
        &mut []
    }

    /// Puts the first `count` fibers of `part` behind the first `positions` of this level, and drops what is behind these. Both
    /// levels are frozen, for so many fibers, and have the same extents; this one is frozen for all of them afterwards. Fails if
    /// there is not that much memory, or if a number does not fit its type: then the level must be declared anew.
    ///
    /// What `part` holds may be moved. Until it is declared anew it is only put here again, as long as its fibers are the last ones here:
    /// a level of runs puts one fiber to compare it, and then all.
    ///
    /// A level that is [`WriteInParts`] can do that; others are not asked.
    fn append(&mut self, _driver: Driver, _positions: usize, _part: &mut Self, _count: usize) -> Result<(), Fault> {
        crate::total::never()
    }

    /// Makes the fiber at position 0, which is the only one, longer by the indices in `piece`, which are in the fiber at position 0
    /// of `part`; both levels are frozen. If `piece` starts at 0 the level is open, and what it holds is dropped. Fails as
    /// [`append`](Self::append) does.
    ///
    /// If the level says what parts are [cut by](Self::CUT_BY), the fiber of `part` has no other indices, and all pieces but the first one
    /// start at multiples of that. A level that is [`WriteInParts::Splits`] can do that; others are not asked.
    fn append_piece(&mut self, _driver: Driver, _part: &mut Self, _piece: &Range<usize>) -> Result<(), Fault> {
        crate::total::never()
    }

    /// The number that parts of a parallel loop start at multiples of, if storage of a part has the indices of that part alone: not 0.
    /// `None` if it has all indices.
    const CUT_BY: Option<usize> = match Self::STORES_EVERY_INDEX {
        true => Some(1),
        false => None,
    };

    /// Takes note that the last part was put behind the others. The level is frozen, and stays so. A level tells the one below; by
    /// default nothing is done, which leaves a valid level too.
    ///
    /// A [`Hybrid`] level decides then which of its fibers become dense.
    ///
    /// [`Hybrid`]: https://docs.rs/finch-formats/latest/finch_formats/struct.Hybrid.html
    fn complete(&mut self, _driver: Driver) {}

    /// All fibers of this level, for writing.
    ///
    /// # Safety
    ///
    /// `level` is valid, nothing else accesses it while the view or what it hands out is used, and it is assembled.
    unsafe fn writing(level: *mut Self) -> Self::Writing;
}

/// A level that a program can read while it writes it: each value has a place of its own from the start.
///
/// # Safety
///
/// The driver unfurls a fiber and binds its indices to read what it holds, while other fibers of the level are open, the same
/// one among them. An implementer promises that this changes nothing, and that what is loaded at the end is the value that was
/// last stored there, or the fill.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read while it is written",
    label = "read by the statement that writes it",
    note = "scalars and nests of `Dense` over `Element` can, and `SparseByteMap` over these, as a `ByteMapVector`: write a `Vector` or `Matrix`, and copy it into a tensor of this format in a \
            loop behind this one, `for i {{ y[i] = w[i] }}`",
    note = "any tensor can be read in another statement of the program than those that write it, in loops of its own"
)]
pub unsafe trait WriteInPlace: WriteLevel {}

/// A level that parts of a parallel loop can write: what each has written in a level of its own is
/// [put together](WriteLevel::append).
///
/// # Safety
///
/// The level that was put together is read unchecked. An implementer promises that [`WriteLevel::append`] does what it says; that
/// [`WriteLevel::append_piece`] does, if it is `Splits`; and that the root fiber of one that is `Splits` and
/// [cut](WriteLevel::CUT_BY) moves itself in [`WriteFiber::behind`](crate::target::WriteFiber::behind), since
/// storage of a part holds the indices of the part alone. If it is `Apart`, threads write through copies of one view at the same time,
/// at different positions: fibers there share no memory that is written, and if it is `Atomic`, at the same one. And [`WriteLevel::values`] are all values of the
/// positions that are assembled, in an order that depends on nothing but the extents.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by a parallel loop",
    label = "what parts of the loop write in this level cannot be put together",
    note = "levels that own their arrays can; borrowed arrays cannot: write a `Matrix` or a `Csr` in the parallel loop, and copy it in \
            a loop behind it, `for i {{ y[i] = w[i] }}`",
    note = "or declare it inside of the parallel loop, as a workspace: then each part has one of its own"
)]
pub unsafe trait WriteInParts: WriteLevel {
    /// Whether positions have places of their own from the start, and nothing else is written: `Yes` if [`WriteLevel::APART`].
    type Apart: Bool;
    /// Whether one fiber can be written in parts, each at indices of its own.
    type Splits: Bool;
    /// Whether threads may combine values at the same position, too: it is `Apart`, and its leaves are
    /// [atomic](crate::target::WriteFiber::ATOMIC).
    type Atomic: Bool;
}

/// All fibers of a level, for writing.
///
/// # Safety
///
/// Parents and the driver write the fibers unchecked. An implementer promises that each fiber it hands out can be written
/// at every index below its extent. Whatever is written, and even if a panic interrupts it, the level keeps the promises of
/// [`WriteLevel`]: it can be frozen, and then be read for the number of positions it was frozen with.
pub unsafe trait WriteFibers: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the fill.
    type Fill: Known;
    /// One fiber, whose parent is told by `D` whether it was assigned.
    type Fiber<D: Dirty>: WriteFiber<T = Self::T, Fill = Self::Fill>;

    /// The fiber at `position`.
    ///
    /// # Safety
    ///
    /// `position` is assembled, and no other fiber at this position is in use.
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D>;

    /// The fiber at `position`, filled with fill.
    ///
    /// # Safety
    ///
    /// `position` is assembled or reserved, nothing was stored in it, and no other fiber at this position is in use.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fresh<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        // SAFETY: without a `reserve` of its own a level is assembled by it.
        unsafe { self.fiber(position, dirty) }
    }

    /// Whether [`fill`](Self::fill) fills fibers for which there is [room](WriteLevel::make_room).
    const FILLS: bool = false;

    /// Sets all values of the fibers at `positions` to the fill if the level [`FILLS`](Self::FILLS) them, and does nothing otherwise.
    ///
    /// # Safety
    ///
    /// There is room for these positions, and nothing else uses them.
    unsafe fn fill(self, _positions: Range<usize>) {}

    /// How many bytes the values of a fiber take, if it `FILLS` them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(self) -> usize {
        0
    }

    /// All values of the fibers at `positions`, which lie in one array, if it `FILLS` them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(self, _positions: Range<usize>) -> Option<Room<Self::T>> {
        None
    }
}

/// Calls the function if it is dropped, which happens only while a panic unwinds: it is forgotten otherwise.
pub(crate) struct OnUnwind<F: FnMut()>(pub(crate) F);

impl<F: FnMut()> OnUnwind<F> {
    /// Forgets the function, since nothing has panicked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn disarm(self) {
        core::mem::forget(self)
    }
}

impl<F: FnMut()> Drop for OnUnwind<F> {
    fn drop(&mut self) {
        (self.0)()
    }
}
