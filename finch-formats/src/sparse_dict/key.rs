//! Whose a slot is.

use crate::width::{FiberIndex, Width};

/// The fiber and the index of a slot, or nobody. While the level is written it may be marked as pending: nothing was
/// assigned so far, so the entry will not stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key<K>(K);

/// The fiber and the index of a slot, of a level with indices of type `I`.
pub(super) type KeyOf<I> = Key<<I as Width>::FiberIndex>;

impl<K: FiberIndex> Key<K> {
    /// The highest bit of a fiber is the mark.
    const PENDING: u64 = 1 << (K::BITS - 1);
    /// The fiber of nobody, which is marked as well.
    const NOBODY: u64 = u64::MAX >> (u64::BITS - K::BITS);
    /// How many fibers can be told apart.
    pub(super) const MOST_FIBERS: usize = if Self::PENDING - 1 > usize::MAX as u64 {
        usize::MAX
    } else {
        (Self::PENDING - 1) as usize
    };

    /// `index` of `fiber`, which is less than [`Self::MOST_FIBERS`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(fiber: usize, index: usize) -> Self {
        Key(K::new(fiber as u64, index))
    }

    /// Nobody's.
    pub(super) fn nobody() -> Self {
        Key(K::new(Self::NOBODY, 0))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_nobody(self) -> bool {
        self.0.fiber() == Self::NOBODY
    }

    /// This key, marked as pending.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pending(self) -> Self {
        Key(K::new(self.0.fiber() | Self::PENDING, self.0.index()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_pending(self) -> bool {
        self.0.fiber() & Self::PENDING != 0
    }

    /// This key without its mark.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn stored(self) -> Self {
        Key(K::new(self.0.fiber() & !Self::PENDING, self.0.index()))
    }

    /// The fiber if that is less than `fibers`; nobody's and what is marked is not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn fiber_below(self, fibers: usize) -> Option<usize> {
        let fiber = self.0.fiber();
        (fiber < fibers as u64).then_some(fiber as usize)
    }

    /// The fiber with its mark: zero if it is the first one and stays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn marks(self) -> u64 {
        self.0.fiber()
    }

    /// The fiber and the index, marked or not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn owner(self) -> (usize, usize) {
        ((self.0.fiber() & !Self::PENDING) as usize, self.0.index())
    }

    /// The index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn index(self) -> usize {
        self.0.index()
    }
}
