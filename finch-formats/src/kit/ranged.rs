//! Ranged fibers: each is a stretch of the arrays of its level, from one pointer to the next.
//!
//! ```text
//! ptr [ 0 | 2 | 2 | 5 ]            fiber p is the stretch ptr[p]..ptr[p + 1]
//! ```
//!
//! A fiber that is absent is an empty stretch. What a stretch unfurls to is said by [`Ranged`].

use crate::imports::*;

/// The type of the values of `S`, which are those of the level below it.
pub type ChildValue<S> = <<S as Borrowed>::Child as Fibers>::T;
/// The fill of `S`, which is that of the level below it.
pub type ChildFill<S> = <<S as Borrowed>::Child as Fibers>::Fill;
/// A child of `S` that is not stored: all fill.
pub type Absent<S> = FillFiber<ChildValue<S>, ChildFill<S>>;

/// The arrays of a level, borrowed, of which each fiber is a stretch.
///
/// # Safety
///
/// An implementer promises that what a stretch unfurls to is right for every index below the extent, if the level that the
/// arrays were borrowed from is valid and the stretch is that of one of its fibers; or empty, and then it is all fill.
pub unsafe trait Ranged: Borrowed {
    /// Whether every value at an index is looked up: see [`Fiber::DenseBelow`].
    type DenseBelow: Bool;

    /// The arrays as the fiber at `position` sees them.
    ///
    /// # Safety
    ///
    /// The level has stored a fiber at `position`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(self, _position: usize, _extent: usize) -> Self {
        self
    }

    /// The arrays as a fiber that is absent sees them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(self) -> Self {
        self
    }

    /// The extent along `axis` of what there is at an index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim_below(self, axis: usize) -> Option<usize> {
        self.child().dim(axis)
    }

    /// Hands the looplet nest of the walk protocol to `k`.
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RangedFiber<Self, H>, pass: P, k: K);

    /// Hands the looplet nest of the gallop protocol to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        Self::unfurl(fiber, pass, k)
    }

    /// Hands the looplet nest of the follow protocol to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        Self::unfurl(fiber, pass, k)
    }

    /// About how much is stored below an index: [`Fiber::stored_before`].
    fn stored_before<H: Presence>(_fiber: &RangedFiber<Self, H>, index: usize) -> usize {
        index
    }

    /// A fiber as data, if it is there.
    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription;
}

/// Whether a fiber is stored: [`Here`], if types know that it is, or a `bool`, if only run time does. A fiber that is not stored is all
/// fill.
pub trait Presence: Copy + Debug {
    /// Whether run time knows more than types do.
    type RuntimeKnown: Bool;
    /// What there is at a position of `C`: a fiber, or one that may be absent.
    type Of<C: Fibers>: Fiber<T = C::T>;
    /// Something that is there if it is `here`.
    fn of(here: bool) -> Self;
    /// Whether the fiber is there.
    fn is_here(self) -> bool;
    /// The fiber at `position`, or fill if there is none.
    ///
    /// # Safety
    ///
    /// If it is there, it is stored.
    unsafe fn fiber<C: Fibers>(self, fibers: C, position: usize) -> Self::Of<C>;

    /// What run time knows of the values of the fiber, which is all fill `F` unless it is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge<T: Copy + 'static, F: Fill<T>>(self) -> Knowledge {
        crate::kit::fiber::fill_unless::<T, F>(self.is_here())
    }

    /// The fiber as data, which is `fiber` if it is there, and else all fill `F`.
    fn describe<T: Copy + 'static, F: Fill<T>>(fiber: FiberDescription) -> FiberDescription {
        if Self::RuntimeKnown::VALUE {
            fiber.or_fill::<T, F>()
        } else {
            fiber
        }
    }
}

/// The [`Presence`] of a fiber of which types know that it is stored.
#[derive(Clone, Copy, Debug)]
pub struct Here;

impl Presence for Here {
    type RuntimeKnown = No;
    type Of<C: Fibers> = C::Fiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(here: bool) -> Self {
        promise!(here);
        Here
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_here(self) -> bool {
        true
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<C: Fibers>(self, fibers: C, position: usize) -> C::Fiber {
        // SAFETY: as the caller promises.
        unsafe { fibers.fiber(position) }
    }
}

impl Presence for bool {
    type RuntimeKnown = Yes;
    type Of<C: Fibers> = C::OptionalFiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(here: bool) -> Self {
        here
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_here(self) -> bool {
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<C: Fibers>(self, fibers: C, position: usize) -> C::OptionalFiber {
        // SAFETY: as the caller promises.
        unsafe { fibers.fiber_or_fill(position, self) }
    }
}

/// All fibers of a level whose fibers are stretches of arrays `S`, delimited by pointers of type `P`, for reading.
#[derive(Clone, Copy, Debug)]
pub struct RangedFibers<P, S> {
    extent: usize,
    ptr: Lent<[P]>,
    arrays: S,
}

impl<P, S> RangedFibers<P, S> {
    /// The fibers of a level of this extent, pointers and arrays. Whoever asks for one of them promises that the level is valid.
    ///
    /// # Safety
    ///
    /// The caller promises that the fibers, and what becomes of them, are used only while these arrays are borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(extent: usize, ptr: &[P], arrays: S) -> Self {
        // SAFETY: as the caller promises.
        let ptr = unsafe { Lent::new(ptr) };
        RangedFibers { extent, ptr, arrays }
    }
}

/// One fiber of a level whose fibers are stretches of arrays `S`, for reading. `H` says whether it is there.
#[derive(Clone, Copy, Debug)]
pub struct RangedFiber<S, H = Here> {
    extent: usize,
    from: usize,
    to: usize,
    arrays: S,
    here: H,
}

impl<S: Copy, H: Copy> RangedFiber<S, H> {
    /// The stretch of these arrays with these bounds, of `extent` indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(extent: usize, (from, to): (usize, usize), arrays: S, here: H) -> Self {
        RangedFiber {
            extent,
            from,
            to,
            arrays,
            here,
        }
    }

    /// How many indices it has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn extent(&self) -> usize {
        self.extent
    }

    /// Where its stretch starts, and where that ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounds(&self) -> (usize, usize) {
        (self.from, self.to)
    }

    /// The arrays of the level, as it sees them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn arrays(&self) -> S {
        self.arrays
    }

    /// Whether it is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn here(&self) -> H {
        self.here
    }
}

// SAFETY: the caller names a stored position, whose stretch was checked with the level.
unsafe impl<P: Width, S: Ranged> Fibers for RangedFibers<P, S> {
    type T = ChildValue<S>;
    type Fill = ChildFill<S>;
    type Fiber = RangedFiber<S, Here>;
    type OptionalFiber = RangedFiber<S, bool>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let bounds = unsafe { bounds_at(&self.ptr, position) };
        // SAFETY: the caller names a stored position.
        let arrays = unsafe { self.arrays.at(position, self.extent) };
        RangedFiber::new(self.extent, bounds, arrays, Here)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        if here {
            // SAFETY: the caller names a stored position if `here`.
            let RangedFiber { from, to, arrays, .. } = unsafe { self.fiber(position) };
            RangedFiber::new(self.extent, (from, to), arrays, here)
        } else {
            RangedFiber::new(self.extent, (0, 0), self.arrays.absent(), here)
        }
    }

    fn stored_before(self, position: usize) -> usize {
        self.ptr.get(position).map_or(position, |ptr| ptr.to_usize())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.arrays.dim_below(axis - 1),
        }
    }
}

// SAFETY: the stretch was checked with the level, or is empty; the rest is promised by `Ranged`.
unsafe impl<S: Ranged, H: Presence> Fiber for RangedFiber<S, H> {
    type T = ChildValue<S>;
    type Known = Unknown;
    type RuntimeKnown = H::RuntimeKnown;
    type Dense = No;
    type DenseBelow = S::DenseBelow;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        S::unfurl(self, pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        S::unfurl_gallop(self, pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        S::unfurl_follow(self, pass, k)
    }

    fn value(self) -> Self::T {
        ChildFill::<S>::value()
    }

    fn stored_before(&self, index: usize) -> usize {
        S::stored_before(self, index)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        self.here.knowledge::<ChildValue<S>, ChildFill<S>>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.arrays.dim_below(axis - 1),
        }
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        H::describe::<ChildValue<S>, ChildFill<S>>(S::describe::<H>(protocol))
    }
}
