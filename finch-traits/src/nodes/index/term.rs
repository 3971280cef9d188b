//! What stands at one place of an index list.
//!
//! | term | reads and writes at |
//! |---|---|
//! | [`Index`](crate::index::Index), [`GallopIndex`], [`FollowIndex`] | an index of a loop, by a protocol |
//! | `usize`, [`Step`] | one place; what is added to an index, forward or back |
//! | [`Sum`](crate::index::arithmetic::Sum), [`Minus`](crate::index::arithmetic::Minus) | `i + c`, `i - c`, `i + j`, `i - j`: moved, once all but one index have values |
//! | [`Calculated`](crate::index::arithmetic::Calculated) | `2 * i`, `i * j`, `i / 2`, `i % n`: looked up |
//! | [`Permissive`](crate::index::permissive::Permissive) | the same, or nothing beyond the extent |
//! | [`WindowIndex`](crate::index::arithmetic::WindowIndex) | a part of the dimension |
//! | [`Gather`](crate::index::gather::Gather), [`Part`](crate::index::part::Part) | a place that data says; one in a part of what is joined |

mod plain;

pub use plain::{FollowIndex, GallopIndex, Step, Variable, follow, gallop, walk};

use crate::knot::*;

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

/// What a term says that takes note of the extent, in a field of that name.
macro_rules! notes_extent {
    () => {
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
pub(crate) use notes_extent;

/// What a term says that is looked up once its indices have values, and takes note of its extent.
macro_rules! looked_up_term {
    (read by $protocol:ty, found $finds:ty) => {
        type IsStructural = No;
        type Finds<J: Nat> = $finds;
        type IsPlain = No;
        type IsChecked = No;
        type Protocol = $protocol;
        $crate::index::term::never_beyond!();
        $crate::index::term::notes_extent!();
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
