//! Counts as types: none, one, a few, many.
//!
//! How many steppers a statement holds decides which loop it becomes, so it must be known to types.

use crate::sealed::Sealed;
use core::marker::PhantomData;
use finch_algebra::logic::{And, Bool, No, Or, Yes};

/// A count known at compile time.
pub trait Count: Sealed {
    /// The sum of two counts.
    type Add<C: Count>: Count;
    /// One more.
    type Succ: Count;
    /// Nothing was counted.
    type IsNone: Bool;
    /// Exactly one was counted.
    type IsOne: Bool;
    /// Two or more were counted.
    type IsMany: Bool;
}

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident: $succ:ty, add $add:ty, $none:ty, $one:ty, $many:ty;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Sealed for $name {}
        impl Count for $name {
            type Add<C: Count> = $add;
            type Succ = $succ;
            type IsNone = $none;
            type IsOne = $one;
            type IsMany = $many;
        }
    )* };
}

counts! {
    /// Zero.
    Nought: Single, add C, Yes, No, No;
    /// One.
    Single: Many, add C::Succ, No, Yes, No;
    /// Two or more.
    Many: Many, add Many, No, No, Yes;
}

/// A count up to three, of what types have to ask one by one.
pub trait Tally: Sealed {
    /// One or more.
    type One: Bool;
    /// Two or more.
    type Two: Bool;
    /// Three or more.
    type Three: Bool;
}

/// None.
#[derive(Clone, Copy, Debug)]
pub struct NoneOf;

/// One, if `B`.
#[derive(Clone, Copy, Debug)]
pub struct OneIf<B>(PhantomData<B>);

/// Those of `A` and those of `B`.
#[derive(Clone, Copy, Debug)]
pub struct SumOf<A, B>(PhantomData<(A, B)>);

impl Sealed for NoneOf {}
impl Tally for NoneOf {
    type One = No;
    type Two = No;
    type Three = No;
}

impl<B: Bool> Sealed for OneIf<B> {}
impl<B: Bool> Tally for OneIf<B> {
    type One = B;
    type Two = No;
    type Three = No;
}

impl<A: Tally, B: Tally> Sealed for SumOf<A, B> {}
impl<A: Tally, B: Tally> Tally for SumOf<A, B> {
    type One = Or<A::One, B::One>;
    type Two = Or<Or<A::Two, B::Two>, And<A::One, B::One>>;
    type Three = Or<Or<A::Three, B::Three>, Or<And<A::Two, B::One>, And<A::One, B::Two>>>;
}
