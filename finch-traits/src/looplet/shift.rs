//! `Shift`: another looplet, moved along its dimension.
//!
//! Every pass is forwarded with its region moved there, and moved back in the continuation.

use crate::knot::*;
use crate::looplet::{
    Accept, Bind, Demote, Drive, DriveInLanes, JumpAll, LeapAll, RunPass, SequencePass, SinglePass, SpikeBody,
    SpikeTail, Step, SwitchPass, Trail, as_looplet, for_every_pass,
};

/// A looplet seen through `i -> i + by`; `by` may be negative in two's complement.
#[derive(Clone, Copy, Debug)]
pub struct Shift<L> {
    looplet: L,
    by: usize,
}

impl<L> Shift<L> {
    /// Index `i` of the result is index `i + by` of `looplet`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(looplet: L, by: usize) -> Self {
        Shift { looplet, by }
    }

    /// An end in the outer view; the maximal end stays maximal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer(&self, end: usize) -> usize {
        if end == usize::MAX {
            end
        } else {
            end.wrapping_sub(self.by)
        }
    }
}

/// Continues with what an inner fiber unfurled to, moved back.
#[derive(Clone, Copy, Debug)]
pub struct ShiftBack<K> {
    k: K,
    by: usize,
}

impl<K> ShiftBack<K> {
    /// The pass that the inner fiber was given is moved by `by`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(k: K, by: usize) -> Self {
        ShiftBack { k, by }
    }
}

impl<P: Pass, T, K: OnLeaf<P, T>> OnLeaf<P, T> for ShiftBack<K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet<T = T>>(self, pass: P, looplet: L) {
        let region = pass.region().shifted(self.by.wrapping_neg());
        self.k.looplet(pass.within(region), Shift::new(looplet, self.by))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber<F: Fiber<T = T>>(self, pass: P, fiber: F) {
        let region = pass.region().shifted(self.by.wrapping_neg());
        self.k.fiber(pass.within(region), fiber)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hand_on<L: Looplet<T = T>>(self, pass: P, looplet: L) {
        let region = pass.region().shifted(self.by.wrapping_neg());
        self.k.hand_on(pass.within(region), looplet.moved(self.by))
    }
}

impl<P: Pass, T, K: OnTarget<P, T>> OnTarget<P, T> for ShiftBack<K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target<T = T>>(self, pass: P, target: W) {
        let region = pass.region().shifted(self.by.wrapping_neg());
        self.k.call(pass.within(region), target)
    }
}

impl<L: Looplet> Cursor for Shift<L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.looplet.seek(index.wrapping_add(self.by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        let last = self.looplet.look();
        self.outer(last)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.looplet.count()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn jump_stop(&self) -> usize {
        if L::IsJumper::VALUE {
            self.outer(self.looplet.jump_stop())
        } else {
            0
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap<Steppers: Bool>(&mut self, end: usize, hi: usize) -> usize {
        if end > hi {
            return end;
        }
        let by = self.by;
        let landed = self.looplet.leap::<Steppers>(end.wrapping_add(by), hi.wrapping_add(by));
        self.outer(landed)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        let last = self.looplet.last();
        if last == usize::MAX {
            last
        } else {
            (last as isize).wrapping_sub(self.by as isize).max(0) as usize
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        self.looplet.differs(last.wrapping_add(self.by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn agrees(&self, before: Option<usize>) -> (bool, Option<usize>) {
        let (same, at) = self.looplet.agrees(before.map(|before| before.wrapping_add(self.by)));
        (same, at.map(|at| at.wrapping_sub(self.by)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(&mut self) {
        self.looplet.advance()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn foremost(&mut self) -> usize {
        if L::IsStepper::VALUE {
            let last = self.looplet.foremost();
            self.outer(last)
        } else {
            0
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.looplet.lags(goal.wrapping_add(self.by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        self.looplet.catch_up(goal.wrapping_add(self.by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common(&self) -> Range<isize> {
        if !L::IsStepper::VALUE {
            return EVERYWHERE;
        }
        let (Range { start, end }, by) = (self.looplet.common(), self.by as isize);
        start.wrapping_sub(by)..end.wrapping_sub(by)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self) -> usize {
        self.outer(self.looplet.reach())
    }
}

macro_rules! forward_shifted {
    ($($method:ident: $pass:ident $(<$S:ident: $Bound:path>)?),*) => { $(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method<$($S: $Bound,)? K: OnLeaf<$pass $(<$S>)?, Self::T>>(self, pass: $pass $(<$S>)?, k: K) {
            let region = pass.region().shifted(self.by);
            self.looplet.$method(pass.within(region), ShiftBack::new(k, self.by))
        }
    )* };
}

// SAFETY: by the promise of the inner looplet; regions are moved there and back.
unsafe impl<L: Looplet> Looplet for Shift<L> {
    type Style = L::Style;
    as_looplet!(L);
    itself!();
    type In<P: Change> = <L::In<P> as Looplet>::Moved;
    for_every_pass!(forward_shifted);
    forward_shifted!(bind: Bind);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> Self::In<P> {
        let region = pass.region().shifted(self.by);
        self.looplet.change(pass.within(region)).moved(self.by)
    }

    fn describe() -> Nest {
        L::describe().shifted()
    }
}

// SAFETY: by the promise of the inner looplet; regions are moved there and back.
unsafe impl<L: WriteLooplet> WriteLooplet for Shift<L> {
    type T = L::T;
    type Fill = L::Fill;
    type Style = L::Style;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let region = pass.region().shifted(self.by);
        self.looplet.bind(pass.within(region), rest, ShiftBack::new(k, self.by))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept<R: RemainingIndices, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        let region = pass.region().shifted(self.by);
        self.looplet
            .accept(pass.within(region), rest, ShiftBack::new(k, self.by))
    }
}
