//! Inserting: levels that are written at any index of a fiber, in any order, and again and again.
//!
//! What such a level needs while a fiber is written is open for as long as a loop runs, see [`WriteFiber::enter`]: it
//! hands on an [`Entered`] fiber, which unfurls to one looplet without opening anything. A fiber that is not entered
//! beforehand is entered when it is unfurled, by [`ThenUnfurl`].

use crate::imports::*;

/// A looplet that a fiber unfurls to whose frame is open.
///
/// # Safety
///
/// The storage of the fiber is assembled, as [`WriteFiber`] asks, for as long as the looplet is used.
pub unsafe trait Insert: WriteLooplet {
    /// [`WriteFiber::Asked`] of the fiber.
    type Asked: Bool;
    /// [`WriteFiber::AnyOrder`] of the fiber.
    type AnyOrder: Bool;
    /// [`WriteFiber::TOGETHER`] of the fiber.
    const TOGETHER: usize;
}

/// A fiber that is ready for writing at any index: what the level needs while it is written was opened by [`WriteFiber::enter`], so that
/// unfurling takes no further step. `W` is the looplet that it unfurls to.
#[derive(Clone, Copy, Debug)]
pub struct Entered<W>(pub W);

// SAFETY: as the looplet promises.
unsafe impl<W: Insert> WriteFiber for Entered<W> {
    type T = W::T;
    type Fill = W::Fill;
    type Short = No;
    type Asked = W::Asked;
    type AnyOrder = W::AnyOrder;
    type IsRow = finch_traits::algebra::logic::No;
    const TOGETHER: usize = W::TOGETHER;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<Q: Pass, R: RemainingIndices, K: OnTarget<Q, W::T>>(self, pass: Q, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self.0, rest))
    }

    crate::write_fiber!(@no_value);
}

/// A continuation that unfurls the fiber which is entered, and passes the looplet on.
#[derive(Clone, Copy, Debug)]
pub struct ThenUnfurl<Q, R, K> {
    /// The pass that unfurls it.
    pub pass: Q,
    /// The indices that are left.
    pub rest: R,
    /// What goes on.
    pub k: K,
}

impl<T: Copy + 'static, Q: Pass, R: RemainingIndices, K: OnTarget<Q, T>> OnWriteFiber<T> for ThenUnfurl<Q, R, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<F: WriteFiber<T = T>>(self, fiber: F) {
        fiber.unfurl(self.pass, self.rest, self.k)
    }
}

impl<T: Copy + 'static, Q: Pass, R: RemainingIndices, K: OnTarget<Q, T>> Unfurling<T> for ThenUnfurl<Q, R, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn driver(&self) -> Driver {
        self.pass.driver()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(&self) -> usize {
        self.pass.region().lo
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<W: WriteLooplet<T = T>>(self, looplet: W) {
        self.k.call(self.pass, UnfurledTarget::new(looplet, self.rest))
    }
}
