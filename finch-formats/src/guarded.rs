//! `Guarded`: steps that may be asked where they stop after the last child, which is what merges ask.

use crate::imports::*;

/// Steps that can tell whether there is a current child.
///
/// # Safety
///
/// An implementer promises that `seek`, `last` and `note` may be called where there is no current child; that `child_noted` may be
/// given what `note` returned of the current child; and that `blend_noted` may also be given what `note` returned where there was none.
pub unsafe trait Bounded: Steps {
    /// What is noted of a child, along with the index where it stops.
    type Noted: Copy + Debug;
    /// Whether there is a current child.
    fn is_in(&self) -> bool;
    /// Moves on by `count` children.
    fn skip(&mut self, count: usize);
    /// What is noted of the current child, if there is one.
    fn note(&self) -> Self::Noted;
    /// Moves to the next child if `moves`, without a branch where that is possible. Returns false only if nothing moved, so that
    /// the caller still knows where the child stops.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip_if(&mut self, moves: bool) -> bool {
        self.skip(usize::from(moves));
        true
    }
    /// [`Steps::child`], which ends at index `last`, and of which `note` returned `noted`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child_noted(&self, _last: usize, _noted: Self::Noted) -> Self::Child {
        self.child()
    }
    /// [`Steps::blend`] of a child that ends at index `last`, and of which `note` returned `noted`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend_noted(&self, _last: usize, _noted: Self::Noted, here: bool) -> Self::Blend {
        self.blend(here)
    }
}

/// Steps that remember where the current child ends, so that the end is tested once per advance.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<G: Bounded> {
    steps: G,
    /// The index at which the current child ends; `usize::MAX` if there is none.
    last: usize,
    noted: G::Noted,
}

impl<G: Bounded> Guarded<G> {
    /// Guards `steps`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(steps: G) -> Self {
        let mut guarded = Guarded {
            noted: steps.note(),
            steps,
            last: 0,
        };
        guarded.load();
        guarded
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(&mut self) {
        self.last = if self.steps.is_in() {
            self.steps.look()
        } else {
            usize::MAX
        };
        self.noted = self.steps.note()
    }
}

// SAFETY: forwards; after the last child it stops at the largest index.
unsafe impl<G: Bounded> Steps for Guarded<G> {
    finch_traits::__guarding_steps!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.steps.seek(index);
        self.load()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.steps.count()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        self.last.saturating_add(1)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        self.last
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seen(&self) -> usize {
        self.last
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.last < goal
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) {
        self.steps.next();
        self.load()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        if self.steps.skip_if(self.lags(goal)) {
            self.load()
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> G::Child {
        self.steps.child_noted(self.last, self.noted)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend(&self, here: bool) -> G::Blend {
        self.steps.blend_noted(self.last, self.noted, here)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap(&mut self, end: usize) -> usize {
        let stop = self.steps.leap(end);
        self.load();
        stop
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, hi: usize) -> usize {
        self.steps.end(hi)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn before(&self, mark: usize) -> bool {
        self.steps.before(mark)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_room(&self, count: usize, mark: usize) -> bool {
        self.steps.has_room(count, mark)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self) {
        self.steps.leave()
    }
}

/// Writes into the `impl` of [`Steps`] or [`Bounded`] what is the same for all steps from `at` up to `to` over children that may
/// be cut short as they are.
macro_rules! stable_steps {
    (Steps) => {
        type Trunc = Self::Child;
        type Blend = Self::Child;
        type Stable = Yes;
        type Guarded = Guarded<Self>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn guarded(self) -> Self::Guarded {
            Guarded::new(self)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn count(&self) -> usize {
            usize::MAX
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn seek(&mut self, index: usize) {
            // Every child ends beyond 0, where most loops start.
            if index > 0 {
                self.at = self.beyond(index)
            }
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn leap(&mut self, end: usize) -> usize {
            self.at = self.beyond(end - 1);
            if self.at < self.to {
                self.stop()
            } else {
                usize::MAX
            }
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn next(&mut self) {
            self.at += 1
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn catch_up(&mut self, goal: usize) {
            self.at += usize::from(self.lags(goal))
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn trunc(&self) -> Self::Child {
            self.child()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn blend(&self, _here: bool) -> Self::Child {
            self.child()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn position(&self) -> usize {
            self.at
        }
    };
    (Bounded) => {
        type Noted = ();

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn is_in(&self) -> bool {
            self.at < self.to
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn skip(&mut self, count: usize) {
            self.at += count
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn note(&self) {}
    };
}
pub(crate) use stable_steps;

/// Writes into the `impl` of [`Steps`] what is the same for all steps from `at` on over children at one index each: fibers of type
/// `tail`, or `optional` ones, with `fill` before them.
macro_rules! spike_steps {
    ($fill:ty, $tail:ty, optional $optional:ty, guarded |$steps:ident| $new:expr => $guarded:ty) => {
        type Child = Spike<$fill, $tail>;
        type Trunc = Run<$fill>;
        type Blend = Spike<$fill, $optional>;
        type Stable = No;
        type Guarded = $guarded;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn guarded(self) -> Self::Guarded {
            let $steps = self;
            $new
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn trunc(&self) -> Self::Trunc {
            Run(FillFiber::new())
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn position(&self) -> usize {
            self.at
        }
    };
}
pub(crate) use spike_steps;

/// Fill, and `tail` at the last index.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn spike<T: Copy + 'static, F: Fill<T>, C>(tail: C) -> Spike<FillFiber<T, F>, C> {
    let body = FillFiber::new();
    Spike { body, tail }
}

/// Writes into the `impl` of [`Find`](finch_traits::looplet::follow::Find) what is found, which is fibers of `child`, and what there
/// is elsewhere, which is fill.
macro_rules! found {
    ($child:ty) => {
        type F = <$child as Fibers>::Fiber;
        type Fill = FillFiber<<$child as Fibers>::T, <$child as Fibers>::Fill>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn fill(self) -> Self::Fill {
            FillFiber::new()
        }
    };
}
pub(crate) use found;
