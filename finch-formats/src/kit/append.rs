//! Appending: levels that are written fiber by fiber, each fiber in ascending order of index.
//!
//! A level implements [`Append`]. It says where the next entry goes, how an entry is put there, how the arrays grow,
//! and up to which index a fiber is written already. The frame does the rest: it refuses indices that come too late,
//! asks for room, raises a fault if there is none, and drops entries that nobody assigned.
//!
//! ```text
//! unfurl          the frame opens: from now on length, room and base pointers are in registers
//!   reserve       a loop that knows how many indices come makes room for all of them before it begins
//!   bind index    the child behind the last one is written; if it was assigned, its entry is put with the index
//! the loop ends   the frame closes: the level learns how many entries there are
//! ```
//!
//! [`SparseList`] is the simplest example, of an index per entry with a child in the level below, and
//! [`SparsePairs`] keeps values beside the indices: for lists of one element per entry,
//! [`append_list!`](crate::append_list) implements `Append`. [`SparseBlockList`] and
//! [`SparseBand`] remember the block that the next index may make longer;
//! [`SparseCoo`] has several indices per entry. [`UnsortedList`] looks for an index before it
//! appends an entry: what it stores already may come again, in any order.

mod frame;
mod list;

pub use frame::Appending;
pub(crate) use frame::open;

use crate::imports::*;

/// A level that is appended to.
///
/// A *position* is where an entry and its child are kept. Positions are taken one after the other, over all fibers; a
/// level may leave some out, which it fills when the next one behind them is put.
///
/// # Safety
///
/// * Through `bases` and `below` entries are written wherever there is room, until room is made again. `grow` makes
///   room for as many positions as it is asked for, if it does not fail.
/// * What `put` was given is the entry at that position once `settle` counts it.
/// * `place` is no position that is in use; `is_full` says so wherever there is no room.
/// * After `settle` and `close` the level holds what was put. It can be frozen then, whatever was written.
/// * A `bind` of the level's own hands out positions that were put, or for which there is room.
pub unsafe trait Append: Level + Sized {
    /// Base pointers of arrays.
    type Bases: Copy;
    /// Where the child of a new entry is: [`Below`] or [`ValueBeside`].
    type New: NewChild<T = Self::T>;
    /// What the level remembers from one entry to the next, besides the number of positions in use. `()` for most levels.
    type State: Copy;
    /// Whether `n` indices need room for `n` positions and nothing else. If so, a loop that announces how many indices come
    /// has room made for all of them at once. `No` if positions are left out, or if room is needed for something else, too.
    type Announced: Bool;
    /// [`WriteFiber::TOGETHER`] of a fiber.
    const TOGETHER: usize;
    /// How many positions can be counted.
    const MOST: usize;
    /// What descriptions say of the order of indices.
    const ORDER: &'static str = "appending";

    /// How far the level is written.
    fn progress(&mut self, driver: Driver) -> &mut WriteProgress;
    /// How many positions are in use.
    fn used(&self) -> usize;
    /// For how many positions the arrays have memory already, here and below; 0 if that is not known.
    fn capacity(&self) -> usize {
        0
    }
    /// How many fibers are assembled, from which the room that all of them take is estimated; 0 if that is not wanted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assembled(&self) -> usize {
        0
    }
    /// The smallest index that may come in `fiber`, which is the last one that was appended to, or is empty: 0 if it is
    /// empty.
    fn floor(&self, fiber: usize) -> usize;
    /// The fault of `index` in `fiber`, which is below what was appended before.
    fn too_late(fiber: usize, index: usize) -> Fault {
        faults::out_of_order::<Self>(fiber, index)
    }
    /// Makes ready for writing `fiber`, whose smallest index is `floor`: no index is as large if a later fiber was written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prepare(&mut self, _driver: Driver, _fiber: usize, _floor: usize) -> Result<(), Fault> {
        Ok(())
    }
    /// What is remembered when `fiber` is opened, whose smallest index is `floor`.
    fn begin(&self, fiber: usize, floor: usize) -> Self::State;
    /// What is remembered after room was made, where `state` was before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reload(&self, state: Self::State) -> Self::State {
        state
    }
    /// How many of `more` indices can be new, where `len` positions are in use.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_most(_state: Self::State, _len: usize, more: usize) -> usize {
        more
    }
    /// Makes room for `room` positions, of which `len` are in use, and for one entry more; there may be as much room.
    /// Fails if there is no memory, with the fault of the level below or none. The frame calls `settle` first, so that a level whose need
    /// depends on what it remembers knows that.
    fn grow(&mut self, driver: Driver, len: usize, room: usize) -> Result<(), Option<Fault>>;
    /// Tells the level that the positions up to `len` are in use now.
    ///
    /// # Safety
    ///
    /// They were put, or there were as many before; `state` is what was remembered then.
    unsafe fn settle(&mut self, driver: Driver, state: Self::State, len: usize);
    /// Tells the level that the fiber at position `fiber` was given the positions from `start` to `len`, which are settled. Nothing
    /// to do, unless the level counts them. It cannot fail: a level that takes further positions here has made room for them in `grow`.
    ///
    /// # Safety
    ///
    /// The fiber is assembled, and there are such positions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, _fiber: usize, _state: Self::State, _start: usize, _len: usize) {}

    /// Where the arrays are.
    fn bases(&mut self, driver: Driver) -> Self::Bases;
    /// All fibers of the level below, for writing.
    ///
    /// # Safety
    ///
    /// `level` is valid and assembled, and nothing else accesses its level below while the view is used.
    unsafe fn below(level: *mut Self) -> ViewOf<Self>;
    /// The position for `index`, where `len` are in use. If that depends on the index, one below the floor comes out beyond
    /// all room, where it is refused.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(_state: Self::State, len: usize, _index: usize) -> usize {
        len
    }
    /// Whether there is no room for an entry at position `at`, if there is room for `room` positions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_full(_state: Self::State, at: usize, room: usize) -> bool {
        at >= room
    }
    /// Puts the entry of `index` at position `at`, where `len` are in use. Returns what is to be remembered.
    ///
    /// # Safety
    ///
    /// There is room, and `at` is the place of the index.
    unsafe fn put(
        tip: Tip<Self>,
        state: Self::State,
        len: usize,
        at: usize,
        index: usize,
        stage: StageOf<Self>,
    ) -> Self::State;

    /// Hands what is written at the index of `pass` to `k`: the child of a new entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<D: Dirty, G: Bool, R: RemainingIndices, K: OnTarget<Bind, Self::T>>(
        append: Appending<Self, D, G>,
        pass: Bind,
        rest: R,
        k: K,
    ) {
        append.append(pass, rest, k, |_, _| {})
    }

    /// [`WriteFiber::enter`] of a fiber.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<Self::T>>(fiber: PointerFiber<Self, D>, _driver: Driver, k: K) {
        k.call(fiber)
    }

    /// Hands the looplet of a fiber to `k`: the fiber that is being appended to, unless an entry has several indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<Self::T>>(append: Appending<Self, D>, then: U) {
        then.looplet(append)
    }

    /// The looplet of a fiber as data, see [`explain`](finch_traits::explain).
    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        WriteDescription::new::<Appending<Self, D>, FreshChild<Self>>(Self::NAME).noting(Self::ORDER)
    }
}

/// Where the next entry of a level goes: its arrays, and the level below.
pub struct Tip<A: Append> {
    /// Base pointers of arrays.
    pub bases: A::Bases,
    /// All fibers of the level below.
    pub below: ViewOf<A>,
}

impl<A: Append> Tip<A> {
    /// Where entries of `level` go.
    ///
    /// # Safety
    ///
    /// `level` is valid and assembled, and nothing else accesses it while entries are put.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn of(driver: Driver, level: *mut A) -> Self {
        Tip {
            // SAFETY: the caller hands a valid level that nothing else accesses.
            bases: unsafe { &mut *level }.bases(driver),
            // SAFETY: as above, so the level below is one too.
            below: unsafe { A::below(level) },
        }
    }
}

crate::copied!([A: Append] Tip<A>);

crate::shown!([A: Append] Tip<A> |_| "Tip of a {} level", A::NAME);

/// Where the child of a new entry is while it is not known whether it was assigned.
///
/// # Safety
///
/// `fresh` hands out a fiber that can be written.
pub unsafe trait NewChild {
    /// The type of the values.
    type T: Copy + 'static;
    /// All fibers of the level below.
    type View: Copy;
    /// [`WriteFiber::AnyOrder`] of a fiber that has such children.
    type AnyOrder: Bool;
    /// Where a new child waits.
    type Stage;
    /// A new child, for writing.
    type Fresh<D: Dirty>: WriteFiber<T = Self::T>;

    /// A stage for a new child.
    fn stage() -> Self::Stage;
    /// The new child at position `at`.
    ///
    /// # Safety
    ///
    /// There is room, no other fiber at this position is in use, and the fiber is used only while `stage` is borrowed.
    unsafe fn fresh<D: Dirty>(view: Self::View, at: usize, stage: &Self::Stage, dirty: D) -> Self::Fresh<D>;
}

/// The child of an entry that is being written, which may turn out not to be assigned.
pub type FreshChild<A> = <<A as Append>::New as NewChild>::Fresh<Lent<Cell<bool>>>;
/// All fibers of the level below `A`, for writing.
pub type ViewOf<A> = <<A as Append>::New as NewChild>::View;
/// Where the child of a new entry is kept until it is known whether it was assigned.
pub type StageOf<A> = <<A as Append>::New as NewChild>::Stage;

/// A new child is written at its position in the level `L`, and stays there if it was assigned. `Yes` says that the fiber comes
/// back to its children in any order.
#[derive(Clone, Copy, Debug)]
pub struct Below<L, Again = No>(PhantomData<(L, Again)>);

// SAFETY: the caller names a position that there is room for.
unsafe impl<L: WriteLevel, Again: Bool> NewChild for Below<L, Again> {
    type T = L::T;
    type View = L::Writing;
    type AnyOrder = And<Again, <ChildOf<L> as WriteFiber>::AnyOrder>;
    type Stage = ();
    type Fresh<D: Dirty> = <L::Writing as WriteFibers>::Fiber<D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stage() {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fresh<D: Dirty>(view: L::Writing, at: usize, _stage: &(), dirty: D) -> Self::Fresh<D> {
        // SAFETY: as the caller promises.
        unsafe { view.fresh(at, dirty) }
    }
}

/// A new child is a value that is kept beside its index: it waits in a local.
#[derive(Clone, Copy, Debug)]
pub struct ValueBeside<T, F>(PhantomData<(T, F)>);

// SAFETY: the local outlives the fiber.
unsafe impl<T: Copy + 'static, F: Fill<T>> NewChild for ValueBeside<T, F> {
    type T = T;
    type View = ();
    type AnyOrder = No;
    type Stage = Cell<T>;
    type Fresh<D: Dirty> = StagedLeaf<T, F, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stage() -> Cell<T> {
        Cell::new(F::value())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fresh<D: Dirty>(_view: (), _at: usize, value: &Cell<T>, dirty: D) -> Self::Fresh<D> {
        // SAFETY: as the caller promises.
        unsafe { StagedLeaf::new(value, dirty) }
    }
}
