//! Regions: the part of a loop that a pass speaks of.

use core::ops::Range;

/// The indices from `lo` (included) to `hi` (excluded).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first index.
    pub lo: usize,
    /// One past the last index.
    pub hi: usize,
}

/// Every index there could be.
pub(crate) const EVERYWHERE: Range<isize> = isize::MIN..isize::MAX;

/// What is in both.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn meet(a: Range<isize>, b: Range<isize>) -> Range<isize> {
    a.start.max(b.start)..a.end.min(b.end)
}

impl Region {
    /// The indices from `lo` to `hi`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(lo: usize, hi: usize) -> Region {
        Region { lo, hi }
    }

    /// What of this region is in `other`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn clipped(self, other: Region) -> Region {
        let lo = self.lo.max(other.lo);
        Region::new(lo, self.hi.min(other.hi).max(lo))
    }

    /// The single index `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn point(at: usize) -> Region {
        Region { lo: at, hi: at + 1 }
    }

    /// How many indices these are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn len(self) -> usize {
        self.hi - self.lo
    }

    /// How many indices these are, of a region that is being lowered: there are some. Where its borders are known to be less
    /// than a power of two, so is this, which makes a number out of it in one step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn len_of_some(self) -> usize {
        assert!(!crate::promise::CHECKED || self.lo < self.hi);
        // SAFETY: passes lower regions that are not empty, or ask before.
        unsafe {
            core::hint::assert_unchecked(self.lo < self.hi);
            self.hi.unchecked_sub(self.lo)
        }
    }

    /// Whether the region has no indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_empty(self) -> bool {
        self.lo >= self.hi
    }

    /// The region moved by `by`, which may be negative in two's complement.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn shifted(self, by: usize) -> Region {
        Region {
            lo: self.lo.wrapping_add(by),
            hi: self.hi.wrapping_add(by),
        }
    }
}
