//! Looplets: the little loops that formats are made of (Ahrens et al., "Looplets", CGO 2023, section 4).
//!
//! | looplet | the fiber is |
//! |---|---|
//! | [`lookup::Lookup`] | anything, at any index |
//! | [`run::Run`] | one value over the whole region |
//! | [`spike::Spike`] | one value, but for the last index |
//! | [`sequence::Sequence`], [`window::Window`], [`window::Point`] | one looplet after another |
//! | [`window::Single`] | another looplet, over one index |
//! | [`switch::Switch`] | one of two looplets, by a run-time condition |
//! | [`stepper::Stepper`] | any number of children, one after the other |
//! | [`jumper::Jumper`] | the same, of which the largest child leads |
//! | [`follow::Follow`] | stored or not, at any index in ascending order |
//! | [`shift::Shift`] | another looplet, moved |
//!
//! On the writing side there are two: [`WriteLooplet::bind`] (the lookup of a target) and [`WriteLooplet::accept`]
//! (the run of a target, AcceptRun in Finch).
//!
//! Every looplet implements every pass; the default leaves it as it is.

pub mod block_jumper;
pub mod fiber;
pub mod follow;
pub mod jumper;
pub mod lookup;
pub mod run;
pub mod sequence;
pub mod shift;
pub mod spike;
pub mod stepper;
pub mod switch;
pub mod window;

use crate::description::nest::NestFacts;
use crate::knot::*;
use crate::pass::single::SinglePass;
use crate::pass::stepper::{Drive, Step};

/// Calls a macro with every pass but `Bind` that a looplet answers by a method, as `method: Pass`.
macro_rules! for_every_pass {
    ($macro:ident) => {
        $macro! {
            single: SinglePass, switch: SwitchPass, run: RunPass, spike_body: SpikeBody, spike_tail: SpikeTail, sequence: SequencePass,
            step: Step, drive: Drive, drive_in_lanes: DriveInLanes<S: Turns>, trail: Trail, jump_all: JumpAll, leap_all: LeapAll,
            demote: Demote
        }
    };
}
pub(crate) use for_every_pass;

macro_rules! leave_as_is {
    ($($method:ident: $pass:ident $(<$S:ident: $Bound:path>)?),*) => { $(
        #[doc = concat!("What becomes of this looplet in [`", stringify!($pass), "`].")]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method<$($S: $Bound,)? K: OnLeaf<$pass $(<$S>)?, Self::T>>(self, pass: $pass $(<$S>)?, k: K) {
            k.looplet(pass, self)
        }
    )* };
}

/// A little loop over one fiber.
///
/// # Safety
///
/// The driver trusts what a looplet says of its region, and reads what it hands out unchecked. An implementer promises
/// that every answer describes the fiber correctly for every index in the region of the pass, that it changes the
/// region of a pass only by narrowing it, and that it keeps no pass it was given.
pub unsafe trait Looplet: Cursor + Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// Which pass this looplet needs.
    type Style: Style;
    /// What is known over the whole region.
    type Known: Known;
    /// What is known of a child that is cut short, for steppers and jumpers; of one that is not changed by that, what is known of the
    /// gap in front of it. Of what is a child itself, what is known before [`Looplet::gap_end`].
    type Truncated: Known;
    /// Whether this is a stepper.
    type IsStepper: Bool;
    /// Whether this is a jumper.
    type IsJumper: Bool;
    /// How many steppers this is.
    type Steppers: Count;
    /// Whether its children stay as they are when they are cut short.
    type Stable: Bool;
    /// What becomes of this looplet in pass `P`.
    type In<P: Change>: Looplet<T = Self::T>;
    /// This looplet, moved along its dimension.
    type Moved: Looplet<T = Self::T>;
    /// An access that has become this looplet, with indices `I` behind its own.
    type Leaf<I: IndexList>: Expr<T = Self::T>;

    for_every_pass!(leave_as_is);

    /// What becomes of this looplet in a pass.
    fn change<P: Change>(self, pass: P) -> Self::In<P>;

    /// This looplet, whose index `i + by` becomes `i`.
    fn moved(self, by: usize) -> Self::Moved;

    /// An access that has become this looplet, with indices `rest` behind its own.
    fn leaf<I: IndexList>(self, rest: I) -> Self::Leaf<I>;

    /// What there is at one index. Every looplet answers this one: any access may be looked up.
    fn bind<K: OnLeaf<Bind, Self::T>>(self, pass: Bind, k: K);

    /// Where the gap ends in front of what is stored, if this is a child of a stepper: up to there it is what
    /// [`Truncated`](Looplet::Truncated) says. By default there is no gap.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap_end(&self) -> usize {
        0
    }

    /// This looplet as data, see [`explain`](crate::explain).
    fn describe() -> Nest {
        Nest::opaque::<Self>()
    }
}

/// What a looplet says that stays as it is in passes that change others.
macro_rules! unchanged {
    () => {
        type In<P: $crate::pass::change::Change> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn change<P: $crate::pass::change::Change>(self, _pass: P) -> Self {
            self
        }
    };
}
pub(crate) use unchanged;

/// What becomes of a looplet where it is moved, and of an access that it is.
macro_rules! itself {
    () => {
        type Moved = $crate::looplet::shift::Shift<Self>;
        type Leaf<I: $crate::index::IndexList> = $crate::expr::unfurled::Unfurled<Self, I>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn moved(self, by: usize) -> Self::Moved {
            $crate::looplet::shift::Shift::new(self, by)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn leaf<I: $crate::index::IndexList>(self, rest: I) -> Self::Leaf<I> {
            $crate::expr::unfurled::Unfurled { looplet: self, rest }
        }
    };
}
pub(crate) use itself;

/// What a looplet says that is no stepper and no jumper; of which nothing is known either, if its style is given.
macro_rules! plain_looplet {
    ($style:ident) => {
        type Style = $crate::style::$style;
        type Known = finch_algebra::known::Unknown;
        type Truncated = finch_algebra::known::Unknown;
        $crate::looplet::plain_looplet!();
    };
    () => {
        type IsStepper = finch_algebra::logic::No;
        type IsJumper = finch_algebra::logic::No;
        type Steppers = $crate::count::Nought;
        type Stable = finch_algebra::logic::Yes;
    };
}
pub(crate) use plain_looplet;

/// What a looplet says that the only one inside of it says.
macro_rules! as_looplet {
    ($L:ident) => {
        type T = $L::T;
        type Known = $L::Known;
        type Truncated = $L::Truncated;
        type IsStepper = $L::IsStepper;
        type IsJumper = $L::IsJumper;
        type Steppers = $L::Steppers;
        type Stable = $L::Stable;
    };
}
pub(crate) use as_looplet;

/// Receives a looplet that is written.
pub trait OnWriteLooplet<T>: Copy {
    /// Goes on with `looplet`.
    fn call<L: WriteLooplet<T = T>>(self, looplet: L);
}

/// The indices that a loop is about to bind: where the children of its only stepper end. If `All` is `No`, some of them may
/// not be bound, since a condition decides.
#[derive(Clone, Copy, Debug)]
pub struct Coming<C, All = Yes> {
    steps: C,
    region: Region,
    all: PhantomData<All>,
}

impl<C: Cursor + Copy> Coming<C> {
    /// In `region`, the children of `steps`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(steps: C, region: Region) -> Self {
        Coming {
            steps,
            region,
            all: PhantomData,
        }
    }
}

impl<C: Cursor + Copy, All: Bool> Coming<C, All> {
    /// These indices, if a condition decides about each, so that some may not be bound.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn some(self) -> Coming<C, No> {
        Coming {
            steps: self.steps,
            region: self.region,
            all: PhantomData,
        }
    }

    /// The capability of the driver, which alone hands out what is coming.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn driver(&self) -> Driver {
        Driver::new()
    }

    /// An upper bound of the number of indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_most(&self) -> usize {
        self.steps.count().min(self.region.hi - self.region.lo)
    }

    /// The first index; `None` if it may not be bound.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn first(&self) -> Option<usize> {
        if !All::VALUE {
            return None;
        }
        let mut steps = self.steps;
        steps.seek(self.region.lo);
        (steps.count() > 0)
            .then(|| steps.look())
            .filter(|&first| first < self.region.hi)
    }
}

/// A little loop over a fiber that is written.
///
/// # Safety
///
/// The driver trusts what a looplet says of its region, and writes what it hands out unchecked. An implementer promises that
/// every target that it hands out is the right one for every index in the region of the pass, that it changes the region of a
/// pass only by narrowing it, and that it keeps no pass it was given. In exchange the driver promises to bind or accept every
/// index of the loop at most once, in ascending order.
pub unsafe trait WriteLooplet: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the fill.
    type Fill: Known;
    /// Which pass this looplet needs.
    type Style: Style;

    /// Hands the target at one index to `k`.
    fn bind<R: RemainingIndices, K: OnTarget<Bind, Self::T>>(self, pass: Bind, rest: R, k: K);

    /// Prepares for indices that are going to be bound, one after the other. Hands on the looplet that they are bound to: all
    /// of them, or some if `All` is `No`. By default nothing is prepared.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnWriteLooplet<Self::T>>(self, _coming: Coming<C, All>, k: K) {
        k.call(self)
    }

    /// Hands on the target for a loop over many stretches of a few indices: a [`ShortBlocks`](crate::short_blocks::ShortBlocks) one if binding
    /// an index is only a step through memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<R: RemainingIndices, K: OnTarget<(), Self::T>>(self, _driver: Driver, rest: R, k: K) {
        k.call((), UnfurledTarget { looplet: self, rest })
    }

    /// Looks `value` up at each index of `region`, and combines it with what is there, by `op`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<R: RemainingIndices, O: Reducer<Self::T>, E: Expr<T = Self::T>>(
        self,
        _driver: Driver,
        rest: R,
        op: O,
        value: E,
        region: Region,
    ) {
        let target = UnfurledTarget { looplet: self, rest };
        one_by_one(Assign { target, op, value }, region)
    }

    /// Hands a target that stands for the whole region to `k`. Asked only of looplets whose style is
    /// [`AcceptRun`](crate::style::AcceptRun).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept<R: RemainingIndices, K: OnTarget<Accept, Self::T>>(self, _pass: Accept, _rest: R, _k: K) {
        crate::total::never()
    }
}

/// Narrows a pass to a region.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn narrowed<P: Pass>(pass: P, lo: usize, hi: usize) -> P {
    let region = pass.region();
    promise!(
        region.lo <= lo && lo < hi && hi <= region.hi,
        "a looplet hands out a part of its region, which is not empty"
    );
    pass.within(Region::new(lo, hi))
}

impl Nest {
    /// The nest that starts with looplet `L`.
    pub fn of<L: Looplet>() -> Self {
        L::describe()
    }

    /// Looplet `L`, which is made like that.
    pub(crate) fn new<L: Looplet>(shape: Shape) -> Self {
        Nest {
            facts: NestFacts {
                style: L::Style::KIND,
                known: L::Known::AT_RUN_TIME,
                truncated: L::Truncated::AT_RUN_TIME,
                is_stepper: L::IsStepper::VALUE,
                is_jumper: L::IsJumper::VALUE,
                steppers: count::<L::Steppers>(),
                stable: L::Stable::VALUE,
            },
            shape,
        }
    }

    /// A looplet that does not describe itself.
    pub(crate) fn opaque<L: Looplet>() -> Self {
        Nest::new::<L>(Shape::Unknown(short_name(core::any::type_name::<L>())))
    }
}

/// A count as a number: 2 stands for two or more.
pub(crate) fn count<C: Count>() -> u8 {
    u8::from(C::One::VALUE) + u8::from(C::Two::VALUE)
}
