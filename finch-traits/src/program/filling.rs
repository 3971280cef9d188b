//! Filling outputs of a program that runs in parallel, which were opened without that.

use super::in_parts::OutputsInParts;
use super::outputs::Which;
use super::pool::each_on_pool;
use crate::prelude::*;

/// What threads copy, and use as they may.
pub(super) struct Shared<B>(pub(super) B);

// SAFETY: it is the body of a parallel loop, a part of the statement of a program, or the roots of outputs: `run_parallel` is there for
// statements and outputs alone that can be shared between threads and sent to them.
unsafe impl<B> Sync for Shared<B> {}

/// How many values are filled at a time: they stay in the cache for what is assigned to them then.
const FILLED: usize = 1 << 11;

/// How many values a thread fills at a time where nothing is assigned.
const FILLED_BY_THREAD: usize = 1 << 14;

/// Outputs that are filled as they are written: below each index of a loop before the loop comes to it.
pub(super) struct Filling<'c, O: OutputsInParts> {
    roots: Shared<O::Roots>,
    which: Which,
    shapes: &'c [Vec<usize>],
    /// Below how many indices outputs are filled at a time.
    step: usize,
}

impl<'c, O: OutputsInParts> Filling<'c, O> {
    /// Those in `which`, which are open and not filled. Nothing else uses them but what is called by `in_front_of`.
    pub(super) fn new(outputs: O, which: Which, shapes: &'c [Vec<usize>]) -> Self {
        debug_assert_eq!(which.0 & !O::FILLS, 0);
        let values = |shape: &Vec<usize>| {
            shape
                .iter()
                .skip(1)
                .fold(1, |product, &extent| extent.saturating_mul(product))
        };
        let below = |number| if which.has(number) { values(&shapes[number]) } else { 0 };
        let each = (0..shapes.len()).map(below).fold(0, usize::saturating_add);
        Filling {
            roots: Shared(outputs.roots()),
            which,
            shapes,
            step: FILLED.div_ceil(each.max(1)),
        }
    }

    /// Fills what is below `indices`, which belong to the caller.
    pub(super) fn fill(&self, indices: &Range<usize>) {
        if self.which.0 != 0 {
            // SAFETY: as `new` says of the outputs, and the caller of the indices.
            unsafe { O::fill(&self.roots.0, self.which, self.shapes, indices) }
        }
    }

    /// Calls `run` with all of `region`, piece by piece, and fills what is below `indices`, which belong to the caller: what is in a piece
    /// before it is run.
    pub(super) fn in_front_of(&self, indices: Range<usize>, region: Region, run: impl Fn(Region)) {
        if self.which.0 == 0 {
            return run(region);
        }
        let mut from = region.lo.max(indices.start);
        self.fill(&(indices.start..from));
        while from < region.hi {
            let to = region.hi.min(from.saturating_add(self.step));
            self.fill(&(from..to));
            run(Region::new(from, to));
            from = to
        }
        self.fill(&(from..indices.end.max(from)))
    }
}

/// Fills all of the outputs in `which`, which are open, and `FILL`.
pub(super) fn fill<O: OutputsInParts>(outputs: O, which: Which) {
    if which.0 == 0 {
        return;
    }
    let shapes = outputs.shapes();
    for number in (0..shapes.len()).filter(|&number| which.has(number)) {
        let filling = Filling::new(outputs, Which::only(number), &shapes);
        let extent = shapes[number].first().copied().unwrap_or(0);
        let step = filling.step.saturating_mul(FILLED_BY_THREAD / FILLED);
        match extent.div_ceil(step) {
            0 | 1 => filling.fill(&(0..extent)),
            parts => each_on_pool(parts, &|part| {
                filling.fill(&(part * step..((part + 1) * step).min(extent)))
            }),
        }
    }
}
