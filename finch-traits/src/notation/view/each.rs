//! Views that change each index by itself: moved, within a window, permitted to lie outside.

use crate::index::arithmetic::{WindowIndex, window};
use crate::index::part::Part;
use crate::index::term::Step;
use crate::upper::*;
use crate::view::rearrange::{ExtentsByNumber, OneForEach, Rearrange, WindowRanges};
use typenum::{U6, U7, U8};

/// What a view does to one index: moves it, restricts it to a window, or permits it to lie outside.
pub trait Entry: Copy + Sealed {
    /// The index of the tensor, if that of the view is `A`.
    type Term<A: IndexTerm>: IndexTerm;
    /// The index of the tensor, if that of the view is `index`.
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A>;
    /// The extent of the view, where it has one of its own and `of` is that of what is behind it.
    ///
    /// # Errors
    ///
    /// Those of `of`; [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a window that runs backwards or reaches beyond.
    fn extent(self, _of: &dyn Fn() -> Result<Option<usize>>) -> Result<Option<usize>> {
        Ok(None)
    }
}

/// `term` of what permits nothing, permitted what `A` is.
pub(super) type As<A, Term> = Permissive<Term, Not<<A as IndexTerm>::IsPermissive>>;

impl Sealed for Step {}
impl Entry for Step {
    type Term<A: IndexTerm> = As<A, Sum<A::Bare, Step>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(Sum(index.bare(), self))
    }
}

/// A view of one dimension that shows a range of its indices, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct WindowPart {
    lo: usize,
    hi: usize,
}

impl WindowPart {
    /// From `range.start` up to but excluding `range.end`.
    pub fn new(range: Range<usize>) -> Self {
        WindowPart {
            lo: range.start,
            hi: range.end,
        }
    }
}

impl Sealed for WindowPart {}
impl Entry for WindowPart {
    type Term<A: IndexTerm> = As<A, WindowIndex<A::Bare>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(window(index.bare(), self.lo..self.hi))
    }
    fn extent(self, of: &dyn Fn() -> Result<Option<usize>>) -> Result<Option<usize>> {
        let WindowPart { lo, hi } = self;
        ensure!(lo <= hi, else OutOfBounds, "the window {lo}..{hi} runs backwards");
        match of()? {
            Some(extent) if hi > extent => Err(error!(
                OutOfBounds,
                "the window {lo}..{hi} reaches beyond the extent {extent}"
            )),
            _ => Ok(Some(hi - lo)),
        }
    }
}

/// A dimension that lies within a longer one, where values are missing around it.
#[derive(Clone, Copy, Debug)]
pub struct Inset {
    before: usize,
    extent: usize,
}

impl Inset {
    /// Behind `before` indices of a dimension of `extent`.
    #[inline]
    pub fn new(before: usize, extent: usize) -> Self {
        Inset { before, extent }
    }

    /// The longer extent.
    #[inline]
    pub fn extent(self) -> usize {
        self.extent
    }
}

impl Sealed for Inset {}
impl Entry for Inset {
    type Term<A: IndexTerm> = Permissive<Sum<A::Bare, Step>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        let by = Step(-(self.before.min(isize::MAX as usize) as isize));
        Permissive::new(Sum(index.bare(), by))
    }
    fn extent(self, _of: &dyn Fn() -> Result<Option<usize>>) -> Result<Option<usize>> {
        Ok(Some(self.extent))
    }
}

/// A dimension that is one part of a longer one, in which several are joined. It is read only where the longer one is in this part.
#[derive(Clone, Copy, Debug)]
pub struct PartBehind {
    before: usize,
}

impl PartBehind {
    /// The part behind `before` indices.
    #[inline]
    pub fn new(before: usize) -> Self {
        PartBehind { before }
    }
}

impl Sealed for PartBehind {}
impl Entry for PartBehind {
    type Term<A: IndexTerm> = As<A, Part<A::Bare>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(Part::new(index.bare(), self.before))
    }
}

/// A view of one dimension that may be read beyond its extent: values are missing there.
#[derive(Clone, Copy, Debug)]
pub struct Permitted;

impl Sealed for Permitted {}
impl Entry for Permitted {
    type Term<A: IndexTerm> = Permissive<A::Bare>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm>(self, index: A) -> Self::Term<A> {
        Permissive::new(index.bare())
    }
}

/// A view that changes the index of each of `N` dimensions by a value of type `E`.
#[derive(Clone, Copy, Debug)]
pub struct Each<E, const N: usize>([E; N]);

impl<E, const N: usize> Each<E, N> {
    /// Changes the index of each dimension by its entry, outermost first.
    #[inline]
    pub fn new(entries: [E; N]) -> Self {
        Each(entries)
    }
}

/// A view that moves the indices of `N` dimensions, each by a step forward or back. [`Views::offset`](super::Views::offset) makes it.
pub type Offset<const N: usize> = Each<Step, N>;

/// A view that shows a range of each of `N` dimensions. [`Views::window`](super::Views::window) makes it.
pub type Windowed<const N: usize> = Each<WindowPart, N>;

impl<E, const N: usize> Sealed for Each<E, N> {}

impl<E: Entry> Rearrange for Each<E, 0> {
    type Rank<R: Nat> = R;
    type Axes<X: AxisList> = X;
    type List<I: IndexList> = Nil;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, _indices: I) -> Nil {
        Nil
    }
}

macro_rules! for_each_dimension {
    ($($number:literal $rank:ident, below $below:literal;)*) => { $(
        impl<T> OneForEach<$rank> for [T; $number] {}

        impl WindowRanges<$rank> for [Range<usize>; $number] {
            type Window = Windowed<$number>;
            #[inline]
            fn window(self) -> Windowed<$number> {
                Each(self.map(WindowPart::new))
            }
        }

        impl<E: Entry> Rearrange for Each<E, $number> {
            type Rank<R: Nat> = R;
            type Axes<X: AxisList> = X;
            type List<I: IndexList> = Cons<E::Term<I::Head>, <Each<E, $below> as Rearrange>::List<I::Tail>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
                let ([entry, entries @ ..], (head, tail)) = (self.0, indices.split());
                Cons(entry.term(head), Each(entries).list(tail))
            }
            fn extent(self, axis: usize, of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
                self.0.get(axis).map_or(Ok(None), |entry| entry.extent(&|| of(axis)))
            }
        }

        impl Rearrange for Permit<$rank> {
            type Rank<R: Nat> = R;
            type Axes<X: AxisList> = X;
            type List<I: IndexList> = <Each<Permitted, $number> as Rearrange>::List<I>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
                Each([Permitted; $number]).list(indices)
            }
        }
    )* };
}

for_each_dimension! {
    1 U1, below 0;
    2 U2, below 1;
    3 U3, below 2;
    4 U4, below 3;
    5 U5, below 4;
    6 U6, below 5;
    7 U7, below 6;
    8 U8, below 7;
}

impl WindowRanges<U1> for Range<usize> {
    type Window = Windowed<1>;
    #[inline]
    fn window(self) -> Windowed<1> {
        Each([WindowPart::new(self)])
    }
}

/// A view whose `R` dimensions may be read beyond their extents. [`Views::permissive`](super::Views::permissive) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Permit<R>(PhantomData<R>);

impl<R> Permit<R> {
    /// All dimensions.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Permit(PhantomData)
    }
}

impl<R> Sealed for Permit<R> {}
