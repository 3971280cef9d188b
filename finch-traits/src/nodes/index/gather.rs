//! Gathering: the place is a value of other tensors.

use crate::expr::value::Value;
use crate::index::computed::Computed;
use crate::index::protocol::AskedOf;
use crate::index::term::{IndexTerm, NOWHERE, Noted, each_part_of_term, looked_up_term};
use crate::prelude::*;

/// A number that names a place.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is no index",
    note = "what stands between brackets is an integer: `a[x[i]]` with an `x` of `u32` or `usize`, say; floats are converted in the \
            place, `a[x[i] as usize]`"
)]
pub trait Place: Copy {
    /// The place; `isize::MAX` for what is beyond all of them.
    fn place(self) -> isize;
}

macro_rules! places {
    ($($t:ty)*) => { $(
        impl Place for $t {
            #[inline(always)]
            fn place(self) -> isize {
                isize::try_from(self).unwrap_or(isize::MAX)
            }
        }
    )* };
}

places!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The place that a value names, which is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Gather<E> {
    value: E,
    extent: Noted,
}

/// The place that `value` names.
#[inline(always)]
pub fn gather<E: Computed<T: Place>>(value: Value<E>) -> Gather<E> {
    Gather {
        value: value.0,
        extent: Noted::UNKNOWN,
    }
}

// SAFETY: never moved to; what it says is checked each time.
unsafe impl<E: Computed<T: Place>> IndexTerm for Gather<E> {
    type Indices = E::Indices;
    type Bind<N: Nat> = Gather<E::Bind<N>>;
    looked_up_term!();

    each_part_of_term!(Gather: value; extent);

    #[inline(always)]
    fn position(self, driver: Driver) -> isize {
        if self.value.knowledge(driver).is_missing() {
            NOWHERE
        } else {
            // What data say is never taken for what is missing.
            self.value.value(driver).place().max(NOWHERE / 2 + 1)
        }
    }

    fn affine(self, sum: &mut Affine) {
        sum.inexact(|sum| self.value.affine(sum))
    }

    fn describe(self) -> Term {
        Term::gathered(self.value.describe().text_of_access(), self.value.places())
    }
}

impl<O, E> AskedOf<O> for Gather<E> {}
