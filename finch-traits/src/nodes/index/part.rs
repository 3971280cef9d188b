//! Places in the parts of what is joined.

use crate::index::term::{never_beyond, notes_extent};
use crate::knot::*;

/// `term - before`: a place in a part of [joined](crate::expr::joined::Joined) arrays. It says nothing about the extents of loops, and is
/// compared with the extent once for each stretch of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Part<A> {
    term: A,
    before: usize,
    extent: Noted,
}

impl<A: CertainTerm> Part<A> {
    /// `term`, behind `before` places of other parts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(term: A, before: usize) -> Self {
        Part {
            term,
            before: before.min(isize::MAX as usize),
            extent: Noted::UNKNOWN,
        }
    }
}

// SAFETY: the difference of what is inside and a number; it is compared with the extent wherever it is looked up.
unsafe impl<A: CertainTerm> IndexTerm for Part<A> {
    type Indices = A::Indices;
    type IsStructural = A::IsStructural;
    type IsPlain = No;
    type IsChecked = No;
    type Finds<J: Nat> = No;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = Part<A::Bind<N>>;
    type Given<V: Nat> = Part<A::Given<V>>;
    // A place that is computed may be missing.
    never_beyond!(sure Or<A::IsChecked, A::IsSure>);
    const IS_LOOKED_UP: bool = true;

    each_part_of_term!(Part: term; before, extent);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_by(self) -> usize {
        self.term.moved_by().saturating_add(self.before)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        let place = self.term.position(driver);
        if A::IsChecked::VALUE {
            place.wrapping_sub(self.before as isize)
        } else if is_nowhere(place) {
            NOWHERE
        } else {
            somewhere(place.saturating_sub(self.before as isize))
        }
    }

    notes_extent!();

    fn affine(self, sum: &mut Affine) {
        sum.adds_terms();
        self.term.affine(sum);
        sum.add(-(self.before as isize));
        sum.permit()
    }

    fn describe(self) -> Term {
        match self.before {
            0 => self.term.describe(),
            before => self.term.describe().joined("-", Term::place(before)),
        }
        .of_part()
    }
}

impl<O, A: AskedOf<O>> AskedOf<O> for Part<A> {}
