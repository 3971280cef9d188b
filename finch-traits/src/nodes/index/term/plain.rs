//! Terms that are an index, or a number, and nothing more.

use crate::index::Index;
use crate::index::protocol::{Following, Galloping, Include, Walking};
use crate::index::set::NoIndex;
use crate::index::term::{names_no_variable, never_beyond};
use crate::knot::*;

/// An index variable that may be bound.
#[derive(Clone, Copy, Debug)]
pub struct Variable<N, IsBound, P> {
    value: usize,
    kind: PhantomData<(N, IsBound, P)>,
}

// SAFETY: it is its index until it is bound, and then its value.
unsafe impl<N: Nat, IsBound: Bool, P: ReadBy> IndexTerm for Variable<N, IsBound, P> {
    type Indices = Just<N, IsBound>;
    type IsStructural = Yes;
    type IsPlain = Not<IsBound>;
    type IsChecked = Yes;
    type Finds<J: Nat> = <Self::Indices as IndexSet>::Has<J>;
    type Protocol = P;
    type Bind<M: Nat> = Variable<N, Or<IsBound, N::Eq<M>>, P>;
    names_no_variable!();
    never_beyond!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<M: Nat>(self, index: usize) -> Self::Bind<M> {
        Variable {
            value: if !IsBound::VALUE && N::Eq::<M>::VALUE {
                index
            } else {
                self.value
            },
            kind: PhantomData,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, _driver: Driver) -> isize {
        if IsBound::VALUE { self.value as isize } else { 0 }
    }

    const PLAIN: Option<SignedIndex> = if IsBound::VALUE {
        None
    } else {
        Some(SignedIndex::of::<N>())
    };

    fn affine(self, sum: &mut Affine) {
        if IsBound::VALUE {
            sum.add(self.value as isize)
        } else {
            sum.index(N::VALUE, N::NAME)
        }
    }

    fn describe(self) -> Term {
        if IsBound::VALUE {
            Term::place(N::NAME)
        } else {
            Term::new(N::VALUE, N::NAME, P::PROTOCOL)
        }
    }
}

/// An index whose fiber leads, see [`gallop`].
#[derive(Clone, Copy, Debug)]
pub struct GallopIndex<N>(Index<N>);

/// An index whose fiber is looked up, see [`follow`].
#[derive(Clone, Copy, Debug)]
pub struct FollowIndex<N>(Index<N>);

/// Reads along `index` by walking, the default: stored entries one after the other.
pub const fn walk<N: Nat>(index: Index<N>) -> Index<N> {
    index
}

/// Reads along `index` by galloping: the fiber leads, skipping ahead to where it has something stored.
pub const fn gallop<N: Nat>(index: Index<N>) -> GallopIndex<N> {
    GallopIndex(index)
}

/// Reads along `index` by following: the fiber is searched at the indices that others lead to.
pub const fn follow<N: Nat>(index: Index<N>) -> FollowIndex<N> {
    FollowIndex(index)
}

macro_rules! loop_indices {
    ($($name:ident by $protocol:ident),*) => { $(
        // SAFETY: it is its index.
        unsafe impl<N: Nat> IndexTerm for $name<N> {
            type Indices = Just<N>;
            type IsStructural = Yes;
            type IsPlain = Yes;
            type IsChecked = Yes;
            type Finds<J: Nat> = N::Eq<J>;
            type Protocol = $protocol;
            type Bind<M: Nat> = Variable<N, N::Eq<M>, $protocol>;
            names_no_variable!();
            never_beyond!();

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn bind<M: Nat>(self, index: usize) -> Self::Bind<M> {
                Variable {
                    value: index,
                    kind: PhantomData,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn position(self, _driver: Driver) -> isize {
                0
            }

            const PLAIN: Option<SignedIndex> = Some(SignedIndex::of::<N>());

            fn affine(self, sum: &mut Affine) {
                sum.index(N::VALUE, N::NAME)
            }

            fn describe(self) -> Term {
                Term::new(N::VALUE, N::NAME, $protocol::PROTOCOL)
            }
        }
    )* };
}

loop_indices!(Index by Walking, GallopIndex by Galloping, FollowIndex by Following);

/// A step, forward or back.
#[derive(Clone, Copy, Debug)]
pub struct Step(pub isize);

/// What a term says that is a place.
macro_rules! place {
    (|$this:ident| $place:expr, as $shown:expr, adds $add:ident, of size $size:expr) => {
        const IS_NUMBER: bool = true;
        type Indices = NoIndex;
        type IsStructural = Yes;
        type IsPlain = No;
        type IsChecked = Yes;
        type Finds<J: Nat> = No;
        type Protocol = Walking;
        type Bind<N: Nat> = Self;
        names_no_variable!();
        never_beyond!();

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn bind<N: Nat>(self, _index: usize) -> Self {
            self
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn position(self, _driver: Driver) -> isize {
            let $this = self;
            $place
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn moved_by(self) -> usize {
            let $this = self;
            $size
        }

        fn affine(self, sum: &mut Affine) {
            let $this = self;
            sum.$add($shown)
        }

        fn describe(self) -> Term {
            let $this = self;
            Term::place($shown)
        }
    };
}

/// One place.
// SAFETY: it is its value.
unsafe impl IndexTerm for usize {
    place!(|place| isize::try_from(place).unwrap_or(isize::MAX), as place, adds number, of size place);
}

// SAFETY: it is its value.
unsafe impl IndexTerm for Step {
    place!(|step| step.0, as step.0, adds add, of size step.0.unsigned_abs());
}

impl<O, N> AskedOf<O> for Index<N> {}
impl<O: Include<Galloping>, N> AskedOf<O> for GallopIndex<N> {}
impl<O: Include<Following>, N> AskedOf<O> for FollowIndex<N> {}
impl<O> AskedOf<O> for usize {}
impl<O> AskedOf<O> for Step {}
