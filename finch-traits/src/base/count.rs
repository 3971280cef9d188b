//! Counts as types: how many of something a node holds, as far as decisions ask.
//!
//! How many steppers a statement holds decides which loop it becomes, so it must be known to types, but no finer than that:
//! none, one, two, more. Where generic code adds what it does not know, it can still ask of the sum.

use crate::sealed::Sealed;
use core::marker::PhantomData;
use finch_algebra::logic::{And, Bool, No, Not, Or, Yes};

/// How many of something a node of a program holds, as a type: none, one, two, or three and more. Passes choose loops by it.
pub trait Count: Sealed {
    /// Whether the count is at least one.
    type One: Bool;
    /// Whether the count is at least two.
    type Two: Bool;
    /// Whether the count is at least three.
    type Three: Bool;
}

/// The count zero.
#[derive(Clone, Copy, Debug)]
pub struct Nought;

/// The count one if `B`, else zero.
#[derive(Clone, Copy, Debug)]
pub struct OneIf<B>(PhantomData<B>);

/// The sum of the counts `A` and `B`.
#[derive(Clone, Copy, Debug)]
pub struct SumOf<A, B>(PhantomData<(A, B)>);

/// The count one.
pub type Single = OneIf<Yes>;

/// Nothing was counted.
pub(crate) type IsNone<C> = Not<<C as Count>::One>;

/// Exactly one was counted.
pub(crate) type IsOne<C> = And<<C as Count>::One, Not<<C as Count>::Two>>;

impl Sealed for Nought {}
impl Count for Nought {
    type One = No;
    type Two = No;
    type Three = No;
}

impl<B: Bool> Sealed for OneIf<B> {}
impl<B: Bool> Count for OneIf<B> {
    type One = B;
    type Two = No;
    type Three = No;
}

impl<A: Count, B: Count> Sealed for SumOf<A, B> {}
impl<A: Count, B: Count> Count for SumOf<A, B> {
    type One = Or<A::One, B::One>;
    type Two = Or<Or<A::Two, B::Two>, And<A::One, B::One>>;
    type Three = Or<Or<A::Three, B::Three>, Or<And<A::Two, B::One>, And<A::One, B::Two>>>;
}
