//! Scalars: single values that programs read and write, without a level.
//!
//! | scalar | loops that reduce into it |
//! |---|---|
//! | [`Scalar`] | run to their end, vectorised where possible |
//! | [`ShortScalar`] | end as soon as nothing can change the value any more: at the first `true` of an `or`, say |
//!
//! Those of [`sparse_scalar`](crate::sparse_scalar) know besides whether they were assigned.
//!
//! Both are read as `s.at(())` and written as outputs of rank 0. A declared one starts at its fill `F`, which is
//! the identity of the reducer that writes it: [`Zero`] for sums, [`Inf`](finch_traits::algebra::fill::Inf) for minima.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let x = Vector::<f64>::from(vec![3.0, 1.0, 2.0]);
//! let (mut sum, mut least) = (Scalar::<f64>::default(), Scalar::<f64, Inf>::default());
//! indices!(i);
//! program()
//!     .declare(&mut sum)
//!     .declare(&mut least)
//!     .body(|(sum, least)| forall(i, block(sum.at(()).add(x.at((i,))), least.at(()).reduce(Min, x.at((i,))))))
//!     .run()?;
//! assert_eq!((sum.get(), least.get()), (6.0, 1.0));
//! # Ok::<(), finch_formats::Error>(())
//! ```

use crate::kit::prelude::*;
use finch_traits::algebra::fill::Zero;
use finch_traits::expr::access::Access;
use finch_traits::expr::overload::{Value, access};
use finch_traits::index::{IndicesOf, Nil};
use finch_traits::lifecycle::{Output, Reread};
use finch_traits::notation::Readable;
use finch_traits::program::IntoOutput;
use typenum::U0;

/// A scalar in an expression.
pub type ScalarAccess<T> = Value<Access<Leaf<T>, Nil>>;

macro_rules! scalar {
    ($(#[$doc:meta])* $name:ident, short $short:ty) => {
        $(#[$doc])*
        pub struct $name<T, F = Zero> {
            value: T,
            fill: PhantomData<F>,
        }

        impl<T> $name<T, Zero> {
            /// A scalar over a background of zero. With another fill it is made by `from`.
            pub const fn new(value: T) -> Self {
                $name { value, fill: PhantomData }
            }
        }

        impl<T: Copy, F> $name<T, F> {
            /// The value.
            #[inline(always)]
            pub fn get(&self) -> T {
                self.value
            }

            /// Sets the value.
            #[inline(always)]
            pub fn set(&mut self, value: T) {
                self.value = value
            }
        }

        impl<T: Copy + 'static, F> $name<T, F> {
            /// The scalar as a value in a program: `s.at(())`. The program sees the value as it is now.
            #[inline(always)]
            pub fn at<I: IndicesOf<U0>>(&self, _indices: I) -> ScalarAccess<T> {
                access(self, ())
            }
        }

        impl<T: Copy + 'static, F> Readable for $name<T, F> {
            type Rank = U0;
            type Finished = Yes;
            type Axes = finch_traits::index::protocol::NoAxis;
            finch_traits::__no_view!();
            type Root<'r>
                = Leaf<T>
            where
                F: 'r;

            #[inline(always)]
            fn root(&self) -> Leaf<T> {
                Leaf(self.value)
            }
        }

        impl<T, F> From<T> for $name<T, F> {
            fn from(value: T) -> Self {
                $name { value, fill: PhantomData }
            }
        }

        impl<T: Copy + 'static, F: Fill<T>> Default for $name<T, F> {
            fn default() -> Self {
                Self::from(F::value())
            }
        }

        impl<T: Clone, F> Clone for $name<T, F> {
            fn clone(&self) -> Self {
                Self::from(self.value.clone())
            }
        }

        impl<T: PartialEq, F, G> PartialEq<$name<T, G>> for $name<T, F> {
            fn eq(&self, other: &$name<T, G>) -> bool {
                self.value == other.value
            }
        }

        impl<T: fmt::Debug, F> fmt::Debug for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.value).finish()
            }
        }

        impl<T: fmt::Display, F> fmt::Display for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(f)
            }
        }

        // SAFETY: the borrow is moved into the handle.
        unsafe impl<'s, T: Copy + 'static, F: Fill<T>> IntoOutput for &'s mut $name<T, F> {
            type Handle = ScalarOutput<'s, T, F, $short>;

            #[inline(always)]
            fn into_output(self) -> Self::Handle {
                ScalarOutput {
                    value: Cell::from_mut(&mut self.value),
                    kind: PhantomData,
                }
            }
        }
    };
}

scalar! {
    /// A single value over a background of fill `F`.
    Scalar, short No
}

scalar! {
    /// A single value over a background of fill `F`, into which a loop reduces no further than it must.
    ///
    /// The loop tests after each step whether the value can still change. That keeps it from being vectorised, so a
    /// short scalar pays off where an early end is likely. Reducers that saturate are `And`, `Or` and `Choose`.
    ShortScalar, short Yes
}

/// The handle on a scalar that a program writes.
pub struct ScalarOutput<'s, T, F, Short> {
    value: &'s Cell<T>,
    kind: PhantomData<(F, Short)>,
}

crate::copy!(ScalarOutput<'s, T, F, Short>);

impl<T, F, Short> fmt::Debug for ScalarOutput<'_, T, F, Short> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScalarOutput")
    }
}

// SAFETY: the handle borrows the scalar mutably, whose address is its own unless it holds nothing (a type of size 0);
// it can be read at any time.
unsafe impl<'s, T: Copy + 'static, F: Fill<T>, Short: Bool> Output for ScalarOutput<'s, T, F, Short> {
    type T = T;
    type Fill = F;
    type Rank = U0;
    type Fiber = Self;

    #[inline(always)]
    fn root(self) -> *const () {
        self.value.as_ptr() as *const ()
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
        Ok(())
    }

    #[inline(always)]
    fn freeze(self, _driver: Driver) {}

    fn reset(self, _driver: Driver) {
        self.value.set(F::value())
    }

    #[inline(always)]
    fn fiber(self, _driver: Driver) -> Self {
        self
    }
}

// SAFETY: as above.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool> Reread for ScalarOutput<'_, T, F, Short> {
    type Reading = Leaf<T>;
    type Axes = finch_traits::index::protocol::NoAxis;

    #[inline(always)]
    fn reading(self, _driver: Driver) -> Leaf<T> {
        Leaf(self.value.get())
    }
}

// SAFETY: there is always a value to write.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool> WriteFiber for ScalarOutput<'_, T, F, Short> {
    crate::write_leaf!();
    type T = T;
    type Fill = F::Known;
    type Short = Short;
    type Asked = No;

    #[inline(always)]
    fn load(self) -> T {
        self.value.get()
    }

    #[inline(always)]
    fn store(self, value: T) {
        self.value.set(value)
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    #[test]
    fn declared_scalars_start_at_their_fill_and_updated_ones_where_they_are() {
        indices!(i);
        let x = Vector::<f64>::from(vec![3.0, 1.0, 2.0]);
        let (mut sum, mut least) = (Scalar::new(100.0), Scalar::<f64, Inf>::from(0.0));
        program()
            .declare(&mut sum)
            .declare(&mut least)
            .body(|(sum, least)| {
                forall(
                    i,
                    block(sum.at(()).add(x.at((i,))), least.at(()).reduce(Min, x.at((i,)))),
                )
            })
            .run()
            .unwrap();
        assert_eq!((sum.get(), least.get()), (6.0, 1.0));
        program()
            .update(&mut sum)
            .body(|(sum,)| forall(i, sum.at(()).add(x.at((i,)) * sum_of_one())))
            .run()
            .unwrap();
        assert_eq!(sum.get(), 12.0);
        sum.set(1.5);
        assert_eq!(sum, Scalar::new(1.5));
        assert_eq!(format!("{sum} {sum:?}"), "1.5 Scalar(1.5)");
    }

    fn sum_of_one() -> f64 {
        1.0
    }

    #[test]
    fn a_scalar_is_read_and_is_a_workspace() {
        indices!(j, i);
        let a = Csr::<f64>::from_dense([2, 3], &[1.0, 0.0, 2.0, 0.0, 5.0, 0.0]).unwrap();
        let (scale, mut row, mut y) = (Scalar::new(10.0), Scalar::new(0.0), Vector::<f64>::default());
        program()
            .declare(&mut y)
            .workspace(&mut row)
            .body(|(y, row)| {
                let sum = forall(i, row.at(()).add(a.at((j, i))));
                forall(j, row.within(sum, y.at((j,)).set(row.read(()) * scale.at(()))))
            })
            .run()
            .unwrap();
        assert_eq!(y.values(), [30.0, 50.0]);
    }

    /// How many values a reduction of 100 vectors, true from number 10 on, reads.
    macro_rules! visited {
        ($scalar:expr, $nest:ty) => {{
            indices!(i);
            let entries = (10..100).map(|index| ([index], true));
            let x = Tensor::<$nest>::from_triplets([100], entries, Or).unwrap();
            x.level().child().reset();
            let mut any = $scalar;
            program()
                .declare(&mut any)
                .body(|(any,)| forall(i, any.at(()).reduce(Or, x.at((i,)))))
                .run()
                .unwrap();
            assert!(any.get());
            x.level().child().count()
        }};
    }

    #[test]
    fn short_scalars_end_loops_early() {
        type Sparse = SparseList<Counted<Element<bool>>>;
        type Full = Dense<Counted<Element<bool>>>;
        assert_eq!(visited!(Scalar::new(false), Sparse), 90);
        assert_eq!(visited!(ShortScalar::new(false), Sparse), 1);
        assert_eq!(visited!(Scalar::new(false), Full), 100);
        assert_eq!(visited!(ShortScalar::new(false), Full), 11);
    }

    #[test]
    fn the_first_match_is_chosen() {
        indices!(i);
        let x = SparseVector::<i64>::from_triplets([1000], [([7], 0), ([20], 5), ([30], 6)], Add).unwrap();
        let mut first = ShortScalar::new(0);
        program()
            .declare(&mut first)
            .body(|(first,)| forall(i, first.at(()).reduce(Choose::<Zero>::new(), x.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(first.get(), 5);
        assert_eq!(ShortScalar::<f64, Inf>::default().get(), f64::INFINITY);
    }
}
