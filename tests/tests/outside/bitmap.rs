//! `Bitmap`: a child for every index, as below `Dense`, and a bit for each that says whether it is stored.
//!
//! ```text
//! words [ 0b11010 | 0b1 ]            bit q % 64 of word q / 64: whether the child at position q is stored
//! child [ . | 7 | . | 5 | 2 | ... ]
//! ```
//!
//! Positions are counted by [`Dense`]: [`Bits`] has no dimension of its own. A bit that has no word is not set. Children
//! whose bit is not set are not read. Unfurls to what the child does, or fill. Costs: constant per read or write, in any
//! order; else linear in words at most. Bytes: 8 per 64 positions.

use finch_formats::Dense;
use finch_traits::algebra::{fault::Fault, fill::Fill, logic};
use finch_traits::level::{Contents, Fibers, Level};
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::target::Dirty;
use finch_traits::{Result, tree::Tree};
use std::fmt;

/// A child for every index, of which those are stored whose bit is set.
pub type Bitmap<L> = Dense<Bits<L>>;

/// A bit for each position of the level below: whether it is stored.
#[derive(Clone, Debug, Default)]
pub struct Bits<L> {
    words: Vec<u64>,
    child: L,
}

impl<L> Bits<L> {
    /// A tensor checks the parts when it is made. Where a bit is not set, writing starts with what `child` holds.
    pub fn new(words: Vec<u64>, child: L) -> Self {
        Bits { words, child }
    }
}

fn has(words: &[u64], position: usize) -> bool {
    words.get(position / 64).unwrap_or(&0) >> (position % 64) & 1 != 0
}

// SAFETY: `validate` checks that each position has a child; those without a bit are not read.
unsafe impl<L: Level> Level for Bits<L> {
    type Fill = L::Fill;
    type Rank = L::Rank;
    type Axes = L::Axes;
    type Fibers<'a>
        = Stored<&'a [u64], L::Fibers<'a>>
    where
        Self: 'a;
    const NAME: &'static str = "Bits";

    unsafe fn fibers(&self) -> Self::Fibers<'_> {
        // SAFETY: as the caller promises.
        Stored(&self.words, unsafe { self.child.fibers() })
    }
    fn shape(&self, shape: &mut Vec<usize>) {
        self.child.shape(shape)
    }
    fn validate(&self, positions: usize) -> Result<()> {
        self.child.validate(positions)
    }
}

impl<L: Level> Contents for Bits<L> {
    type T = L::T;

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        match has(&self.words, position) {
            true => self.child.get(position, index),
            false => L::Fill::value(),
        }
    }
    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        if has(&self.words, position) {
            self.child.for_each(position, index, visit)
        }
    }
    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(positions)
    }
    fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + self.child.bytes()
    }
    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        match has(&self.words, position) {
            true => self.child.draw(position, tree),
            false => tree.value(&L::Fill::value()),
        }
    }
}

/// The words and the fibers of the child: to read `&[u64]`, to write `*mut u64`.
#[derive(Clone, Copy, Debug)]
pub struct Stored<W, C>(W, C);

// SAFETY: the caller names a position that was checked, unless it is not here: then nothing is read.
unsafe impl<C: Fibers> Fibers for Stored<&[u64], C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = C::OptionalFiber;
    type OptionalFiber = C::OptionalFiber;

    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: the caller says so.
        unsafe { self.fiber_or_fill(position, true) }
    }
    #[inline(always)]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        // SAFETY: the child has every position that this level has.
        unsafe { self.1.fiber_or_fill(position, here && has(self.0, position)) }
    }
    fn dim(self, axis: usize) -> Option<usize> {
        self.1.dim(axis)
    }
}

// SAFETY: every position that is assembled has a bit and a child, and bits may be set in any way.
unsafe impl<L: WriteLevel> WriteLevel for Bits<L> {
    type NeedsFlag = logic::No;
    type Writing = Stored<*mut u64, L::Writing>;

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.words.clear();
        self.child.resize(driver, shape)
    }
    fn room(extents: &[usize]) -> usize {
        L::room(extents)
    }
    fn declare(&mut self, driver: Driver) {
        self.words.clear();
        self.child.declare(driver)
    }
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        let more = positions.div_ceil(64).saturating_sub(self.words.len());
        let (level, fiber, index) = (Self::NAME, positions, 0);
        let too_large = |_| Fault::TooLarge { level, fiber, index };
        self.words.try_reserve(more).map_err(too_large)?;
        self.child.assemble(driver, positions)?;
        self.words.resize(self.words.len() + more, 0);
        Ok(())
    }
    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.child.freeze(driver, positions)
    }
    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.words.truncate(positions.div_ceil(64));
        if let Some(last) = self.words.get_mut(positions / 64) {
            *last &= (1 << (positions % 64)) - 1
        }
        self.child.thaw(driver, positions)?;
        Ok(self.assemble(driver, positions)?)
    }
    unsafe fn writing(level: *mut Self) -> Self::Writing {
        // SAFETY: the caller hands a valid level that nothing else accesses, so its parts are.
        unsafe { Stored((*level).words.as_mut_ptr(), L::writing(&raw mut (*level).child)) }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<C: WriteFibers> WriteFibers for Stored<*mut u64, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = C::Fiber<Flag<D>>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, parent: D) -> Self::Fiber<D> {
        let bit = 1 << (position % 64);
        // SAFETY: an assembled position has a word and a child.
        unsafe { self.1.fiber(position, Flag(self.0.add(position / 64), bit, parent)) }
    }
}

/// What the child tells that it was assigned: a word, the bit in it, and who else wants to know.
#[derive(Clone, Copy, Debug)]
pub struct Flag<D>(*mut u64, u64, D);

// Flags are made for words that are there, and used while the level is written; no borrow of a word is kept.
impl<D: Dirty> Dirty for Flag<D> {
    type Asked = logic::Yes;

    #[inline(always)]
    fn set(self) {
        // SAFETY: as above.
        unsafe { *self.0 |= self.1 }
        self.2.set()
    }
    fn get(self) -> bool {
        // SAFETY: as above.
        unsafe { *self.0 & self.1 != 0 }
    }
    fn clear(self) {
        // SAFETY: as above.
        unsafe { *self.0 &= !self.1 }
    }
}
