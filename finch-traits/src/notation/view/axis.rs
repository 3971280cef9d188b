//! One dimension of a view, as a type.

use crate::upper::*;
use crate::view::each::Entry;
use crate::view::rearrange::{ExtentsByNumber, Rearrange};
use core::fmt::Debug;

/// The number of a dimension, from 0 for the outermost one: `U0`, `U1`, .. `U5` of typenum.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the number of a dimension",
    note = "the outermost dimension is `typenum::U0`, the next one `U1`, up to `U5`"
)]
pub trait AxisNumber: Copy + Debug + 'static {
    /// The place of the dimension in a list of indices.
    type Place: ListPlace;
}

/// How two indices of a view become one of the tensor: as a sum or a product.
pub trait Join: Copy + Sealed {
    /// The index that `A` and `B` make.
    type Term<A: IndexTerm, B: IndexTerm>: IndexTerm;
    /// The index that `a` and `b` make.
    fn term<A: IndexTerm, B: IndexTerm>(a: A, b: B) -> Self::Term<A, B>;
}

/// The place of one dimension in a list of indices, as a type-level number.
pub trait ListPlace: Copy + Debug + Sealed {
    /// This place as a value.
    const HERE: Self;
    /// This place as a number.
    const NUMBER: usize;
    /// The list `I` with `E` applied to the term at this place.
    type Changed<I: IndexList, E: Entry>: IndexList;
    /// The list `I` with the term at this place and the next one joined.
    type Joined<I: IndexList, J: Join>: IndexList;
    /// The list `I` with `T` in front of the term at this place.
    type Inserted<I: IndexList, T: IndexTerm>: IndexList;
    /// The list `I` without the term at this place.
    type Removed<I: IndexList>: IndexList;
    /// The term of `I` at this place.
    type Term<I: IndexList>: IndexTerm;
    /// The axes `X` with the one at this place twice.
    type Twice<X: AxisList>: AxisList;
    /// The list `indices` with `entry` applied to the term at this place.
    fn change<I: IndexList, E: Entry>(self, indices: I, entry: E) -> Self::Changed<I, E>;
    /// The list `indices` with the term at this place and the next one joined.
    fn join<I: IndexList, J: Join>(self, indices: I) -> Self::Joined<I, J>;
    /// The term of `indices` at this place.
    fn term<I: IndexList>(self, indices: I) -> Self::Term<I>;
    /// The list `indices` with `term` in front of the term at this place.
    fn insert<I: IndexList, T: IndexTerm>(self, indices: I, term: T) -> Self::Inserted<I, T>;
    /// The list `indices` without the term at this place.
    fn remove<I: IndexList>(self, indices: I) -> Self::Removed<I>;
}

/// The first place of a list.
#[derive(Clone, Copy, Debug)]
pub struct FirstPlace;

/// The place after `P`.
#[derive(Clone, Copy, Debug)]
pub struct NextPlace<P>(PhantomData<P>);

impl Sealed for FirstPlace {}
impl ListPlace for FirstPlace {
    const HERE: Self = FirstPlace;
    const NUMBER: usize = 0;
    type Inserted<I: IndexList, T: IndexTerm> = Cons<T, I>;
    type Removed<I: IndexList> = I::Tail;
    type Term<I: IndexList> = I::Head;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<I: IndexList>(self, indices: I) -> I::Head {
        indices.split().0
    }
    type Changed<I: IndexList, E: Entry> = Cons<E::Term<I::Head>, I::Tail>;
    type Joined<I: IndexList, J: Join> =
        Cons<J::Term<I::Head, <I::Tail as IndexList>::Head>, <I::Tail as IndexList>::Tail>;
    type Twice<X: AxisList> = OuterAxis<X::First, X>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<I: IndexList, E: Entry>(self, indices: I, entry: E) -> Self::Changed<I, E> {
        let (head, tail) = indices.split();
        Cons(entry.term(head), tail)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<I: IndexList, J: Join>(self, indices: I) -> Self::Joined<I, J> {
        let (a, tail) = indices.split();
        let (b, tail) = tail.split();
        Cons(J::term(a, b), tail)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn insert<I: IndexList, T: IndexTerm>(self, indices: I, term: T) -> Cons<T, I> {
        Cons(term, indices)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn remove<I: IndexList>(self, indices: I) -> I::Tail {
        indices.split().1
    }
}

impl<P: ListPlace> Sealed for NextPlace<P> {}
impl<P: ListPlace> ListPlace for NextPlace<P> {
    const HERE: Self = NextPlace(PhantomData);
    const NUMBER: usize = P::NUMBER + 1;
    type Inserted<I: IndexList, T: IndexTerm> = Cons<I::Head, P::Inserted<I::Tail, T>>;
    type Removed<I: IndexList> = Cons<I::Head, P::Removed<I::Tail>>;
    type Term<I: IndexList> = P::Term<I::Tail>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<I: IndexList>(self, indices: I) -> P::Term<I::Tail> {
        P::HERE.term(indices.split().1)
    }
    type Changed<I: IndexList, E: Entry> = Cons<I::Head, P::Changed<I::Tail, E>>;
    type Joined<I: IndexList, J: Join> = Cons<I::Head, P::Joined<I::Tail, J>>;
    type Twice<X: AxisList> = OuterAxis<X::First, P::Twice<X::Below>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<I: IndexList, E: Entry>(self, indices: I, entry: E) -> Self::Changed<I, E> {
        let (head, tail) = indices.split();
        Cons(head, P::HERE.change(tail, entry))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<I: IndexList, J: Join>(self, indices: I) -> Self::Joined<I, J> {
        let (head, tail) = indices.split();
        Cons(head, P::HERE.join::<_, J>(tail))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn insert<I: IndexList, T: IndexTerm>(self, indices: I, term: T) -> Self::Inserted<I, T> {
        let (head, tail) = indices.split();
        Cons(head, P::HERE.insert(tail, term))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn remove<I: IndexList>(self, indices: I) -> Self::Removed<I> {
        let (head, tail) = indices.split();
        Cons(head, P::HERE.remove(tail))
    }
}

macro_rules! numbers {
    ($($number:ident is $place:ty;)*) => { $(
        impl AxisNumber for $number {
            type Place = $place;
        }
    )* };
}

numbers! {
    U0 is FirstPlace;
    U1 is NextPlace<FirstPlace>;
    U2 is NextPlace<NextPlace<FirstPlace>>;
    U3 is NextPlace<NextPlace<NextPlace<FirstPlace>>>;
    U4 is NextPlace<NextPlace<NextPlace<NextPlace<FirstPlace>>>>;
    U5 is NextPlace<NextPlace<NextPlace<NextPlace<NextPlace<FirstPlace>>>>>;
}

/// A view that changes the index of the dimension at place `P` by `E`, and no other.
#[derive(Clone, Copy, Debug)]
pub struct AtPlace<P, E> {
    place: PhantomData<P>,
    entry: E,
}

impl<P, E> AtPlace<P, E> {
    /// `entry` along the dimension at place `P`.
    #[inline]
    pub fn new(entry: E) -> Self {
        AtPlace {
            place: PhantomData,
            entry,
        }
    }
}

impl<P, E> Sealed for AtPlace<P, E> {}
impl<P: ListPlace, E: Entry> Rearrange for AtPlace<P, E> {
    type Rank<R: Nat> = R;
    type Axes<X: AxisList> = X;
    type List<I: IndexList> = P::Changed<I, E>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
        P::HERE.change(indices, self.entry)
    }
    fn extent(self, axis: usize, of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
        if axis == P::NUMBER {
            self.entry.extent(&|| of(axis))
        } else {
            of(axis)
        }
    }
}
