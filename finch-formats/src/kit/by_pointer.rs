//! Writing through a pointer to the whole level.
//!
//! Most levels grow while they are written, so that what writes them needs all of their arrays. All fibers of such a
//! level, for writing, are a pointer to it; one fiber is the pointer and a position. A level says what unfurling a
//! fiber does, [`WriteByPointer`]; [`PointerWriting`] and [`PointerFiber`] are its
//! [`WriteLevel::Writing`] and what that hands out.

use crate::imports::*;
use crate::kit::insert::ThenUnfurl;

/// A level that is written through a pointer to it.
///
/// # Safety
///
/// What `unfurl` and `enter` hand out writes only what is assembled, as [`WriteFiber`] asks. The level is valid, and
/// nothing else accesses it, as long as a fiber is in use: [`PointerFiber::level`] may be dereferenced by `unfurl` and
/// `enter` whenever no fiber of a level below is in use.
pub unsafe trait WriteByPointer: Level + Sized {
    /// [`WriteFiber::AnyOrder`] of its fibers.
    type AnyOrder: Bool;
    /// [`WriteFiber::TOGETHER`] of its fibers.
    const TOGETHER: usize = 1;

    /// [`WriteFiber::unfurl`] of a fiber.
    fn unfurl<D: Dirty, U: Unfurling<Self::T>>(fiber: PointerFiber<Self, D>, then: U);

    /// [`WriteFiber::enter`] of a fiber.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<Self::T>>(fiber: PointerFiber<Self, D>, _driver: Driver, k: K) {
        k.call(fiber)
    }

    /// Takes note that the only fiber is written from index `first` on, as by a part of a parallel loop.
    fn begin_at(&mut self, _first: usize) {}

    /// [`WriteFiber::describe`] of a fiber.
    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription;
}

/// What goes on where a fiber is unfurled: whoever entered it calls this with the fiber, others hand on a looplet.
pub trait Unfurling<T: Copy + 'static>: OnWriteFiber<T> {
    /// The driver that unfurls it.
    fn driver(&self) -> Driver;
    /// The index at which the loop starts.
    fn first(&self) -> usize;
    /// Goes on with what the fiber unfurls to.
    fn looplet<W: WriteLooplet<T = T>>(self, looplet: W);
}

/// One fiber of the level `L`, for writing, that sets a flag of its parent when something in it is assigned.
pub type ChildOf<L> = <<L as WriteLevel>::Writing as WriteFibers>::Fiber<Lent<Cell<bool>>>;

/// All fibers of a level that is written by a pointer to it: its [`WriteLevel::Writing`]. See [`WriteByPointer`].
#[derive(Debug)]
pub struct PointerWriting<L> {
    level: *mut L,
    borrow: PhantomData<*mut L>,
}

/// One fiber of a level that is written by a pointer to it: the pointer, the position of the fiber, and the flag `D` of its parent.
#[derive(Debug)]
pub struct PointerFiber<L, D> {
    pub(crate) level: *mut L,
    pub(crate) position: usize,
    pub(crate) dirty: D,
    borrow: PhantomData<*mut L>,
}

crate::copied!([L] PointerWriting<L>);
crate::copied!([L, D: Copy] PointerFiber<L, D>);

impl<L> PointerWriting<L> {
    /// All fibers of `level`.
    ///
    /// # Safety
    ///
    /// `level` is valid and assembled, and nothing else accesses it while the fibers are used.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(level: *mut L) -> Self {
        PointerWriting {
            level,
            borrow: PhantomData,
        }
    }
}

impl<L, D: Copy> PointerFiber<L, D> {
    /// The level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn level(&self) -> *mut L {
        self.level
    }

    /// The position of the fiber, which is assembled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn position(&self) -> usize {
        self.position
    }

    /// What the parent is told by whether the fiber was assigned.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn dirty(&self) -> D {
        self.dirty
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteByPointer> WriteFibers for PointerWriting<L> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = PointerFiber<L, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        PointerFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; the level promises the rest.
unsafe impl<L: WriteByPointer, D: Dirty> WriteFiber for PointerFiber<L, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = L::AnyOrder;
    type IsRow = finch_traits::algebra::logic::No;
    const TOGETHER: usize = L::TOGETHER;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<Q: Pass, R: RemainingIndices, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        L::unfurl(self, ThenUnfurl { pass, rest, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnWriteFiber<L::T>>(self, driver: Driver, k: K) {
        L::enter(self, driver, k)
    }

    unsafe fn behind(self, first: usize) -> Self {
        // SAFETY: the level outlives the program's use of it, and no fiber of it is in use yet.
        unsafe { &mut *self.level }.begin_at(first);
        self
    }

    crate::write_fiber!(@no_value);

    fn describe() -> WriteDescription {
        L::describe(PhantomData::<Self>)
    }
}

/// Writes into the `impl` of [`WriteLevel`] of a level that is written by pointer how its fibers are handed out: `NeedsFlag`,
/// which is `No`, `Writing` and `writing`.
#[macro_export]
macro_rules! written_by_pointer {
    () => {
        $crate::writing! {
            flag $crate::traits::algebra::logic::No, $crate::kit::by_pointer::PointerWriting<Self> = |level| {
                // SAFETY: as the caller promises.
                unsafe { $crate::kit::by_pointer::PointerWriting::new(level) }
            }
        }
    };
}
