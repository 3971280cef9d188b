//! Where the least and the greatest values are.

use super::along::{IndexAlong, PlaceOf};
use super::dims::innermost_first;
use super::expr::{Uniform, always_ready};
use super::join::Framed;
use crate::ShortScalar;
use crate::imports::*;
use finch_traits::algebra::By;
use finch_traits::algebra::fill::Inf;
use finch_traits::algebra::operators::{Add, Eq, Mul};
use finch_traits::algebra::reducers::Choose;
use finch_traits::expr::overload::{IndexAt, Value, index_at, sieve};

/// An array of rank `R` whose value at each place is the index along axis number `AXIS`. An operand of [`WithIndex`].
#[derive(Debug)]
pub struct IndexOf<R, const AXIS: usize>(PhantomData<R>);

impl<R, const AXIS: usize> IndexOf<R, AXIS> {
    pub(super) const HERE: Self = IndexOf(PhantomData);
}

crate::copied!([R, const AXIS: usize] IndexOf<R, AXIS>);

impl<R: AlongAxis<AXIS>, const AXIS: usize> ArrayExpr for IndexOf<R, AXIS> {
    type T = usize;
    type Rank = R;
    type At<I: IndexList> = IndexAt<IndexAlong<R, AXIS, I>>;
    fn at<I: IndexList>(self, indices: I) -> Self::At<I> {
        expr_of(index_at(PlaceOf::<R, AXIS>::HERE.term(R::take(indices, Nil))))
    }
    always_ready!(of no extent);
}

impl<R: AlongAxis<AXIS>, const AXIS: usize> Infer for IndexOf<R, AXIS> {
    type Fill = Unknown;
    type Always = Unknown;
    type Kinds = R::AllFull;
}

/// The operator that makes a pair of a value and the place at which it is: a [`By`], whose key is the value.
#[derive(Clone, Copy, Debug)]
pub struct With;

impl<T: Copy + 'static, V: Copy + 'static> BinaryOp<T, V> for With {
    type Out = By<T, V>;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = Unknown;
    const SYMBOL: &'static str = "with";

    fn fold(_value: Knowledge, _place: Knowledge) -> Knowledge {
        Knowledge::NOTHING
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, value: T, place: V) -> By<T, V> {
        By::new(value, place)
    }
}

/// The array `E` with each value paired with its index along axis number `AXIS`.
pub type WithIndex<E, const AXIS: usize> = Op2<With, E, IndexOf<<E as ArrayExpr>::Rank, AXIS>>;

/// The array `E` reduced along axis number `AXIS` by `O`, which keeps the index of the value that it chooses.
/// [`Array::argmin_axis`](crate::array::Array::argmin_axis) and [`Array::argmax_axis`](crate::array::Array::argmax_axis) make it.
pub type ArgReduced<O, E, const AXIS: usize> = Reduced<O, WithIndex<E, AXIS>, AXIS>;

/// `expr` with the index along axis number `AXIS`.
pub(super) fn with_index<E: ArrayExpr<Rank: AlongAxis<AXIS>>, const AXIS: usize>(expr: E) -> WithIndex<E, AXIS> {
    Op2 {
        op: With,
        a: expr,
        b: IndexOf::HERE,
    }
}

/// Ranks of which a place is a number: one to four dimensions.
#[diagnostic::on_unimplemented(
    message = "this array has no place of its least value",
    label = "not of one to four dimensions",
    note = "arrays of one to four dimensions have one"
)]
pub trait PlaceNumbers: Dims<Max<Self> = Self> {
    /// The number of a place, as an operand.
    type Place: ArrayExpr<T = usize, Rank = Self>;
    /// The number of a place within `extents`, outermost first, as an operand.
    fn place(extents: &[usize]) -> Self::Place;
    /// `expr`, which has these extents, outermost first.
    type Framed<E: ArrayExpr<Rank = Self>>: ArrayExpr<T = E::T, Rank = Self>;
    /// `expr`, which has `extents`, outermost first.
    fn framed<E: ArrayExpr<Rank = Self>>(expr: E, extents: &[usize]) -> Self::Framed<E>;
    /// The first of `places` where `condition` holds. Along a run of equal values it is tested once.
    fn first<C: ArrayExpr<T = bool>>(condition: C, places: Self::Place) -> Result<Option<usize>> {
        condition.check()?;
        let condition = Value::new(condition.at(Self::take(Self::indices(), Nil)));
        let place = innermost_first(places);
        let mut first = ShortScalar::<usize, Inf>::default();
        program()
            .declare(&mut first)
            .body(|(first,)| Self::loops(sieve(condition, first.at(()).reduce(Choose::<Inf>::new(), place))))
            .run_generic()?;
        Ok(Some(first.get()).filter(|&place| place != usize::MAX))
    }
}

macro_rules! places {
    ($($rank:ident, $count:literal: $($axis:literal)*;)*) => { $(
        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl PlaceNumbers for $rank {
            type Place = places!(@type $rank IndexOf<$rank, 0>; $($axis)*);
            fn place(extents: &[usize]) -> Self::Place {
                let place = IndexOf::<$rank, 0>::HERE;
                $(
                    let a = Op2 { op: Mul, a: place, b: Uniform(extents[$axis]) };
                    let place = Op2 { op: Add, a, b: IndexOf::<$rank, $axis>::HERE };
                )*
                let _ = extents;
                place
            }
            type Framed<E: ArrayExpr<Rank = Self>> = Framed<E, $count>;
            fn framed<E: ArrayExpr<Rank = Self>>(expr: E, extents: &[usize]) -> Self::Framed<E> {
                let mut all = extents.iter().copied();
                Framed {
                    expr,
                    extents: core::array::from_fn(|_| all.next().unwrap_or(0)),
                }
            }
        }
    )* };
    (@type $rank:ident $place:ty;) => { $place };
    (@type $rank:ident $place:ty; $axis:literal $($rest:literal)*) => {
        places!(@type $rank Op2<Add, Op2<Mul, $place, Uniform<usize>>, IndexOf<$rank, $axis>>; $($rest)*)
    };
}

places! {
    U1, 1: ;
    U2, 2: 1;
    U3, 3: 1 2;
    U4, 4: 1 2 3;
}

/// The extents of `expr`, outermost first, within which places have numbers.
fn extents<E: ArrayExpr>(expr: &E) -> Result<Vec<usize>> {
    let mut at = Vec::new();
    for axis in (0..E::Rank::USIZE).rev() {
        ensure!(let Some(extent) = expr.extent(axis)?, else Unresolved,
            "places have no numbers: the array has no extent of its own along dimension {axis}, counted from the last one");
        at.push(extent)
    }
    ensure!(crate::tensor::full::places(&at).is_some(), else TooLarge,
        "the places of an array of shape {at:?} have no numbers");
    Ok(at)
}

/// The number of the first place of `expr`, within extents `at`, that has the value that `op` makes of all, and that value.
fn first<O, E>(op: O, expr: E, at: &[usize]) -> Result<Option<(usize, E::T)>>
where
    E: ArrayExpr<Rank: PlaceNumbers>,
    O: Identity<E::T>,
    Eq: BinaryOp<E::T, E::T, Out = bool>,
{
    // Loops over other extents than these are an error, not places that are decoded wrongly.
    let expr = E::Rank::framed(expr, at);
    let best = E::Rank::reduce(op, expr)?;
    let is_best = Op2 {
        op: Eq,
        a: expr,
        b: Uniform(best),
    };
    Ok(E::Rank::first(is_best, E::Rank::place(at))?.map(|place| (place, best)))
}

/// The first place where `expr` has the value that `op` reduces it to, and that value; `None` if there is none.
pub(super) fn extreme<O, E>(op: O, expr: E) -> Result<Option<(Shape<E::Rank>, E::T)>>
where
    E: ArrayExpr<Rank: PlaceNumbers>,
    O: Identity<E::T>,
    Eq: BinaryOp<E::T, E::T, Out = bool>,
{
    let mut at = extents(&expr)?;
    if at.contains(&0) {
        // Without places there is nothing to walk through, however long the other dimensions are.
        return expr.check().map(|()| None);
    }
    expr.check()?;
    let mut temporaries = E::Temporaries::default();
    expr.prepare(&mut temporaries)?;
    let Some((place, best)) = first(op, expr.ready(&temporaries), &at)? else {
        return Ok(None);
    };
    at.iter_mut().rev().fold(place, |rest, extent| {
        // There is a place, so no extent is 0.
        let place = rest.checked_rem(*extent).unwrap_or(0);
        let rest = rest.checked_div(*extent).unwrap_or(0);
        *extent = place;
        rest
    });
    Ok(Some((GenericArray::from_iter(at), best)))
}
