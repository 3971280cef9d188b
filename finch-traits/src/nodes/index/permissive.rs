//! Permissive terms: beyond the extent there is nothing, and that is no mistake.

use crate::knot::*;

/// `~term`: what is read beyond the extent is missing, what is written there is dropped; beyond the window, if `term` is one.
/// It says nothing about the extents of loops. Where a loop goes on inside of the extent, it is as any other term.
#[derive(Clone, Copy, Debug)]
pub struct Permissive<A, Inside = No> {
    term: A,
    extent: Noted,
    inside: PhantomData<Inside>,
}

/// `term`, where what lies beyond the extent is missing.
pub fn permissive<A: IndexTerm>(term: A) -> Permissive<A::Bare> {
    Permissive::new(term.bare())
}

impl<A: CertainTerm, Inside> Permissive<A, Inside> {
    /// `term`, which is inside if `Inside` says so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(term: A) -> Self {
        Permissive {
            term,
            extent: Noted::UNKNOWN,
            inside: PhantomData,
        }
    }
}

// SAFETY: says what is inside.
unsafe impl<A: CertainTerm, Inside: Bool> IndexTerm for Permissive<A, Inside> {
    type Indices = A::Indices;
    type IsStructural = A::IsStructural;
    type IsPlain = No;
    type IsPermissive = Not<Inside>;
    type IsChecked = And<Inside, A::IsChecked>;
    type IsSure = A::IsSure;
    type Finds<J: Nat> = And<Self::IsChecked, <A::Indices as IndexSet>::Has<J>>;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = Permissive<A::Bind<N>, Inside>;
    type Given<V: Nat> = Permissive<A::Given<V>, Inside>;
    type Bare = A;
    type Inside<N: Nat> =
        Permissive<A, Or<Inside, And<Not<A::IsSure>, And<<A::Indices as IndexSet>::IsOnly<N>, A::IsStructural>>>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside<N: Nat>(self) -> Self::Inside<N> {
        Permissive {
            term: self.term,
            extent: self.extent,
            inside: PhantomData,
        }
    }

    each_part_of_term!(Permissive: term; extent, inside);

    const MOVED: Option<SignedIndex> = A::MOVED;
    const IS_LOOKED_UP: bool = A::IS_LOOKED_UP;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_by(self) -> usize {
        self.term.moved_by()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        self.term.position(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, _driver: Driver, extent: impl Fn() -> Option<usize>) -> Self {
        Permissive {
            extent: self.extent.or(extent),
            ..self
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits(self, extent: impl FnOnce() -> Option<usize>) -> Range<usize> {
        let extent = self.extent.limit(extent);
        match self.term.part() {
            None => 0..extent,
            Some(part) => part.start.min(extent)..part.end.min(extent),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self) -> Option<Range<usize>> {
        self.term.part()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bare(self) -> A {
        self.term
    }

    fn affine(self, sum: &mut Affine) {
        self.term.affine(sum);
        if !Inside::VALUE {
            sum.permit()
        }
    }

    fn describe(self) -> Term {
        if Inside::VALUE {
            self.term.describe()
        } else {
            self.term.describe().permissive()
        }
    }
}

impl<O, A: AskedOf<O>> AskedOf<O> for Permissive<A> {}
