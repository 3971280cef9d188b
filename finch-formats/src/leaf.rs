//! What leaves have in common, and what other fibers lack.

use crate::kit::prelude::*;

/// A leaf has no dimension to unfurl: it stays what it is.
#[inline(always)]
pub(crate) fn no_dimension<F: WriteFiber, P: Pass, R: RemainingIndices, K: OnTarget<P, F::T>>(
    fiber: F,
    pass: P,
    rest: R,
    k: K,
) {
    k.call(pass, Write::new(fiber, rest))
}

/// The value of a fiber that has dimensions: asked for by nobody, because the ranks of accesses are checked by types.
#[cold]
#[inline(never)]
pub(crate) fn not_a_leaf() -> ! {
    unreachable!("a fiber with dimensions was asked for its value")
}

/// What run time knows of a fiber that is all fill unless it is `here`.
#[inline(always)]
pub(crate) fn fill_unless<T: Copy + 'static, F: Fill<T>>(here: bool) -> Knowledge {
    if here {
        Knowledge::NOTHING
    } else {
        F::Known::AT_RUN_TIME
    }
}
