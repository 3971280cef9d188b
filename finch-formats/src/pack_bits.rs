//! `PackBits`: runs and literals that cover every index (the PackBITS format of the looplet paper, figure 3).
//!
//! ```text
//! ptr   [ 0 | 3 | 4 ]              fiber p holds segments ptr[p]..ptr[p + 1]
//! right [ 6 | 9 | 20 | 20 ]        segment s ends before index right[s], and starts where the one before it ends
//! ofs   [ 0 | 1 | 4 | 5 | 6 ]      and holds positions ofs[s]..ofs[s + 1] of the child
//!         ~~fiber 0~~   ~fiber 1~  0..6 run, 6..9 literal, 9..20 run; 0..20 run
//! ```
//!
//! A segment holds either one position, for all of its indices: a *run*; or one per index: a *literal*. One of a single
//! index is both. The ends of a fiber are strictly ascending, and the last one is the extent; a fiber of extent 0 has no
//! segments.
//!
//! | protocol | unfurls to | costs, for `s` segments with literals of `m` indices |
//! |---|---|---|
//! | walk | `Stepper` of `Switch(Run(child), Lookup)`, nothing behind the last | `s + m`; a run counts once |
//! | follow | a search for the segment with a monotone cursor | logarithmic per lookup |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, runs in ascending order, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw | impossible: segments are written once |
//!
//! Indices that are left out are fill. Whatever the pieces in which a fiber is written, equal neighbours (by `==`, see
//! [`crate::merge`]) become one run, and what is stored depends on the runs alone:
//!
//! * A long run is a segment.
//! * Short runs next to each other are one literal. A short run that stands alone stays a run.
//!
//! Bytes: `ptr` per fiber, `right` and `ofs` per segment, a position of the child per run and per index of a literal. A
//! run in the midst of a literal costs two segments more, for itself and for what goes on behind it, and saves all
//! positions but one. Over values, a run is long if that does not cost more bytes than it saves: from 4 indices on for
//! `f64`, `ofs` of `usize` and `right` of `u32`, and from 25 on for bytes. Other children cannot be copied, and take more
//! than a number: over these a run of two indices is long.

mod read;
mod write;

pub use read::{PackBitsFibers, PackBitsRuns};

use crate::check::{PiecesOf, pieces};
use crate::kit::arrays::{at, stretch};
use crate::kit::covering::Closing;
use crate::kit::prelude::*;
use crate::kit::runs::Ended;

/// Runs and literals that cover every index of every fiber.
///
/// Made for memory: where runs and single values mix, it takes less than runs or values alone.
#[derive(Clone, Debug)]
pub struct PackBits<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    right: Idx,
    ofs: Ptr,
    child: L,
    progress: Progress,
    closing: Closing,
    literal: write::Literal,
}

crate::arrays! {
    PackBits<L, Ptr, Idx> besides { progress: Progress::default(), closing: Closing::default(), literal: write::Literal::default() }
    /// Fibers of `extent` indices: fiber `p` holds segments `ptr[p]..ptr[p + 1]`. Segment `s` ends before index
    /// `right[s]`, and its children are at positions `ofs[s]..ofs[s + 1]` in `child`: one for all of its indices, or one
    /// for each. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    arrays {
        /// Where the segments of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each segment ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where the positions of each segment start, and the end of the last.
        ofs: Ptr, of |level, positions| at(&level.ptr, positions) + 1;
    }
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Pieces for PackBits<L, Ptr, Idx> {
    fn places(&self, positions: usize) -> usize {
        at(&self.ofs, at(&self.ptr, positions))
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        stretch(&self.ptr, position, self.right.as_slice().len())
    }
    fn piece(&self, position: usize, number: usize) -> Piece {
        let is_first = number == at(&self.ptr, position);
        let left = if is_first { 0 } else { at(&self.right, number - 1) };
        let (indices, from) = (left..at(&self.right, number), at(&self.ofs, number));
        if at(&self.ofs, number + 1) - from == 1 {
            Piece::run(indices, from)
        } else {
            Piece::block(indices, from)
        }
    }
}

impl<L: Default, P: Width, I: Width> Default for PackBits<L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        PackBits::new(0, vec![P::default(); 2], Vec::new(), vec![P::default()], L::default())
    }
}

// SAFETY: `validate` checks that every fiber's segments lie within `right`, `ofs` and the child, that they are not empty and
// have one position or one per index, and that they end at the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for PackBits<L, Ptr, Idx>
{
    crate::level! { L, (Walking, Following), bytes, get, for_each, count_stored, draw }

    type Fibers<'a>
        = PackBitsFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "PackBits";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let segments = PackBitsRuns {
            right: self.right.as_slice(),
            ofs: self.ofs.as_slice(),
            child: self.child.fibers(),
        };
        PackBitsFibers::new(self.extent, self.ptr.as_slice(), Ended(segments))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let (right, ofs) = (self.right.as_slice(), self.ofs.as_slice());
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        let segments = ptr[positions].to_usize();
        let ofs = crate::blocks::offsets(Self::NAME, ofs, segments)?;
        let of = PiecesOf {
            level: Self::NAME,
            piece: "segment",
            ptr,
            extent: self.extent,
            covers: true,
        };
        let fits = |segment: usize, left, end| match ofs[segment + 1].to_usize() - ofs[segment].to_usize() {
            count if count == 1 || count == end - left => Ok(()),
            count => Err(format!(
                "has {count} positions for the indices {left}..{end}: a run has one, a literal has {}",
                end - left
            )),
        };
        pieces(of, |segment, end| (end, right[segment].to_usize()), fits)?;
        self.child.validate(ofs[segments].to_usize())
    }
}
