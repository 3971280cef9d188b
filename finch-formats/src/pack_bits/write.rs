//! Runs and literals as programs write them.
//!
//! The level is a covering one, to which runs are appended.
//!
//! What comes next in a fiber is *staged* behind the last position, and compared with the one there. What differs joins
//! a literal if it is short, or if it is not becomes a segment. What equals it makes a run longer; at the end of a
//! literal, it does so until the run is long, which then is taken out of the literal. So segments depend on what the
//! fiber holds alone:
//!
//! ```text
//! a a b     one run is short and alone: a run        | a a |
//! a a b     another short one: both are a literal    | a, a, b |
//! .. b b b  the second one has become long           | a a | b b b b |
//! ```

mod segments;

use crate::imports::*;
use crate::kit::covering::Covering;
use crate::kit::joined_runs::JoinedRuns;
use crate::kit::run_writer::{Put, RunPosition};

/// A level that can be written.
type Owned<L, P, I> = PackBits<L, Vec<P>, Vec<I>>;

/// The last segment of a level that is written, if it is a literal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Literal {
    /// How many equal positions it ends with.
    tail: usize,
    /// How many runs it consists of.
    pieces: usize,
}

crate::compressed! {
    unsafe impl[L: MergeLevel, P: Width, I: Width] for Owned<L, P, I>, as covering,
    merged by [L: MergeLevel, P: Width, I: Width],
    pointers P, child L, entries [right], offsets ofs, extents crate::check::ends_fit::<I>,
    mirrored L::MIRRORED.below(1)
}

// SAFETY: it changes nothing, since its fibers are not written in parts.
unsafe impl<L: MergeLevel, P: Width, I: Width> JoinedRuns for Owned<L, P, I> {}

// SAFETY: a fiber ends at the extent once its last segment does.
unsafe impl<L: MergeLevel, P: Width, I: Width> Covering for Owned<L, P, I> {
    covering::ends_at!(right);

    fn make_room_to_close(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.make_room(driver, self.closing.closed.min(positions), 0, 0, 0)
    }

    fn fill_up(&mut self, driver: Driver, start: usize) {
        let used = self.used();
        if self.repeats(driver, start, used, &L::Staging::stage()) {
            L::Staging::withdraw(driver, &mut self.child, used, 1);
            self.extend(driver, start, self.extent)
        } else {
            self.push(driver, start, self.extent, L::Staging::stage())
        }
    }
}

crate::append_runs! {
    unsafe impl[L: MergeLevel, P: Width, I: Width] WriteByPointer for Owned<L, P, I>
}

// SAFETY: no run is put through base pointers, since none `follows`.
unsafe impl<L: MergeLevel, P: Width, I: Width> AppendRuns for Owned<L, P, I> {
    type Staging = L::Staging;
    type Bases = ();
    const TOGETHER: usize = 1;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, driver: Driver, fiber: usize, index: Option<usize>) -> Option<(usize, usize)> {
        covering::open(self, driver, fiber, index)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&mut self) -> Reach<(), BaseOf<Self>> {
        Reach {
            runs: self.right.len(),
            room: 0,
            bases: (),
            child: L::Staging::base(&mut self.child).0,
        }
    }

    #[inline]
    fn put(&mut self, driver: Driver, at: RunPosition, stage: StageOf<Self>) -> Put {
        let (region, mut put) = (at.region, Ok(()));
        if region.lo > at.next {
            put = self.append(driver, at, region.lo, L::Staging::stage())
        }
        let put = put.and_then(|()| self.append(driver, at, region.hi, stage));
        put.map_err(|fault| (fault, end_from(self, at.start)))
    }

    // There is room for one more because the fiber is not closed.
    #[inline]
    fn begin_in_place(&mut self, driver: Driver, at: RunPosition) -> Result<(usize, Gap), Fault> {
        let (used, region, mut gap) = (self.used(), at.region, Gap::None);
        if region.lo > at.next {
            let repeats = self.repeats(driver, at.start, used, &L::Staging::stage());
            L::Staging::withdraw(driver, &mut self.child, used, 1);
            gap = if repeats { Gap::Extends } else { Gap::Fills }
        }
        let fills = usize::from(gap == Gap::Fills);
        self.make_room(driver, at.fiber, 2, fills, region.lo)?;
        Ok((used + fills, gap))
    }

    #[inline]
    fn put_in_place(&mut self, driver: Driver, at: RunPosition, gap: Gap, stage: StageOf<Self>) -> Put {
        let region = at.region;
        match gap {
            Gap::None => (),
            Gap::Extends => self.extend(driver, at.start, region.lo),
            Gap::Fills => self.push(driver, at.start, region.lo, L::Staging::stage()),
        }
        let put = self.append(driver, at, region.hi, stage);
        put.map_err(|fault| (fault, region.lo))
    }
}

// SAFETY: entries are put behind those of the fibers before; segments of one fiber might meet where parts do.
in_parts! { unsafe impl[L: WriteInParts + MergeLevel, P: Width, I: Width] WriteInParts for Owned<L, P, I>, splits No }
