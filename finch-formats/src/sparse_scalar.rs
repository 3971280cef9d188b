//! Scalars that know whether they were assigned.
//!
//! | scalar | loops that reduce into it |
//! |---|---|
//! | [`SparseScalar`] | run to their end, as into a [`Scalar`](crate::Scalar) |
//! | [`SparseShortScalar`] | end as soon as nothing can change the value any more, as into a [`ShortScalar`](crate::ShortScalar) |
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

use crate::kit::prelude::*;
use finch_traits::algebra::fill::Zero;
use finch_traits::expr::access::Access;
use finch_traits::expr::overload::{Value, access};
use finch_traits::index::{IndicesOf, Nil};
use finch_traits::lifecycle::{Output, Reread};
use finch_traits::notation::Readable;
use finch_traits::program::IntoOutput;
use typenum::U0;

/// A scalar that may be its fill, in an expression.
pub type SparseScalarAccess<T, F> = Value<Access<LeafOrFill<T, F>, Nil>>;

macro_rules! sparse_scalar {
    ($(#[$doc:meta])* $name:ident, short $short:ty) => {
        $(#[$doc])*
        pub struct $name<T, F = Zero> {
            value: T,
            assigned: bool,
            fill: PhantomData<F>,
        }

        impl<T: Copy + 'static, F: Fill<T>> $name<T, F> {
            /// The value.
            #[inline(always)]
            pub fn get(&self) -> T {
                self.value
            }

            /// The value, if it was assigned.
            #[inline(always)]
            pub fn assigned(&self) -> Option<T> {
                self.assigned.then_some(self.value)
            }

            /// Assigns the value.
            #[inline(always)]
            pub fn set(&mut self, value: T) {
                self.value = value;
                self.assigned = true
            }

            /// Takes an assignment back: the value is the fill.
            #[inline(always)]
            pub fn clear(&mut self) {
                *self = Self::default()
            }

            /// The scalar as a value in a program: `s.at(())`. The program sees the value as it is now.
            #[inline(always)]
            pub fn at<I: IndicesOf<U0>>(&self, _indices: I) -> SparseScalarAccess<T, F> {
                access(self, ())
            }
        }

        impl<T: Copy + 'static, F: Fill<T>> Readable for $name<T, F> {
            type Rank = U0;
            type Finished = Yes;
            type Axes = finch_traits::index::protocol::NoAxis;
            finch_traits::__no_view!();
            type Root<'r>
                = LeafOrFill<T, F>
            where
                F: 'r;

            #[inline(always)]
            fn root(&self) -> LeafOrFill<T, F> {
                LeafOrFill::new(self.value, self.assigned)
            }
        }

        /// A scalar that was assigned.
        impl<T, F> From<T> for $name<T, F> {
            fn from(value: T) -> Self {
                $name { value, assigned: true, fill: PhantomData }
            }
        }

        /// A scalar that was not assigned: its fill.
        impl<T: Copy + 'static, F: Fill<T>> Default for $name<T, F> {
            fn default() -> Self {
                $name { value: F::value(), assigned: false, fill: PhantomData }
            }
        }

        impl<T: Clone, F> Clone for $name<T, F> {
            fn clone(&self) -> Self {
                $name { value: self.value.clone(), assigned: self.assigned, fill: PhantomData }
            }
        }

        /// Scalars are equal if their values are, assigned or not.
        impl<T: PartialEq, F, G> PartialEq<$name<T, G>> for $name<T, F> {
            fn eq(&self, other: &$name<T, G>) -> bool {
                self.value == other.value
            }
        }

        impl<T: fmt::Debug, F> fmt::Debug for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("value", &self.value)
                    .field("assigned", &self.assigned)
                    .finish()
            }
        }

        impl<T: fmt::Display, F> fmt::Display for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(f)
            }
        }

        // SAFETY: the borrow is moved into the handle.
        unsafe impl<'s, T: Copy + 'static, F: Fill<T>> IntoOutput for &'s mut $name<T, F> {
            type Handle = SparseScalarOutput<'s, T, F, $short>;

            #[inline(always)]
            fn into_output(self) -> Self::Handle {
                SparseScalarOutput {
                    value: Cell::from_mut(&mut self.value),
                    assigned: Cell::from_mut(&mut self.assigned),
                    kind: PhantomData,
                }
            }
        }
    };
}

sparse_scalar! {
    /// A single value over a background of fill `F`, or nothing: then it is that fill.
    SparseScalar, short No
}

sparse_scalar! {
    /// A single value over a background of fill `F`, or nothing, into which a loop reduces no further than it must: see
    /// [`ShortScalar`](crate::ShortScalar).
    SparseShortScalar, short Yes
}

/// The handle on a scalar that a program writes.
pub struct SparseScalarOutput<'s, T, F, Short> {
    value: &'s Cell<T>,
    assigned: &'s Cell<bool>,
    kind: PhantomData<(F, Short)>,
}

crate::copy!(SparseScalarOutput<'s, T, F, Short>);

impl<T, F, Short> fmt::Debug for SparseScalarOutput<'_, T, F, Short> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SparseScalarOutput")
    }
}

// SAFETY: the handle borrows the scalar mutably, and its mark has an address of its own; it can be read at any time.
unsafe impl<'s, T: Copy + 'static, F: Fill<T>, Short: Bool> Output for SparseScalarOutput<'s, T, F, Short> {
    type T = T;
    type Fill = F;
    type Rank = U0;
    type Fiber = Self;

    #[inline(always)]
    fn root(self) -> *const () {
        self.assigned.as_ptr() as *const ()
    }

    fn shape(self, _driver: Driver) -> Vec<usize> {
        Vec::new()
    }

    #[inline(always)]
    fn declare(self, driver: Driver, _shape: &[usize]) -> Result<()> {
        Ok(self.clear(driver)?)
    }

    #[inline(always)]
    fn thaw(self, _driver: Driver) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    fn clear(self, _driver: Driver) -> Result<(), Fault> {
        self.value.set(F::value());
        self.assigned.set(false);
        Ok(())
    }

    #[inline(always)]
    fn freeze(self, _driver: Driver) {}

    fn reset(self, _driver: Driver) {
        self.value.set(F::value());
        self.assigned.set(false)
    }

    #[inline(always)]
    fn fiber(self, _driver: Driver) -> Self {
        self
    }
}

// SAFETY: as above.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool> Reread for SparseScalarOutput<'_, T, F, Short> {
    type Reading = LeafOrFill<T, F>;
    type Axes = finch_traits::index::protocol::NoAxis;

    #[inline(always)]
    fn reading(self, _driver: Driver) -> LeafOrFill<T, F> {
        LeafOrFill::new(self.value.get(), self.assigned.get())
    }
}

// SAFETY: there is always a value to write.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool> WriteFiber for SparseScalarOutput<'_, T, F, Short> {
    crate::write_leaf!();
    type T = T;
    type Fill = F::Known;
    type Short = Short;
    // It asks itself.
    type Asked = Yes;

    #[inline(always)]
    fn load(self) -> T {
        self.value.get()
    }

    #[inline(always)]
    fn store(self, value: T) {
        self.assigned.set(true);
        self.value.set(value)
    }
}
