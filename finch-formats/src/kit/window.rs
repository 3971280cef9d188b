//! Windows: one stretch of indices per fiber, and fill before and behind it.
//!
//! ```text
//! lo [ 1 | 0 | 3 ]                 fiber p has the indices lo[p]..hi[p]
//! hi [ 4 | 0 | 5 ]                 and fill elsewhere
//! ```
//!
//! All protocols unfurl to a `Window(fill, inside)`. A fiber without indices is known to be fill before there is a loop over it.
//!
//! A level says where the stretch of a fiber is and what lies inside ([`Windows`]), and has [`WindowFibers`] as its fibers.

use crate::imports::*;
use crate::kit::fiber::dim;
use finch_traits::looplet::window::Window;

/// The arrays of a level with one stretch of indices per fiber, borrowed by value.
///
/// # Safety
///
/// An implementer promises, for each fiber of a valid level:
/// * the extent is at most `isize::MAX`, and `stretch` is at most the extent, unless the fiber is a [point](Windows::IS_POINT);
/// * `inside` is right for the indices of the stretch.
pub unsafe trait Windows: Borrowed {
    /// What a stretch of indices is.
    type Inside: Looplet<T = <Self::Child as Fibers>::T>;
    /// Every stretch is a single index; that is the extent itself, which no loop reaches, where a fiber has none.
    const IS_POINT: bool = false;

    /// The stretch of the fiber at `position`.
    ///
    /// # Safety
    ///
    /// The level has stored a fiber there.
    unsafe fn stretch(self, position: usize) -> Stretch;

    /// What the stretch is.
    ///
    /// # Safety
    ///
    /// It is that of a fiber that the level has stored.
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside;
}

/// What one fiber of a level of windows stores: consecutive indices, and where the child of the first of them is.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The first index.
    pub lo: usize,
    /// One more than the last index.
    pub hi: usize,
    /// The position of the child at the first index.
    pub place: usize,
}

/// All fibers of a level that stores one stretch of indices per fiber, for reading.
#[derive(Clone, Copy, Debug)]
pub struct WindowFibers<S> {
    extent: usize,
    arrays: S,
}

impl<S> WindowFibers<S> {
    /// The fibers of a level of this extent and these arrays. Whoever asks for one of them promises that the level is valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(extent: usize, arrays: S) -> Self {
        WindowFibers { extent, arrays }
    }
}

/// One fiber of a level that stores one stretch of indices per fiber, for reading.
#[derive(Clone, Copy, Debug)]
pub struct WindowFiber<S> {
    extent: usize,
    stretch: Stretch,
    arrays: S,
}

// SAFETY: the caller names a stored position, whose stretch was checked with the level.
unsafe impl<S: Windows> Fibers for WindowFibers<S> {
    crate::read_fibers! { S::Child, |fibers| [fibers.extent], fibers.arrays.child() }

    type Fiber = WindowFiber<S>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        let fiber = WindowFiber {
            extent: self.extent,
            // SAFETY: the caller names a stored position.
            stretch: unsafe { self.arrays.stretch(position) },
            arrays: self.arrays,
        };
        // SAFETY: that is the stretch of a stored fiber.
        unsafe { fiber.assume_order() }
        fiber
    }
}

impl<S: Windows> WindowFiber<S> {
    /// Tells the optimiser how the borders of the stretch lie.
    ///
    /// # Safety
    ///
    /// It is a fiber that the level has stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn assume_order(&self) {
        let Stretch { lo, hi, .. } = self.stretch;
        // SAFETY: stretches are at most the extent, which was checked to be a number with a sign.
        unsafe {
            assert_unchecked(self.extent <= isize::MAX as usize && lo <= self.extent);
            if !S::IS_POINT {
                assert_unchecked(lo <= hi && hi <= self.extent)
            }
        }
    }
}

// SAFETY: the stretch is right, as `Windows` promises; all else is fill.
unsafe impl<S: Windows> Fiber for WindowFiber<S> {
    type T = <S::Child as Fibers>::T;
    type Known = Unknown;
    type RuntimeKnown = Yes;
    type Dense = No;
    type DenseBelow = <<S::Child as Fibers>::Fiber as Fiber>::Dense;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        // SAFETY: a fiber is made of what the level has stored.
        unsafe { self.assume_order() };
        k.looplet(
            pass,
            Window {
                outside: Run(Absent::<S>::new()),
                lo: self.stretch.lo as isize,
                hi: self.stretch.hi as isize,
                // SAFETY: the level has stored the fiber.
                inside: unsafe { self.arrays.inside(self.stretch) },
            },
        )
    }

    fn value(self) -> Self::T {
        <S::Child as Fibers>::Fill::value()
    }

    // Compared as a window compares its borders, so that it need not do that again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        let Stretch { lo, hi, .. } = self.stretch;
        let has_some = if S::IS_POINT {
            lo < self.extent
        } else {
            (lo as isize) < hi as isize
        };
        crate::kit::fiber::fill_unless::<Self::T, <S::Child as Fibers>::Fill>(has_some)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        dim([self.extent], self.arrays.child(), axis)
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(S::NAME, Nest::of::<Window<Run<Absent<S>>, S::Inside>>())
    }
}
