//! Booleans as types.
//!
//! A question that types can answer must be asked of types: `if CONST { .. }` still compiles the branch
//! that is never taken, [`branch!`](crate::branch) compiles only the one that is.

use crate::fill::Fill;
use crate::known::{Known, Unknown};
use crate::nat::Nat;
use crate::sealed::Sealed;
use crate::style::NextStep;
use crate::table::Laws;
use core::fmt::Debug;

/// A computation that is run when it is forced: one arm of [`Bool::branch`].
pub trait Thunk<Out = ()> {
    /// Runs the computation.
    fn force(self) -> Out;
}

impl<Out, F: FnOnce() -> Out> Thunk<Out> for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force(self) -> Out {
        self()
    }
}

/// A boolean known at compile time: [`Yes`] or [`No`]. Sealed.
pub trait Bool: Copy + Debug + Default + Send + Sync + Sealed + 'static {
    /// This boolean as a value: `true` for [`Yes`], `false` for [`No`].
    const VALUE: bool;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<B: Bool>: Bool;
    /// Disjunction.
    type Or<B: Bool>: Bool;
    /// `self` implies `B`.
    type Implies<B: Bool>: Bool;
    /// Selects between two pieces of static knowledge.
    type SelectKnown<A: Known, B: Known>: Known;
    /// Nothing, or what the laws of an operator say. Those that are not asked for are not gone through.
    #[doc(hidden)]
    type UnknownOr<O: Laws<T, L, R>, T, L: Known, R: Known>: Known;
    /// Selects between two fills.
    type SelectFill<T: Copy + 'static, A: Fill<T>, B: Fill<T>>: Fill<T>;
    /// Selects between two numbers.
    type SelectNat<A: Nat, B: Nat>: Nat;
    /// Selects between two steps of the lowering.
    type SelectStep<A: NextStep, B: NextStep>: NextStep;
    /// Selects between two types.
    type If<Then, Otherwise>;

    /// Calls `then` if this is [`Yes`], else `otherwise`. Only the arm taken is instantiated. Write
    /// [`branch!`](crate::branch) in its place.
    fn choose<Out>(then: impl FnOnce() -> Out, otherwise: impl FnOnce() -> Out) -> Out;

    /// What `then` returns if this is [`Yes`], else `otherwise`.
    #[doc(hidden)]
    fn then_or<Out>(otherwise: Out, then: impl FnOnce() -> Out) -> Out;

    /// The first of three arms if this is [`Yes`], else the second if `B` is, else the third.
    #[doc(hidden)]
    type Arm<B: Bool>: Arm;
    /// The second of three arms if this is [`Yes`], else the third.
    #[doc(hidden)]
    type LaterArm: Arm;
    /// `A` if this is [`Yes`], else `B`.
    #[doc(hidden)]
    type SelectCase<C, A: Case<C>, B: Case<C>>: Case<C>;

    /// Forces `then` if this is [`Yes`], else `otherwise`. Only the arm taken is instantiated.
    fn branch<Out, A: Thunk<Out>, B: Thunk<Out>>(then: A, otherwise: B) -> Out;
}

/// Which of three arms is taken: one question instead of two, since types and the names of what is instantiated grow with each.
#[doc(hidden)]
pub trait Arm {
    /// Calls the arm that is taken.
    fn choose<Out>(first: impl FnOnce() -> Out, second: impl FnOnce() -> Out, third: impl FnOnce() -> Out) -> Out;
    /// The case of `C` that is named after this arm.
    type Taken<C: Ways>: Case<C>;
}

/// Three ways to go on with what this is. Where a question is asked for every loop, cases that are named take the place of the
/// closures of [`branch!`](crate::branch): whatever a closure stands in is part of its type.
#[doc(hidden)]
pub trait Ways: Sized {
    /// What is done in the first arm.
    type First: Case<Self>;
    /// What is done in the second arm.
    type Second: Case<Self>;
    /// What is done in the third arm.
    type Third: Case<Self>;
}

macro_rules! arms {
    ($($name:ident |$first:ident, $second:ident, $third:ident| $taken:ident;)*) => { $(
        #[doc(hidden)]
        #[derive(Debug)]
        pub enum $name {}
        impl Arm for $name {
            type Taken<C: Ways> = C::$name;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose<Out>($first: impl FnOnce() -> Out, $second: impl FnOnce() -> Out, $third: impl FnOnce() -> Out) -> Out {
                $taken()
            }
        }
    )* };
}

arms! {
    First |first, _second, _third| first;
    Second |_first, second, _third| second;
    Third |_first, _second, third| third;
}

/// One way to go on with what is known as `C`. Where a question is asked for every loop, types that are named stand for its arms, in
/// place of the closures of [`branch!`](crate::branch): whatever a closure stands in is part of its type.
#[doc(hidden)]
pub trait Case<C> {
    /// Goes on.
    fn take(cases: C);
}

/// Declares a type-level boolean: its value, what connectives make of it and `B`, which arms of a chain it leads to, which of `A` and `B`
/// it selects, which of two closures it takes, and what it makes of a value and a closure.
macro_rules! booleans {
    ($(
        $(#[$doc:meta])*
        $name:ident = $value:literal: not $not:ident, and $and:ty, or $or:ty, implies $implies:ty, arm $arm:ty, later arm $later:ident,
            selects $selected:ident, laws $laws:ty, |$then:ident, $otherwise:ident| $taken:ident, $then_or:expr;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Bool for $name {
            const VALUE: bool = $value;
            type Not = $not;
            type And<B: Bool> = $and;
            type Or<B: Bool> = $or;
            type Implies<B: Bool> = $implies;
            type SelectKnown<A: Known, B: Known> = $selected;
            type UnknownOr<O: Laws<T, L, R>, T, L: Known, R: Known> = $laws;
            type SelectFill<T: Copy + 'static, A: Fill<T>, B: Fill<T>> = $selected;
            type Arm<B: Bool> = $arm;
            type LaterArm = $later;
            type SelectCase<C, A: Case<C>, B: Case<C>> = $selected;
            type SelectNat<A: Nat, B: Nat> = $selected;
            type SelectStep<A: NextStep, B: NextStep> = $selected;
            type If<A, B> = $selected;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose<Out>($then: impl FnOnce() -> Out, $otherwise: impl FnOnce() -> Out) -> Out {
                $taken()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn then_or<Out>($otherwise: Out, $then: impl FnOnce() -> Out) -> Out {
                $then_or
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn branch<Out, A: Thunk<Out>, B: Thunk<Out>>($then: A, $otherwise: B) -> Out {
                $taken.force()
            }
        }
    )* };
}

booleans! {
    /// Type-level true.
    Yes = true: not No, and B, or Yes, implies B, arm First, later arm Second, selects A, laws Unknown, |then, _otherwise| then, then();
    /// Type-level false.
    No = false: not Yes, and No, or B, implies Yes, arm B::LaterArm, later arm Third, selects B, laws O::Result, |_then, otherwise| otherwise, otherwise;
}

/// `if` between types: the condition is a [`Bool`](crate::logic::Bool), and only the arm that is taken is instantiated.
///
/// Each arm is a closure, inlined unless debug assertions are on, and takes what it names by value: what both arms name must
/// be `Copy`. A `return` in an arm leaves the arm only.
///
/// ```
/// use finch_algebra::branch;
/// use finch_algebra::logic::{And, Bool, No, Yes};
///
/// fn speed<Sorted: Bool, Unique: Bool>() -> &'static str {
///     branch!(if And<Sorted, Unique> { "binary search" } else if Sorted { "gallop" } else { "scan" })
/// }
///
/// assert_eq!(speed::<Yes, No>(), "gallop");
/// ```
#[macro_export]
macro_rules! branch {
    (@arm $($does:tt)*) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        move || { $($does)* }
    };
    (@rest { $($otherwise:tt)* }) => { $crate::branch!(@arm $($otherwise)*) };
    (@rest if $($question:tt)+) => { $crate::branch!(@arm $crate::branch!(if $($question)+)) };
    (if $condition:ty { $($then:tt)* }) => {
        <$condition as $crate::logic::Bool>::then_or((), $crate::branch!(@arm $($then)*))
    };
    (if $condition:ty { $($then:tt)* } else { $($otherwise:tt)* }) => {
        <$condition as $crate::logic::Bool>::choose($crate::branch!(@arm $($then)*), $crate::branch!(@arm $($otherwise)*))
    };
    (if $condition:ty { $($then:tt)* } else if $second:ty { $($next:tt)* } else $($rest:tt)+) => {
        <<$condition as $crate::logic::Bool>::Arm<$second> as $crate::logic::Arm>::choose(
            $crate::branch!(@arm $($then)*),
            $crate::branch!(@arm $($next)*),
            $crate::branch!(@rest $($rest)+),
        )
    };
}

/// `A` and `B`.
pub type And<A, B> = <A as Bool>::And<B>;
/// `A` or `B`.
pub type Or<A, B> = <A as Bool>::Or<B>;
/// Not `A`.
pub type Not<A> = <A as Bool>::Not;
/// `A` implies `B`.
pub type Implies<A, B> = <A as Bool>::Implies<B>;
/// The knowledge `A` if `C`, else `B`.
pub type SelectKnown<C, A, B> = <C as Bool>::SelectKnown<A, B>;
/// The type `A` if `C`, else `B`.
pub type If<C, A, B> = <C as Bool>::If<A, B>;
