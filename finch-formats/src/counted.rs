//! `Counted`: a level that counts how many of its fibers are read.
//!
#![doc = include_str!("../pictures/counted.svg")]
//!
//! Claims about cost are tested with it instead of a clock: wrap the level in question and compare [`Counted::count`]
//! with what the claim says.
//!
//! | nest | counts |
//! |---|---|
//! | `Dense<SparseList<Counted<Element<f64>>>>` | values that are read |
//! | `Dense<Counted<SparseList<Element<f64>>>>` | rows that are opened |
//!
//! Transparent otherwise: it reads, writes and holds what the level inside does, offers the same protocols, and costs the
//! same but for an atomic addition per fiber that is read, and eight bytes. Writing is not counted, nor are
//! [`Contents::get`] and its like. A tensor whose outermost level is counted counts one for each access in a program.

use crate::imports::*;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::Relaxed;

/// A level that counts how many of its fibers are read.
///
/// Made for teaching and for tests: it shows what a program costs without a clock.
#[derive(Debug, Default)]
pub struct Counted<L> {
    level: L,
    count: AtomicU64,
}

impl<L> Counted<L> {
    /// `level`, of which no fiber was read so far.
    pub fn new(level: L) -> Self {
        Counted {
            level,
            count: AtomicU64::new(0),
        }
    }

    /// How many fibers were read since the level was made or [reset](Counted::reset). A merge reads the operands that
    /// are there; an absent one is not counted.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// Counts from zero again.
    pub fn reset(&self) {
        self.count.store(0, Relaxed)
    }

    accessors! {
        /// The level inside.
        pub level: L, mut level_mut, into into_level;
    }
}

impl<L: Clone> Clone for Counted<L> {
    fn clone(&self) -> Self {
        Counted {
            level: self.level.clone(),
            count: AtomicU64::new(self.count()),
        }
    }
}

/// Levels are equal if those inside are, however often they were read.
impl<L: PartialEq> PartialEq for Counted<L> {
    fn eq(&self, other: &Self) -> bool {
        self.level == other.level
    }
}

/// All fibers of a [`Counted`] level, for reading: its [`Level::Fibers`]. Each fiber that is read is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedFibers<C> {
    fibers: C,
    count: Lent<AtomicU64>,
}

// SAFETY: forwards to a level; counting changes nothing that is read.
unsafe impl<L: Level> Level for Counted<L> {
    crate::level! {
        "Counted" as L,
        fibers<'a> CountedFibers<L::Fibers<'a>> =
            |counted| CountedFibers { fibers: counted.level.fibers(), count: Lent::new(&counted.count) }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        self.level.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        self.level.validate(positions)
    }
}

impl<L: Level> Contents for Counted<L> {
    type T = L::T;

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        self.level.get(position, index)
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        self.level.for_each(position, index, visit)
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.level.count_stored(positions)
    }

    fn bytes(&self) -> usize {
        self.level.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        self.level.draw(position, tree)
    }
}

// SAFETY: forwards to the fibers of a level.
unsafe impl<C: Fibers> Fibers for CountedFibers<C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = C::Fiber;
    type OptionalFiber = C::OptionalFiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> C::Fiber {
        self.count.fetch_add(1, Relaxed);
        // SAFETY: the caller names a stored position.
        unsafe { self.fibers.fiber(position) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> C::OptionalFiber {
        self.count.fetch_add(u64::from(here), Relaxed);
        // SAFETY: the caller names a stored position if `here`.
        unsafe { self.fibers.fiber_or_fill(position, here) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(self, axis: usize) -> Option<usize> {
        self.fibers.dim(axis)
    }

    fn stored_before(self, position: usize) -> usize {
        self.fibers.stored_before(position)
    }
}

// SAFETY: forwards to a level.
unsafe impl<L: WriteLevel> WriteLevel for Counted<L> {
    const MIRRORED: Mirrored<L::T> = L::MIRRORED;
    const APART: bool = L::APART;
    const ATOMIC: bool = L::ATOMIC;
    const CUT_BY: Option<usize> = L::CUT_BY;

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.level.resize(driver, shape)
    }

    fn room(extents: &[usize]) -> usize {
        L::room(extents)
    }

    fn declare(&mut self, driver: Driver) {
        self.level.declare(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.level.assemble(driver, positions)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.level.reserve(driver, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.level.freeze(driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.level.thaw(driver, positions)
    }

    fn values(&mut self) -> &mut [L::T] {
        self.level.values()
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        self.level.append(driver, positions, &mut part.level, count)
    }

    fn append_piece(&mut self, driver: Driver, part: &mut Self, piece: &Range<usize>) -> Result<(), Fault> {
        self.level.append_piece(driver, &mut part.level, piece)
    }

    fn complete(&mut self, driver: Driver) {
        self.level.complete(driver)
    }

    fn shrink_to_fit(&mut self) {
        self.level.shrink_to_fit()
    }

    fn reserve_values(&mut self, values: usize) -> bool {
        self.level.reserve_values(values)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn clear_positions(&mut self, driver: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        // SAFETY: what the caller promises.
        unsafe { self.level.clear_positions(driver, below, positions) }
    }

    crate::writing! {
        flag L::NeedsFlag, L::Writing = |level| {
            // SAFETY: the caller hands a valid level that nothing else accesses, so the one inside is such a level too, and
            // it is assembled.
            unsafe { L::writing(&raw mut (*level).level) }
        }
    }
}

// SAFETY: forwards to a level.
unsafe impl<L: WriteInParts> WriteInParts for Counted<L> {
    type Apart = L::Apart;
    type Splits = L::Splits;
    type Atomic = L::Atomic;
}
