//! Gathering: the place is a value of other tensors, or what `let` names.

use crate::expr::value::Value;
use crate::expr::variable::Variable;
use crate::index::computed::Computed;
use crate::index::protocol::Walking;
use crate::index::term::{looked_up_term, never_beyond};
use crate::knot::*;

/// A number that names a place.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is no index",
    note = "what stands between brackets is an integer: `a[x[i]]` with an `x` of `u32` or `usize`, say; floats are converted in the \
            place, `a[x[i] as usize]`",
    note = "places that data name do not size an output: `h` of `h[x[i] as usize] += 1` is as long as it is made, by \
            `let mut h = Vector::<u32>::empty([n])?;` in front of the program"
)]
pub trait IndexValue: Copy {
    /// `Self`, in every implementation. Types that follow from a place go through it, so that the compiler reports what is no place once.
    type Is;
    /// The place; `isize::MAX` for what is beyond all of them.
    fn place(self) -> isize;
    /// The place, if it is below `extent`.
    fn below(self, extent: usize) -> Option<usize>;
}

macro_rules! places {
    ($($t:ty)*) => { $(
        impl IndexValue for $t {
            type Is = $t;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn place(self) -> isize {
                isize::try_from(self).unwrap_or(isize::MAX)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn below(self, extent: usize) -> Option<usize> {
                match usize::try_from(self) {
                    Ok(place) if place < extent => Some(place),
                    _ => None,
                }
            }
        }
    )* };
}

places!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// A place that is the value of an expression, as in `x[p[i]]`: it is looked up for each index.
#[derive(Clone, Copy, Debug)]
pub struct Gather<E> {
    value: E,
    extent: Noted,
}

/// The place that `value` names.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gather<E: Computed<T: IndexValue>>(value: Value<E>) -> Gather<E> {
    Gather {
        value: value.0,
        extent: Noted::UNKNOWN,
    }
}

/// What has the name of a tensor whose value, `E`, names a place: anything, so that what is no place is reported at that name.
#[doc(hidden)]
pub trait NamesPlace<E> {
    /// The place.
    type Place;
    /// The place.
    fn place(value: Value<E>) -> Self::Place;
}

impl<X: ?Sized, E: Computed<T: IndexValue>> NamesPlace<E> for X {
    // There is none if it names no place, so that what is read there is not refused as well.
    type Place = <<E::T as IndexValue>::Is as IfResolved>::Then<Gather<E>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(value: Value<E>) -> Gather<E> {
        gather(value)
    }
}

/// The place that `value` names, an access to what is called `name`.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gather_named<E, P, X: NamesPlace<E, Place = P> + ?Sized>(value: Value<E>, _name: &X) -> P {
    X::place(value)
}

// SAFETY: never moved to; what it says is checked each time.
unsafe impl<E: Computed<T: IndexValue>> IndexTerm for Gather<E> {
    type Indices = E::Indices;
    type Bind<N: Nat> = Gather<E::Bind<N>>;
    type Given<V: Nat> = Gather<E::Given<V>>;
    looked_up_term!(
        read by <<E::T as IndexValue>::Is as IfResolved>::Then<Walking>,
        found And<<E::Indices as IndexSet>::Has<J>, IsNone<E::Merged<J>>>
    );

    const IS_LOOKED_UP: bool = true;

    each_part_of_term!(Gather: value; extent);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        place_of(self.value, driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, driver: Driver, limits: Range<usize>) -> Result<usize, isize> {
        find(self.value, driver, limits)
    }

    fn affine(self, sum: &mut Affine) {
        sum.inexact(|sum| self.value.affine(sum))
    }

    fn describe(self) -> Term {
        Term::gathered(self.value.describe().text_of_access(), self.value.places())
    }
}

impl<O, E> AskedOf<O> for Gather<E> {}

/// The place that `value` names, unless it is missing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn place_of<E: Expr<T: IndexValue>>(value: E, driver: Driver) -> isize {
    if value.knowledge(driver).is_missing() {
        NOWHERE
    } else {
        somewhere(value.value(driver).place())
    }
}

/// The place that `value` names, if it is within `limits`: compared as it is, without a detour by a place with a sign.
#[cfg_attr(not(debug_assertions), inline(always))]
fn find<E: Expr<T: IndexValue>>(value: E, driver: Driver, limits: Range<usize>) -> Result<usize, isize> {
    if value.knowledge(driver).is_missing() {
        return Err(NOWHERE);
    }
    let value = value.value(driver);
    // Anybody may implement `IndexValue`: what it answers is compared with both ends.
    match value.below(limits.end) {
        Some(place) if limits.contains(&place) => Ok(place),
        _ => Err(somewhere(value.place())),
    }
}

// SAFETY: never moved to; what it says is checked each time.
unsafe impl<V: Nat, T: IndexValue + 'static, K: Known, IsBound: Bool> IndexTerm for Value<Variable<V, T, K, IsBound>> {
    type Indices = Just<NumberOf<V>, IsBound>;
    type IsStructural = No;
    type IsPlain = No;
    type IsChecked = No;
    type Finds<J: Nat> = No;
    type Protocol = <T::Is as IfResolved>::Then<Walking>;
    type Bind<N: Nat> = Self;
    type Given<W: Nat> = Value<Variable<V, T, K, Or<IsBound, V::Eq<W>>>>;
    never_beyond!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, _index: usize) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<W: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<W> {
        Value(self.0.now::<W, _, _, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        // Nothing is moved by a variable, so that nobody asks before it has a value, but together with others that do not count then.
        if IsBound::VALUE { place_of(self.0, driver) } else { 0 }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, driver: Driver, limits: Range<usize>) -> Result<usize, isize> {
        find(self.0, driver, limits)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, _driver: Driver, extent: impl Fn() -> Option<usize>) -> Self {
        Value(self.0.sized(extent))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits(self, extent: impl FnOnce() -> Option<usize>) -> Range<usize> {
        0..self.0.noted().limit(extent)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits_of_output(self) -> Range<usize> {
        0..self.0.noted().or_nothing()
    }

    const VARIABLE: Option<usize> = if IsBound::VALUE { None } else { Some(V::VALUE) };

    fn affine(self, sum: &mut Affine) {
        sum.inexact(|sum| sum.variable(V::VALUE))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, check: &mut C) -> Result<()> {
        self.0.infer(check)
    }

    fn describe(self) -> Term {
        Term::variable(V::VALUE, IsBound::VALUE)
    }
}

impl<O, V, T, K, IsBound> AskedOf<O> for Value<Variable<V, T, K, IsBound>> {}
