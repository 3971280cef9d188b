//! `Stepper`: any number of children, one after the other.
//!
//! A format describes its children by [`Steps`]: where it stands, where the current child ends, what that child is and
//! what is left of it when it is cut short. One stepper alone is driven through its children; several are merged.

use crate::count::Single;
use crate::description::nest::StepsShape;
use crate::knot::*;
use crate::pass::stepper::{Drive, Step};
use crate::pass::trail::trail_behind;

/// The children of a stepper or jumper, and where it stands among them.
///
/// Positions run over the stored children, in ascending order of where they end. A child covers the indices from the
/// end of the one before it up to its own end. What lies behind the last one is the truncated child.
///
/// # Safety
///
/// An implementer promises that children and ends describe the fiber correctly, that `count` is never too small, and that
/// `seek`, `enter`, `end`, `last` and `count` may be called in any state. `stop`, `next`, `child` and `trunc` are called only where
/// there is a current child (`stop_beyond` moreover only if it ends beyond the index), except that [`Steps::Guarded`] may
/// always be asked where it stops; `leap` only up to where the last child ends.
pub unsafe trait Steps: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// A whole child.
    type Child: Looplet<T = Self::T>;
    /// A child of which the end is cut off.
    type Trunc: Looplet<T = Self::T>;
    /// A child or a truncated child, as one type: run time decides which, without a branch. This keeps the code of merges
    /// linear in the number of steppers.
    type Blend: Looplet<T = Self::T>;
    /// Whether children stay as they are when they are cut short, as runs and blocks do. `Trunc` is `Child` then.
    type Stable: Bool;
    /// These children as steps that may be asked where they stop at any time: after the last one `stop` is `usize::MAX`.
    type Guarded: Steps<T = Self::T>;

    /// These children as [guarded](Self::Guarded) steps. Merges need them: a stepper that has ended is still asked where it
    /// stops.
    fn guarded(self) -> Self::Guarded;
    /// Moves to the first child that ends beyond `index`.
    fn seek(&mut self, index: usize);
    /// `seek` to an index at which all of a statement is looked up. Steps that remember where the phase in front of it ended need
    /// not search for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(&mut self, index: usize) {
        self.seek(index)
    }
    /// Where the current child ends.
    fn stop(&self) -> usize;
    /// [`Steps::stop`] of a child that is known to end beyond `index`: the one before it ended there, or `seek` was called
    /// with it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop_beyond(&self, _index: usize) -> usize {
        self.stop()
    }
    /// Whether the current child starts before `index`, so that a region from there on holds only a part of it. Steps that
    /// cannot tell return false; their `stop_of_whole` must not rely on it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_cut_by(&self, _index: usize) -> bool {
        false
    }
    /// [`Steps::stop_beyond`] of a child of which [`Steps::is_cut_by`] is false: the region has all of it, and how long it
    /// is may be known to types.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop_of_whole(&self, index: usize) -> usize {
        self.stop_beyond(index)
    }
    /// The index at which the current child ends, one less than [`Steps::stop`], remembered: `differs`, `lags` and `catch_up` are
    /// asked about it after other memory was written. `usize::MAX` after the last child of [guarded](Steps::Guarded) steps.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        self.stop() - 1
    }
    /// What `look` remembered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seen(&self) -> usize {
        self.stop() - 1
    }
    /// An upper bound of the number of indices at which the children from the current one on differ from what they are when
    /// they are cut short: the number of children, if they are spikes. Targets make room for as many entries. `usize::MAX`
    /// if the children are stable.
    fn count(&self) -> usize;
    /// Moves to the next child.
    fn next(&mut self);
    /// Moves to the next child if the current one ends before index `goal`. Steps that can do so without a branch override it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        if self.lags(goal) {
            self.next()
        }
    }
    /// The current child.
    fn child(&self) -> Self::Child;
    /// Where the gap in front of the current child ends, see [`Looplet::gap_end`]. Steps that can tell without making the child override it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap_end(&self) -> usize {
        self.child().gap_end()
    }
    /// The current child, cut short: the child as it is, if it is [`Steps::Stable`].
    fn trunc(&self) -> Self::Trunc;
    /// [`Steps::child`] if `here`, else [`Steps::trunc`].
    fn blend(&self, here: bool) -> Self::Blend;
    /// The position of the current child.
    fn position(&self) -> usize;

    /// Where the last stored child ends; 0 if there is none. `usize::MAX` if there is no end to children within the region
    /// that the stepper is given, as of runs that cover it: any other must say where it is, since products go on up to
    /// there and read children unchecked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        usize::MAX
    }
    /// Seeks to `end - 1`, which is before where the last child ends, and says where the child there ends, at least `end`. `differs` is
    /// going to be asked about it.
    fn leap(&mut self, end: usize) -> usize;
    /// Marks how far a drive up to index `hi` goes, for `before` and `has_room`: by default a position.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, hi: usize) -> usize {
        let mut steps = *self;
        steps.seek(hi);
        steps.position()
    }
    /// Moves to where `region` starts, as `seek` does, and marks how far a drive through it goes, as `end` does. The phases of
    /// a loop are driven through one after the other: steps that remember where one phase ended need not search where the next
    /// one starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self, region: Region) -> usize {
        self.seek(region.lo);
        self.end(region.hi)
    }
    /// Whether the current child is before the mark.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn before(&self, mark: usize) -> bool {
        self.position() < mark
    }
    /// Whether `has_room` is false only where fewer children are left. Steps that cannot look ahead say no, and their `has_room` is
    /// always false.
    const LOOKS_AHEAD: bool = true;
    /// Whether at least `count` children, from the current one on, are before the mark.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_room(&self, count: usize, mark: usize) -> bool {
        self.position() + count <= mark
    }
    /// A drive is over: tells whoever owns the cursor how far it came.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self) {}
    /// Zero if the current child ends at index `last`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        self.seen() ^ last
    }
    /// Whether the current child ends before index `goal`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.stop() <= goal
    }
    /// Hands what is left of the region of `pass` to `k`, once all children before the mark were driven: from position
    /// `first` on, up to `index`. By default the current child. Steps that have nothing but fill there usually tell so,
    /// so that loops need not keep track of the index where that is a no-op.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rest<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, _first: usize, index: usize, k: K) {
        let hi = pass.region().hi;
        if index < hi {
            k.hand_on(narrowed(pass, index, hi), self.trunc())
        }
    }
}

/// A looplet of children one after the other, each of which says where it ends: what sparse levels unfurl to when they are walked. Where
/// several steppers are combined, the child that ends first leads.
#[derive(Clone, Copy, Debug)]
pub struct Stepper<G>(pub G);

impl<G: Steps> Cursor for Stepper<G> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.0.seek(index)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        self.0.look()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.0.count()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap<Steppers: Bool>(&mut self, end: usize, hi: usize) -> usize {
        if end > hi {
            end
        } else if Steppers::VALUE && !G::Stable::VALUE {
            self.0.leap(end)
        } else {
            self.0.seek(end - 1);
            end
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        self.0.last()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        if G::Stable::VALUE { 0 } else { self.0.differs(last) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn agrees(&self, before: Option<usize>) -> (bool, Option<usize>) {
        if G::Stable::VALUE {
            return (true, before);
        }
        let seen = self.0.seen();
        (before.is_none_or(|before| before == seen), Some(seen))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(&mut self) {
        self.0.next()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn foremost(&mut self) -> usize {
        self.0.look()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common(&self) -> Range<isize> {
        self.0.gap_end() as isize..self.0.stop() as isize
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.0.lags(goal)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        self.0.catch_up(goal)
    }
}

// SAFETY: by the promise of `Steps`.
unsafe impl<G: Steps> Looplet for Stepper<G> {
    type T = G::T;
    type Style = style::Stepper;
    type Known = Unknown;
    type Truncated = SelectKnown<G::Stable, <G::Child as Looplet>::Truncated, <G::Trunc as Looplet>::Known>;
    type IsStepper = Yes;
    type IsJumper = No;
    type Steppers = Single;
    type Stable = G::Stable;
    itself!();
    type In<P: Change> = P::Stepper<G>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> P::Stepper<G> {
        pass.stepper(self.0)
    }

    fn describe() -> Nest {
        Nest::steps::<Self, G, G::Child, G::Trunc>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive<K: OnLeaf<Drive, G::T>>(mut self, pass: Drive, k: K) {
        let mark = self.0.enter(pass.0);
        let (mut index, first) = (pass.0.lo, self.0.position());
        // Only the first child can be cut by where the region starts.
        if self.0.before(mark) && self.0.is_cut_by(index) {
            let stop = self.0.stop_beyond(index);
            k.hand_on(narrowed(pass, index, stop), self.0.child());
            index = stop;
            self.0.next();
        }
        while self.0.before(mark) {
            let stop = self.0.stop_of_whole(index);
            k.hand_on(narrowed(pass, index, stop), self.0.child());
            index = stop;
            self.0.next();
        }
        self.0.leave();
        self.0.rest(pass, first, index, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_lanes<S: Turns, K: OnLeaf<DriveInLanes<S>, G::T>>(self, pass: DriveInLanes<S>, k: K) {
        S::take(self.0, pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<K: OnLeaf<Step, G::T>>(self, pass: Step, k: K) {
        if G::Stable::VALUE || self.0.differs(pass.0.hi - 1) == 0 {
            k.hand_on(pass, self.0.child())
        } else {
            k.hand_on(pass, self.0.trunc())
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn trail<K: OnLeaf<Trail, G::T>>(self, pass: Trail, k: K) {
        branch!(if G::Stable {
            trail_behind(self.0, pass, k)
        } else {
            k.looplet(pass, self)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap_all<K: OnLeaf<LeapAll, G::T>>(self, pass: LeapAll, k: K) {
        k.hand_on(pass, self.0.child())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, G::T>>(self, pass: Bind, k: K) {
        look_up(self.0, pass, k)
    }
}

/// Looks one index up: searches the child that it lies in.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn look_up<G: Steps, K: OnLeaf<Bind, G::T>>(mut steps: G, pass: Bind, k: K) {
    steps.find(pass.index());
    // The child that lies there is whole if it ends there.
    if G::Stable::VALUE || steps.guarded().look() == pass.index() {
        steps.child().bind(pass, k)
    } else {
        steps.trunc().bind(pass, k)
    }
}

/// Writes into an `impl` of [`Steps`] that guard others, `G`, in their field `steps`, what is that of these.
#[doc(hidden)]
#[macro_export]
macro_rules! __guarding_steps {
    () => {
        type T = G::T;
        type Child = G::Child;
        type Trunc = G::Trunc;
        type Blend = G::Blend;
        type Stable = G::Stable;
        type Guarded = Self;
        const LOOKS_AHEAD: bool = G::LOOKS_AHEAD;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn guarded(self) -> Self {
            self
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn trunc(&self) -> G::Trunc {
            self.steps.trunc()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn position(&self) -> usize {
            self.steps.position()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn last(&self) -> usize {
            self.steps.last()
        }
    };
}

/// Children whose last position is known, guarded by comparing positions.
#[derive(Clone, Copy, Debug)]
pub struct GuardedSteps<G> {
    steps: G,
    end: usize,
}

impl<G: Steps> GuardedSteps<G> {
    /// There are no children from position `end` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(steps: G, end: usize) -> Self {
        GuardedSteps { steps, end }
    }
}

// SAFETY: forwards; asks where the current child stops only if there is one.
unsafe impl<G: Steps> Steps for GuardedSteps<G> {
    __guarding_steps!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.steps.seek(index)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        if self.steps.position() < self.end {
            self.steps.stop()
        } else {
            usize::MAX
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        if self.steps.position() < self.end {
            self.steps.look()
        } else {
            usize::MAX
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.end.saturating_sub(self.steps.position())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) {
        self.steps.next()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, goal: usize) {
        if self.steps.position() < self.end {
            self.steps.catch_up(goal)
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        if self.steps.position() < self.end {
            self.steps.differs(last)
        } else {
            1
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, goal: usize) -> bool {
        self.steps.position() < self.end && self.steps.lags(goal)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> G::Child {
        self.steps.child()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend(&self, here: bool) -> G::Blend {
        self.steps.blend(here)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap(&mut self, end: usize) -> usize {
        self.steps.leap(end)
    }
}

impl Nest {
    /// Looplet `L`, a stepper or jumper over the children `G`, each of which is `Child`, and `Trunc` where it is cut short.
    pub(crate) fn steps<L: Looplet, G: Steps, Child: Looplet, Trunc: Looplet>() -> Self {
        Nest::new::<L>(Shape::Steps(StepsShape {
            child: Box::new(Nest::of::<Child>()),
            trunc: Box::new(Nest::of::<Trunc>()),
            blend: Box::new(Nest::of::<G::Blend>()),
            stepper: Nest::of::<Stepper<G>>,
            guarded: Nest::of::<Stepper<G::Guarded>>,
        }))
    }
}
