//! Counts as types: none, one, a few, many.
//!
//! How many steppers a statement holds decides which loop it becomes, so it must be known to types.

use finch_algebra::logic::{Bool, No, Yes};

/// A count known at compile time.
pub trait Count {
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
