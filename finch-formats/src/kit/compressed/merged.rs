//! Comparing fibers of a compressed level while it is written, and taking them back.

use crate::imports::*;

/// How many entries the `count` fibers from position `from` on were given, while a level is written. They are
/// assembled.
pub fn given<P: Width>(ptr: &[P], from: usize, count: usize) -> usize {
    let counts = &ptr[from + 1..from + 1 + count];
    counts.iter().map(|count| count.to_usize()).sum()
}

/// Whether the `count` elements of an array from `a` on equal those from `b` on. A few are compared here: `memcmp` takes longer to be called.
#[inline]
pub fn stretches_equal<T: PartialEq>(array: &[T], a: usize, b: usize, count: usize) -> bool {
    let (one, other) = (&array[a..a + count], &array[b..b + count]);
    match count {
        0..=FEW => one.iter().zip(other).all(|(one, other)| one == other),
        _ => one == other,
    }
}

const FEW: usize = 8;

/// Whether the `count` fibers from position `from` on were given as many entries each as the `count` fibers before
/// them. All of these are assembled.
pub fn counts_repeat<P: Width>(ptr: &[P], from: usize, count: usize) -> bool {
    // One by one, since there are few: mostly one.
    let (before, counts) = ptr[from + 1 - count..=from + count].split_at(count);
    before.iter().zip(counts).all(|(before, count)| before == count)
}

/// Implements [`MergeLevel::repeats`] for a compressed level.
///
/// # Safety
///
/// The fibers are assembled and complete, `count` fibers come before them, and nothing
/// is written behind them.
pub unsafe fn repeats<A: CompareEntries>(level: &mut A, driver: Driver, from: usize, count: usize) -> bool {
    let ptr = &*level.parts(driver).ptr;
    let (entries, end) = match count {
        // Mostly there is one.
        1 => match ptr[from..from + 2] {
            [before, entries] if before == entries => (entries.to_usize(), level.entries()),
            _ => return false,
        },
        // Without fibers there may be no pointers.
        0 => return true,
        _ if counts_repeat(ptr, from, count) => (given(ptr, from, count), level.entries()),
        _ => return false,
    };
    let start = end - entries;
    let (first, stored) = (level.positions(start), level.positions(end));
    (entries == 0 || level.equal_entries(start - entries, start, entries))
        // SAFETY: the entries of these fibers are the last ones; each was handed out, and is complete as its fiber is.
        && unsafe { level.parts(driver).child.repeats(driver, first, stored - first) }
}

/// Implements [`MergeLevel::withdraw`] for a compressed level: the fibers are assembled, and nothing is written behind them.
pub fn withdraw<A: Compressed<Child: MergeLevel>>(level: &mut A, driver: Driver, from: usize, count: usize) {
    if count == 0 {
        return;
    }
    let ptr = level.parts(driver).ptr;
    let entries = given(ptr, from, count);
    ptr[from + 1..from + 1 + count].fill(A::P::default());
    let end = level.entries();
    let (first, stored) = (level.positions(end - entries), level.positions(end));
    level.truncate(driver, end - entries);
    let parts = level.parts(driver);
    parts.progress.open = parts.progress.open.min(from);
    parts.child.withdraw(driver, first, stored - first)
}

/// Where `ptr` says where fibers start: if the `count` fibers from position `from` on, the last ones, repeat the entries of those before them,
/// the first position of theirs in the level below, and how many there are.
pub(crate) fn entries_repeat<A: CompareEntries>(
    level: &mut A,
    driver: Driver,
    from: usize,
    count: usize,
) -> Option<(usize, usize)> {
    let bounds = &level.parts(driver).ptr[from - count..=from + count];
    let (before, start) = (bounds[0].to_usize(), bounds[count].to_usize());
    let entries = start - before;
    let fibers_repeat = (0..=count).all(|fiber| bounds[fiber].to_usize() + entries == bounds[count + fiber].to_usize());
    if !fibers_repeat || !level.equal_entries(before, start, entries) {
        return None;
    }
    let (first, stored) = (level.positions(start), level.positions(level.entries()));
    let positions = first - level.positions(before);
    (stored - first == positions).then_some((first, positions))
}

/// Implements [`MergeLevel::repeats_frozen`] for a compressed level.
pub fn repeats_frozen<A: CompareEntries>(level: &mut A, driver: Driver, from: usize, count: usize) -> bool {
    if count == 0 {
        return true;
    }
    match entries_repeat(level, driver, from, count) {
        Some((first, positions)) => {
            positions == 0 || level.parts(driver).child.repeats_frozen(driver, first, positions)
        }
        None => false,
    }
}
