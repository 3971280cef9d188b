//! What the walk knows at one place of a program.

use crate::region::Region;
use crate::scope::affine::Affine;
use core::cell::Cell;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// How an output takes part in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Introduction {
    /// Declared: emptied, sized by the loops.
    Declared,
    /// Updated in place: it keeps its shape and what it holds.
    Updated,
    /// A workspace, declared each time its statement is entered.
    Workspace,
}

/// When an access to an output may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In passes that do not write it, and in those that do, for what was written before.
    Any,
    /// While it is filled, if it is a workspace.
    Filling,
    /// When it is finished.
    Finished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Closed,
    Writing,
    Reading,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OutputAxis {
    /// As the loops say over indices that stand alone.
    pub(super) exact: Option<usize>,
    /// The extent stays as it is: the output is updated in place, or was read.
    pub(super) fixed: bool,
    /// What loops of given extent and sums of indices need at least, if there are any.
    pub(super) at_least: Option<usize>,
    /// How far the output is read while it is written.
    pub(super) read_up_to: usize,
    /// As it is before the program.
    pub(super) own: usize,
}

impl OutputAxis {
    pub(super) fn extent(self) -> usize {
        match self.exact {
            Some(exact) if self.fixed => exact,
            Some(exact) => exact.max(self.needed()),
            None => self.own.max(self.needed()),
        }
    }

    /// What it is used up to so far, as loops say.
    pub(super) fn needed(self) -> usize {
        self.at_least.unwrap_or(0)
    }

    /// Whether anything says what the extent is: a loop, or that it had one before the program.
    pub(super) fn is_sized(self) -> bool {
        self.exact.is_some() || self.at_least.is_some() || self.own > 0
    }

    /// The extent stays as it is.
    pub(super) fn fix(&mut self) -> usize {
        let extent = self.extent();
        self.exact = Some(extent);
        self.fixed = true;
        extent
    }
}

/// How an assignment combines what it finds with what it brings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reduction {
    /// The type of the reducer. Reducers need not live for ever, so that they have no other identity. Closures of one function
    /// share it, as do pointers to functions: two of them are not told apart.
    pub(super) reducer: &'static str,
    /// As it is written.
    pub(super) symbol: &'static str,
}

#[derive(Debug)]
pub(super) struct OutputInfo {
    /// The address of its root, which is compared and nothing else: a scope may go to another thread.
    pub(super) root: usize,
    pub(super) introduction: Introduction,
    pub(super) state: State,
    pub(super) name: &'static str,
    /// Where its axes start among those of all outputs, and how many there are.
    pub(super) first_axis: usize,
    pub(super) rank: usize,
    /// The last pass that has read it.
    pub(super) read_in: Option<usize>,
    /// The last pass that has written it.
    pub(super) written_in: Option<usize>,
    /// How that pass, or the statement that fills a workspace, combines what it writes.
    pub(super) reduction: Option<Reduction>,
    /// Several assignments of one pass write it.
    pub(super) several: bool,
    /// It is sealed, since a pass reads it.
    pub(super) sealed: bool,
    /// How many loops there are around the statement that fills it, if it is a workspace.
    pub(super) around: usize,
    /// How many names there are by then.
    pub(super) names: usize,
}

/// What happens to an output in front of a pass: it is frozen because the pass reads it, or opened again because the pass
/// writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The number of the pass.
    pub(crate) pass: usize,
    /// The number of the output.
    pub(crate) output: usize,
    /// It is opened, not frozen.
    pub(crate) opens: bool,
}

/// What a place has to be below.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// An extent.
    Extent(usize),
    /// What a declared output will have along an axis: it is made large enough.
    Output(usize, usize),
    /// That of an output that loops have sized: it is made larger if the loop over the index that is left has an extent, and
    /// else the loop goes as far as there is room.
    Sized(usize, usize),
}

/// A place of which some indices have no extent yet.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) sum: Affine,
    /// Those indices that have none, by number; the sign of each.
    pub(super) open: Vec<(usize, bool)>,
    /// The smallest place as far as indices have extents. Wider than a place, so that sums of as many indices as there may be are
    /// exact: the place itself is computed modulo its size, and is right if the sum is in bounds.
    pub(super) least: i128,
    /// The largest one.
    pub(super) most: i128,
    /// Some loop around it does not run.
    pub(super) never: bool,
    /// The output is only read there, while it is written.
    pub(super) reads: bool,
    pub(super) limit: Limit,
    pub(super) source: Source,
}

/// An axis of an operand, as messages call it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) name: &'static str,
    pub(super) axis: usize,
    /// The place is a sum: what the other indices and numbers in it leave of the extent is meant.
    pub(super) moved: bool,
}

impl Source {
    #[inline]
    pub(super) fn new(name: &'static str, axis: usize) -> Self {
        Source {
            name,
            axis,
            moved: false,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "an operand without a name (axis {})", self.axis)
        } else {
            write!(f, "`{}` (axis {})", self.name, self.axis)
        }
    }
}

#[derive(Debug)]
pub(super) struct LoopInfo {
    pub(super) number: usize,
    pub(super) name: &'static str,
    pub(super) given: Option<Region>,
    /// The extent, and where it comes from.
    pub(super) extent: Option<(usize, Source)>,
    /// Its index is compared with another one, so that both have to be numbers with a sign.
    pub(super) is_compared: bool,
    /// Where its end goes among those of all loops.
    pub(super) slot: usize,
}

/// A declared output that a loop sizes along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizing {
    /// The slot of the loop.
    pub(super) slot: usize,
    pub(super) output: usize,
    pub(super) axis: usize,
    /// It is read there, as it is at the time.
    pub(super) reads: bool,
}

/// What is known at one place of a program before it runs.
///
/// Its lists are flat, and kept by the thread from one program to the next (see `Scope::lend`): a program over little data
/// would take longer to allocate them than to run.
#[derive(Debug, Default)]
pub struct Scope {
    pub(super) outputs: Vec<OutputInfo>,
    /// The axes of all outputs.
    pub(super) axes: Vec<OutputAxis>,
    pub(super) loops: Vec<LoopInfo>,
    /// What the loops that are open size.
    pub(super) sizings: Vec<Sizing>,
    pub(super) variables: Vec<usize>,
    /// Places that some of the loops around them have still to bound.
    pub(super) pending: Vec<Pending>,
    /// The ends of all loops, in the order in which they are entered.
    pub(super) ends: Vec<usize>,
    /// Which outputs the pass reads while it writes them: a bit for the number of each.
    pub(super) current: u32,
    /// How many accesses there are in whose places what is looked at stands.
    pub(super) in_places: usize,
    /// How many loops there are around the innermost workspace that was read so far in the places of an access.
    pub(super) named_by: usize,
    /// For each access around that one, how many loops there are around the workspaces that its earlier places have read.
    pub(super) named_before: Vec<usize>,
    /// How the assignment that is looked at combines.
    pub(super) reduction: Reduction,
    /// How many passes there are so far.
    pub(super) passes: usize,
    pub(super) turns: Vec<Turn>,
    /// The axes along which data name a place.
    pub(super) named: Vec<Source>,
    /// Room for a shape.
    pub(super) shape: Vec<usize>,
    /// An index, or what is added to one, exceeds [`VAST`].
    pub(super) is_vast: bool,
    /// An access at a sum that may lie anywhere.
    pub(super) wraps: Option<Source>,
    /// Two outputs have the same address, as those of no size may have.
    pub(super) is_twice: bool,
}

/// Sums of as many indices as a place may have, and a number, are numbers themselves if none of these is larger.
pub(super) const VAST: usize = isize::MAX as usize >> 3;

thread_local! {
    /// The scope of the last program, with room in its lists.
    static SPARE: Cell<Option<Box<Scope>>> = const { Cell::new(None) };
}

impl Scope {
    /// An empty scope, with the room that the one before had.
    #[inline(never)]
    pub(crate) fn lend() -> SpareScope {
        // A program that runs inside of another one, or while its thread ends, makes a scope of its own.
        SpareScope(Some(SPARE.try_with(Cell::take).ok().flatten().unwrap_or_default()))
    }

    pub(super) fn clear(&mut self) {
        let Scope {
            outputs,
            axes,
            loops,
            sizings,
            variables,
            pending,
            ends,
            current,
            in_places,
            named_by,
            named_before,
            reduction,
            passes,
            turns,
            named,
            shape,
            is_vast,
            wraps,
            is_twice,
        } = self;
        outputs.clear();
        axes.clear();
        loops.clear();
        sizings.clear();
        variables.clear();
        pending.clear();
        ends.clear();
        *current = 0;
        *in_places = 0;
        *named_by = 0;
        named_before.clear();
        *reduction = Reduction::default();
        *passes = 0;
        turns.clear();
        named.clear();
        shape.clear();
        *is_vast = false;
        *wraps = None;
        *is_twice = false
    }
}

/// A scope that is given back to the thread.
#[derive(Debug)]
pub(crate) struct SpareScope(Option<Box<Scope>>);

impl Deref for SpareScope {
    type Target = Scope;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &Scope {
        match &self.0 {
            Some(scope) => scope,
            None => crate::total::never(),
        }
    }
}

impl DerefMut for SpareScope {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref_mut(&mut self) -> &mut Scope {
        match &mut self.0 {
            Some(scope) => scope,
            None => crate::total::never(),
        }
    }
}

impl Drop for SpareScope {
    fn drop(&mut self) {
        if let Some(mut scope) = self.0.take() {
            scope.clear();
            let _ = SPARE.try_with(|spare| spare.set(Some(scope)));
        }
    }
}

/// The ends of the loops of a program that was checked by a scope, handed out in the order in which they are entered. None if a
/// glance was enough.
#[derive(Debug)]
pub struct LoopEnds<'a>(pub(super) core::slice::Iter<'a, usize>);

impl LoopEnds<'_> {
    /// None.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn none() -> Self {
        LoopEnds([].iter())
    }

    /// The end of the next loop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take(&mut self) -> Option<usize> {
        self.0.next().copied()
    }
}
