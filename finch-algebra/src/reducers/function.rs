//! A function as a reducer.

use crate::reducer::Reducer;
use crate::{claims, skips};
use core::fmt::{self, Debug, Formatter};

/// Combines by a function, of which nothing is known: it is called for every value, in order.
///
/// A reducer that skips something implements [`Reducer`], see [`skips!`](crate::skips).
///
/// ```
/// use finch_algebra::{Reduce, Reducer};
///
/// let horner = Reduce(|old: f64, digit: f64| old * 10.0 + digit);
/// assert_eq!(horner.combine(4.0, 2.0), 42.0);
/// assert_eq!(horner.repeat(0.0, 1.0, 3), 111.0);
/// ```
#[derive(Clone, Copy)]
pub struct Reduce<F>(pub F);

impl<F> Debug for Reduce<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Reduce(..)")
    }
}

impl<T, F: Fn(T, T) -> T + Copy> Reducer<T> for Reduce<F> {
    skips!(never);
    claims!();
    const SYMBOL: &'static str = "<<function>>=";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine(&self, old: T, new: T) -> T {
        (self.0)(old, new)
    }
    #[inline]
    fn repeat(&self, old: T, new: T, count: usize) -> T
    where
        T: Copy,
    {
        let mut result = old;
        for _ in 0..count {
            result = self.combine(result, new);
        }
        result
    }
}
