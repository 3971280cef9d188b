//! `Blocks64`: a bit for each index, 64 to a block, and the children of those whose bit is set.
//!
//! ```text
//! mask  [ 0b1010 | 0b1 | 0 | 0 ]   fiber p has the blocks p * n..(p + 1) * n; n is the extent by 64, rounded up
//! first [ 0 | 2 | 3 | 3 ]          how many bits are set before each block: where its children start
//! ```
//!
//! No bit is set beyond the extent.
//!
//! | protocol | unfurls to | costs, for `m` stored in `n` blocks |
//! |---|---|---|
//! | walk, gallop | `Stepper` of `Spike(fill, child)`, fill behind the last | `n + m` |
//! | follow | the bit, and how many are set below it | constant per lookup |
//!
//! Written by appending, constant time each. Freeze and thaw are linear in the blocks. Bytes: 16 per block.

use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::No;
use finch_traits::explain::{FiberDescription, Nest, Protocol, WriteDescription};
use finch_traits::fiber::{Fiber, FillFiber, MaybeFiber};
use finch_traits::index::protocol::{Axis, Following, Galloping, Offers, Walking};
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::run::Run;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::{GuardedSteps, Stepper, Steps};
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnLeaf, OnTarget, Pass};
use finch_traits::rank::Next;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};
use std::cell::Cell;
use std::fmt;

// ---- storage ----

/// A bit for each index, and the children of those whose bit is set.
#[derive(Clone, Debug, Default)]
pub struct Blocks64<L> {
    extent: usize,
    mask: Vec<u64>,
    first: Vec<usize>,
    child: L,
    /// While it is written: how many children there are.
    len: usize,
    /// While it is written: the first fiber and index that may come. No fiber while a child is being written.
    next: (usize, usize),
}

impl<L> Blocks64<L> {
    /// Fibers of `extent` indices. A tensor checks the arrays when it is made.
    pub fn new(extent: usize, mask: Vec<u64>, first: Vec<usize>, child: L) -> Self {
        Blocks64 {
            extent,
            mask,
            first,
            child,
            len: 0,
            next: (0, 0),
        }
    }

    /// The masks, where the children of each start, and the level below.
    pub fn parts(&self) -> (&[u64], &[usize], &L) {
        (&self.mask, &self.first, &self.child)
    }

    /// How many blocks a fiber has.
    fn blocks(&self) -> usize {
        self.extent.div_ceil(64)
    }
}

/// What is behind the highest bit of a block.
fn end_of(block: usize, mask: u64) -> usize {
    64 * (block + 1) - mask.leading_zeros() as usize
}

// ---- reading, without the driver ----

// SAFETY: `validate` compares masks with the extent and with `first`, and asks the child for as many as bits are set.
unsafe impl<L: Level> Level for Blocks64<L> {
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Galloping, Following)>, L::Axes>;
    type Fibers<'a>
        = Blocks<'a, L::Fibers<'a>>
    where
        Self: 'a;
    const NAME: &'static str = "Blocks64";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        Blocks {
            extent: self.extent,
            mask: &self.mask,
            first: &self.first,
            child: self.child.fibers(),
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let invalid = |message: String| Err(Error::new(ErrorKind::Invalid, message));
        let (extent, blocks) = (self.extent, self.blocks());
        let needed = positions.saturating_mul(blocks);
        let (masks, firsts) = (self.mask.len(), self.first.len());
        if masks.min(firsts) < needed {
            return invalid(format!(
                "a Blocks64 level has {masks} masks and {firsts} starts where {positions} fibers need {blocks} each"
            ));
        }
        let mut sum = 0;
        for (number, (&mask, &first)) in self.mask.iter().zip(&self.first).take(needed).enumerate() {
            let (fiber, block) = (number / blocks, number % blocks);
            if first != sum {
                return invalid(format!(
                    "block {block} of fiber {fiber} of a Blocks64 level starts at {first}, behind {sum} bits"
                ));
            }
            if mask != 0 && end_of(block, mask) > extent {
                let index = end_of(block, mask) - 1;
                return Err(Error::new(
                    ErrorKind::OutOfBounds,
                    format!("index {index} of fiber {fiber} of a Blocks64 level is not below the extent {extent}"),
                ));
            }
            sum += mask.count_ones() as usize
        }
        self.child.validate(sum)
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        match self.fibers().row(position).place(index[0]) {
            Some(at) => self.child.get(at, &index[1..]),
            None => L::Fill::value(),
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        for (here, at) in self.fibers().row(position).children() {
            index.push(here);
            self.child.for_each(at, index, visit);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        let masks = &self.mask[..positions * self.blocks()];
        self.child
            .count_stored(masks.iter().map(|mask| mask.count_ones() as usize).sum())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.mask[..]) + size_of_val(&self.first[..]) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let children: Vec<_> = self.fibers().row(position).children().collect();
        tree.children(0..children.len(), &mut |number, tree| {
            let (here, at) = children[number];
            tree.label(format_args!("{here}"))?;
            self.child.draw(at, tree)
        })
    }
}

// ---- reading ----

/// The blocks of all fibers, or of one.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a, C> {
    extent: usize,
    mask: &'a [u64],
    first: &'a [usize],
    child: C,
}

impl<C: Copy> Blocks<'_, C> {
    /// Those of one fiber, of all.
    #[inline(always)]
    fn row(self, position: usize) -> Self {
        let blocks = self.extent.div_ceil(64);
        let range = position * blocks..(position + 1) * blocks;
        Blocks {
            mask: &self.mask[range.clone()],
            first: &self.first[range],
            ..self
        }
    }

    /// The position of the child at `index`, if there is one.
    #[inline(always)]
    fn place(self, index: usize) -> Option<usize> {
        let (mask, bit) = (self.mask[index / 64], 1 << (index % 64));
        (mask & bit != 0).then(|| self.first[index / 64] + (mask & (bit - 1)).count_ones() as usize)
    }

    /// Indices and positions of all children.
    fn children(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.extent).filter_map(move |index| Some((index, self.place(index)?)))
    }
}

// SAFETY: the caller names a stored position, whose blocks were checked.
unsafe impl<C: Fibers> Fibers for Blocks<'_, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = Self;
    type Maybe = MaybeFiber<Self, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self {
        self.row(position)
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        // SAFETY: the fibers have the extents of their level.
        unsafe { MaybeFiber::new(here.then(|| self.row(position))) }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        if axis == 0 {
            Some(self.extent)
        } else {
            self.child.dim(axis - 1)
        }
    }
}

// SAFETY: the bits that are set say where there are children, and are below the extent.
unsafe impl<C: Fibers> Fiber for Blocks<'_, C> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let last = self.mask.last().map_or(0, |mask| mask.count_ones() as usize);
        let mut steps = BitSteps {
            fiber: self,
            block: 0,
            bits: self.mask.first().map_or(0, |&mask| mask),
            at: self.first.first().map_or(0, |&first| first),
            to: self.first.last().map_or(0, |first| first + last),
        };
        steps.settle();
        k.looplet(pass, Stepper(steps))
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Follow::new(self, &Cell::new(0)))
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        Fibers::dim(*self, axis)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<'_, Self>>(),
            _ => Nest::of::<Stepper<BitSteps<'_, C>>>(),
        };
        FiberDescription::new("Blocks64", nest)
    }
}

// SAFETY: the bit of an index says whether there is a child, and the child has a position for each bit.
unsafe impl<C: Fibers> Find for Blocks<'_, C> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        // SAFETY: the position is that of a bit that is set.
        self.place(index).map(|at| unsafe { self.child.fiber(at) })
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}

/// The children of a fiber, from position `at` on.
#[derive(Clone, Copy, Debug)]
pub struct BitSteps<'a, C> {
    fiber: Blocks<'a, C>,
    /// The block of the current child, and what of its bits is left, the lowest of which is that of the child.
    block: usize,
    bits: u64,
    at: usize,
    to: usize,
}

impl<C> BitSteps<'_, C> {
    /// Moves on to a block that has bits left, if there is a child.
    #[inline(always)]
    fn settle(&mut self) {
        while self.bits == 0 && self.at < self.to {
            self.block += 1;
            self.bits = self.fiber.mask[self.block]
        }
    }
}

// SAFETY: bits are taken in ascending order, and each has a child at the position that is counted along.
unsafe impl<C: Fibers> Steps for BitSteps<'_, C> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, C::Fiber>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, C::Maybe>;
    type Stable = No;
    type Guarded = GuardedSteps<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        GuardedSteps::new(self, self.to)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        let block = index / 64;
        if block >= self.fiber.mask.len() {
            (self.bits, self.at) = (0, self.to)
        } else if block > self.block {
            (self.block, self.bits, self.at) = (block, self.fiber.mask[block], self.fiber.first[block])
        }
        if block == self.block {
            let below = self.bits & ((1 << (index % 64)) - 1);
            self.at += below.count_ones() as usize;
            self.bits ^= below
        }
        self.settle()
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        64 * self.block + self.bits.trailing_zeros() as usize + 1
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.to - self.at
    }
    #[inline(always)]
    fn next(&mut self) {
        self.bits &= self.bits - 1;
        self.at += 1;
        self.settle()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        if self.stop() == end {
            self.next()
        }
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the current position is that of a bit that is set.
            tail: unsafe { self.fiber.child.fiber(self.at) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, its position is that of a bit that is set.
            tail: unsafe { self.fiber.child.fiber_if(self.at, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.at
    }
    #[inline(always)]
    fn last(&self) -> usize {
        let block = self.fiber.mask.iter().rposition(|&mask| mask != 0);
        block
            .filter(|_| self.at < self.to)
            .map_or(0, |block| end_of(block, self.fiber.mask[block]))
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.seek(end - 1);
        self.guarded().stop()
    }
}

// ---- writing ----

/// All fibers, for writing, by a pointer to their level.
#[derive(Clone, Copy, Debug)]
pub struct Writing<Ptr>(Ptr);

/// One fiber, for writing.
#[derive(Clone, Copy, Debug)]
pub struct Appending<Ptr, D> {
    level: Ptr,
    position: usize,
    dirty: D,
}

// SAFETY: bits are set in ascending order, each when its child was written; those that come too late are refused.
unsafe impl<L: WriteLevel> WriteLevel for Blocks64<L> {
    type NeedsFlag = No;
    type Writing<'w>
        = Writing<*mut Self>
    where
        Self: 'w;

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            self.child.resize(driver, below)?;
            self.extent = extent
        }
        self.declare(driver);
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents.first().map_or(1, |extent| extent.div_ceil(64))
    }

    fn declare(&mut self, driver: Driver) {
        self.mask.clear();
        self.first.clear();
        (self.len, self.next) = (0, (0, 0));
        self.child.declare(driver)
    }

    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber: positions,
            index: self.extent,
        };
        let blocks = positions.checked_mul(self.blocks()).ok_or(too_large)?;
        let more = blocks.saturating_sub(self.mask.len());
        // For freezing, which cannot fail.
        let starts = blocks.saturating_sub(self.first.len());
        self.first.try_reserve(starts).map_err(|_| too_large)?;
        self.mask.try_reserve(more).map_err(|_| too_large)?;
        self.mask.resize(self.mask.len() + more, 0);
        Ok(())
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.mask.resize(positions * self.blocks(), 0);
        self.first.clear();
        let mut sum = 0;
        for mask in &self.mask {
            self.first.push(sum);
            sum += mask.count_ones() as usize
        }
        self.child.freeze(driver, sum)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let blocks = self.blocks();
        self.mask.truncate(positions * blocks);
        self.len = self.mask.iter().map(|mask| mask.count_ones() as usize).sum();
        let last = self.mask.iter().rposition(|&mask| mask != 0);
        self.next = last.map_or((0, 0), |last| (last / blocks, end_of(last % blocks, self.mask[last])));
        self.child.thaw(driver, self.len)
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        Writing(level)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel> WriteFibers for Writing<*mut Blocks64<L>> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = Appending<*mut Blocks64<L>, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        let level = self.0;
        Appending { level, position, dirty }
    }
}

// SAFETY: the position is assembled.
unsafe impl<L: WriteLevel, D: Dirty> WriteFiber for Appending<*mut Blocks64<L>, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = No;

    #[inline(always)]
    fn unfurl<P: Pass, R: Rest, K: OnTarget<P, L::T>>(self, pass: P, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self) -> L::T {
        L::Fill::value()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, <L::Writing<'_> as WriteFibers>::Fiber<&Cell<bool>>>("Blocks64")
            .noting("appending")
    }
}

impl<L: WriteLevel> Blocks64<L> {
    /// Makes room for a child at `index` of the fiber at `position`, unless something came there or behind it.
    #[inline(always)]
    fn open(&mut self, driver: Driver, position: usize, index: usize) -> Result<(), Fault> {
        if (position, index) < self.next {
            return Err(Fault::OutOfOrder {
                level: "Blocks64",
                fiber: position,
                index,
            });
        }
        self.child.reserve(driver, self.len + 1)
    }
}

// SAFETY: a child is written only behind the last one, where there is room, and is kept if its bit is set with it.
unsafe impl<L: WriteLevel, D: Dirty> WriteLooplet for Appending<*mut Blocks64<L>, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, dirty) = (pass.index(), Cell::new(false));
        // SAFETY: the level outlives the program's use of it, and this borrow ends before the child is written.
        let level = unsafe { &mut *self.level };
        if let Err(fault) = level.open(pass.driver(), self.position, index) {
            return fault::raise(fault);
        }
        let (at, next) = (level.len, core::mem::replace(&mut level.next, (usize::MAX, 0)));
        // SAFETY: there is room at the position, which nothing else writes until `next` is put back.
        let child = unsafe { L::writing(&raw mut (*self.level).child).fresh(at, &dirty) };
        k.call(pass, Write::new(child, rest));
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        level.next = next;
        if dirty.get() {
            let block = self.position * level.blocks() + index / 64;
            level.mask[block] |= 1 << (index % 64);
            (level.len, level.next) = (at + 1, (self.position, index + 1));
            self.dirty.set()
        }
    }
}
