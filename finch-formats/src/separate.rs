//! `Separate`: every fiber in memory of its own.
//!
#![doc = include_str!("../pictures/separate.svg")]
//!
//! ```text
//! levels [ A | B | C ]      fiber p is the only fiber of levels[p]
//! A      ptr [ 0 | 2 ]  idx [ 1 | 4 ]        over lists: arrays for each row
//! B      ptr [ 0 | 0 ]  idx [ ]
//! C      ptr [ 0 | 3 ]  idx [ 0 | 2 | 3 ]
//! ```
//!
//! A modifier: `Separate<L>` has the rank, the extents and the looplets of `L`, and offers its protocols. What it changes is
//! writing. A level that appends is written fiber by fiber, since all of them share its arrays; below `Separate` each fiber
//! has arrays of its own, so fibers can be written in any order, and by turns. `Dense<Separate<SparseList<_>>>` takes the
//! columns of a matrix one after the other. Within a fiber the order is that of `L`.
//!
//! Reading costs what it does in `L`, and looking up where the arrays of a fiber are, once for each fiber that is read.
//! Declaring takes constant time, assembling a fiber what declaring one of `L` takes; allocations are kept, fiber by
//! fiber. Freezing and thawing cost what they do in `L`, once per fiber; thaw works where that of `L` does. Below a level
//! that merges runs, fibers are compared entry by entry, and frozen before. A byte map that is declared again empties all
//! of it.
//!
//! Bytes: what a level `L` of one fiber takes, for each; of which pointers and the like are there for each, too. The
//! extents are also kept in a level without fibers, the *model*: they are known where there is none.

mod merge;

use crate::imports::*;

/// A level for each fiber: every fiber has arrays of its own.
///
/// Made for writing: fibers of a level that appends can be written in any order and by turns, each in ascending order.
/// Each takes the memory of a level of its own, and reading looks up its arrays: with eight entries per row, a product
/// with a vector takes 1.06 times the instructions of one over the level inside. Costs are in the [module](self).
#[derive(Clone, Debug)]
pub struct Separate<L> {
    model: L,
    levels: Vec<L>,
    /// How many fibers there are. Levels behind these are kept for what they have allocated.
    count: usize,
    /// While it is written: how many fibers are assembled.
    assembled: usize,
    /// While it is written: which fibers are frozen already, since they were compared; those behind these are not.
    sealed: Vec<bool>,
    /// How many of its first fibers another level has as its last ones, which this one was put behind.
    moved: usize,
}

impl<L> Separate<L> {
    /// A level of `levels.len()` fibers: fiber `p` is the first fiber of `levels[p]`. All of them must have the extents of `model`, of
    /// which nothing else is used: it says what the extents are where there are no fibers. Takes constant time; a tensor checks the level
    /// when it is made of it.
    pub fn new(model: L, levels: Vec<L>) -> Self {
        let count = levels.len();
        Separate {
            model,
            levels,
            count,
            assembled: 0,
            sealed: Vec::new(),
            moved: 0,
        }
    }

    /// The levels in which the fibers are: fiber `p` is the first one of `levels()[p]`.
    pub fn levels(&self) -> &[L] {
        &self.levels[..self.count]
    }

    /// A level without fibers of interest, which has the extents that all fibers have.
    pub fn model(&self) -> &L {
        &self.model
    }

    /// A level for each fiber.
    pub(crate) fn levels_mut(&mut self) -> &mut [L] {
        &mut self.levels[..self.count]
    }

    /// The model, which has the extents, and a level for each fiber: what [`new`](Self::new) takes.
    pub fn into_parts(mut self) -> (L, Vec<L>) {
        self.levels.truncate(self.count);
        (self.model, self.levels)
    }

    /// The levels in which the fibers are, as [`levels`](Self::levels) lends them: fiber `p` is the first one of level `p`. The model, and
    /// levels that are kept for their memory alone, are dropped.
    pub fn into_levels(mut self) -> Vec<L> {
        self.levels.truncate(self.count);
        self.levels
    }
}

/// There is one fiber, so that it can be the root.
impl<L: Default> Default for Separate<L> {
    fn default() -> Self {
        Separate::new(L::default(), vec![L::default()])
    }
}

/// Levels are equal if those of all fibers are.
impl<L: PartialEq> PartialEq for Separate<L> {
    fn eq(&self, other: &Self) -> bool {
        self.model == other.model && self.levels() == other.levels()
    }
}

fn shape_of<L: Level>(level: &L) -> Vec<usize> {
    let mut shape = Vec::new();
    level.shape(&mut shape);
    shape
}

/// All fibers of a [`Separate`] level, for reading: its [`Level::Fibers`].
pub struct SeparateFibers<'a, L> {
    model: &'a L,
    levels: &'a [L],
}

crate::copied!(['a, L] SeparateFibers<'a, L>);

crate::shown!([L: Level] SeparateFibers<'_, L> |it| "SeparateFibers({} of {})", it.levels.len(), L::NAME);

// SAFETY: `validate` checks that there is a level for each fiber, which is valid for one, and that all have one shape.
unsafe impl<L: Level> Level for Separate<L> {
    crate::level! {
        "Separate" as L,
        fibers<'a> SeparateFibers<'a, L> = |level| SeparateFibers { model: &level.model, levels: &level.levels }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        self.model.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        self.model.validate(0)?;
        ensure!(let Some(levels) = self.levels().get(..positions), else Invalid,
            "a Separate level holds {} fibers where {positions} are needed", self.count);
        let shape = shape_of(&self.model);
        for (fiber, level) in levels.iter().enumerate() {
            let other = shape_of(level);
            ensure!(other == shape, else Mismatch,
                "fiber {fiber} of a Separate level has the extents {other:?}, and should have {shape:?}");
            let checked = level.validate(1);
            checked.map_err(|error| Error::new(error.kind(), format!("fiber {fiber} of a Separate level: {error}")))?
        }
        Ok(())
    }
}

impl<L: Level> Contents for Separate<L> {
    type T = L::T;

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        self.levels[position].get(0, index)
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        self.levels[position].for_each(0, index, visit)
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.levels[..positions].iter().map(|level| level.count_stored(1)).sum()
    }

    fn bytes(&self) -> usize {
        self.levels().iter().map(|level| level.bytes()).sum()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        self.levels[position].draw(0, tree)
    }
}

// SAFETY: the caller names a stored position, whose level is valid for one fiber.
unsafe impl<'a, L: Level> Fibers for SeparateFibers<'a, L> {
    type T = L::T;
    type Fill = L::Fill;
    type Fiber = <L::Fibers<'a> as Fibers>::Fiber;
    type OptionalFiber = <L::Fibers<'a> as Fibers>::OptionalFiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        promise!(position < self.levels.len());
        // SAFETY: the caller names a stored position.
        let level = unsafe { self.levels.get_unchecked(position) };
        // SAFETY: the level was checked for one fiber, and is borrowed for as long as the fibers of its parent are used.
        unsafe { level.fibers().fiber(0) }
    }

    // Where nothing is stored the model stands in, which has the extents.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        promise!(!here || position < self.levels.len());
        let level = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.levels.get_unchecked(position) }
        } else {
            self.model
        };
        // SAFETY: if `here`, the level was checked for one fiber; it is borrowed as the model is.
        unsafe { level.fibers().fiber_or_fill(0, here) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(self, axis: usize) -> Option<usize> {
        // SAFETY: the model is borrowed for as long as the fibers are used.
        unsafe { self.model.fibers().dim(axis) }
    }
}

/// All fibers of a [`Separate`] level, for writing: its [`WriteLevel::Writing`].
pub struct SeparateWriting<L> {
    levels: *mut L,
    count: usize,
    borrow: PhantomData<*mut L>,
}

crate::copied!([L] SeparateWriting<L>);

crate::shown!([L: Level] SeparateWriting<L> |it| "SeparateWriting({} of {})", it.count, L::NAME);

impl<L: WriteLevel + Default> Separate<L> {
    /// Another level without entries.
    fn another(&self, driver: Driver) -> Result<L> {
        let mut level = L::default();
        level.resize(driver, &shape_of(&self.model))?;
        Ok(level)
    }

    #[cold]
    #[inline(never)]
    fn assemble_more(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = faults::too_large::<Self>(positions, positions);
        let missing = positions.saturating_sub(self.levels.len());
        self.levels.try_reserve(missing).map_err(|_| too_large)?;
        while self.assembled < positions {
            if self.assembled == self.levels.len() {
                let level = self.another(driver).map_err(|_| too_large)?;
                self.levels.push(level)
            }
            let level = &mut self.levels[self.assembled];
            level.declare(driver);
            level.assemble(driver, 1)?;
            self.assembled += 1
        }
        Ok(())
    }

    /// Opens the level at `position`, or leaves it as it is.
    fn thaw_one(&mut self, driver: Driver, position: usize) -> Result<()> {
        let level = &mut self.levels[position];
        level.thaw(driver, 1)?;
        level.assemble(driver, 1).map_err(|fault| {
            level.freeze(driver, 1);
            fault.into()
        })
    }
}

// SAFETY: there is a level for each fiber that is assembled, of which one fiber is assembled, and which is frozen with
// it.
unsafe impl<L: WriteLevel + Default> WriteLevel for Separate<L> {
    const MIRRORED: Mirrored<L::T> = L::MIRRORED;

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if shape != shape_of(&self.model) {
            // Whatever comes of it, no level has other extents than the model.
            let resized = self.model.resize(driver, shape);
            // The model is valid at any time, for no fiber.
            self.model.declare(driver);
            self.model.freeze(driver, 0);
            let shape = shape_of(&self.model);
            for level in &mut self.levels {
                if level.resize(driver, &shape).is_err() {
                    *level = L::default()
                }
            }
            self.levels.retain(|level| shape_of(level) == shape);
            self.declare(driver);
            return resized;
        }
        self.declare(driver);
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        L::room(extents)
    }

    // Each level is declared when its fiber is assembled.
    fn declare(&mut self, _driver: Driver) {
        self.count = 0;
        self.assembled = 0;
        self.sealed.clear();
        self.moved = 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        if positions <= self.assembled {
            return Ok(());
        }
        self.assemble_more(driver, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        promise!(positions <= self.assembled);
        self.count = positions;
        for (position, level) in self.levels[..positions].iter_mut().enumerate() {
            if self.sealed.get(position) != Some(&true) {
                level.freeze(driver, 1)
            }
        }
        self.sealed.clear()
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        for position in 0..positions {
            if let Err(error) = self.thaw_one(driver, position) {
                for level in &mut self.levels[..position] {
                    level.freeze(driver, 1)
                }
                return Err(error);
            }
        }
        // What is behind these is declared when it is assembled.
        self.assembled = positions;
        Ok(())
    }

    fn append(&mut self, _driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        // Those that a level of runs has compared are put once more.
        let last = self.levels.len().saturating_sub(part.moved);
        part.levels.splice(..0, self.levels.drain(last..));
        part.moved = count;
        self.levels.truncate(positions);
        self.count = self.levels.len();
        let too_large = faults::too_large::<Self>(positions, count);
        self.levels.try_reserve(count).map_err(|_| too_large)?;
        self.levels.extend(part.levels.drain(..count));
        (part.count, part.assembled) = (0, 0);
        self.count = self.levels.len();
        self.assembled = self.count;
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        // Levels that are kept for what they have allocated, and no others, are behind the fibers.
        self.levels.truncate(self.count);
        self.levels.shrink_to_fit();
        self.assembled = self.assembled.min(self.count);
        self.sealed.shrink_to_fit();
        self.model.shrink_to_fit();
        for level in &mut self.levels {
            level.shrink_to_fit()
        }
    }

    crate::writing! {
        flag L::NeedsFlag, SeparateWriting<L> = |level| {
            // SAFETY: the caller hands a valid level that nothing else accesses.
            let level = unsafe { &mut *level };
            SeparateWriting {
                levels: level.levels.as_mut_ptr(),
                count: level.levels.len(),
                borrow: PhantomData,
            }
        }
    }
}

// SAFETY: levels are put behind those of the fibers before.
in_parts! { unsafe impl[L: WriteLevel + Default] WriteInParts for Separate<L>, splits No }

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel> WriteFibers for SeparateWriting<L> {
    type T = L::T;
    type Fill = <L::Writing as WriteFibers>::Fill;
    type Fiber<D: Dirty> = <L::Writing as WriteFibers>::Fiber<D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        promise!(position < self.count);
        // SAFETY: the caller names an assembled position, for which there is a level of one assembled fiber, and which
        // nothing else accesses.
        unsafe { L::writing(self.levels.add(position)).fiber(0, dirty) }
    }
}

// SAFETY: each level is a fiber by itself.
unsafe impl<L: WriteLevel + Default> SwapLevel for Separate<L> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        let (here, there) = both(&mut self.levels, a, b, count);
        here.swap_with_slice(there);
        if self.sealed.len() > a {
            self.sealed.resize(self.sealed.len().max(b + count), false);
            let (here, there) = both(&mut self.sealed, a, b, count);
            here.swap_with_slice(there)
        }
    }
}
