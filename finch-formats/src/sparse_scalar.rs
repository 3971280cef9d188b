//! Scalars that know whether they were assigned.
//!
#![doc = include_str!("../pictures/sparse_scalar.svg")]
//!
//! | scalar | loops that reduce into it |
//! |---|---|
//! | [`SparseScalar`] | run to their end, as into a [`Scalar`] |
//! | [`SparseShortScalar`] | end as soon as nothing can change the value any more, as into a [`ShortScalar`] |
//!
//! ```text
//! value    [ 2.5 ]   [ fill ]
//! assigned [ yes ]   [ no   ]
//! ```
//!
//! No level, and no dimension. Reading, writing, declaring, freezing and thawing take constant time. Bytes: those of the
//! value, and one, padded.
//!
//! One that was not assigned since it was declared is its fill, and programs know that when they run: what a fill would not
//! change is left alone. So a sum into a sparse output stores what had summands, and nothing else:
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let a = Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0), ([2, 0], 3.0)], Add)?;
//! let (mut y, mut sum) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
//! indices!(j, i);
//! program()
//!     .declare(&mut y)
//!     .workspace(&mut sum)
//!     .body(|(y, sum)| {
//!         let row = forall(i, sum.at(()).add(a.at((j, i))));
//!         forall(j, sum.within(row, y.at((j,)).set(sum.read(()))))
//!     })
//!     .run()?;
//! assert_eq!(y.level().idx(), &[0, 2]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! Being assigned is what counts: a sum that comes to zero is stored.

use crate::imports::*;
use crate::scalar::{Mark, scalar};
use finch_traits::expr::overload::Value;

/// A [`SparseScalar`] as an operand of a program: what `s.at(())` returns. Programs skip what it makes a no-op if it was not assigned.
pub type SparseScalarAccess<T, F> = Value<Access<LeafOrFill<T, F>, Nil>>;

/// The [`Mark`] of a scalar that notes whether it was assigned, by a `bool` besides its value.
#[derive(Clone, Copy, Debug)]
pub struct Noted;

impl Mark for Noted {
    type Kept = bool;
    type Slot<'s> = &'s Cell<bool>;
    type Asked = Yes;
    type Reading<T: Copy + 'static, F: Fill<T>> = LeafOrFill<T, F>;
    const ASSIGNED: bool = true;
    const FILL: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reading<T: Copy + 'static, F: Fill<T>>(value: T, assigned: bool) -> LeafOrFill<T, F> {
        LeafOrFill::new(value, assigned)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot(assigned: &mut bool) -> &Cell<bool> {
        Cell::from_mut(assigned)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(slot: &Cell<bool>) -> bool {
        slot.get()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(slot: &Cell<bool>, assigned: bool) {
        slot.set(assigned)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root<T>(_value: &Cell<T>, assigned: &Cell<bool>) -> *const () {
        assigned.as_ptr() as *const ()
    }
    fn show<T: Debug>(name: &str, value: &T, assigned: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct(name);
        shown.field("value", value).field("assigned", &assigned).finish()
    }
}

scalar! {
    /// A single value over a background of fill `F`, or nothing: then it is that fill.
    SparseScalar, short No, mark Noted, read as SparseScalarAccess<T, F>
}

scalar! {
    /// A single value over a background of fill `F`, or nothing, into which a loop reduces no further than it must: see
    /// [`ShortScalar`].
    SparseShortScalar, short Yes, mark Noted, read as SparseScalarAccess<T, F>
}

macro_rules! assigned {
    ($($name:ident)*) => { $(
        impl<T: Copy + 'static, F: Fill<T>> $name<T, F> {
            /// The value, if it was assigned.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn assigned(&self) -> Option<T> {
                self.kept.then_some(self.value)
            }

            /// Takes an assignment back: the value is the fill.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn clear(&mut self) {
                *self = Self::default()
            }
        }
    )* };
}

assigned!(SparseScalar SparseShortScalar);
