//! The types of values that tests use.

use crate::oracle::Value;
use finch_algebra::By;
use finch_algebra::fill::Fill;
use finch_algebra::known::{IsMissing, Known};
use finch_algebra::logic::Bool;
use std::fmt::Debug;

/// A type of values that the oracle knows.
pub trait Scalar: Copy + Debug + PartialEq + 'static {
    /// The value that stands for `number` in data: data are small whole numbers, and sometimes infinities.
    fn from_number(number: f64) -> Self;
    /// As the oracle sees it.
    fn value(self) -> Value;
}

macro_rules! scalars {
    ($($ty:ty, |$number:ident| $from:expr, |$this:ident| $value:expr;)*) => { $(
        impl Scalar for $ty {
            fn from_number($number: f64) -> Self {
                $from
            }
            fn value(self) -> Value {
                let $this = self;
                $value
            }
        }
    )* };
}

scalars! {
    f64, |number| number, |this| Value::Real(this);
    f32, |number| number as f32, |this| Value::Real(f64::from(this));
    i64, |number| number as i64, |this| Value::Int(this);
    i32, |number| number as i32, |this| Value::Int(i64::from(this));
    u8, |number| number.abs() as u8, |this| Value::Int(i64::from(this));
    usize, |number| number.abs() as usize, |this| Value::Int(this as i64);
    bool, |number| number != 0.0, |this| Value::Bool(this);
    By<f64, usize>, |number| By::new(number, 0), |this| Value::By(this.key, this.value as i64);
}

/// A fill as the oracle sees it.
pub fn fill_value<T: Scalar, F: Fill<T>>() -> Value {
    if IsMissing::<<F as Fill<T>>::Known>::VALUE {
        Value::Missing
    } else {
        F::value().value()
    }
}

/// That nothing is known of `K`, or something.
pub fn is_known<K: Known>() -> bool {
    !K::IsUnknown::VALUE
}
