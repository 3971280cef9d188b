//! `Root`: the fiber at position 0 of the outermost level, which is the whole tensor.

use crate::fiber::unfurl_opened;
use crate::level::Fibers;
use crate::upper::*;

/// The fiber at position 0, which is opened when it is unfurled. The code of each loop then knows that its position is 0; a
/// fiber that is opened where the program is written would carry its position as a number.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a, V>(V, PhantomData<&'a ()>);

impl<'a, V: Fibers> Root<'a, V> {
    /// The root of a level.
    ///
    /// # Safety
    ///
    /// The level stores a fiber at position 0, and is borrowed for `'a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(fibers: V) -> Self {
        Root(fibers, PhantomData)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(self) -> V::Fiber {
        // SAFETY: whoever has made this has promised that it is stored.
        unsafe { self.0.fiber(0) }
    }
}

// SAFETY: forwards.
unsafe impl<V: Fibers> Fiber for Root<'_, V> {
    type T = V::T;
    type Known = <V::Fiber as Fiber>::Known;
    type RuntimeKnown = <V::Fiber as Fiber>::RuntimeKnown;
    type Dense = <V::Fiber as Fiber>::Dense;
    type DenseBelow = <V::Fiber as Fiber>::DenseBelow;
    const FIXED: Option<usize> = V::Fiber::FIXED;

    unfurl_opened!(|root, _pass| root.open());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> V::T {
        self.open().value()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        self.open().knowledge()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        // Of the level: a fiber that turns out not to be stored does not know.
        self.0.dim(axis)
    }

    fn stored_before(&self, index: usize) -> usize {
        self.open().stored_before(index)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(&self) -> Option<*const ()> {
        self.open().root()
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        V::Fiber::describe(protocol)
    }

    fn notation(&self, indices: &[&str]) -> Option<String> {
        self.open().notation(indices)
    }
}
