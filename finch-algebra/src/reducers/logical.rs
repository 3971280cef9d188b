//! All and any, of booleans and bit by bit.

use super::once;
use crate::fill::{False, True, Zero};
use crate::logic::{No, Yes};
use crate::number::Bits;
use crate::operators::{And, Or};
use crate::reducer::Reducer;
use crate::skips;

impl Reducer<bool> for And {
    skips!(True);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = Yes;
    const SYMBOL: &'static str = "&=";

    #[inline(always)]
    fn identity() -> Option<bool> {
        Some(true)
    }
    #[inline(always)]
    fn combine(&self, old: bool, new: bool) -> bool {
        old & new
    }
    #[inline(always)]
    fn repeat(&self, old: bool, new: bool, count: usize) -> bool {
        once(self, old, new, count)
    }
    #[inline(always)]
    fn done(&self, value: &bool) -> bool {
        !*value
    }
}

impl Reducer<bool> for Or {
    skips!(False);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = Yes;
    const SYMBOL: &'static str = "|=";

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

impl<T: Bits> Reducer<T> for And {
    skips!(never);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "&=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(!*T::ZERO)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old & new
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}

impl<T: Bits> Reducer<T> for Or {
    skips!(Zero);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "|=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::ZERO)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old | new
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        once(self, old, new, count)
    }
}
