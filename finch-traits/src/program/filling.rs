//! Filling outputs that were opened without that: below the indices that a loop comes to next, before it comes there.
//!
//! What is filled is in the cache then, where the loop finds it, and memory is written once. In a parallel loop each part fills what it
//! writes.

use super::outputs::{Outputs, Which};
#[cfg(not(debug_assertions))]
use crate::reduction::abreast::Fills;
use crate::upper::*;

/// How many bytes are filled at a time.
const FILLED: usize = 1 << 14;

/// What threads copy, and use as they may.
#[derive(Clone, Copy)]
pub(super) struct Shared<B>(pub(super) B);

// SAFETY: it is the body of a parallel loop, a part of the statement of a program, or the roots of outputs: `run_parallel` is there for
// statements and outputs alone that can be shared between threads and sent to them.
unsafe impl<B> Sync for Shared<B> {}

/// Outputs that are filled as they are written.
#[derive(Clone, Copy)]
pub(super) struct Filling<O, Roots> {
    roots: Shared<Roots>,
    which: Which,
    /// How many bytes their values below an index take.
    bytes: usize,
    outputs: PhantomData<O>,
}

impl<O: Outputs> Filling<O, O::Roots> {
    /// Those in `which`, which are open and not filled. Nothing else uses them but what is called by `in_front_of`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(outputs: O, which: Which) -> Self {
        let roots = outputs.roots();
        Filling {
            roots: Shared(roots),
            which: Which(which.0 & O::FILLS),
            bytes: O::bytes(&roots, which),
            outputs: PhantomData,
        }
    }

    /// Fills what is below `indices`, which belong to the caller.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn fill(&self, indices: Range<usize>) {
        if self.which.0 != 0 && !indices.is_empty() {
            // SAFETY: as `new` says of the outputs, and the caller of the indices.
            unsafe { O::fill(&self.roots.0, self.which, indices) }
        }
    }

    /// Calls `run` with all of `region`, piece by piece, and fills what is below `indices`, which belong to the caller: what is in a piece
    /// before it is run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn in_front_of(&self, indices: Range<usize>, region: Region, run: impl Fn(Region)) {
        let Region { lo, hi } = region;
        let mut from = lo.min(hi);
        // Divisions take as long as to enter a program.
        let step = match (hi - from).saturating_mul(self.bytes) {
            0..=FILLED => hi - from,
            _ => FILLED.div_ceil(self.bytes.max(1)),
        };
        self.fill(indices.start..from);
        while from < hi {
            let to = hi.min(from.saturating_add(step));
            self.fill(from..to);
            run(Region::new(from, to));
            from = to
        }
        self.fill(from..indices.end)
    }
}

#[cfg(not(debug_assertions))]
impl<O: Outputs> Fills for Filling<O, O::Roots> {
    #[inline(always)]
    fn unfilled(self) -> u32 {
        self.which.0
    }

    #[inline(always)]
    fn fill(self, indices: Range<usize>) {
        Filling::fill(&self, indices)
    }

    #[inline(always)]
    fn in_front_of(self, region: Region, run: impl Fn(Region)) {
        Filling::in_front_of(&self, region.lo..region.hi, region, run)
    }
}

/// How many bytes a thread fills at a time where nothing is written.
#[cfg(feature = "parallel")]
const FILLED_BY_THREAD: usize = 1 << 17;

/// Fills all of the outputs in `which`, which are open and not filled, on the threads of the pool. They are open afterwards as if they
/// had been filled from the start. Fails as [`Outputs::thaw`] does: none of them is open then, and those that are not filled are empty.
#[cfg(feature = "parallel")]
pub(super) fn fill_on_pool<O: Outputs + Sync>(outputs: O, which: Which, shapes: &[Vec<usize>]) -> Result<()> {
    for number in (0..shapes.len()).filter(|&number| which.has(number)) {
        let filling = Filling::new(outputs, Which::only(number));
        let extent = shapes[number].first().copied().unwrap_or(0);
        let step = FILLED_BY_THREAD.div_ceil(filling.bytes.max(1));
        match extent.div_ceil(step) {
            0 | 1 => filling.fill(0..extent),
            parts => super::pool::each_on_pool(parts, &|part| {
                filling.fill(part * step..((part + 1) * step).min(extent))
            }),
        }
        // What has not been filled counts as missing until the output is sealed.
        outputs.close(Which::only(number));
        if let Err(error) = outputs.thaw(number) {
            let filled = Which::first(number);
            outputs.close(Which(which.0 & filled.0));
            outputs.empty(Which(which.0 & !filled.0));
            return Err(error);
        }
    }
    Ok(())
}
