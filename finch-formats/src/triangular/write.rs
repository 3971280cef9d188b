//! Halves of squares as programs write them: at any place of the half, as dense fibers are.

use crate::kit::prelude::*;
use crate::refused::Refused;
use crate::triangular::{Half, Triangular, places};
use core::hint::cold_path;

/// A level that stores a half of each of its fibers.
pub trait Packing: Copy + Debug {
    /// Which half.
    type Half: Half;
    /// What the level is called in messages.
    const NAME: &'static str;
    /// Whether the half that is stored stands for the other one too.
    const MIRRORED: bool;
}

/// A triangle: outside of the half there is fill.
#[derive(Clone, Copy, Debug)]
pub struct Triangle<H>(PhantomData<H>);

impl<H: Half> Packing for Triangle<H> {
    type Half = H;
    const NAME: &'static str = H::TRIANGULAR;
    const MIRRORED: bool = false;
}

/// All fibers, for writing.
#[derive(Debug)]
pub struct PackedWriting<K, F, C> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    kind: PhantomData<(K, F)>,
}

/// One fiber, for writing: a square.
#[derive(Debug)]
pub struct PackedWriteFiber<K, F, C, D> {
    extent: usize,
    fiber: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    dirty: D,
    kind: PhantomData<(K, F)>,
}

/// One row of a square, for writing. The flag that its fiber was lent is passed on to its children.
#[derive(Debug)]
pub struct PackedWriteRow<K, F, C, D> {
    fiber: usize,
    row: usize,
    /// The position of column 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    dirty: D,
    kind: PhantomData<(K, F)>,
}

crate::copy!(
    PackedWriting<K, F, C: Copy>,
    PackedWriteFiber<K, F, C: Copy, D: Copy>,
    PackedWriteRow<K, F, C: Copy, D: Copy>,
);

impl<K, F, C> PackedWriting<K, F, C> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[inline(always)]
    pub(crate) fn new(extent: usize, size: usize, child: C) -> Self {
        PackedWriting {
            extent,
            size,
            child,
            kind: PhantomData,
        }
    }
}

/// The extent of a level that has as many rows as columns, and what is below.
fn square<'s>(name: &str, shape: &'s [usize]) -> Result<Option<(usize, &'s [usize])>> {
    let [rows, columns, below @ ..] = shape else {
        return Ok(None);
    };
    if rows != columns {
        return Err(error!(
            Mismatch,
            "a {name} level has as many rows as columns, so it cannot have {rows} rows and {columns} columns: \
                 `Dense<SparseBand<..>>` can"
        ));
    }
    Ok(Some((*rows, below)))
}

// SAFETY: the child is assembled for each place of the half of every fiber; whatever is written, all of them can be read.
unsafe impl<H: Half, L: WriteLevel<NeedsFlag = No>> WriteLevel for Triangular<H, L> {
    type NeedsFlag = No;
    type Writing<'w>
        = PackedWriting<Triangle<H>, L::Fill, L::Writing<'w>>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(2).with_half(H::IS_LOWER);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.resize_as(driver, Self::NAME, shape)
    }

    fn room(extents: &[usize]) -> usize {
        match extents {
            [extent, _, below @ ..] => places(*extent).unwrap_or(usize::MAX).saturating_mul(L::room(below)),
            _ => 1,
        }
    }

    fn declare(&mut self, driver: Driver) {
        self.child.declare(driver)
    }

    #[inline(always)]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.assemble_as(driver, Self::NAME, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.child.freeze(driver, positions * self.size())
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.child.thaw(driver, positions * self.size())
    }

    fn shrink_to_fit(&mut self) {
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn clear_positions(&mut self, driver: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        let size = self.size();
        let Some(below) = below.checked_mul(size) else {
            return false;
        };
        let places = positions.flat_map(|position| position * size..(position + 1) * size);
        // SAFETY: the places of a fiber end where those of the next begin, and the caller promises that there are fibers
        // for these positions.
        unsafe { self.child.clear_positions(driver, below, places) }
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: the caller hands a valid level that nothing else accesses.
        let (extent, size) = unsafe { ((*level).extent, (*level).size()) };
        // SAFETY: as above, so its child is one too, and it is assembled with its parent.
        PackedWriting::new(extent, size, unsafe { L::writing(&raw mut (*level).child) })
    }
}

impl<H: Half, L: WriteLevel> Triangular<H, L> {
    /// Sets the extents of a level that is called `name`.
    pub(crate) fn resize_as(&mut self, driver: Driver, name: &str, shape: &[usize]) -> Result<()> {
        if let Some((extent, below)) = square(name, shape)? {
            Self::count(name, extent, 1)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        Ok(())
    }

    /// Assembles fibers of a level that is called `name`.
    #[inline(always)]
    pub(crate) fn assemble_as(&mut self, driver: Driver, name: &'static str, positions: usize) -> Result<(), Fault> {
        let below = positions.checked_mul(self.size()).ok_or(Fault::TooLarge {
            level: name,
            fiber: positions,
            index: self.extent,
        })?;
        self.child.assemble(driver, below)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<K: Packing, F: Fill<C::T>, C: WriteFibers> WriteFibers for PackedWriting<K, F, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = PackedWriteFiber<K, F, C, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        PackedWriteFiber {
            extent: self.extent,
            fiber: position,
            first: position * self.size,
            child: self.child,
            dirty,
            kind: PhantomData,
        }
    }
}

// SAFETY: every place of the half has an assembled position; others are refused.
unsafe impl<K: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteFiber for PackedWriteFiber<K, F, C, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = <C::Fiber<D> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(2, <C::Fiber<D> as WriteFiber>::TOGETHER);

    #[inline(always)]
    fn unfurl<P: Pass, R: RemainingIndices, N: OnTarget<P, C::T>>(self, pass: P, rest: R, k: N) {
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self) -> C::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: C::T) {}

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, PackedWriteRow<K, F, C, D>>(K::NAME)
    }
}

// SAFETY: as above.
unsafe impl<K: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteLooplet for PackedWriteFiber<K, F, C, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, N: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: N) {
        let row = pass.index();
        promise!(row < self.extent);
        let row = PackedWriteRow::<K, F, C, D> {
            fiber: self.fiber,
            row,
            shift: self.first + K::Half::shift(self.extent, row),
            child: self.child,
            dirty: self.dirty,
            kind: PhantomData,
        };
        k.call(pass, Write::new(row, rest))
    }
}

// SAFETY: as above.
unsafe impl<K: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteFiber for PackedWriteRow<K, F, C, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = <C::Fiber<D> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <C::Fiber<D> as WriteFiber>::TOGETHER);

    #[inline(always)]
    fn unfurl<P: Pass, R: RemainingIndices, N: OnTarget<P, C::T>>(self, pass: P, rest: R, k: N) {
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self) -> C::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: C::T) {}

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, C::Fiber<D>>(K::NAME)
    }
}

// SAFETY: only places of the half, which have assembled positions, are handed out.
unsafe impl<K: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteLooplet for PackedWriteRow<K, F, C, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, N: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: N) {
        let column = pass.index();
        if K::Half::holds(self.row, column) {
            // SAFETY: the driver asks for columns below the extent, and those of the half have assembled positions.
            let fiber = unsafe { self.child.fiber(self.shift + column, self.dirty) };
            return k.call(pass, Write::new(fiber, rest));
        }
        // Only what is assigned is refused: what is skipped by law is fill as well.
        cold_path();
        let tried = Cell::new(false);
        k.call(pass, Write::new(Refused::<C::T, F, _>::new(&tried), rest));
        if tried.get() {
            fault::raise(Fault::OutOfHalf {
                level: K::NAME,
                fiber: self.fiber,
                index: [self.row, column],
                mirrored: K::MIRRORED,
            })
        }
    }
}

// SAFETY: forwards, for the places that every one of our fibers has.
unsafe impl<H: Half, L: MergeLevel<NeedsFlag = No>> MergeLevel for Triangular<H, L> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        // SAFETY: the caller says so of our fibers, and each is `size` fibers of the child.
        unsafe { self.child.repeats(driver, from * self.size(), count * self.size()) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        self.child.withdraw(driver, from * self.size(), count * self.size())
    }
}

// SAFETY: as above.
unsafe impl<H: Half, L: CompareLevel<NeedsFlag = No>> CompareLevel for Triangular<H, L> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        let size = self.size();
        // SAFETY: as above.
        (0..size).all(|place| unsafe { self.child.equal(a * size + place, b * size + place) })
    }
}

// SAFETY: forwards, as above.
unsafe impl<H: Half, L: SwapLevel> SwapLevel for Triangular<H, L> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        let size = self.size();
        self.child.swap(a * size, b * size, count * size)
    }
}
