//! Covering levels: compressed levels whose entries cover every index of a fiber, as runs do.
//!
//! Fibers are written in ascending order. Opening one closes those before it: what they end with, or fill, goes on up
//! to the extent, and `ptr` says where they end. So the level consists of complete fibers up to `closed`, and behind
//! them the entries of at most one more. Closing cannot fail: there is room for what each fiber that is not closed is
//! closed with.
//!
//! A fiber below a sparse level may be opened, and those before it closed, without anything being assigned; then its
//! position is used again. So a fiber may be opened again if none from there on was given entries (`sealed`).

use crate::imports::*;
use crate::kit::compressed::entries_repeat;
pub use crate::kit::joined_runs::append_piece;

/// How far a level whose entries cover every index is written: which fibers are complete.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closing {
    /// How many fibers exist.
    pub(crate) assembled: usize,
    /// How many fibers are complete.
    pub(crate) closed: usize,
    /// The last complete fiber that was given entries is the one before this.
    pub(crate) sealed: usize,
    /// Where the first entry of the first fiber starts, if a part of a parallel loop writes it from there on.
    pub(crate) first: usize,
}

/// A compressed level whose entries cover every index of a fiber: `ptr[p]` is where fiber `p` starts, also while the
/// level is written, as far as fibers are closed.
///
/// # Safety
///
/// `fill_up` makes the last entries a fiber that ends at the extent. `closing` hands out the same place each time.
pub unsafe trait Covering: AppendRuns + Compressed<Child: WriteLevel<Fill = Self::Fill>> {
    /// How far the level is written.
    fn closing(&mut self, driver: Driver) -> &mut Closing;
    /// Where the last entry ends, if there is one.
    fn end(&self) -> Option<usize>;
    /// Where the first entry of a fiber starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(&self) -> usize {
        0
    }
    /// Makes room for the entries that close those fibers below position `positions` which are not closed yet.
    fn make_room_to_close(&mut self, driver: Driver, positions: usize) -> Result<(), Fault>;
    /// Completes a fiber with fill: it starts with entry `start` and does not end at the extent yet. There is room for it.
    fn fill_up(&mut self, driver: Driver, start: usize);
}

/// Writes into the `impl` of [`Covering`] of a level with a field `closing` that each entry ends where the named array says.
macro_rules! ends_at {
    ($ends:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn closing(&mut self, _driver: Driver) -> &mut Closing {
            &mut self.closing
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn end(&self) -> Option<usize> {
            self.$ends.last().map(|last| last.to_usize())
        }
    };
}
pub(crate) use ends_at;

/// Takes back the children of `count` positions from position `from` on.
fn withdraw_children<A: Covering>(level: &mut A, driver: Driver, from: usize, count: usize) {
    if count > 0 {
        A::Staging::withdraw(driver, level.parts(driver).child, from, count)
    }
}

/// Implements [`WriteLevel::resize`] for a covering level: an error if the level below cannot hold runs of fill.
pub fn resize<A: WriteLevel + Covering>(level: &mut A, driver: Driver, shape: &[usize]) -> Result<()> {
    type FiberOf<'a, L> = <<L as Level>::Fibers<'a> as Fibers>::Fiber;
    let (stored, fill) = (
        <FiberOf<'_, A::Child> as Fiber>::Known::AT_RUN_TIME,
        <A::Fill as Fill<A::T>>::Known::AT_RUN_TIME,
    );
    ensure!(stored == Knowledge::NOTHING || stored == fill, else Invalid,
        "a {} level stores runs of fill, which a {} level cannot hold: write a SparseRunList level", A::NAME, A::Child::NAME);
    super::compressed::resize(level, driver, shape)
}

/// Implements [`WriteLevel::declare`] for a covering level.
pub fn declare<A: Covering>(level: &mut A, driver: Driver) {
    *level.closing(driver) = Closing::default();
    super::compressed::declare(level, driver)
}

/// Implements [`WriteLevel::assemble`] for a covering level.
#[inline]
pub fn assemble<A: Covering>(level: &mut A, driver: Driver, positions: usize) -> Result<(), Fault> {
    reserve(level, driver, positions)?;
    if positions > level.closing(driver).assembled {
        let before = core::mem::replace(&mut level.closing(driver).assembled, positions);
        if *level.parts(driver).extent > 0
            && let Err(fault) = level.make_room_to_close(driver, positions)
        {
            level.closing(driver).assembled = before;
            return Err(fault);
        }
    }
    Ok(())
}

/// Implements [`WriteLevel::reserve`] for a covering level: fibers that may never exist need no entries.
#[inline]
pub fn reserve<A: Covering>(level: &mut A, driver: Driver, positions: usize) -> Result<(), Fault> {
    super::compressed::assemble(level, driver, positions)
}

/// Implements [`WriteLevel::freeze`] for a covering level, of which no more than `positions` fibers were written.
pub fn freeze<A: Covering>(level: &mut A, driver: Driver, positions: usize) {
    // A level below a parent without entries was never assembled.
    level.parts(driver).ptr.resize(positions + 1, A::P::default());
    if level.closing(driver).closed >= positions {
        let (from, count) = cut(level, driver, positions);
        withdraw_children(level, driver, from, count)
    } else {
        close(level, driver, positions)
    }
    let stored = level.positions(level.entries());
    level.parts(driver).child.freeze(driver, stored)
}

/// Implements [`WriteLevel::thaw`] for a covering level: an error.
pub fn thaw<A: Covering>(_level: &mut A, _driver: Driver, _positions: usize) -> Result<()> {
    Err(error!(
        Lifecycle,
        "a {} level cannot be updated in place: write what comes out to another tensor that is declared, or update one of a \
             Dense level, as a Vector or Matrix",
        A::NAME
    ))
}

/// Where the last entry ends, if it belongs to the fiber that starts with entry `start`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn end_from<A: Covering>(level: &A, start: usize) -> usize {
    match level.end() {
        Some(end) if level.entries() > start => end,
        _ => level.first(),
    }
}

/// Opens the fiber at `position`, of which `index` is written first, if that is known; returns its first entry and where its last one ends, or
/// nothing if it has raised a fault. Of a fiber that comes too late every index does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn open<A: WriteLevel + Covering>(
    level: &mut A,
    driver: Driver,
    position: usize,
    index: Option<usize>,
) -> Option<(usize, usize)> {
    let Closing { assembled, closed, .. } = *level.closing(driver);
    let usual = !level.parts(driver).progress.busy && position >= closed && position < assembled;
    if !usual && let Some(late) = unusual(level, driver, position, index) {
        return late;
    }
    close(level, driver, position);
    let CompressedParts { progress, ptr, .. } = level.parts(driver);
    progress.busy = true;
    let start = ptr[position].to_usize();
    Some((start, end_from(level, start)))
}

/// Makes ready a fiber that cannot just be opened. Returns what [`open`] does if it is not opened.
#[cold]
#[inline(never)]
fn unusual<A: WriteLevel + Covering>(
    level: &mut A,
    driver: Driver,
    position: usize,
    index: Option<usize>,
) -> Option<Option<(usize, usize)>> {
    let made = if level.parts(driver).progress.busy {
        Err(faults::written_twice::<A>(position, index))
    } else if position < written(level, driver) {
        return Some(Some((level.entries(), usize::MAX)));
    } else {
        // A parent that appends has only reserved it, or opens it again.
        let (from, count) = cut(level, driver, position);
        withdraw_children(level, driver, from, count);
        level.assemble(driver, position + 1)
    };
    made.err().map(|fault| {
        fault::raise(fault);
        None
    })
}

/// The last fiber that was given entries, complete or not, is the one before this.
fn written<A: Covering>(level: &mut A, driver: Driver) -> usize {
    let (Closing { closed, sealed, .. }, entries) = (*level.closing(driver), level.entries());
    match level.parts(driver).ptr.get(closed) {
        Some(start) if start.to_usize() < entries => closed + 1,
        _ => sealed,
    }
}

/// Completes the fibers below position `positions`.
#[inline]
pub fn close<A: Covering>(level: &mut A, driver: Driver, positions: usize) {
    while level.closing(driver).closed < positions {
        let closed = level.closing(driver).closed;
        let CompressedParts { extent, ptr, .. } = level.parts(driver);
        let (extent, start) = (*extent, ptr[closed].to_usize());
        let given = level.entries() > start;
        if end_from(level, start) < extent {
            level.fill_up(driver, start)
        }
        level.parts(driver).ptr[closed + 1] = A::P::truncate(level.entries());
        let closing = level.closing(driver);
        closing.closed = closed + 1;
        if given {
            closing.sealed = closed + 1
        }
    }
}

/// Takes back the entries of the fibers from `position` on, but not their children; returns from which position of the
/// level below on how many these are.
fn cut<A: Covering>(level: &mut A, driver: Driver, position: usize) -> (usize, usize) {
    let (entries, closed) = (level.entries(), level.closing(driver).closed);
    let stored = level.positions(entries);
    let from = match level.parts(driver).ptr.get(position) {
        Some(from) if position <= closed => from.to_usize().min(entries),
        _ => return (stored, 0),
    };
    level.truncate(driver, from);
    let closing = level.closing(driver);
    closing.closed = position;
    closing.sealed = closing.sealed.min(position);
    let first = level.positions(from);
    (first, stored - first)
}

/// Implements [`MergeLevel::repeats`] for a covering level, where `equal` says whether as many entries from the first number on,
/// and from the second on, as the third says are equal, apart from their children.
///
/// # Safety
///
/// The fibers are assembled and complete but for closing them, `count` fibers come
/// before them, and nothing is written behind them.
pub unsafe fn repeats<A: Covering + CompareEntries>(level: &mut A, driver: Driver, from: usize, count: usize) -> bool {
    if count == 0 {
        return true;
    }
    close(level, driver, from + count);
    match entries_repeat(level, driver, from, count) {
        Some((_, 0)) => true,
        // SAFETY: there is a child for every position, and these are the last ones.
        Some((first, positions)) => unsafe { level.parts(driver).child.repeats(driver, first, positions) },
        None => false,
    }
}

/// Implements [`MergeLevel::withdraw`] for a covering level: the fibers are assembled, and nothing is written behind them.
pub fn withdraw<A: Covering<Child: MergeLevel>>(level: &mut A, driver: Driver, from: usize, _count: usize) {
    let (from, count) = cut(level, driver, from);
    level.parts(driver).child.withdraw(driver, from, count)
}
