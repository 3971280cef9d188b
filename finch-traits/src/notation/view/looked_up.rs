//! Entries whose index is looked up: the other way round, several times.

use crate::index::IndexTerm;
use crate::index::arithmetic::Less;
use crate::index::permissive::Permissive;
use crate::prelude::*;
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
    type Term<A: IndexTerm> = As<A, Less<usize, A::Bare>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(Less::new(self.last, index.bare()))
    }
}

/// A dimension of which each index comes several times before the next one: the index of the tensor is `index / times`. It is looked up.
#[derive(Clone, Copy, Debug)]
pub struct EachSeveralTimes {
    times: usize,
}

impl EachSeveralTimes {
    /// Each index so many times, at least once.
    #[inline]
    pub fn new(times: usize) -> Self {
        EachSeveralTimes { times: times.max(1) }
    }
}

impl Sealed for EachSeveralTimes {}
impl Entry for EachSeveralTimes {
    type Term<A: IndexTerm> = Quotient<A>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        quotient(index, self.times)
    }
}

/// A dimension that begins again behind its end: the index of the tensor is `index % extent`. It is looked up.
#[derive(Clone, Copy, Debug)]
pub struct OverAndOver {
    extent: usize,
}

impl OverAndOver {
    /// A dimension of `extent` indices that begins again behind its end. An extent of 0 counts as 1.
    #[inline]
    pub fn new(extent: usize) -> Self {
        OverAndOver { extent: extent.max(1) }
    }
}

impl Sealed for OverAndOver {}
impl Entry for OverAndOver {
    type Term<A: IndexTerm> = Remainder<A>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        remainder(index, self.extent)
    }
}
