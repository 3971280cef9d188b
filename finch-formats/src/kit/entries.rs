//! Entries: a sorted list of indices per fiber, each with a child.
//!
//! ```text
//! ptr  [ 0 | 2 | 2 | 5 ]           fiber p has the entries ptr[p]..ptr[p + 1]
//! keys [ 1 | 4 | 0 | 2 | 3 ]       strictly ascending within a fiber
//! ```
//!
//! | protocol | unfurls to |
//! |---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last |
//! | gallop | `Sequence(Jumper, fill)` |
//! | follow | `Follow` of the level's own search, or of a [`Search`] with a monotone cursor |
//!
//! A level says where keys and children are ([`Entries`]), and has [`EntriesFibers`] as its fibers.

use crate::imports::*;
use crate::kit::ranged::ChildValue;
use crate::search::{first_at_least_near_end, gallop};

/// The arrays of a level of entries, borrowed by value.
///
/// # Safety
///
/// An implementer promises, for each fiber of a valid level:
/// * its keys are within `keys`, ascend strictly, and are below the extent;
/// * `place` and, given what was noted of the entry, `place_noted` are positions that `child` has stored;
/// * `finder` finds the children of exactly those indices that are among the keys.
pub unsafe trait Entries: Borrowed {
    /// The type of the keys.
    type Key: Keyed;
    /// What a merge keeps of the current entry besides its index, so that it need not be loaded again: nothing, `()`, if the
    /// index or the entry's number say where the child is.
    type Noted: Copy + Debug + Default;
    /// How an index is looked up.
    type Finder: Find<F = <Self::Child as Fibers>::Fiber, Fill = Absent<Self>>;
    /// Whether `finder` may be asked in a fiber that is absent, where it finds nothing:
    /// [`Yes`]. With [`No`], it must not be asked.
    type FindsAbsent: Bool;

    /// The keys of all fibers.
    fn keys(&self) -> &[Self::Key];

    /// How an index is looked up in a fiber whose last entry is before `to`.
    ///
    /// # Safety
    ///
    /// The arrays are as a fiber of a valid level sees them, which ends at `to`.
    unsafe fn finder(self, to: usize) -> Self::Finder;

    /// The arrays as the fiber at `position` sees them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, _position: usize, _extent: usize) -> Self {
        self
    }

    /// The arrays as a fiber that is absent sees them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(self) -> Self {
        self
    }

    /// The position of the child of entry `at`, whose index is `index()`.
    ///
    /// # Safety
    ///
    /// The entry is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn place(self, at: usize, _index: impl FnOnce() -> usize) -> usize {
        at
    }

    /// What a merge keeps of entry `at`.
    ///
    /// # Safety
    ///
    /// The entry is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn note(self, _at: usize) -> Self::Noted {
        Self::Noted::default()
    }

    /// The position of the child of entry `at`, which ends at index `last` and of which that was noted. Reads no array, and is
    /// asked behind the last entry as well.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_noted(self, at: usize, _last: usize, _noted: Self::Noted) -> usize {
        at
    }
}

/// All fibers of a level that stores sorted entries, for reading: stretches of the arrays `E` between pointers of type `P`.
pub type EntriesFibers<P, E> = RangedFibers<P, Sorted<E>>;

/// One fiber of a level that stores sorted entries, for reading. `H` says whether it is there.
pub type EntriesFiber<E, H> = RangedFiber<Sorted<E>, H>;

/// The arrays `E` of a level that stores sorted entries, as something whose stretches are fibers ([`Ranged`]).
#[derive(Clone, Copy, Debug)]
pub struct Sorted<E>(pub E);

borrowed! { impl[E: Borrowed] Sorted<E>, E::NAME, |arrays| arrays.0.child() => E::Child }

// SAFETY: as `Entries` promises, the keys of a fiber ascend and lie below the extent, so that children end where keys say.
unsafe impl<E: Entries> Ranged for Sorted<E> {
    type DenseBelow = <<E::Child as Fibers>::Fiber as Fiber>::Dense;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(self, position: usize, extent: usize) -> Self {
        Sorted(self.0.at(position, extent))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(self) -> Self {
        Sorted(self.0.absent())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<E>>>(fiber: EntriesFiber<E, H>, pass: P, k: K) {
        let searched = Cell::new(fiber.unsearched());
        // SAFETY: it is handed on from the frame of `searched`.
        k.looplet(
            pass,
            Stepper(unsafe { EntriesSteps::new(fiber, fiber.arrays().0, &searched) }),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<E>>>(fiber: EntriesFiber<E, H>, pass: P, k: K) {
        let searched = Cell::new(fiber.unsearched());
        // SAFETY: it is handed on from the frame of `searched`.
        k.looplet(
            pass,
            unsafe { EntriesSteps::new(fiber, fiber.arrays().0, &searched) }.galloping(),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<E>>>(fiber: EntriesFiber<E, H>, pass: P, k: K) {
        branch!(if Or<E::FindsAbsent, Not<H::RuntimeKnown>> {
            follow(fiber, pass, k)
        } else {
            if fiber.here().is_here() {
                follow(fiber, pass, k)
            } else {
                k.looplet(pass, Run(Absent::<E>::new()))
            }
        })
    }

    fn stored_before<H: Presence>(fiber: &EntriesFiber<E, H>, index: usize) -> usize {
        let (from, to) = fiber.bounds();
        let (entries, child) = (fiber.arrays().0, fiber.arrays().0.child());
        let keys = entries.keys().get(from..to).unwrap_or_default();
        let at = from + keys.partition_point(|&key| key.key().to_usize() < index);
        child.stored_before(at).saturating_sub(child.stored_before(from))
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<GallopNest<E>>(),
            Protocol::Follow => Nest::of::<Follow<E::Finder>>(),
            _ => Nest::of::<Stepper<EntriesSteps<E>>>(),
        };
        let description = FiberDescription::new(E::NAME, nest);
        match protocol {
            Protocol::Follow if !<Or<E::FindsAbsent, Not<H::RuntimeKnown>>>::VALUE => {
                description.or_else(Nest::of::<Run<Absent<E>>>())
            }
            _ => description,
        }
    }
}

/// What entries unfurl to if they are galloped through.
pub(crate) type GallopNest<E> = Sequence<Jumper<EntriesSteps<E>>, Run<Absent<E>>>;

/// Hands a search in `fiber`, in which it may be asked, to `k`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn follow<E: Entries, H: Presence, P: Pass, K: OnLeaf<P, ChildValue<E>>>(fiber: EntriesFiber<E, H>, pass: P, k: K) {
    let (from, to) = fiber.bounds();
    let cursor = Cell::new(from);
    // SAFETY: that is a fiber as it sees the arrays, and where it ends.
    let finder = unsafe { fiber.arrays().0.finder(to) };
    // SAFETY: it is handed on from the frame of `cursor`.
    k.looplet(pass, unsafe { Follow::new(finder, &cursor) })
}

/// What the last search for the end of a region has found: the entry `at` is the first of its fiber whose index is not below
/// `index`. The region behind that one starts there, without a search.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    index: usize,
    at: usize,
}

impl<S: Copy, H: Copy> RangedFiber<S, H> {
    /// What is known before any search.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unsearched(&self) -> Searched {
        Searched {
            index: 0,
            at: self.bounds().0,
        }
    }
}

/// The entries of one fiber, and the current one of them: what a loop that walks the fiber steps through.
#[derive(Clone, Copy, Debug)]
pub struct EntriesSteps<E> {
    extent: usize,
    /// The index at which the current child ends, if that was looked at.
    seen: usize,
    at: usize,
    to: usize,
    entries: E,
    /// In the frame in which the fiber is unfurled: the phases of a loop share it.
    searched: Lent<Cell<Searched>>,
}

impl<E: Entries> EntriesSteps<E> {
    /// The entries of `fiber`, whose arrays `entries` are, and what was found in it so far.
    ///
    /// # Safety
    ///
    /// The caller hands them to the continuation of an unfurling, in whose frame `searched` lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new<S: Copy, H: Copy>(
        fiber: RangedFiber<S, H>,
        entries: E,
        searched: &Cell<Searched>,
    ) -> Self {
        let (at, to) = fiber.bounds();
        EntriesSteps {
            extent: fiber.extent(),
            seen: 0,
            at,
            to,
            entries,
            // SAFETY: the continuation uses it while the frame exists.
            searched: unsafe { Lent::new(searched) },
        }
    }

    /// The looplet nest of the gallop protocol.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn galloping(self) -> GallopNest<E> {
        Sequence {
            first: Jumper(self),
            split: self.last(),
            second: Run(FillFiber::new()),
        }
    }

    /// The index of entry `at`, which is below `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, at: usize) -> usize {
        promise!(at < self.to);
        // SAFETY: the entries of a fiber lie within the keys, as was checked with the level.
        unsafe { self.entries.keys().get_unchecked(at) }.key().to_usize()
    }

    /// Moves to the first entry whose index is not below `index`, without a search where the last one has led there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_at(&mut self, index: usize) {
        let searched = self.searched.get();
        if index == searched.index {
            self.at = searched.at
        } else {
            if index > searched.index {
                self.at = self.at.max(searched.at)
            }
            self.at = first_at_least_near_end(self.entries.keys(), self.at, self.to, index)
        }
    }

    /// The child at `place` if it is `here`, else fill.
    ///
    /// # Safety
    ///
    /// It is the place of an entry of this fiber if it is `here`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn spike<H: Presence>(&self, place: usize, here: H) -> Spike<Absent<E>, H::Of<E::Child>> {
        // SAFETY: the caller names the place of an entry if it is here, where the child has stored a fiber.
        spike(unsafe { here.fiber(self.entries.child(), place) })
    }
}

// SAFETY: the keys are strictly ascending, and their children are stored, as `Entries` promises.
unsafe impl<E: Entries> Steps for EntriesSteps<E> {
    type T = ChildValue<E>;
    spike_steps!(Absent<E>, <E::Child as Fibers>::Fiber, optional <E::Child as Fibers>::OptionalFiber, guarded |steps| Guarded::new(steps) => Guarded<Self>);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.at = first_at_least(self.entries.keys(), self.at, self.to, index)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(&mut self, index: usize) {
        self.start_at(index);
        self.searched.set(Searched { index, at: self.at })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        self.index(self.at) + 1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) {
        self.at += 1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        self.seen = self.index(self.at);
        self.seen
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { assert_unchecked(count <= self.extent) }
        count
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seen(&self) -> usize {
        self.seen
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.seen < goal
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        self.at += usize::from(self.lags(goal))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> Self::Child {
        // SAFETY: there is a current entry.
        unsafe { self.spike(self.entries.place(self.at, || self.index(self.at)), Here) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend(&self, here: bool) -> Self::Blend {
        let place = if here {
            // SAFETY: if the child ends here, there is a current entry.
            unsafe { self.entries.place(self.at, || self.index(self.at)) }
        } else {
            0
        };
        // SAFETY: if the child ends here, it is at the place of an entry.
        unsafe { self.spike(place, here) }
    }
    // Usually the whole fiber is meant, which needs no search.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self, Region { lo, hi }: Region) -> usize {
        self.start_at(lo);
        if hi >= self.extent {
            return self.to;
        }
        // Not that it were rare: but what a search keeps in registers, loops that need none must not pay for.
        cold_path();
        let at = first_at_least_near_end(self.entries.keys(), self.at, self.to, hi);
        self.searched.set(Searched { index: hi, at });
        at
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        if self.at < self.to {
            self.index(self.to - 1) + 1
        } else {
            0
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap(&mut self, end: usize) -> usize {
        if self.look() < end - 1 {
            self.at = gallop(self.entries.keys(), self.at, self.to, end - 1);
            self.look();
        }
        self.seen + 1
    }
}

// SAFETY: `seek` searches an empty range as any other, and `last` asks whether the range is empty.
unsafe impl<E: Entries> Bounded for EntriesSteps<E> {
    type Noted = E::Noted;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_in(&self) -> bool {
        self.at < self.to
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip(&mut self, count: usize) {
        self.at += count
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note(&self) -> E::Noted {
        if size_of::<E::Noted>() > 0 && self.is_in() {
            // SAFETY: there is a current entry.
            unsafe { self.entries.note(self.at) }
        } else {
            E::Noted::default()
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child_noted(&self, last: usize, noted: E::Noted) -> Self::Child {
        // SAFETY: that was noted of the current entry, whose child is there.
        unsafe { self.spike(self.entries.place_noted(self.at, last, noted), Here) }
    }
    // No array is read for the place, so no branch is needed where there is no entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend_noted(&self, last: usize, noted: E::Noted, here: bool) -> Self::Blend {
        // SAFETY: if the child ends here, that was noted of it.
        unsafe { self.spike(self.entries.place_noted(self.at, last, noted), here) }
    }
}

/// A search among the keys of a fiber, with a monotone cursor: logarithmic in how far the next index is.
#[derive(Clone, Copy, Debug)]
pub struct Search<E> {
    to: usize,
    entries: E,
}

impl<E: Entries> Search<E> {
    /// A search among the entries before `to`, of which the cursor names the first.
    ///
    /// # Safety
    ///
    /// A fiber of a valid level ends at `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(entries: E, to: usize) -> Self {
        Search { to, entries }
    }
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<E: Entries> Find for Search<E> {
    found!(E::Child);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, cursor: &Cell<usize>, index: usize) -> Option<Self::F> {
        let keys = self.entries.keys();
        let at = first_at_least(keys, cursor.get(), self.to, index);
        cursor.set(at);
        promise!(self.to <= keys.len());
        // SAFETY: the entries of a fiber lie within the keys, as was checked with the level.
        if at < self.to && unsafe { keys.get_unchecked(at) }.key().to_usize() == index {
            // SAFETY: the entry is stored.
            Some(unsafe { self.entries.child().fiber(self.entries.place(at, || index)) })
        } else {
            None
        }
    }
}
