//! The element types that properties are checked on, and how samples of them are drawn.
//!
//! Integers are drawn from their whole range, since they wrap around. Floating point numbers are small integers, so
//! that sums and products are exact and the laws of the real numbers hold without a tolerance.

use finch_algebra::laws::{LawViolation, exactly, repetition_agrees, skip_agrees};
use finch_algebra::{Fill, Reducer};
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

/// Types and run time know the same of operators over operands of these types, and of reducers: `twins! { binary f64, f64: Add; skips f64: Add; }`.
macro_rules! twins {
    ($($kind:ident $($operand:ty),+: $($op:ty),+;)*) => { $( crate::common::twins!(@$kind [$($operand),+] $($op),+); )* };
    (@unary [$a:ty] $($op:ty),+) => { $( finch_algebra::laws::twins_agree_unary::<$a, $op>()?; )+ };
    (@binary [$a:ty, $b:ty] $($op:ty),+) => { $( finch_algebra::laws::twins_agree::<$a, $b, $op>()?; )+ };
    (@ternary [$a:ty, $b:ty, $c:ty] $($op:ty),+) => { $( finch_algebra::laws::twins_agree_ternary::<$a, $b, $c, $op>()?; )+ };
    (@skips [$a:ty] $($op:ty),+) => { $( finch_algebra::laws::skip_twins_agree::<$a, $op>()?; )+ };
}
pub(crate) use twins;

/// What operators claim to know is what they compute: of operands of one list, or of two, with results that knowledge stands for, and
/// how these are compared: `folds! { values, values => values, exactly: Add, Sub; }`.
macro_rules! folds {
    ($($($operand:expr),+ => $results:expr, $agree:ident: $($op:expr),+;)*) => { $(
        crate::common::folds!(@each [$($operand),+] $results, $agree; $($op),+);
    )* };
    (@each [$a:expr] $results:expr, $agree:ident; $($op:expr),+) => { $(
        finch_algebra::laws::fold_agrees_unary($op, $a, $results, $agree)?;
    )+ };
    (@each [$a:expr, $b:expr] $results:expr, $agree:ident; $($op:expr),+) => { $(
        finch_algebra::laws::fold_agrees($op, $a, $b, $results, $agree)?;
    )+ };
}
pub(crate) use folds;

/// What a reducer skips, the fill `F`, changes nothing, and repeating is combining so often.
pub(crate) fn repeats<F: Fill<T>, T, R>(reducer: R, a: T, b: T, counts: &[usize]) -> Result<(), LawViolation>
where
    T: Copy + Debug + PartialEq + 'static,
    R: Reducer<T>,
{
    skip_agrees::<T, R, F>(reducer, a, exactly)?;
    counts
        .iter()
        .try_for_each(|&count| repetition_agrees(reducer, a, b, count, exactly))
}

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
