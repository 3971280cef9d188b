//! Which of the values that come up along a dimension is the least or the greatest, and where it is.

use crate::imports::*;
use core::fmt::Debug;
use finch_formats::traits::algebra::fill::NegInf;
use finch_formats::traits::algebra::reducers::{Max, Min};
use finch_formats::traits::algebra::{skips, unary_laws};

/// Which values are looked for.
pub(crate) trait Order<T: Copy + 'static>: Copy + Debug + Default + 'static {
    /// What every value beats.
    type Start: Fill<T>;
    /// Keeps the value that is looked for.
    type Keep: Reducer<T> + Default;
    /// How the reducer of values with their places is written.
    const SYMBOL: &'static str;

    /// Whether `new` is found rather than `old`.
    fn beats(new: T, old: T) -> bool;
}

/// The least values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Least;

impl<T: Ordered> Order<T> for Least {
    type Start = Inf;
    type Keep = Min;
    const SYMBOL: &'static str = "<<least>>=";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beats(new: T, old: T) -> bool {
        new < old
    }
}

/// The greatest values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Greatest;

impl<T: Ordered> Order<T> for Greatest {
    type Start = NegInf;
    type Keep = Max;
    const SYMBOL: &'static str = "<<greatest>>=";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beats(new: T, old: T) -> bool {
        new > old
    }
}

/// What was found among entries that are not fill, whose places ascend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<T> {
    /// The value, and its first place, if there is one.
    found: Option<(T, usize)>,
    /// The first place without an entry, as far as places have been gone through.
    gap: usize,
}

impl<T: Ordered> Fill<Candidate<T>> for Zero {
    type Known = <Zero as Fill<usize>>::Known;
    const VALUE: &'static Candidate<T> = &Candidate { found: None, gap: 0 };
}

/// An entry.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn candidate<T>(value: T, place: usize) -> Candidate<T> {
    let (found, gap) = (Some((value, place)), place);
    Candidate { found, gap }
}

/// The first one that no other beats. What is no number is not found, but is an entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best<O>(PhantomData<O>);

impl<T: Ordered, O: Order<T>> Reducer<Candidate<T>> for Best<O> {
    skips!(Zero);
    type Reassociates = No;
    type Groups = No;
    type Gathers = No;
    type Commutes = No;
    type Saturates = No;
    const SYMBOL: &'static str = O::SYMBOL;

    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::eq_op, reason = "a NaN is not equal to itself")]
    fn combine(&self, old: Candidate<T>, new: Candidate<T>) -> Candidate<T> {
        let wins = match (old.found, new.found) {
            (Some((old, _)), Some((new, _))) => O::beats(new, old),
            (None, Some((new, _))) => new == new,
            (_, None) => false,
        };
        let found = if wins { new.found } else { old.found };
        // An entry comes with its place.
        let gap = old.gap + usize::from(new.gap == old.gap);
        Candidate { found, gap }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(&self, old: Candidate<T>, new: Candidate<T>, count: usize) -> Candidate<T> {
        if count == 0 { old } else { self.combine(old, new) }
    }
}

/// The place of what was found, where the fill counts as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settle<T, O> {
    fill: T,
    extent: usize,
    order: PhantomData<O>,
}

/// The place among as many as `extent`, which is not zero: the places of entries, and of fill.
pub(super) fn settle<T, O>(fill: T, extent: usize) -> Settle<T, O> {
    let order = PhantomData;
    Settle { fill, extent, order }
}

unary_laws! {
    impl[T: Ordered, O: Order<T>] UnaryOp<Candidate<T>> for Settle<T, O> {
        type Out = usize;
        const SYMBOL = "place";
        forced {}
        natural { (Zero) => Zero; }
        fn apply(&self, found) {
            // No entry equals the fill, so that one of the two is beaten.
            match found.found {
                Some((value, place)) if found.gap == self.extent || O::beats(value, self.fill) => place,
                None if found.gap == self.extent => usize::MAX,
                _ => found.gap,
            }
        }
    }
}
