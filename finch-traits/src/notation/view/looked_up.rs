//! Entries whose index is looked up: the other way round, several times.

use crate::index::arithmetic::CalculatedDifference;
use crate::upper::*;
use crate::view::each::{As, Entry};
use crate::view::pair::{Quotient, Remainder, quotient, remainder};

/// A dimension the other way round: the index of the tensor is `last - index`. It is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Backwards {
    last: usize,
}

impl Backwards {
    /// The other way round, from index `last` down to 0.
    #[inline]
    pub fn new(last: usize) -> Self {
        Backwards { last }
    }
}

impl Sealed for Backwards {}
impl Entry for Backwards {
    type Term<A: IndexTerm> = As<A, CalculatedDifference<usize, A::Bare>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(CalculatedDifference::new(self.last, index.bare()))
    }
}

/// Entries that calculate the index of the tensor from a number, which is at least one.
macro_rules! by_a_number {
    ($($(#[$doc:meta])* $name:ident($(#[$new:meta])* $number:ident): $term:ident by $calculate:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $number: usize,
        }

        impl $name {
            $(#[$new])*
            #[inline]
            pub fn new($number: usize) -> Self {
                $name { $number: $number.max(1) }
            }
        }

        impl Sealed for $name {}
        impl Entry for $name {
            type Term<A: IndexTerm> = $term<A>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
                $calculate(index, self.$number)
            }
        }
    )* };
}

by_a_number! {
    /// A dimension of which each index comes several times before the next one: the index of the tensor is `index / times`. It is looked up.
    EachSeveralTimes(
        /// Each index so many times, at least once.
        times
    ): Quotient by quotient;
    /// A dimension that begins again behind its end: the index of the tensor is `index % extent`. It is looked up.
    OverAndOver(
        /// A dimension of `extent` indices that begins again behind its end. An extent of 0 counts as 1.
        extent
    ): Remainder by remainder;
}
