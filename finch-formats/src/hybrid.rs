//! `Hybrid`: each fiber is a sorted list of indices or stored densely, whichever takes less.
//!
#![doc = include_str!("../pictures/hybrid.svg")]
//!
//! ```text
//! ptr  [ 0 | 2 | 2 | 5 ]           list fiber p holds idx[ptr[p]..ptr[p + 1]], children at the same positions
//! idx  [ 1 | 4 | 0 | 2 | 3 ]
//! slot [ - | 0 | - ]               fiber 1 is dense: slot k holds positions idx.len() + k * extent ..
//!
//! child  [ 1 4 | 0 2 3 | all indices of fiber 1 ]
//!          lists         dense fibers
//! ```
//!
//! For matrices whose rows are short but for a few: graphs with hubs. A hub as a list would take its index array with
//! it and be walked entry by entry; as a dense row it is looked up.
//!
//! Indices are strictly ascending within a list. The list of a dense fiber is empty, and dense fibers are numbered in order;
//! `-` stands for [`LIST`].
//!
//! | protocol | unfurls to | costs, for a list of `m` stored, or a dense fiber of `n` |
//! |---|---|---|
//! | walk | `Switch` between a `Lookup` and what [`SparseList`] walks | `m`, or `n` |
//! | gallop | the same, with what it gallops | logarithmic per jump, or constant per lookup |
//! | follow | the same, with what it follows | logarithmic per lookup, or constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber, and per entry |
//! | thaw, which allows for appending | constant per fiber; per entry too if some fiber is dense |
//!
//! It is read and written over any level, like a [`SparseList`], by appending. Over values ([`Element`]) freezing
//! makes those fibers dense of which more than half of the indices are stored. Thaw turns them into lists of all indices, so
//! nothing can be appended to a fiber that was dense. Over other levels, which cannot be put in another order, all fibers that a
//! program writes are lists: of a `Hybrid<Hybrid<Element<f64>>>` the inner ones become dense. Dense fibers over any level can be
//! made of parts, and read.
//!
//! Where parts of a parallel loop write it, all fibers are lists until the last part was put behind the others; pointers then count
//! all indices of those that are dense in a part.
//!
//! Bytes: `ptr` and four per fiber, `idx` per entry of a list; the child has a position per entry of a list and per index of
//! a dense fiber.

mod write;

use crate::dense::DenseFiber;
use crate::imports::*;
use crate::kit::entries;
use crate::kit::entries::EntriesSteps;
use crate::kit::pieces;
use crate::sparse_list::SparseListEntries;

/// The entry of [`Hybrid::slot`] for a fiber that is stored as a list.
pub const LIST: u32 = u32::MAX;

/// A sparse dimension: each fiber is a sorted list of indices or stored densely, whichever takes less.
///
/// For matrices whose rows are short but for a few, such as graphs with hubs. It is written by appending, in ascending order; over values,
/// freezing makes those fibers dense of which more than half of the indices are stored. The [module](self) has all costs.
#[derive(Clone, Debug)]
pub struct Hybrid<L, Ptr = Vec<usize>, Idx = Vec<u32>, Slot = Vec<u32>> {
    /// The lists; a dense fiber is an empty one.
    list: SparseList<L, Ptr, Idx>,
    slot: Slot,
    /// No fiber is dense. If this is not said, some may be.
    listed: bool,
}

impl<L, Ptr, Idx, Slot> Hybrid<L, Ptr, Idx, Slot> {
    /// Fibers of `extent` indices. Where `slot[p]` is [`LIST`], fiber `p` holds the indices `idx[ptr[p]..ptr[p + 1]]`,
    /// whose children are at the same positions in `child`. Otherwise fiber `p` is the dense one of number `slot[p]`,
    /// its list is empty, and its children start at `idx.len() + slot[p] * extent`. Dense fibers are numbered in order.
    /// A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, idx: Idx, slot: Slot, child: L) -> Self {
        Hybrid {
            list: SparseList::new(extent, ptr, idx, child),
            slot,
            listed: false,
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.list.extent()
    }

    /// Where each list starts, and the end of the last.
    pub fn ptr(&self) -> &Ptr {
        self.list.ptr()
    }

    /// The indices of the lists.
    pub fn idx(&self) -> &Idx {
        self.list.idx()
    }

    /// How each fiber is stored: [`LIST`] for a list, else the number of the fiber among the dense ones, counted from 0.
    pub fn slot(&self) -> &Slot {
        &self.slot
    }

    /// The level below.
    pub fn child(&self) -> &L {
        self.list.child()
    }

    /// The extent, `ptr`, `idx`, `slot` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, Slot, L) {
        let (extent, ptr, idx, child) = self.list.into_parts();
        (extent, ptr, idx, self.slot, child)
    }
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P> + Clone, Idx: Buffer<Item = I> + Clone, Slot>
    Hybrid<L, Ptr, Idx, Slot>
{
    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        self.list.below_mut()
    }
}

impl<L: Default, P: Width, I: Width> Default for Hybrid<L, Vec<P>, Vec<I>, Vec<u32>> {
    fn default() -> Self {
        Hybrid {
            list: SparseList::default(),
            slot: vec![LIST],
            listed: true,
        }
    }
}

/// Levels are equal if their extents, arrays and levels below are.
impl<L, Ptr, Idx, Slot: Buffer<Item = u32>> PartialEq for Hybrid<L, Ptr, Idx, Slot>
where
    SparseList<L, Ptr, Idx>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list && self.slot.as_slice() == other.slot.as_slice()
    }
}

impl<L, Ptr, Idx: Buffer, Slot: Buffer<Item = u32>> Hybrid<L, Ptr, Idx, Slot> {
    /// Where the dense fiber at `position` starts in the child, if it is one.
    pub(crate) fn dense(&self, position: usize) -> Option<usize> {
        match self.slot.as_slice()[position] {
            LIST => None,
            slot => Some(self.idx().as_slice().len() + slot as usize * self.extent()),
        }
    }
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Slot: Buffer<Item = u32>> Pieces
    for Hybrid<L, Ptr, Idx, Slot>
{
    type Child = L;

    fn extent(&self) -> usize {
        self.list.extent()
    }
    fn below(&self) -> &L {
        self.list.child()
    }
    // All lists come before the first dense fiber.
    fn places(&self, positions: usize) -> usize {
        let dense = self.slot.as_slice()[..positions].iter().filter(|&&slot| slot != LIST);
        self.idx().as_slice().len() + dense.count() * self.extent()
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        match self.dense(position) {
            Some(_) => 0..1,
            None => self.list.pieces(position),
        }
    }
    fn piece(&self, position: usize, number: usize) -> Piece {
        match self.dense(position) {
            Some(first) => Piece::block(0..self.extent(), first),
            None => self.list.piece(position, number),
        }
    }
}

/// Every dense fiber among `slot` has an empty list, and they are numbered in order. Returns how many there are.
fn count_dense<P: Width>(slot: &[u32], ptr: &[P]) -> Result<usize> {
    let mut count = 0;
    for (fiber, (&slot, list)) in slot.iter().zip(ptr.windows(2)).enumerate() {
        if slot == LIST {
            continue;
        }
        ensure!(slot as usize == count, else Invalid,
            "dense fiber {fiber} of a Hybrid level has number {slot}, but {count} come before it");
        ensure!(list[0] == list[1], else Invalid,
            "fiber {fiber} of a Hybrid level is dense and has a list, {:?}..{:?}", list[0], list[1]);
        count += 1
    }
    Ok(count)
}

// SAFETY: `validate` checks that every list lies within `idx` and has ascending indices below the extent, and that the
// child holds a position for every list entry and, behind them, for every index of every dense fiber.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Slot: Buffer<Item = u32>> Level
    for Hybrid<L, Ptr, Idx, Slot>
{
    crate::level! {
        "Hybrid" over L, (Walking, Galloping, Following),
        fibers<'a> RangedFibers<P, HybridArrays<L::Fibers<'a>, I>> = |level| {
            let either = HybridArrays::new(level.list.borrowed(), level.slot.as_slice(), level.idx().as_slice().len());
            RangedFibers::new(level.extent(), level.ptr().as_slice(), either)
        }
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let (extent, idx) = (self.extent(), self.idx().as_slice());
        crate::check::extent_fits::<I>(Self::NAME, extent)?;
        let ptr = crate::check::ascending(Self::NAME, self.ptr().as_slice(), positions, idx, extent)?;
        let slot = crate::check::one_each(Self::NAME, "slots", self.slot.as_slice(), positions)?;
        let dense = count_dense(slot, ptr)?.checked_mul(extent);
        ensure!(let Some(below) = dense.and_then(|dense| dense.checked_add(idx.len())), else TooLarge,
            "the dense fibers of a Hybrid level of extent {extent} have more positions than can be counted");
        self.child().validate(below)
    }
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Slot: Buffer<Item = u32>> Contents
    for Hybrid<L, Ptr, Idx, Slot>
{
    crate::contents! { over L, get, for_each }

    fn count_stored(&self, positions: usize) -> usize {
        let (lists, child) = (self.idx().as_slice().len(), self.child());
        self.list.count_stored(positions) + child.count_stored(self.places(positions)) - child.count_stored(lists)
    }

    fn bytes(&self) -> usize {
        self.list.bytes() + crate::buffer::bytes(&self.slot)
    }

    // By what each fiber is.
    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        match self.dense(position) {
            Some(_) => pieces::draw(self, "Dense", position, tree),
            None => self.list.draw(position, tree),
        }
    }
}

// ---- reading ----

/// The arrays of a [`Hybrid`] level, borrowed for reading.
#[derive(Clone, Copy, Debug)]
pub struct HybridArrays<C, I> {
    list: SparseListEntries<C, I>,
    slot: Lent<[u32]>,
    /// Where the dense fibers start in the child, or the one that looks.
    dense: usize,
    /// The fiber that looks is dense.
    is_dense: bool,
}

impl<C, I> HybridArrays<C, I> {
    /// Lists, the slots of all fibers, and where the first dense one starts in the child.
    ///
    /// # Safety
    ///
    /// The caller promises that they are used only while the slots are borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn new(list: SparseListEntries<C, I>, slot: &[u32], dense: usize) -> Self {
        HybridArrays {
            list,
            // SAFETY: as the caller promises.
            slot: unsafe { Lent::new(slot) },
            dense,
            is_dense: false,
        }
    }
}

/// What a fiber unfurls to, if a list unfurls to `L`.
type DenseOr<C, L> = Switch<Lookup<DenseFiber<C>>, L>;

/// The dense fiber, or what the list unfurls to.
#[cfg_attr(not(debug_assertions), inline(always))]
fn either<C: Fibers, I: Width, H: Presence, L>(
    fiber: RangedFiber<HybridArrays<C, I>, H>,
    list: impl FnOnce(SparseListEntries<C, I>) -> L,
) -> DenseOr<C, L> {
    let arrays = fiber.arrays();
    Switch {
        condition: arrays.is_dense,
        // The child holds a position for every index of a dense fiber. Where the fiber is a list, the switch does not hand this
        // out.
        then: Lookup(DenseFiber {
            first: arrays.dense,
            extent: fiber.extent(),
            child: arrays.child(),
        }),
        otherwise: list(arrays.list),
    }
}

borrowed! { impl[C: Fibers, I: Width] HybridArrays<C, I>, "Hybrid", |arrays| arrays.list.child() => C }

// SAFETY: a dense fiber is looked up, a list unfurls as lists do; an absent fiber is an empty list.
unsafe impl<C: Fibers, I: Width> Ranged for HybridArrays<C, I> {
    type DenseBelow = <<C as Fibers>::Fiber as Fiber>::Dense;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(mut self, position: usize, extent: usize) -> Self {
        promise!(position < self.slot.len());
        // SAFETY: the caller names a stored position, and there is a slot for each.
        let slot = unsafe { *self.slot.get_unchecked(position) };
        self.is_dense = slot != LIST;
        // Overflows only for lists, whose block is not looked at.
        self.dense = self.dense.wrapping_add((slot as usize).wrapping_mul(extent));
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let searched = Cell::new(fiber.unsearched());
        // SAFETY: it is handed on from the frame of `searched`.
        let list = |list| Stepper(unsafe { EntriesSteps::new(fiber, list, &searched) });
        k.looplet(pass, either(fiber, list))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let searched = Cell::new(fiber.unsearched());
        // SAFETY: it is handed on from the frame of `searched`.
        let list = |list| unsafe { EntriesSteps::new(fiber, list, &searched) }.galloping();
        k.looplet(pass, either(fiber, list))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let (from, to) = fiber.bounds();
        let cursor = Cell::new(from);
        // SAFETY: the list of the fiber ends there.
        let search = unsafe { Search::new(fiber.arrays().list, to) };
        // SAFETY: it is handed on from the frame of `cursor`.
        k.looplet(pass, either(fiber, |_| unsafe { Follow::new(search, &cursor) }))
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<DenseOr<C, entries::GallopNest<SparseListEntries<C, I>>>>(),
            Protocol::Follow => Nest::of::<DenseOr<C, Follow<Search<SparseListEntries<C, I>>>>>(),
            _ => Nest::of::<DenseOr<C, Stepper<EntriesSteps<SparseListEntries<C, I>>>>>(),
        };
        FiberDescription::new("Hybrid", nest)
    }
}
