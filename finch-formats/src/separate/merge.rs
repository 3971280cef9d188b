//! Comparing fibers while they are written: each is a level by itself, which is frozen to be read.

use crate::imports::*;

impl<L: WriteLevel<T: PartialEq> + Default> Separate<L> {
    /// Freezes those of the `fibers` that are not; they are complete.
    fn seal(&mut self, driver: Driver, fibers: Range<usize>) {
        if self.sealed.len() < fibers.end {
            self.sealed.resize(fibers.end, false)
        }
        for fiber in fibers {
            if !core::mem::replace(&mut self.sealed[fiber], true) {
                self.levels[fiber].freeze(driver, 1)
            }
        }
    }
}

/// What `level` stores in its only fiber equals what `other` stores in its own.
fn equal<L: Level<T: PartialEq>>(level: &L, other: &L) -> bool {
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    level.for_each(0, &mut Vec::new(), &mut |index, value| {
        indices.extend_from_slice(index);
        values.push(value)
    });
    let (mut at, mut equal) = (0, true);
    other.for_each(0, &mut Vec::new(), &mut |index, value| {
        equal = equal && values.get(at) == Some(&value) && indices[at * index.len()..].starts_with(index);
        at += 1
    });
    equal && at == values.len()
}

// SAFETY: what is complete may be frozen before the others, and freezing passes over it; what is taken back is declared
// and assembled as if it were new.
unsafe impl<L: WriteLevel<T: PartialEq> + Default> MergeLevel for Separate<L> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        self.seal(driver, from - count..from + count);
        (from..from + count).all(|fiber| equal(&self.levels[fiber - count], &self.levels[fiber]))
    }

    fn repeats_frozen(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        (from..from + count).all(|fiber| equal(&self.levels[fiber - count], &self.levels[fiber]))
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        let to = self.assembled.min(from + count);
        for level in self.levels.get_mut(from..to).unwrap_or_default() {
            level.declare(driver);
            let assembled = level.assemble(driver, 1);
            // Allocations are kept, and nothing would be sound without.
            assert!(assembled.is_ok(), "a level that was emptied has room for its fiber")
        }
        self.sealed.truncate(from)
    }
}
