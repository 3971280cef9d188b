//! `PackBits`: runs and literals that cover every index (the PackBITS format of Ahrens et al., "Looplets", 2023, figure 3).
//!
#![doc = include_str!("../pictures/pack_bits.svg")]
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

mod write;

use crate::check::pieces;
use crate::imports::*;
use crate::kit::runs::{Coverage, Gapless};

crate::arrays! {
    /// A dimension in runs of equal values and stretches of single values, which together cover every index of a fiber.
    ///
    /// Made for memory: where runs and single values mix, it takes less than runs or values alone. Reading takes time linear in the runs
    /// and the single values. It is written once, by runs in ascending order. The [module](self) has all costs.
    pub struct PackBits<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
        /// Where the segments of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each segment ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where the positions of each segment start, and the end of the last.
        ofs: Ptr, of |level, positions| at(&level.ptr, positions) + 1;
    }
    besides { progress: WriteProgress, closing: Closing, literal: write::Literal }
    /// Fibers of `extent` indices: fiber `p` holds segments `ptr[p]..ptr[p + 1]`. Segment `s` ends before index
    /// `right[s]`, and its children are at positions `ofs[s]..ofs[s + 1]` in `child`: one for all of its indices, or one
    /// for each. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    places |level, positions| at(&level.ofs, at(&level.ptr, positions));
    pieces |level, position| stretch(&level.ptr, position, level.right.as_slice().len());
    piece |level, position, number| {
        let is_first = number == at(&level.ptr, position);
        let left = if is_first { 0 } else { at(&level.right, number - 1) };
        let (indices, from) = (left..at(&level.right, number), at(&level.ofs, number));
        if at(&level.ofs, number + 1) - from == 1 {
            Piece::run(indices, from)
        } else {
            Piece::block(indices, from)
        }
    };
    contents by count_stored;
    /// The segments of all fibers: where each ends, and where its children are.
    borrowed PackBitsRuns<P: Width, I: Width> { right: I, ofs: P }
}

// SAFETY: `validate` checks that every fiber's segments lie within `right`, `ofs` and the child, that they are not empty and
// have one position or one per index, and that they end at the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Level for PackBits<L, Ptr, Idx> {
    crate::level! {
        "PackBits" over L, (Walking, Following),
        fibers<'a> RunsFibers<Ptr::Item, PackBitsRuns<L::Fibers<'a>, Ptr::Item, Idx::Item>> =
            |level| RunsFibers::new(level.extent, level.ptr.as_slice(), Ended(level.borrowed()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::ends_fit::<Idx::Item>(Self::NAME, self.extent)?;
        let (right, ofs) = (self.right.as_slice(), self.ofs.as_slice());
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        let segments = ptr[positions].to_usize();
        let ofs = crate::blocks::offsets(Self::NAME, ofs, segments)?;
        let fits = |segment: usize, left, end| match ofs[segment + 1].to_usize() - ofs[segment].to_usize() {
            count if count == 1 || count == end - left => Ok(()),
            count => Err(format!(
                "has {count} positions for the indices {left}..{end}: a run has one, a literal has {}",
                end - left
            )),
        };
        pieces(
            (Self::NAME, "segment"),
            ptr,
            self.extent,
            true,
            |segment, end| (end, right[segment].to_usize()),
            fits,
        )?;
        self.child.validate(ofs[segments].to_usize())
    }
}

// ---- reading ----

impl<C: Fibers, P: Width, I: Width> PackBitsRuns<C, P, I> {
    /// Where segment `at` ends, its first position, and how many it has.
    ///
    /// # Safety
    ///
    /// It is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn segment(self, at: usize) -> (usize, usize, usize) {
        promise!(at < self.right.len());
        // SAFETY: the caller names a stored segment.
        let right = unsafe { self.right.get_unchecked(at) }.to_usize();
        // SAFETY: there is one offset more than there are segments.
        let (first, end) = unsafe { bounds_at(&self.ofs, at) };
        (right, first, end.wrapping_sub(first))
    }

    /// What a segment of these numbers is if it is a literal.
    ///
    /// # Safety
    ///
    /// If it is a literal there is a position for each of its indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn literal(self, right: usize, first: usize, count: usize) -> Lookup<Contiguous<C>> {
        // SAFETY: the caller says so.
        Lookup(unsafe { Contiguous::new(right.wrapping_sub(count), first, self.child) })
    }
}

// SAFETY: `PackBits` checks that ends ascend up to the extent, and that a segment has one position or one for each of its indices.
unsafe impl<C: Fibers, P: Width, I: Width> Runs for PackBitsRuns<C, P, I> {
    runs_end_at! { right: I }
    type Run<H: Presence> = Switch<Run<H::Of<C>>, Lookup<Contiguous<C>>>;
    type Coverage = Gapless;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run<H: Presence>(self, at: usize, here: H) -> Self::Run<H> {
        let (right, first, count) = if here.is_here() {
            // SAFETY: the caller names a stored segment if it is here.
            unsafe { self.segment(at) }
        } else {
            (0, 0, 1)
        };
        Switch {
            condition: count == 1,
            // SAFETY: a segment has a position.
            then: Run(unsafe { here.fiber(self.child, first) }),
            // SAFETY: these are the numbers of a segment, or of no literal.
            otherwise: unsafe { self.literal(right, first, count) },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        search(fiber, pass, k)
    }
    fn nest<H: Presence>(protocol: Protocol) -> Nest {
        match protocol {
            Protocol::Follow => Nest::of::<Follow<RunsSteps<Self>>>(),
            _ => <Gapless as Coverage<Self>>::nest::<H>(),
        }
    }
}

// SAFETY: a segment has one position, or one for each of its indices, up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> SearchedRuns for PackBitsRuns<C, P, I> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn find(self, at: usize, index: usize) -> Option<C::Fiber> {
        // SAFETY: the caller names a stored segment.
        let (right, first, count) = unsafe { self.segment(at) };
        let position = match count {
            1 => first,
            _ => first + count - (right - index),
        };
        // SAFETY: that is one of its positions.
        Some(unsafe { self.child.fiber(position) })
    }
}
