//! Putting together what parts of a parallel loop have written: entries of one level behind those of another. Both are frozen.

use crate::imports::*;

/// Implements [`WriteLevel::append`] for a compressed level.
pub fn append<A: Compressed>(
    level: &mut A,
    driver: Driver,
    positions: usize,
    part: &mut A,
    count: usize,
) -> Result<(), Fault> {
    let before = level.parts(driver).ptr[positions].to_usize();
    append_entries(level, driver, positions, before, part, count)?;
    append_ends::<A, _>(level.parts(driver).ptr, positions, &part.parts(driver).ptr[..=count])
}

/// Puts the pointers of a part behind those of the fibers before `positions`: where fibers end is counted from where these do.
pub(crate) fn append_ends<A: Level, P: Width>(ptr: &mut Vec<P>, positions: usize, part: &[P]) -> Result<(), Fault> {
    ptr.truncate(positions + 1);
    let (before, more) = (ptr[positions].to_usize(), &part[1..]);
    let ends = more.iter().map(|end| P::truncate(before + end.to_usize()));
    match crate::buffer::extend(ptr, more.len(), ends) {
        true => Ok(()),
        false => Err(faults::too_large::<A>(positions, more.len())),
    }
}

/// Implements [`WriteLevel::append_piece`] for a compressed level whose entries are not joined where two pieces meet.
pub fn append_piece<A: WriteLevel + Compressed>(
    level: &mut A,
    driver: Driver,
    part: &mut A,
    piece: &Range<usize>,
) -> Result<(), Fault> {
    if piece.start == 0 {
        level.declare(driver);
        level.assemble(driver, 1)?;
        level.freeze(driver, 1)
    }
    let before = level.parts(driver).ptr[1].to_usize();
    append_entries(level, driver, 0, before, part, 1)?;
    level.parts(driver).ptr[1] = A::P::truncate(before + part.parts(driver).ptr[1].to_usize());
    Ok(())
}

/// Puts the entries of the first `count` fibers of `part` behind the first `before` ones, which are those up to fiber `fiber`, and
/// what is below them behind what is below those. All of them can be counted.
pub(crate) fn append_entries<A: Compressed>(
    level: &mut A,
    driver: Driver,
    fiber: usize,
    before: usize,
    part: &mut A,
    count: usize,
) -> Result<(), Fault> {
    let more = part.parts(driver).ptr[count].to_usize();
    level.truncate(driver, before);
    let (stored, below) = (level.positions(before), part.positions(more));
    let fits = |sum: Option<usize>| sum.is_some_and(|sum| sum <= A::P::MAX);
    if !fits(before.checked_add(more)) || !fits(stored.checked_add(below)) || !level.append_entries(part, more) {
        return Err(faults::too_large::<A>(fiber, more));
    }
    let parts = level.parts(driver);
    parts.progress.room = stored + below;
    parts.child.append(driver, stored, part.parts(driver).child, below)
}

/// A position `by` further on, where both are known to add up to a `P`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn moved<P: Width>(by: P, position: P) -> P {
    P::truncate(by.to_usize() + position.to_usize())
}

/// Says that what parts of a loop have appended can be put together, and whether one fiber can be written in parts. No two of them write
/// one level.
macro_rules! in_parts {
    (unsafe impl[$($generics:tt)*] WriteInParts for $level:ty, splits $splits:ty) => {
        // SAFETY: promised where the macro is used.
        unsafe impl<$($generics)*> WriteInParts for $level {
            type Apart = No;
            type Splits = $splits;
            type Atomic = No;
        }
    };
}
pub(crate) use in_parts;
