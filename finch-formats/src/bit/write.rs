//! Bits as programs write them.

use super::{bit, filled, words_of};
use crate::buffer::grow;
use crate::imports::*;

/// A level that can be written.
type Owned<F> = Bit<F, Vec<u64>>;

/// The values of a [`Bit`] level, for writing: its [`WriteLevel::Writing`]. Each store reads and writes a word.
#[derive(Clone, Copy, Debug)]
pub struct BitWriting<F> {
    words: *mut u64,
    len: usize,
    level: PhantomData<F>,
}

/// One bit, for writing. Others of its word may be written between its being loaded and stored: it is loaded anew.
#[derive(Clone, Copy, Debug)]
pub struct BitPlace<F, D> {
    word: *mut u64,
    /// Which bit of the word, less than 64.
    shift: u32,
    dirty: D,
    level: PhantomData<F>,
}

/// Stores `value` as the bit `shift` of the word at `place`.
///
/// # Safety
///
/// There is a word at `place`, which nothing else accesses.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn store(place: *mut u64, shift: u32, value: bool) {
    promise!(shift < 64);
    // SAFETY: says the caller.
    let word = unsafe { &mut *place };
    *word = *word & !(1 << shift) | u64::from(value) << shift
}

/// 64 bits of `words` from `position` on; anything behind the last word.
#[cfg_attr(not(debug_assertions), inline(always))]
fn word_at(words: &[u64], position: usize) -> u64 {
    let (word, shift) = (position / 64, position % 64);
    let low = words[word] >> shift;
    if shift == 0 {
        return low;
    }
    low | words.get(word + 1).map_or(0, |high| high << (64 - shift))
}

impl<F: Fill<bool>> Owned<F> {
    /// Fills the bits of the positions in `from..to` that there are words for.
    fn fill(&mut self, from: usize, to: usize) {
        let to = to.min(self.words.len().saturating_mul(64));
        let mut position = from;
        while position < to {
            let (word, shift) = (position / 64, position % 64);
            let count = (64 - shift).min(to - position);
            let mask = !0 >> (64 - count) << shift;
            self.words[word] = self.words[word] & !mask | filled::<F>() & mask;
            position += count
        }
    }

    /// Leaves the words of so many positions; what fills up the last one is fill.
    fn seal(&mut self, positions: usize) {
        self.words.truncate(words_of(positions));
        self.fill(positions, usize::MAX)
    }
}

// SAFETY: there is a word for every position that is assembled, and every word is initialised.
unsafe impl<F: Fill<bool>> WriteLevel for Owned<F> {
    fn resize(&mut self, _driver: Driver, _shape: &[usize]) -> Result<()> {
        self.words.clear();
        Ok(())
    }

    fn declare(&mut self, _driver: Driver) {
        self.words.clear()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        grow(&mut self.words, words_of(positions), filled::<F>).map_err(|()| faults::too_large::<Self>(0, positions))
    }

    fn freeze(&mut self, _driver: Driver, positions: usize) {
        // Below a parent without entries it was never assembled, and holds no position.
        promise!(words_of(positions) <= self.words.len());
        self.seal(positions)
    }

    fn thaw(&mut self, _driver: Driver, positions: usize) -> Result<()> {
        // Arrays may hold more than was needed; what is assembled later starts out as fill.
        self.seal(positions);
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.words.shrink_to_fit()
    }

    fn append(&mut self, _driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        let (len, shift) = (positions.saturating_add(count), positions % 64);
        self.seal(positions);
        part.seal(count);
        grow(&mut self.words, words_of(len), filled::<F>).map_err(|()| faults::too_large::<Self>(0, len))?;
        for (at, &word) in (positions / 64..).zip(&part.words[..words_of(count)]) {
            let bits = word ^ filled::<F>();
            // What is behind the last bit of a part is fill, as all is here.
            self.words[at] ^= bits << shift;
            if shift > 0 && bits >> (64 - shift) != 0 {
                self.words[at + 1] ^= bits >> (64 - shift)
            }
        }
        self.seal(len);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn clear_positions(&mut self, _: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        let Some(words) = self.words.get_mut(..words_of(below)) else {
            return false;
        };
        positions.for_each(|position| {
            promise!(position < below);
            // SAFETY: the caller promises that the position is less than `below`, for which there are words.
            unsafe {
                store(
                    words.as_mut_ptr().add(position / 64),
                    (position % 64) as u32,
                    F::value(),
                )
            }
        });
        true
    }

    crate::writing! {
        flag No, BitWriting<F> = |level| {
            // SAFETY: the caller hands a valid level that nothing else accesses.
            let level = unsafe { &mut *level };
            BitWriting {
                words: level.words.as_mut_ptr(),
                len: level.words.len(),
                level: PhantomData,
            }
        }
    }
}

// SAFETY: the caller names a position that is assembled.
unsafe impl<F: Fill<bool>> WriteFibers for BitWriting<F> {
    type T = bool;
    type Fill = F::Known;
    type Fiber<D: Dirty> = BitPlace<F, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> BitPlace<F, D> {
        promise!(position / 64 < self.len);
        BitPlace {
            // SAFETY: the caller names a position that is assembled, so its word is there.
            word: unsafe { self.words.add(position / 64) },
            shift: (position % 64) as u32,
            dirty,
            level: PhantomData,
        }
    }
}

// SAFETY: the word is assembled.
unsafe impl<F: Fill<bool>, D: Dirty> WriteFiber for BitPlace<F, D> {
    crate::write_leaf! { bool, F::Known, asked D::Asked, short No }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> bool {
        // SAFETY: the word is assembled, and was filled then.
        unsafe { *self.word >> self.shift & 1 != 0 }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: bool) {
        self.dirty.set();
        // SAFETY: the word is assembled, and nothing else is accessing it.
        unsafe { store(self.word, self.shift, value) }
    }
}

// SAFETY: bits are put behind those of the positions before.
in_parts! { unsafe impl[F: Fill<bool>] WriteInParts for Owned<F>, splits No }

// SAFETY: a place is an address and a number, and all that are assembled are initialised.
unsafe impl<F: Fill<bool>> WriteInPlace for Owned<F> {}

// SAFETY: comparing changes nothing, and bits that are taken back are fill again.
unsafe impl<F: Fill<bool>> MergeLevel for Owned<F> {
    type Staging = InLocal;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        let mut done = 0;
        while done < count {
            let (a, b) = (from - count + done, from + done);
            let differ = word_at(&self.words, a) ^ word_at(&self.words, b);
            let left = count - done;
            // Of the last ones, what is behind them does not count.
            if differ << (64 - left.min(64)) != 0 {
                return false;
            }
            done += 64
        }
        true
    }

    fn withdraw(&mut self, _driver: Driver, from: usize, count: usize) {
        self.fill(from, from.saturating_add(count))
    }
}

// SAFETY: comparing changes nothing.
unsafe impl<F: Fill<bool>> CompareLevel for Owned<F> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        bit(&self.words, a) == bit(&self.words, b)
    }
}

// SAFETY: bits are as good in another order.
unsafe impl<F: Fill<bool>> SwapLevel for Owned<F> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        for (a, b) in (a..a + count).zip(b..) {
            if bit(&self.words, a) != bit(&self.words, b) {
                self.words[a / 64] ^= 1 << (a % 64);
                self.words[b / 64] ^= 1 << (b % 64)
            }
        }
    }
}

// SAFETY: the local is the fiber until it is kept; there is room for as many bits as there are words for.
unsafe impl<F: Fill<bool>> Staging<Owned<F>> for InLocal {
    in_local! {
        Owned<F>, of bool, F, at *mut u64,
        // SAFETY: the caller has kept the bit, so its word is there.
        load |base, position| unsafe { *base.add(position / 64) } >> (position % 64) & 1 != 0,
        // SAFETY: the caller says that there is room, which is words that are there.
        keep |base, position, value| unsafe { store(base.add(position / 64), (position % 64) as u32, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(driver: Driver, level: &mut Owned<F>, positions: usize) -> Result<(), Fault> {
        level.assemble(driver, positions)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep(_driver: Driver, level: &mut Owned<F>, position: usize, stage: Cell<bool>) {
        if level.words.len() <= position / 64 {
            level.words.resize(position / 64 + 1, filled::<F>())
        }
        let word = &mut level.words[position / 64];
        // SAFETY: this is a word.
        unsafe { store(word, (position % 64) as u32, stage.get()) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn base(level: &mut Owned<F>) -> (*mut u64, usize) {
        (level.words.as_mut_ptr(), level.words.len().saturating_mul(64))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(level: &mut Owned<F>, positions: usize) {
        promise!(words_of(positions) <= level.words.len());
    }
}
