//! Which outputs a statement writes, and how, as a type.

use crate::knot::*;
use typenum::{U1, U2, U3, U4, U5, U6, U7};

/// The assignments of a statement, as a type: which outputs it writes, where, and by which reducers.
pub trait WriteSet: Sealed {
    /// Whether index `J` alone is place number `Axis` in all those of output number `Out`.
    type Alone<Out: Nat, J: Nat, Axis: Nat>: Bool;
    /// Whether all those of output number `Out` reduce by what can be grouped at will, over its identity.
    type Reduces<Out: Nat>: Bool;
    /// Whether all those of output number `Out` reduce by what [commutes](Reducer::Commutes).
    type Commutes<Out: Nat>: Bool;
    /// Whether it is one assignment.
    type IsOne: Bool;
    /// The numbers of outputs and workspaces that are written: a bit for each.
    const NUMBERS: u32;
    /// The numbers of those that are assigned where index `J` alone is not place number `Axis`: a bit for each.
    fn not_alone<J: Nat, Axis: Nat>() -> u32;
    /// Whether some are [filled](Target::FilledBy) by a loop over index `J`.
    type FilledBy<J: Nat>: Bool;
    /// The numbers of outputs of which some are not filled by a loop over index `J`: a bit for each.
    fn not_filled_by<J: Nat>() -> u32;
    /// Shows `see` the number of the output of each, the name of its reducer, and whether that one commutes.
    fn visit(see: &mut dyn FnMut(usize, &'static str, bool));
}

macro_rules! each_axis {
    ($($axis:ident),+) => {
        /// Whether one place of output number `Out` is index `J` alone, the same one in all assignments of `S`.
        pub type Owns<S, Out, J> = $crate::folded::folded!(Or; $(<S as WriteSet>::Alone<Out, J, $axis>),+);

        /// The numbers of outputs that assignments of `S` share between different values of index `J`: a bit for each.
        #[cfg(feature = "parallel")]
        pub(crate) fn shared<S: WriteSet, J: Nat>() -> u32 {
            S::NUMBERS $(& S::not_alone::<J, $axis>())+
        }
    };
}

each_axis!(U0, U1, U2, U3, U4, U5, U6, U7);

/// The empty [`WriteSet`].
#[derive(Clone, Copy, Debug)]
pub struct NoWrites;

/// The [`WriteSet`] of one assignment, to target `W` by reducer `O`.
#[derive(Clone, Copy, Debug)]
pub struct JustWrites<W, O>(PhantomData<(W, O)>);

/// The union of the [`WriteSet`]s `A` and `B`.
#[derive(Clone, Copy, Debug)]
pub struct BothWrite<A, B>(PhantomData<(A, B)>);

impl Sealed for NoWrites {}
impl WriteSet for NoWrites {
    type Alone<Out: Nat, J: Nat, Axis: Nat> = Yes;
    type Reduces<Out: Nat> = Yes;
    type Commutes<Out: Nat> = Yes;
    type IsOne = No;
    const NUMBERS: u32 = 0;
    type FilledBy<J: Nat> = No;
    fn not_filled_by<J: Nat>() -> u32 {
        0
    }
    fn not_alone<J: Nat, Axis: Nat>() -> u32 {
        0
    }
    fn visit(_see: &mut dyn FnMut(usize, &'static str, bool)) {}
}

/// Whether target `W` is another output than number `Out`.
type IsOther<W, Out> = Not<<<W as Target>::Output as Nat>::Eq<Out>>;

impl<W: Target, O: Reducer<W::T>> Sealed for JustWrites<W, O> {}
impl<W: Target, O: Reducer<W::T>> WriteSet for JustWrites<W, O> {
    type Alone<Out: Nat, J: Nat, Axis: Nat> = Or<IsOther<W, Out>, W::Alone<J, Axis>>;
    type Reduces<Out: Nat> = Or<IsOther<W, Out>, And<O::Groups, O::Skip<W::Empty, Unknown>>>;
    type Commutes<Out: Nat> = Or<IsOther<W, Out>, O::Commutes>;
    type IsOne = Yes;
    const NUMBERS: u32 = 1 << W::Output::VALUE;
    type FilledBy<J: Nat> = W::FilledBy<J>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not_filled_by<J: Nat>() -> u32 {
        if W::FilledBy::<J>::VALUE { 0 } else { Self::NUMBERS }
    }
    fn not_alone<J: Nat, Axis: Nat>() -> u32 {
        if W::Alone::<J, Axis>::VALUE { 0 } else { Self::NUMBERS }
    }
    fn visit(see: &mut dyn FnMut(usize, &'static str, bool)) {
        see(W::Output::VALUE, core::any::type_name::<O>(), O::Commutes::VALUE)
    }
}

impl<A: WriteSet, B: WriteSet> Sealed for BothWrite<A, B> {}
impl<A: WriteSet, B: WriteSet> WriteSet for BothWrite<A, B> {
    type Alone<Out: Nat, J: Nat, Axis: Nat> = And<A::Alone<Out, J, Axis>, B::Alone<Out, J, Axis>>;
    type Reduces<Out: Nat> = And<A::Reduces<Out>, B::Reduces<Out>>;
    type Commutes<Out: Nat> = And<A::Commutes<Out>, B::Commutes<Out>>;
    type IsOne = No;
    const NUMBERS: u32 = A::NUMBERS | B::NUMBERS;
    type FilledBy<J: Nat> = Or<A::FilledBy<J>, B::FilledBy<J>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not_filled_by<J: Nat>() -> u32 {
        A::not_filled_by::<J>() | B::not_filled_by::<J>()
    }
    fn not_alone<J: Nat, Axis: Nat>() -> u32 {
        A::not_alone::<J, Axis>() | B::not_alone::<J, Axis>()
    }
    fn visit(see: &mut dyn FnMut(usize, &'static str, bool)) {
        A::visit(see);
        B::visit(see)
    }
}
