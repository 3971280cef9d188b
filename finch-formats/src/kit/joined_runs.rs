//! Putting together runs or blocks that parts of a parallel loop have written: the last run of one part and the first one of the next are
//! one run if they meet and are equal, and blocks are one if they meet. Besides that, a level that names this module is [compressed].

use crate::imports::*;
use crate::kit::compressed::append_entries;
pub use crate::kit::compressed::{assemble, declare, freeze, repeats, reserve, resize, thaw, withdraw};

/// A level of runs or blocks whose fibers can be written in parts.
///
/// # Safety
///
/// An implementer promises that levels are as valid behind these functions as they were before.
pub unsafe trait JoinedRuns: WriteLevel + Compressed {
    /// Makes the only fiber end at `end` or before: no run that begins behind it was written. The level is frozen.
    fn end_at(&mut self, _driver: Driver, _end: usize) {}

    /// Whether the last of `runs` runs goes on in the first run of `part`, if that has one: it is then dropped, and the first run of `part`
    /// is both. Both levels are frozen.
    fn goes_on(&mut self, _driver: Driver, _runs: usize, _part: &mut Self) -> Result<bool, Fault> {
        Ok(false)
    }

    /// Makes one of the blocks before and behind the first `blocks` ones of the only fiber, if they meet; says whether they did. There are
    /// blocks on both sides. The level is frozen but for the number of its blocks.
    fn join(&mut self, _blocks: usize) -> bool {
        false
    }
}

/// Implements [`WriteLevel::append_piece`] for a level of runs or blocks.
pub fn append_piece<A: JoinedRuns>(
    level: &mut A,
    driver: Driver,
    part: &mut A,
    piece: &Range<usize>,
) -> Result<(), Fault> {
    let mut runs = match piece.start {
        0 => {
            level.declare(driver);
            level.assemble(driver, 1)?;
            level.freeze(driver, 1);
            0
        }
        _ => level.parts(driver).ptr[1].to_usize(),
    };
    part.end_at(driver, piece.end);
    if runs > 0 && level.goes_on(driver, runs, part)? {
        runs -= 1
    }
    append_entries(level, driver, 0, runs, part, 1)?;
    let more = part.parts(driver).ptr[1].to_usize();
    let joined = runs > 0 && more > 0 && level.join(runs);
    level.parts(driver).ptr[1] = A::P::truncate(runs + more - usize::from(joined));
    Ok(())
}
