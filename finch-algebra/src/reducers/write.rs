//! Reducers that keep one of the two values as it is.

use super::once;
use crate::fill::{False, Fill, Zero};
use crate::logic::{No, Yes};
use crate::number::Number;
use crate::operator::BinaryOp;
use crate::operators::Any;
use crate::reducer::Reducer;
use crate::skips;
use core::fmt::{self, Debug, Formatter};
use core::marker::PhantomData;

/// Keeps the new value: `y[i] := ..`. Every value is assigned, a known fill too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite;

impl<T> Reducer<T> for Overwrite {
    skips!(never);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = ":=";

    #[inline(always)]
    fn combine(&self, _old: T, new: T) -> T {
        new
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}

/// Keeps the new value, but skips those that are known to be the fill of the target: what a copy into a target that
/// was just declared does, `y[i] = ..`, so that its structure is copied with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InitWrite;

impl<T> Reducer<T> for InitWrite {
    skips!(target);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "=";

    #[inline(always)]
    fn combine(&self, _old: T, new: T) -> T {
        new
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}

/// Keeps the first value that is not the fill `F`.
///
/// ```
/// use finch_algebra::{Choose, NegInf, Reducer};
///
/// let parent = Choose::<NegInf>::default();
/// assert_eq!(parent.combine(i64::MIN, 4), 4);
/// assert_eq!(parent.combine(4, 5), 4);
/// assert!(parent.done(&4_i64));
/// ```
pub struct Choose<F>(PhantomData<fn() -> F>);

impl<F> Choose<F> {
    /// The reducer.
    pub const fn new() -> Self {
        Choose(PhantomData)
    }
}

impl<F> Clone for Choose<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Choose<F> {}

impl<F> Default for Choose<F> {
    fn default() -> Self {
        Choose::new()
    }
}

impl<F> Debug for Choose<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Choose")
    }
}

impl<T: Copy + PartialEq + 'static, F: Fill<T>> Reducer<T> for Choose<F> {
    skips!(as F::Known);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = Yes;
    const SYMBOL: &'static str = "<<choose>>=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(F::value())
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        if self.done(&old) { old } else { new }
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
    #[inline(always)]
    #[expect(
        clippy::eq_op,
        reason = "a fill that is NaN is not equal to itself, but stands for itself"
    )]
    fn done(&self, value: &T) -> bool {
        let (value, fill) = (*value, F::value());
        value != fill && (value == value || fill == fill)
    }
}

// One value is as good as another, so the first one stays: nothing that comes later can change it.
impl<T: Number> Reducer<T> for Any {
    skips!(Zero);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = Yes;
    const SYMBOL: &'static str = "<<any>>=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::ZERO)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        Any.apply(old, new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
    #[inline(always)]
    fn done(&self, value: &T) -> bool {
        *value != *T::ZERO
    }
}

impl Reducer<bool> for Any {
    skips!(False);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = Yes;
    const SYMBOL: &'static str = "<<any>>=";

    #[inline(always)]
    fn identity() -> Option<bool> {
        Some(false)
    }
    #[inline(always)]
    fn combine(&self, old: bool, new: bool) -> bool {
        old | new
    }
    #[inline(always)]
    fn repeat(&self, old: bool, new: bool, count: usize) -> bool {
        once(self, old, new, count)
    }
    #[inline(always)]
    fn done(&self, value: &bool) -> bool {
        *value
    }
}
