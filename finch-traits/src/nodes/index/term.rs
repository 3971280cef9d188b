//! What stands at one place of an index list.
//!
//! | term | reads and writes at |
//! |---|---|
//! | [`Index`], [`GallopIndex`], [`FollowIndex`] | an index of a loop, by a protocol |
//! | `usize`, [`Step`] | one place; what is added to an index, forward or back |
//! | [`Sum`](crate::index::arithmetic::Sum), [`Minus`](crate::index::arithmetic::Minus) | `i + c`, `i - c`, `i + j`, `i - j`: moved, once all but one index have values |
//! | [`Calculated`](crate::index::arithmetic::Calculated) | `2 * i`, `i * j`, `i / 2`, `i % n`: looked up |
//! | [`Permissive`](crate::index::permissive::Permissive) | the same, or nothing beyond the extent |
//! | [`WindowIndex`](crate::index::arithmetic::WindowIndex) | a part of the dimension |
//! | [`Gather`](crate::index::gather::Gather), [`Part`](crate::index::part::Part) | a place that data says; one in a part of what is joined |

use crate::index::Index;
use crate::index::protocol::{AskedOf, Following, Galloping, Include, ReadBy, Walking};
use crate::index::set::{IndexSet, Just, NoIndex};
use crate::prelude::*;
use crate::scope::affine::SignedIndex;

/// One entry of an index list.
///
/// # Safety
///
/// The driver reads where a term says. An implementer promises that
/// * `bind` and `position` agree with `affine`: where that is exact, the position is the sum that it names;
/// * a term that is structural grows by one as its last index does;
/// * a term that is plain is its index, of which `position` says 0 until it is bound, and reads nothing;
/// * a term that says that it is a `VARIABLE` is no more than that;
/// * a term that is `MOVED` is its index and numbers, whose sizes add up to `moved_by`, and one that `IS_LOOKED_UP` is compared with the
///   extent wherever it is looked up.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "not an index of a loop",
    note = "an access names indices of loops, numbers, and sums and differences of these: `a[i + 1]`, `a[i - j]`, `a[5]`",
    note = "data name a place where they are read in the brackets, `a[x[i]]`, or by a name, `let p = x[i]; y[i] = a[p]`",
    note = "any other number is an index as a `usize`: `a[{{ n as usize }}]`",
    note = "a range is no index: all of a row is a loop over its indices, `for j, i {{ y[j] += a[j, i] * x[i]; }}`; a part of a dimension \
            is `x[window(i, lo..hi)]`"
)]
pub unsafe trait IndexTerm: Copy {
    /// The indices of the term that are not bound.
    type Indices: IndexSet;
    /// Whether the term moves the looplets of a fiber once only one index is left: the place grows by one as the index does.
    type IsStructural: Bool;
    /// Whether the term is an index and nothing more.
    type IsPlain: Bool;
    /// Whether the place may lie beyond the extent: what is read there is missing, and what is written there is dropped.
    type IsPermissive: Bool;
    /// Whether [`Scope`] checks before the program runs that the place is in bounds.
    type IsChecked: Bool;
    /// Whether it is a place in a part of joined arrays, inside of which loops stay. Where a loop left it, by a fault, nothing would be executed.
    #[doc(hidden)]
    type IsSure: Bool;
    /// Whether index `J` moves the place, and a loop over it finds the place by additions, or by looking up in what is dense, once the other
    /// indices have values.
    #[doc(hidden)]
    type Finds<J: Nat>: Bool;
    /// How a fiber unfurls along it.
    type Protocol: ReadBy;
    /// The term when index `N` has a value.
    type Bind<N: Nat>: IndexTerm<IsPermissive = Self::IsPermissive>;
    /// The term when variable `V`, which `let` names, has a value; or a workspace of one value, whose number is apart.
    #[doc(hidden)]
    type Given<V: Nat>: IndexTerm<IsPermissive = Self::IsPermissive>;
    /// This term without the permission to lie beyond the extent.
    type Bare: CertainTerm<Indices = Self::Indices, IsStructural = Self::IsStructural, Protocol = Self::Protocol>;
    /// The term where it lies inside of the extent for every value of `N`, the one index that is left.
    type Inside<N: Nat>: IndexTerm;

    /// The term when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;

    /// The term where it lies inside.
    fn inside<N: Nat>(self) -> Self::Inside<N>;

    /// The place that the term stands for, with 0 for every index that is not bound.
    fn position(self, driver: Driver) -> isize;

    /// The term when variable `V` is `value`, or a workspace was filled with it: see [`Fiber::filled`](crate::fiber::Fiber::filled).
    #[doc(hidden)]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V>;

    /// The place, if it is within `limits`; else where it is. It is computed once: what data name may be something else the next
    /// time.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, driver: Driver, limits: Range<usize>) -> Result<usize, isize> {
        let place = self.position(driver);
        match place >= 0 && limits.contains(&(place as usize)) {
            true => Ok(place as usize),
            false => Err(place),
        }
    }

    /// Takes note of the extent of the dimension, unless it is known. Places are compared with it, so only the driver says what it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, _driver: Driver, _extent: impl Fn() -> Option<usize>) -> Self {
        self
    }

    /// The places that lie inside: up to the extent that the term has taken note of, else up to `extent`, and all of them
    /// if neither is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits(self, extent: impl FnOnce() -> Option<usize>) -> Range<usize> {
        0..extent().unwrap_or(FARTHEST)
    }

    /// The places that lie inside of an output, whose extents the term has taken note of when it was opened.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits_of_output(self) -> Range<usize> {
        self.limits(|| Some(0))
    }

    /// The part of the dimension that the term is restricted to, if it is not all of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self) -> Option<Range<usize>> {
        None
    }

    /// This term without the permission to lie beyond the extent.
    fn bare(self) -> Self::Bare;

    /// Adds the parts of this term to `sum`.
    fn affine(self, sum: &mut Affine);

    /// The index, if it is plain.
    const PLAIN: Option<SignedIndex> = None;

    /// The number of the variable that it is, if it is one and nothing more.
    #[doc(hidden)]
    const VARIABLE: Option<usize> = None;

    /// The index, if it is that, which is not subtracted, and numbers that are added or subtracted.
    #[doc(hidden)]
    const MOVED: Option<SignedIndex> = Self::PLAIN;

    /// Whether it is a number and nothing more.
    #[doc(hidden)]
    const IS_NUMBER: bool = false;

    /// Whether it is what data name and nothing more.
    #[doc(hidden)]
    const IS_LOOKED_UP: bool = false;

    /// How large the numbers in a term are together that is one, or is moved by them.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_by(self) -> usize {
        0
    }

    /// Tells which extents the accesses in it have.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, _check: &mut C) -> Result<()> {
        Ok(())
    }

    /// This entry as data, see [`explain`](crate::explain).
    fn describe(self) -> Term;
}

/// No extent is larger.
pub(crate) const FARTHEST: usize = isize::MAX as usize;

/// The extent of a dimension, once a term has taken note of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Noted(usize);

impl Noted {
    /// It is not known yet.
    pub(crate) const UNKNOWN: Noted = Noted(usize::MAX);

    /// As it was noted, else as it is now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn or(self, extent: impl Fn() -> Option<usize>) -> Noted {
        match self {
            Noted::UNKNOWN => extent().map_or(Noted::UNKNOWN, Noted),
            noted => noted,
        }
    }

    /// What places are below: the extent as it was noted, else as it is now, if that is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn limit(self, extent: impl FnOnce() -> Option<usize>) -> usize {
        match self {
            Noted::UNKNOWN => extent().unwrap_or(FARTHEST),
            Noted(extent) => extent,
        }
    }

    /// The extent as it was noted, else 0: without a branch, so that no loop asks again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn or_nothing(self) -> usize {
        self.0.wrapping_add(1).saturating_sub(1)
    }
}

/// Says that there is no place: the value that names it is missing.
pub(crate) const NOWHERE: isize = isize::MIN;

/// The first place that data name: what is further back is [`NOWHERE`], or was moved from there.
const FIRST: isize = NOWHERE / 2 + 1;

/// There is no place, although a loop may have moved it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_nowhere(place: isize) -> bool {
    place < FIRST
}

/// A place that is there: what data say is never taken for what is missing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn somewhere(place: isize) -> isize {
    place.max(FIRST)
}

/// Terms that have to lie inside.
pub trait CertainTerm: IndexTerm<IsPermissive = No> {}

impl<A: IndexTerm<IsPermissive = No>> CertainTerm for A {}

/// What a term says that is not permissive.
macro_rules! never_beyond {
    () => {
        never_beyond!(sure No);
    };
    (sure $sure:ty) => {
        type IsPermissive = No;
        type IsSure = $sure;
        type Bare = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn bare(self) -> Self {
            self
        }
        type Inside<Number: Nat> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn inside<Number: Nat>(self) -> Self {
            self
        }
    };
}
pub(crate) use never_beyond;

/// What a term does to each of the terms, or values, that it is made of, and keeping its other fields.
macro_rules! each_part_of_term {
    ($name:ident: $($part:tt),+ $(; $($kept:ident),+)?) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn bind<Number: Nat>(self, index: usize) -> Self::Bind<Number> {
            $name {
                $($part: self.$part.bind::<Number>(index),)+
                $($($kept: self.$kept),+)?
            }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
            $name {
                $($part: self.$part.given::<V, U>(value, known),)+
                $($($kept: self.$kept),+)?
            }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn infer<C: Check>(self, check: &mut C) -> Result<()> {
            $(self.$part.infer(check)?;)+
            Ok(())
        }
    };
}
pub(crate) use each_part_of_term;

/// What a term says that is looked up once its indices have values, with its extent in a field of that name.
macro_rules! looked_up_term {
    (read by $protocol:ty, found $finds:ty) => {
        type IsStructural = No;
        type Finds<J: Nat> = $finds;
        type IsPlain = No;
        type IsChecked = No;
        type Protocol = $protocol;
        $crate::index::term::never_beyond!();

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sized(self, _driver: $crate::driver::Driver, extent: impl Fn() -> Option<usize>) -> Self {
            Self {
                extent: self.extent.or(extent),
                ..self
            }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn limits(self, extent: impl FnOnce() -> Option<usize>) -> core::ops::Range<usize> {
            0..self.extent.limit(extent)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn limits_of_output(self) -> core::ops::Range<usize> {
            0..self.extent.or_nothing()
        }
    };
}
pub(crate) use looked_up_term;

/// What a term, or a list of terms, says that no variable names.
macro_rules! names_no_variable {
    () => {
        type Given<Number: Nat> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn given<Number: Nat, U: Copy + 'static>(self, _value: U, _known: Knowledge) -> Self {
            self
        }
    };
}
pub(crate) use names_no_variable;

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
