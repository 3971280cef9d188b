//! `Lookup`: anything, at any index.

use crate::knot::*;

/// Random access to the fibers along one dimension.
///
/// # Safety
///
/// An implementer promises that `at(index)` is the fiber at `index` for every index in bounds; it is called for no
/// other.
pub unsafe trait At: Copy {
    /// What is found.
    type F: Fiber;
    /// The fiber at `index`.
    fn at(self, index: usize) -> Self::F;
    /// The fiber at the index of `bind`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind(self, bind: Bind) -> Self::F {
        self.at(bind.index())
    }
    /// [`Cursor::shift`], for what finds an index by [`Bind::shifted`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(&self) -> Option<usize> {
        None
    }
}

/// A looplet that is looked up at each index of the region, in constant time: what dense levels unfurl to.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<G>(pub G);

impl<G: At> Cursor for Lookup<G> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(&self) -> Option<usize> {
        self.0.shift()
    }
}

// SAFETY: by the promise of `At`.
unsafe impl<G: At> Looplet for Lookup<G> {
    type T = <G::F as Fiber>::T;
    plain_looplet!(Lookup);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Lookup(FiberFacts::of::<G::F>()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, Self::T>>(self, pass: Bind, k: K) {
        k.fiber(pass, self.0.bind(pass))
    }
}
