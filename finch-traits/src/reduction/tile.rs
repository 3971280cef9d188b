//! Tiles: local copies of a few values of a row that a loop adds to again and again.
//!
//! In `c[j, i] += a[j, k] * b[k, i]` the loop over `k` adds to all of row `j` of `c`, which would be loaded and stored for each `k`.
//! A tile is a few values of the row that stay in registers meanwhile: the loop over `k` runs once for each tile, and inside of it
//! the loop over `i` goes over the tile alone. An accumulator is the case of one value. Each value is combined with the same ones in
//! the same order as without tiles.

pub mod row;
#[cfg(not(debug_assertions))]
pub(crate) mod rows;

use crate::knot::*;
use crate::reduction::short_blocks::{one_after_the_other, values_from};
use crate::target::Accumulator;
use core::hint::cold_path;

/// How many values a block has at most: loops over more are not unrolled by the compiler, so that values would not stay in registers.
pub(crate) const BLOCK: usize = 16;

/// How many values a tile has in builds with debug assertions: two blocks that overlap, so that what overlaps is tested.
#[cfg(any(debug_assertions, feature = "explain", test))]
const DEBUG_LEN: usize = 12;

/// How many blocks a tile has at most.
const BLOCKS: usize = if cfg!(debug_assertions) { 2 } else { 4 };

/// From how many values on what the turns of a loop look up is far away: 8 MB of numbers of 64 bits are more than caches keep near.
#[cfg(not(debug_assertions))]
const FAR: usize = 1 << 20;

/// The values of a tile.
pub(crate) type Values<T, const MANY: usize = BLOCKS> = [[Cell<T>; BLOCK]; MANY];

/// How many values a tile has: [`FullBlocks`], [`Overlapping`], [`Fewer`].
pub trait TileLen: Copy + 'static + Sealed {
    /// Hands on the values of `region` block by block.
    fn each_block(region: Region, on: impl OnBlock);
    /// Where the value number `at` of `len` is kept.
    fn slot(len: usize, at: usize) -> usize;
}

/// So many blocks of `LEN` values.
#[derive(Clone, Copy, Debug)]
pub struct FullBlocks<const LEN: usize, const BLOCKS: usize = 1>;

/// More than `LEN` values, and fewer than two times as many.
#[derive(Clone, Copy, Debug)]
pub struct Overlapping<const LEN: usize>;

/// Fewer than 16 values.
#[derive(Clone, Copy, Debug)]
pub struct Fewer;

/// Runs the loop `stmt` over one tile of its row after the other, each for all turns of the loop around it, of which there are `turns` at most.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_tiles<N: Nat, S: Stmt, K: OnStmt<()>>(stmt: S, driver: Driver, row: Region, turns: usize, k: K) {
    let Region { mut lo, hi } = row;
    macro_rules! tile {
        ($len:ty, $to:expr) => {
            // Known here, it is not asked for each turn of the loop.
            if lo < $to {
                stmt.tile::<N, $len, _>(driver, Region::new(lo, $to), k)
            }
        };
    }
    // In builds with debug assertions, where tiles are not kept in registers, there are two kinds of them, which compile sooner.
    //
    // Rows of what each turn looks up, `b[k, i]`, are fetched ahead of time where the loop reads them from one end to the other, and not where it comes
    // back for half of each. So tiles are wider for what is far away, though only AVX-512 has registers for all of them.
    #[cfg(not(debug_assertions))]
    if turns.saturating_mul(hi - lo) >= FAR {
        while hi - lo >= 4 * BLOCK {
            tile!(FullBlocks<BLOCK, 4>, lo + 4 * BLOCK);
            lo += 4 * BLOCK
        }
    }
    #[cfg(debug_assertions)]
    let _ = turns;
    #[cfg(not(debug_assertions))]
    while hi - lo >= 2 * BLOCK {
        tile!(FullBlocks<BLOCK, 2>, lo + 2 * BLOCK);
        lo += 2 * BLOCK
    }
    #[cfg(not(debug_assertions))]
    if hi - lo > BLOCK {
        return tile!(Overlapping<BLOCK>, hi);
    }
    #[cfg(not(debug_assertions))]
    if hi - lo == BLOCK {
        return tile!(FullBlocks<BLOCK>, hi);
    }
    #[cfg(debug_assertions)]
    while hi - lo >= BLOCK {
        tile!(Overlapping<8>, lo + DEBUG_LEN);
        lo += DEBUG_LEN
    }
    // Of most lengths what is left is one tile, so that the loop runs once more for it, and not up to four times.
    match hi - lo {
        0 => (),
        #[cfg(not(debug_assertions))]
        4 => tile!(FullBlocks<4>, hi),
        #[cfg(not(debug_assertions))]
        8 => tile!(FullBlocks<8>, hi),
        9.. => tile!(Overlapping<8>, hi),
        _ => tile!(Fewer, hi),
    }
}

/// How many values tiles have, but for those of what is left.
#[cfg(any(feature = "explain", test))]
pub(crate) const LENS: &[usize] = match cfg!(debug_assertions) {
    true => &[DEBUG_LEN],
    false => &[4 * BLOCK, 2 * BLOCK, BLOCK, 8, 4],
};

/// How many rows tiles of several have.
#[cfg(any(not(debug_assertions), feature = "explain", test))]
pub(crate) const ROWS: usize = 4;

/// A copy of the values of a target in a region.
pub struct Tile<'a, T, Len, Fill> {
    values: &'a Values<T>,
    assigned: &'a Cell<bool>,
    region: Region,
    kind: PhantomData<(Len, Fill)>,
}

copied!(['a, T, Len, Fill] Tile<'a, T, Len, Fill>);

shown!([T, Len, Fill] Tile<'_, T, Len, Fill>);

/// Value number `slot`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn place_of<T, const MANY: usize>(values: &Values<T, MANY>, slot: usize) -> &Cell<T> {
    &values[slot / BLOCK][slot % BLOCK]
}

/// What is done with blocks of a tile, each of a number of values that is known when the code is made.
pub trait OnBlock {
    /// The values from `slot` on are those at the indices from `index` on.
    fn block<const N: usize>(&self, slot: usize, index: usize);
}

impl<const LEN: usize, const BLOCKS: usize> Sealed for FullBlocks<LEN, BLOCKS> {}
impl<const LEN: usize, const BLOCKS: usize> TileLen for FullBlocks<LEN, BLOCKS> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_block(region: Region, on: impl OnBlock) {
        const { assert!(LEN == BLOCK || LEN < BLOCK && BLOCKS == 1) }
        // One behind the other, and not a loop: LLVM would not unroll a long one, and values would not stay in registers.
        let block = |number: usize| on.block::<LEN>(number * LEN, region.lo + number * LEN);
        block(0);
        if const { BLOCKS > 1 } {
            block(1)
        }
        if const { BLOCKS > 2 } {
            block(2);
            block(3)
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot(_len: usize, at: usize) -> usize {
        at
    }
}

impl<const LEN: usize> Sealed for Overlapping<LEN> {}
/// Two blocks, of which one begins and the other one ends where the values do. Those in the middle are in both: there they are computed
/// twice, which takes less time than to branch for each of several small blocks.
///
/// A value is loaded before any is stored, so both start alike. Whatever is assigned to all of them is assigned to both; what is assigned to
/// one index, to the one in the block that begins, which is stored last.
impl<const LEN: usize> TileLen for Overlapping<LEN> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_block(region: Region, on: impl OnBlock) {
        const { assert!(LEN <= BLOCK && BLOCK.is_multiple_of(LEN)) }
        on.block::<LEN>(LEN, region.hi - LEN);
        on.block::<LEN>(0, region.lo)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot(len: usize, at: usize) -> usize {
        if at < LEN { at } else { at + 2 * LEN - len }
    }
}

impl Sealed for Fewer {}
/// These values are cut into powers of two, which have a place each: which of them there are is decided by branches that go the same way
/// all the time, and values stay in registers.
impl TileLen for Fewer {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_block(region: Region, on: impl OnBlock) {
        let Region { lo, hi } = region;
        let len = hi - lo;
        // Sums, and no counter that moves on behind each block: `slot` finds a value by them, and LLVM finds the same sums.
        if len & 8 != 0 {
            on.block::<8>(0, lo)
        }
        if len & 4 != 0 {
            on.block::<4>(8, lo + part(len, 8))
        }
        if len & 2 != 0 {
            on.block::<2>(12, lo + part(len, 8) + part(len, 4))
        }
        if len & 1 != 0 {
            on.block::<1>(14, lo + part(len, 8) + part(len, 4) + part(len, 2))
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot(len: usize, at: usize) -> usize {
        let four = part(len, 8);
        let two = four + part(len, 4);
        let one = two + part(len, 2);
        match at {
            _ if at < four => at,
            _ if at < two => 8 + at - four,
            _ if at < one => 12 + at - two,
            _ => 14 + at - one,
        }
    }
}

impl<T: Copy + 'static, Len: TileLen, F: Known> Tile<'_, T, Len, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_block(self, on: impl OnBlock) {
        Len::each_block(self.region, on)
    }

    /// The value at `index`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, index: usize) -> &Cell<T> {
        place_of(
            self.values,
            Len::slot(self.region.hi - self.region.lo, index - self.region.lo),
        )
    }
}

/// How many of `len` values are in the block of `size`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn part(len: usize, size: usize) -> usize {
    if len & size != 0 { size } else { 0 }
}

struct Load<'a, T, W> {
    values: &'a Values<T>,
    target: W,
}

impl<T: Copy + 'static, W: Target<T = T>> OnBlock for Load<'_, T, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block<const N: usize>(&self, slot: usize, index: usize) {
        for k in 0..N {
            self.target.traverse(
                Bind::at(index + k),
                LoadInto {
                    place: place_of(self.values, slot + k),
                },
            )
        }
    }
}

continuation! {
    struct LoadInto<'a, T> {
        place: &'a Cell<T>,
    }
    impl['a, P: Pass, T: Copy + 'static] OnTarget<P, T>: |_pass, target: W| {
        place.set(target.load(Driver::new()))
    }
}

struct Store<'a, T, W> {
    values: &'a Values<T>,
    target: W,
}

impl<T: Copy + 'static, W: Target<T = T>> OnBlock for Store<'_, T, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block<const N: usize>(&self, slot: usize, index: usize) {
        for k in 0..N {
            self.target
                .traverse(Bind::at(index + k), StoreFrom(place_of(self.values, slot + k).get()))
        }
    }
}

continuation! {
    struct StoreFrom<T>(value: T);
    impl[P: Pass, T: Copy + 'static] OnTarget<P, T>: |_pass, target: W| {
        target.store(Driver::new(), value)
    }
}

struct Combine<'a, T, O, E, F, const MANY: usize> {
    values: &'a Values<T, MANY>,
    op: O,
    value: E,
    fill: PhantomData<F>,
}

impl<T: Copy + 'static, O: Reducer<T>, E: Expr<T = T>, F: Known, const MANY: usize> OnBlock
    for Combine<'_, T, O, E, F, MANY>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block<const N: usize>(&self, slot: usize, index: usize) {
        branch!(if E::IsGathered {
            // All places that data name are compared with the extent before any is looked up: LLVM makes one comparison of vectors of them,
            // sees that each lies inside, and looks all up in one instruction where there is one.
            let mut inside = true;
            for k in 0..N {
                inside &= self.value.is_inside(Driver::new(), index + k)
            }
            if inside {
                self.at_once::<N>(slot, index)
            } else {
                cold_path();
                for k in 0..N {
                    self.at_once::<1>(slot + k, index + k)
                }
                // Nothing is shared with the other branch, whose values would leave their vector for it.
                one_after_the_other()
            }
        } else {
            self.at_once::<N>(slot, index)
        })
    }
}

impl<T: Copy + 'static, O: Reducer<T>, E: Expr<T = T>, F: Known, const MANY: usize> Combine<'_, T, O, E, F, MANY> {
    /// Combines so many values, which are computed before the first of them is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_once<const N: usize>(&self, slot: usize, index: usize) {
        let values = values_from::<N, O, F, _>(self.value, index);
        for (k, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                let sum = place_of(self.values, slot + k);
                sum.set(self.op.combine(sum.get(), value))
            }
        }
    }
}

continuation! {
    /// Continues with a copy of the target in `region`, which is not empty, and stores it afterwards if something was assigned, or in any case
    /// if the output is not filled first. Where nobody has stored anything before, nothing is loaded.
    pub(crate) struct InTile<R, Len, F, U, K> {
        pub(crate) region: Region,
        pub(crate) unfilled: U,
        pub(crate) rest: R,
        pub(crate) k: K,
        pub(crate) kind: PhantomData<(Len, F)>,
    }
    impl[
        P: Pass, T: Copy + 'static, R: RemainingIndices, Len: TileLen, F: Known, U: Taking<T = T>, K: OnTarget<(), T>
    ] OnTarget<P, T>: |_pass, target: W| {
        let (first, fresh) = (Cell::new(None), Cell::new(false));
        let len = region.hi - region.lo;
        target.traverse(Bind::at(region.lo), LoadFirst { value: &first, fresh: &fresh, unfilled, len });
        let Some(first) = first.get() else {
            crate::total::never()
        };
        let values = core::array::from_fn(|_| core::array::from_fn(|_| Cell::new(first)));
        let assigned = Cell::new(false);
        let tile = Tile::<T, Len, F> { values: &values, assigned: &assigned, region, kind: PhantomData };
        if !fresh.get() {
            tile.each_block(Load { values: &values, target })
        }
        k.call((), Write { fiber: tile, rest, label: () });
        if U::STORED || assigned.get() {
            tile.each_block(Store { values: &values, target })
        }
    }
}

continuation! {
    /// Loads the first value of a tile of `len`, or takes the fill if nobody has stored any of them.
    struct LoadFirst<'a, T, U> {
        value: &'a Cell<Option<T>>,
        fresh: &'a Cell<bool>,
        unfilled: U,
        len: usize,
    }
    impl['a, P: Pass, T: Copy + 'static, U: Taking<T = T>] OnTarget<P, T>: |_pass, target: W| {
        value.set(Some(match unfilled.take(target.place(), len) {
            Some(fill) => {
                fresh.set(true);
                fill
            }
            None => target.load(Driver::new()),
        }))
    }
}

// SAFETY: each index of the region has a value, and any other one is refused by a bounds check.
unsafe impl<T: Copy + 'static, Len: TileLen, F: Known> WriteFiber for Tile<'_, T, Len, F> {
    type T = T;
    type Fill = F;
    type Short = No;
    type Asked = No;
    type AnyOrder = Yes;
    type IsRow = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, R: RemainingIndices, K: OnTarget<P, T>>(self, pass: P, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self, _driver: Driver) -> T {
        crate::total::never()
    }

    fn store(self, _driver: Driver, _value: T) {}

    fn describe() -> WriteDescription {
        WriteDescription::tile()
    }
}

// SAFETY: as above.
unsafe impl<T: Copy + 'static, Len: TileLen, F: Known> WriteLooplet for Tile<'_, T, Len, F> {
    type T = T;
    type Fill = F;
    type Style = style::Lookup;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, T>>(self, pass: Bind, _rest: R, k: K) {
        self.assigned.set(true);
        // SAFETY: it is handed on while the tile is borrowed.
        let target = unsafe { Accumulator::<T, No, No, F, R::Output>::noting(self.at(pass.index()), None) };
        k.call(pass, target)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<R: RemainingIndices, O: Reducer<T>, E: Expr<T = T>>(
        self,
        _driver: Driver,
        rest: R,
        op: O,
        value: E,
        region: Region,
    ) {
        if (region.lo, region.hi) != (self.region.lo, self.region.hi) {
            let target = UnfurledTarget::new(self, rest);
            return one_by_one(Assign { target, op, value }, region);
        }
        self.assigned.set(true);
        self.each_block(Combine {
            values: self.values,
            op,
            value,
            fill: PhantomData::<SelectKnown<R::Declared, F, Unknown>>,
        })
    }
}
