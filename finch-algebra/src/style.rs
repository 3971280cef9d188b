//! Styles: which pass a statement needs next.
//!
//! Every leaf reports the style of its looplet; a node's style is the maximum over its leaves. The order is a total
//! one (in Ahrens et al., "Looplets", 2023, section 6, it is a table of pairs):
//!
//! `Single > Switch > Run > Spike > Sequence > Jumper > Stepper > Lookup > AcceptRun > Invariant`
//!
//! A spike goes before a sequence because its tail sits at the end of the current region: it must be split before
//! other phases cut that region. A phase of a single index goes before everything: all that is there is looked up.
//!
//! They stand among the booleans because a [`Bool`] selects between them.

use crate::logic::{Bool, Case, No, Yes};
use crate::sealed::Sealed;

/// A style as a value: which pass a statement needs next. Of two, the greater one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// [`Invariant`].
    Invariant,
    /// [`AcceptRun`].
    AcceptRun,
    /// [`Lookup`].
    Lookup,
    /// [`Stepper`].
    Stepper,
    /// [`Jumper`].
    Jumper,
    /// [`Sequence`].
    Sequence,
    /// [`Spike`].
    Spike,
    /// [`Run`].
    Run,
    /// [`Switch`].
    Switch,
    /// [`Single`].
    Single,
}

/// What comes next in the lowering of a statement: a [`Style`], or no pass at all.
pub trait NextStep: Sealed {
    /// The case of `C` that is named after this step.
    type Taken<C: ByStyle>: Case<C>;
}

/// Which pass a statement needs next, as a type: the kind of looplet that has to be resolved first.
pub trait Style: NextStep {
    /// This style as a value.
    const KIND: Kind;
    /// The style that comes first of two.
    type Max<S: Style>: Style;
    /// The first of this style and [`AcceptRun`].
    type OrAcceptRun: Style;
    /// The first of this style and [`Lookup`].
    type OrLookup: Style;
    /// The first of this style and [`Stepper`].
    type OrStepper: Style;
    /// The first of this style and [`Jumper`].
    type OrJumper: Style;
    /// The first of this style and [`Sequence`].
    type OrSequence: Style;
    /// The first of this style and [`Spike`].
    type OrSpike: Style;
    /// The first of this style and [`Run`].
    type OrRun: Style;
    /// The first of this style and [`Switch`].
    type OrSwitch: Style;
    /// Whether the loop that is lowered does not concern it any more. A loop within may.
    type IsInvariant: Bool;
    /// Whether it has structure along the loop, so that statements that share the loop do better with one each.
    type IsStructured: Bool;
}

/// The [`Style`] of two nodes together: the one whose pass comes first.
pub type MaxOf<A, B> = <A as Style>::Max<B>;

/// A choice by the [`Style`] of a statement: a case for each style, of which only the chosen one is compiled.
pub trait ByStyle: Sized {
    /// [`Divided`].
    type Divided: Case<Self>;
    /// [`Single`].
    type Single: Case<Self>;
    /// [`Switch`].
    type Switch: Case<Self>;
    /// [`Run`].
    type Run: Case<Self>;
    /// [`Spike`].
    type Spike: Case<Self>;
    /// [`Sequence`].
    type Sequence: Case<Self>;
    /// [`Jumper`].
    type Jumper: Case<Self>;
    /// [`Stepper`].
    type Stepper: Case<Self>;
    /// [`Lookup`].
    type Lookup: Case<Self>;
    /// [`AcceptRun`].
    type AcceptRun: Case<Self>;
    /// [`Invariant`].
    type Invariant: Case<Self>;
}

macro_rules! styles {
    ($(
        $(#[$doc:meta])* $name:ident, max $max:ty,
        [$accept:ty, $lookup:ty, $stepper:ty, $jumper:ty, $sequence:ty, $spike:ty, $run:ty, $switch:ty],
        invariant $invariant:ty, structured $structured:ty;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Sealed for $name {}
        impl Style for $name {
            const KIND: Kind = Kind::$name;
            type Max<S: Style> = $max;
            type OrAcceptRun = $accept;
            type OrLookup = $lookup;
            type OrStepper = $stepper;
            type OrJumper = $jumper;
            type OrSequence = $sequence;
            type OrSpike = $spike;
            type OrRun = $run;
            type OrSwitch = $switch;
            type IsInvariant = $invariant;
            type IsStructured = $structured;
        }
        impl NextStep for $name {
            type Taken<C: ByStyle> = C::$name;
        }
    )* };
}

styles! {
    /// Nothing depends on the loop any more: the statement is repeated.
    Invariant, max S, [AcceptRun, Lookup, Stepper, Jumper, Sequence, Spike, Run, Switch], invariant Yes, structured No;
    /// A target takes runs.
    AcceptRun, max S::OrAcceptRun, [AcceptRun, Lookup, Stepper, Jumper, Sequence, Spike, Run, Switch], invariant No, structured No;
    /// Random access.
    Lookup, max S::OrLookup, [Lookup, Lookup, Stepper, Jumper, Sequence, Spike, Run, Switch], invariant No, structured No;
    /// Children one after the other; the smallest leads.
    Stepper, max S::OrStepper, [Stepper, Stepper, Stepper, Jumper, Sequence, Spike, Run, Switch], invariant No, structured Yes;
    /// Children of which the largest leads.
    Jumper, max S::OrJumper, [Jumper, Jumper, Jumper, Jumper, Sequence, Spike, Run, Switch], invariant No, structured Yes;
    /// One looplet after another.
    Sequence, max S::OrSequence, [Sequence, Sequence, Sequence, Sequence, Sequence, Spike, Run, Switch], invariant No, structured Yes;
    /// One value but for the last index.
    Spike, max S::OrSpike, [Spike, Spike, Spike, Spike, Spike, Spike, Run, Switch], invariant No, structured Yes;
    /// One value.
    Run, max S::OrRun, [Run, Run, Run, Run, Run, Run, Run, Switch], invariant No, structured Yes;
    /// One of two looplets, by a run-time condition.
    Switch, max S::OrSwitch, [Switch, Switch, Switch, Switch, Switch, Switch, Switch, Switch], invariant No, structured Yes;
    /// One index, at which everything is looked up.
    Single, max Single, [Single, Single, Single, Single, Single, Single, Single, Single], invariant No, structured Yes;
}

/// The style of a statement that does nothing: no pass is needed.
#[derive(Clone, Copy, Debug)]
pub struct Idle;
impl Sealed for Idle {}
impl NextStep for Idle {
    type Taken<C: ByStyle> = Idle;
}

impl<C> Case<C> for Idle {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(_cases: C) {}
}

/// The statement is two, which get a loop each: merging the operands of one with those of the other would cost both time and code.
#[derive(Clone, Copy, Debug)]
pub struct Divided;
impl Sealed for Divided {}
impl NextStep for Divided {
    type Taken<C: ByStyle> = C::Divided;
}
