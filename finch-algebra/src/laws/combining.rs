//! A reducer as an operator.

use crate::known::{Known, Unknown};
use crate::logic::Yes;
use crate::operator::BinaryOp;
use crate::reducer::Reducer;

/// The operator that combines as the reducer `R` does, so that its algebra can be checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Combining<R>(pub R);

impl<T: Copy + 'static, R: Reducer<T>> BinaryOp<T, T> for Combining<R> {
    type Out = T;
    type Strict = Yes;
    type Fold<Left: Known, Right: Known> = Unknown;
    const SYMBOL: &'static str = R::SYMBOL;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: T, b: T) -> T {
        self.0.combine(a, b)
    }
}
