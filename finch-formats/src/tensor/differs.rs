//! Whether a value differs from a fill, as an operator that knows the answer for the fill itself.

use crate::imports::*;
use finch_traits::algebra::known::{Tagged, tag};
use finch_traits::algebra::logic::SelectKnown;

/// `value != fill`. A fill that is NaN stands for every NaN.
#[derive(Clone, Copy)]
pub(super) struct Differs<F>(PhantomData<F>);

impl<F> Default for Differs<F> {
    fn default() -> Self {
        Differs(PhantomData)
    }
}

crate::shown!([F] Differs<F>);

impl<T: Copy + PartialEq + 'static, F: Fill<T>> UnaryOp<T> for Differs<F> {
    type Out = bool;
    type Strict = Yes;
    type Fold<K: Known> = SelectKnown<Same<K, F::Known>, Tagged<tag::False>, Unknown>;
    const SYMBOL: &'static str = "is stored";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(known: Knowledge) -> Knowledge {
        if known.same(F::Known::AT_RUN_TIME) {
            Knowledge::of::<tag::False>()
        } else {
            Knowledge::NOTHING
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::eq_op, reason = "a value that differs from itself is NaN")]
    fn apply(&self, value: T) -> bool {
        let fill = F::value();
        value != fill && (value == value || fill == fill)
    }
}
