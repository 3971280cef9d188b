//! `Run`: one value over the whole region.

use crate::knot::*;

/// A looplet that is one fiber at every index of the region: what is done with it may be done once for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Run<F>(pub F);

impl<F> Cursor for Run<F> {}

// SAFETY: the fiber is the same at every index.
unsafe impl<F: Fiber> Looplet for Run<F> {
    type T = F::T;
    type Style = style::Run;
    type Known = F::Known;
    type Truncated = Unknown;
    plain_looplet!();
    unchanged!();
    type Moved = Self;
    type Leaf<I: IndexList> = I::AtAll<F>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved(self, _by: usize) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaf<I: IndexList>(self, rest: I) -> I::AtAll<F> {
        rest.at_all(self.0)
    }

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Run(FiberFacts::of::<F>()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: OnLeaf<RunPass, F::T>>(self, pass: RunPass, k: K) {
        k.fiber(pass, self.0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, F::T>>(self, pass: Bind, k: K) {
        k.fiber(pass, self.0)
    }
}
