//! What is known of fibers that may be absent.

use crate::kit::prelude::*;

pub(crate) use crate::kit::fiber::not_a_leaf;

/// What run time knows of a fiber that is all fill unless it is `here`.
#[inline(always)]
pub(crate) fn fill_unless<T: Copy + 'static, F: Fill<T>>(here: bool) -> Knowledge {
    if here {
        Knowledge::NOTHING
    } else {
        F::Known::AT_RUN_TIME
    }
}
