//! `Follow`: stored or not, at any index in ascending order.

use crate::knot::*;

/// A search whose outcome is of two types: a stored fiber, or fill.
///
/// # Safety
///
/// An implementer promises that `find` is right for every index in bounds. Indices are asked for in ascending order
/// within one life of the cursor.
pub unsafe trait Find: Copy {
    /// What is stored.
    type F: Fiber;
    /// What is there if nothing is stored.
    type Fill: Fiber<T = <Self::F as Fiber>::T>;
    /// The stored fiber at `index`, if there is one. `cursor` says how far the search has come.
    fn find(self, cursor: &Cell<usize>, index: usize) -> Option<Self::F>;
    /// What is there if nothing is stored.
    fn fill(self) -> Self::Fill;
}

/// A fiber that is searched; the cursor lives in the frame that unfurled it.
#[derive(Clone, Copy, Debug)]
pub struct Follow<G> {
    search: G,
    cursor: Lent<Cell<usize>>,
}

impl<G: Find> Follow<G> {
    /// A search that starts where `cursor` stands.
    ///
    /// # Safety
    ///
    /// The caller hands it to the continuation of an unfurling, in whose frame `cursor` lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(search: G, cursor: &Cell<usize>) -> Self {
        // SAFETY: the continuation uses it while the frame exists.
        let cursor = unsafe { Lent::new(cursor) };
        Follow { search, cursor }
    }
}

impl<G> Cursor for Follow<G> {}

// SAFETY: by the promise of `Find`.
unsafe impl<G: Find> Looplet for Follow<G> {
    type T = <G::F as Fiber>::T;
    plain_looplet!(Lookup);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Follow(FiberFacts::of::<G::F>(), FiberFacts::of::<G::Fill>()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, Self::T>>(self, pass: Bind, k: K) {
        match self.search.find(&self.cursor, pass.index()) {
            Some(fiber) => k.fiber(pass, fiber),
            None => k.fiber(pass, self.search.fill()),
        }
    }
}
