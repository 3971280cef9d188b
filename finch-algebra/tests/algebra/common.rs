//! The element types that properties are checked on, and how samples of them are drawn.
//!
//! Integers are drawn from their whole range, since they wrap around. Floating point numbers are small integers, so
//! that sums and products are exact and the laws of the real numbers hold without a tolerance.

use finch_algebra::laws::LawViolation;
use num_complex::Complex;
use quickcheck::{Arbitrary, Gen};
use std::fmt::Debug;
use std::num::Wrapping;

/// An element type that samples can be drawn of.
pub(crate) trait Draw: Copy + Debug + 'static {
    fn draw(g: &mut Gen) -> Self;
}

macro_rules! draw_integers {
    ($($ty:ident)*) => { $(
        impl Draw for $ty {
            fn draw(g: &mut Gen) -> Self {
                $ty::arbitrary(g)
            }
        }
        impl Draw for Wrapping<$ty> {
            fn draw(g: &mut Gen) -> Self {
                Wrapping($ty::arbitrary(g))
            }
        }
    )* };
}
draw_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! draw_floats {
    ($($ty:ident)*) => { $(
        impl Draw for $ty {
            fn draw(g: &mut Gen) -> Self {
                i8::arbitrary(g).into()
            }
        }
        impl Draw for Complex<$ty> {
            fn draw(g: &mut Gen) -> Self {
                Complex::new($ty::draw(g), $ty::draw(g))
            }
        }
    )* };
}
draw_floats!(f32 f64);

impl Draw for bool {
    fn draw(g: &mut Gen) -> Self {
        bool::arbitrary(g)
    }
}

/// Declares a module of tests per element type: each runs a generic property.
macro_rules! properties {
    ($list:ident: $($property:ident),* $(,)?) => {
        crate::common::$list!(properties @types [$($property)*]);
    };
    (@types $properties:tt $($module:ident = $ty:ty),*) => { $(
        properties!(@module $module $ty, $properties);
    )* };
    (@module $module:ident $ty:ty, [$($property:ident)*]) => {
        mod $module {
            #[allow(unused_imports)]
            use super::*;
            $(
                #[test]
                fn $property() {
                    crate::common::check(super::$property::<$ty>);
                }
            )*
        }
    };
}
pub(crate) use properties;

/// Runs a property on a hundred triples of samples.
pub(crate) fn check<T: Draw>(property: fn(T, T, T) -> Result<(), LawViolation>) {
    let mut g = Gen::new(100);
    for _ in 0..100 {
        let (a, b, c) = (T::draw(&mut g), T::draw(&mut g), T::draw(&mut g));
        if let Err(violation) = property(a, b, c) {
            panic!("{violation}");
        }
    }
    // Faults of the wrapped results belong to nobody.
    let _ = finch_algebra::fault::take();
}

/// The lists of types, handed to a macro behind its other arguments.
macro_rules! integers {
    ($then:ident $($arguments:tt)*) => {
        $then! { $($arguments)*
            int_8 = i8, int_16 = i16, int_32 = i32, int_64 = i64, int_128 = i128, int_size = isize,
            uint_8 = u8, uint_16 = u16, uint_32 = u32, uint_64 = u64, uint_128 = u128, uint_size = usize,
            wrapping_i8 = std::num::Wrapping<i8>, wrapping_i64 = std::num::Wrapping<i64>,
            wrapping_u32 = std::num::Wrapping<u32>, wrapping_u128 = std::num::Wrapping<u128>
        }
    };
}
pub(crate) use integers;

macro_rules! ordered_numbers {
    ($then:ident $($arguments:tt)*) => {
        crate::common::integers! { $then $($arguments)* float_32 = f32, float_64 = f64, }
    };
}
pub(crate) use ordered_numbers;

macro_rules! numbers {
    ($then:ident $($arguments:tt)*) => {
        crate::common::ordered_numbers! { $then $($arguments)*
            complex_32 = num_complex::Complex<f32>, complex_64 = num_complex::Complex<f64>, }
    };
}
pub(crate) use numbers;
