//! Scalars: single values that programs read and write, without a level.
//!
#![doc = include_str!("../pictures/scalar.svg")]
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
//!
//! Outputs are told apart by their addresses, so a scalar whose values have a size of 0 bytes cannot be an output:
//!
//! ```compile_fail,E0080
//! use finch_formats::prelude::*;
//! use finch_formats::traits::algebra::{fill::Fill, known::Unknown};
//!
//! #[derive(Clone, Copy, Debug)]
//! struct Unit;
//!
//! impl Fill<Unit> for Unit {
//!     type Known = Unknown;
//!     const VALUE: &'static Unit = &Unit;
//! }
//!
//! let mut unit = Scalar::<Unit, Unit>::from(Unit);
//! program().update(&mut unit).body(|(unit,)| unit.at(()).set(constant(Unit))).run();
//! ```

use crate::imports::*;
use finch_traits::expr::overload::Value;
use finch_traits::lifecycle::{Divisible, InPlace, Private};

/// A [`Scalar`] as an operand of a program: what `s.at(())` returns.
pub type ScalarAccess<T> = Value<Access<Leaf<T>, Nil>>;

/// What is known of whether a scalar was assigned: nothing, as it always has a value ([`Always`]), or a mark
/// ([`Noted`](crate::sparse_scalar::Noted)).
pub trait Mark: Copy + Debug + 'static {
    /// What a scalar keeps besides its value.
    type Kept: Copy + 'static;
    /// How a handle reaches what is kept: nothing, if that is nothing.
    type Slot<'s>: Copy;
    /// Whether it tells one that was assigned.
    type Asked: Bool;
    /// The scalar, for reading.
    type Reading<T: Copy + 'static, F: Fill<T>>: Fiber<T = T>;
    /// What is kept of a scalar that was assigned.
    const ASSIGNED: Self::Kept;
    /// What is kept of one that was not.
    const FILL: Self::Kept;

    /// A scalar of this value, for reading.
    fn reading<T: Copy + 'static, F: Fill<T>>(value: T, kept: Self::Kept) -> Self::Reading<T, F>;
    /// How a handle reaches what is kept.
    fn slot(kept: &mut Self::Kept) -> Self::Slot<'_>;
    /// What is kept now.
    fn load(slot: Self::Slot<'_>) -> Self::Kept;
    /// Keeps something else.
    fn store(slot: Self::Slot<'_>, kept: Self::Kept);
    /// An address that no other output has: that of the value, or of what is kept. If both may have a size of 0, it does not compile.
    fn root<T>(value: &Cell<T>, slot: Self::Slot<'_>) -> *const ();
    /// The scalar as text.
    fn show<T: Debug>(name: &str, value: &T, kept: Self::Kept, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The [`Mark`] of a scalar that always has a value: nothing is kept besides it.
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl Mark for Always {
    type Kept = ();
    type Slot<'s> = ();
    type Asked = No;
    type Reading<T: Copy + 'static, F: Fill<T>> = Leaf<T>;
    const ASSIGNED: () = ();
    const FILL: () = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reading<T: Copy + 'static, F: Fill<T>>(value: T, (): ()) -> Leaf<T> {
        Leaf(value)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot((): &mut ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load((): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store((): (), (): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root<T>(value: &Cell<T>, (): ()) -> *const () {
        const {
            assert!(
                size_of::<T>() > 0,
                "an output is told from others by its address: its values have a size"
            )
        }
        value.as_ptr() as *const ()
    }
    fn show<T: Debug>(name: &str, value: &T, (): (), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(name).field(value).finish()
    }
}

/// A scalar: its value, and what [`Mark`] keeps of it. `read as` says what it is for programs that read it.
macro_rules! scalar {
    ($(#[$doc:meta])* $name:ident, short $short:ty, mark $mark:ty, read as $access:ty) => {
        $(#[$doc])*
        pub struct $name<T, F = Zero> {
            value: T,
            kept: <$mark as $crate::scalar::Mark>::Kept,
            fill: PhantomData<F>,
        }

        impl<T: Copy, F> $name<T, F> {
            /// The value, which is the fill of a scalar that was not assigned.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn get(&self) -> T {
                self.value
            }

            /// Replaces the value by `value`. The scalar counts as assigned then.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn set(&mut self, value: T) {
                *self = Self::from(value)
            }
        }

        impl<T: Copy + 'static, F: Fill<T>> $name<T, F> {
            /// The scalar as a value in a program: `s.at(())`. The program sees the value as it is now.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn at<I: finch_traits::index::IndicesOf<typenum::U0>>(&self, _indices: I) -> $access {
                finch_traits::expr::overload::access(self, ())
            }
        }

        // SAFETY: a scalar that is borrowed is not written.
        unsafe impl<T: Copy + 'static, F: Fill<T>> finch_traits::notation::Readable for $name<T, F> {
            type Rank = typenum::U0;
            type Axes = finch_traits::index::protocol::NoAxis;
            finch_traits::__no_view!();
            type Root<'r>
                = <$mark as $crate::scalar::Mark>::Reading<T, F>
            where
                F: 'r;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root(&self) -> Self::Root<'_> {
                <$mark as $crate::scalar::Mark>::reading::<T, F>(self.value, self.kept)
            }
        }

        /// A scalar that was assigned. Where nothing says which fill it has, `new` makes one with a fill of zero.
        impl<T, F> From<T> for $name<T, F> {
            fn from(value: T) -> Self {
                let kept = <$mark as $crate::scalar::Mark>::ASSIGNED;
                $name { value, kept, fill: PhantomData }
            }
        }

        /// A scalar that was not assigned: its fill.
        impl<T: Copy + 'static, F: Fill<T>> Default for $name<T, F> {
            fn default() -> Self {
                let kept = <$mark as $crate::scalar::Mark>::FILL;
                $name { value: F::value(), kept, fill: PhantomData }
            }
        }

        impl<T: Clone, F> Clone for $name<T, F> {
            fn clone(&self) -> Self {
                $name { value: self.value.clone(), kept: self.kept, fill: PhantomData }
            }
        }

        /// Scalars are equal if their values are, assigned or not.
        impl<T: PartialEq, F, G> PartialEq<$name<T, G>> for $name<T, F> {
            fn eq(&self, other: &$name<T, G>) -> bool {
                self.value == other.value
            }
        }

        impl<T: Debug, F> Debug for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                <$mark as $crate::scalar::Mark>::show(stringify!($name), &self.value, self.kept, f)
            }
        }

        impl<T: fmt::Display, F> fmt::Display for $name<T, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(f)
            }
        }

        // SAFETY: the borrow is moved into the handle.
        unsafe impl<'s, T: Copy + 'static, F: Fill<T>> finch_traits::program::IntoOutput for &'s mut $name<T, F> {
            type Handle = $crate::scalar::ScalarOutput<'s, T, F, $short, $mark>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into_output(self, _driver: finch_traits::lifecycle::Driver) -> Self::Handle {
                $crate::scalar::ScalarOutput::new(&mut self.value, &mut self.kept)
            }
        }
    };
}
pub(crate) use scalar;

scalar! {
    /// A single value over a background of fill `F`.
    Scalar, short No, mark Always, read as ScalarAccess<T>
}

scalar! {
    /// A single value over a background of fill `F`, into which a loop reduces no further than it must.
    ///
    /// The loop tests after each step whether the value can still change. That keeps it from being vectorised, so a
    /// short scalar pays off where an early end is likely. Reducers that saturate are `And`, `Or` and `Choose`.
    ShortScalar, short Yes, mark Always, read as ScalarAccess<T>
}

macro_rules! of_zero {
    ($($name:ident)*) => { $(
        impl<T> $name<T, Zero> {
            /// A scalar over a background of zero. With another fill it is made by `from`.
            pub const fn new(value: T) -> Self {
                $name { value, kept: (), fill: PhantomData }
            }
        }
    )* };
}

of_zero!(Scalar ShortScalar);

/// A scalar that is borrowed as an output of a program: what `declare` and `update` make of `&mut Scalar`. `Short` is `Yes` of a
/// [`ShortScalar`]; `M` says whether it knows that it was assigned.
pub struct ScalarOutput<'s, T, F, Short, M: Mark = Always> {
    value: &'s Cell<T>,
    slot: M::Slot<'s>,
    kind: PhantomData<(F, Short)>,
}

crate::copied!(['s, T, F, Short, M: Mark] ScalarOutput<'s, T, F, Short, M>);

impl<'s, T, F, Short, M: Mark> ScalarOutput<'s, T, F, Short, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(value: &'s mut T, kept: &'s mut M::Kept) -> Self {
        ScalarOutput {
            value: Cell::from_mut(value),
            slot: M::slot(kept),
            kind: PhantomData,
        }
    }
}

crate::shown!([T, F, Short, M: Mark] ScalarOutput<'_, T, F, Short, M>);

// SAFETY: the handle borrows the scalar mutably, which has an address of its own: what would have a size of 0 does not compile. It
// can be read at any time.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool, M: Mark> Output for ScalarOutput<'_, T, F, Short, M> {
    type T = T;
    type Fill = F;
    type Rank = U0;
    type Fiber = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(self) -> *const () {
        M::root(self.value, self.slot)
    }

    fn shape(self, _driver: Driver) -> Vec<usize> {
        Vec::new()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn declare(self, driver: Driver, _shape: &[usize]) -> Result<()> {
        Ok(self.clear(driver)?)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn thaw(self, _driver: Driver) -> Result<()> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(self, driver: Driver) -> Result<(), Fault> {
        self.reset(driver);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze(self, _driver: Driver) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reset(self, _driver: Driver) {
        self.value.set(F::value());
        M::store(self.slot, M::FILL)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber(self, _driver: Driver) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, part: *mut ()) -> Self {
        // SAFETY: the caller hands what `Private::pointer` has returned, which nothing else uses.
        let (value, kept) = unsafe { &mut *part.cast::<(T, M::Kept)>() };
        ScalarOutput::new(value, kept)
    }

    fn values(&self, _driver: Driver) -> &[Cell<T>] {
        core::slice::from_ref(self.value)
    }
}

macro_rules! shared {
    ($($mark:ty),*) => { $(
        // SAFETY: a handle is a mutable borrow, which threads use to read the scalar, or to write what the driver says they may.
        unsafe impl<T: Send + Sync, F, Short> Send for ScalarOutput<'_, T, F, Short, $mark> {}
        // SAFETY: as above.
        unsafe impl<T: Send + Sync, F, Short> Sync for ScalarOutput<'_, T, F, Short, $mark> {}
    )* };
}

shared!(Always, crate::sparse_scalar::Noted);

// SAFETY: a part is another value, and what is kept of it.
unsafe impl<T, F, Short: Bool, M> Private for ScalarOutput<'_, T, F, Short, M>
where
    T: Copy + Send + Sync + 'static,
    F: Fill<T>,
    M: Mark<Kept: Send>,
    Self: Send + Sync,
{
    type Part = Box<(T, M::Kept)>;
    const APART: bool = true;
    const ATOMIC: bool = false;

    fn part(self, _driver: Driver, _shape: &[usize]) -> Result<Self::Part> {
        Ok(Box::new((F::value(), M::FILL)))
    }

    fn pointer(part: &mut Self::Part) -> *mut () {
        (&raw mut **part).cast()
    }
}

// SAFETY: there is no dimension, and one value.
unsafe impl<T, F, Short: Bool> Divisible for ScalarOutput<'_, T, F, Short>
where
    T: Copy + Send + Sync + 'static,
    F: Fill<T>,
{
    type Apart = Yes;
    type Splits = No;
    type Atomic = No;
}

// SAFETY: as above.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool, M: Mark> Reread for ScalarOutput<'_, T, F, Short, M> {
    type Reading = M::Reading<T, F>;
    type Axes = finch_traits::index::protocol::NoAxis;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reading(self, _driver: Driver) -> Self::Reading {
        M::reading(self.value.get(), M::load(self.slot))
    }
}

// SAFETY: there is one value, which is loaded from where it was stored.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool> InPlace for ScalarOutput<'_, T, F, Short> {}

// SAFETY: there is always a value to write.
unsafe impl<T: Copy + 'static, F: Fill<T>, Short: Bool, M: Mark> WriteFiber for ScalarOutput<'_, T, F, Short, M> {
    crate::write_leaf! { T, F::Known, asked M::Asked, short Short }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> T {
        self.value.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: T) {
        M::store(self.slot, M::ASSIGNED);
        self.value.set(value)
    }
}
