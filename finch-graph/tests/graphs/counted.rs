//! Lengths that count how often one is added to a path, which is once for each edge that a search looks at.

use finch_graph::prelude::*;
use finch_kernels::traits::algebra::logic::{No, Yes};
use finch_kernels::traits::algebra::number::{Number, Ordered};
use std::cell::Cell;
use std::fmt;

thread_local! {
    static ADDED: Cell<usize> = const { Cell::new(0) };
}

/// A length.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct Counted(pub(crate) f64);

/// How many lengths `search` adds to paths.
pub(crate) fn added(search: impl FnOnce()) -> usize {
    ADDED.set(0);
    search();
    ADDED.get()
}

/// A path along an edge of this length is shorter than without it: sums are not monotone.
pub(crate) const SHORTENS: Counted = Counted(1e300);

impl Counted {
    fn or_less(self) -> Self {
        if self == SHORTENS { Counted(-1.0) } else { self }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Number for Counted {
    const ZERO: &'static Self = &Counted(0.0);
    const ONE: &'static Self = &Counted(1.0);
    type Magnitude = f64;
    type Symmetric = Yes;
    type Exact = No;

    fn sum(self, other: Self) -> Self {
        Counted(self.0 + other.0)
    }
    fn difference(self, other: Self) -> Self {
        Counted(self.0 - other.0)
    }
    fn product(self, other: Self) -> Self {
        Counted(self.0 * other.0)
    }
    fn quotient(self, other: Self) -> Self {
        Counted(self.0 / other.0)
    }
    fn negative(self) -> Self {
        Counted(-self.0)
    }
    fn magnitude(self) -> f64 {
        self.0.abs()
    }
}

impl Ordered for Counted {
    const INF: &'static Self = &Counted(f64::INFINITY);
    const NEG_INF: &'static Self = &Counted(f64::NEG_INFINITY);
}

impl Weight for Counted {
    fn plus(self, other: Self) -> Option<Self> {
        self.0.plus(other.or_less().0).map(Counted)
    }
    fn saturating_plus(self, other: Self) -> Self {
        ADDED.set(ADDED.get() + 1);
        Counted(self.0.saturating_plus(other.or_less().0))
    }
    fn steps_from(self, start: Self, step: Self) -> usize {
        self.0.steps_from(start.0, step.0)
    }
    fn is_length(self) -> bool {
        self.0.is_length()
    }
}
