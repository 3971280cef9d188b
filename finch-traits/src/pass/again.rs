//! Another turn: where statements take turns over a run, what stands for the whole run was assigned in the first one.

use crate::knot::*;

/// Leaves out what stands for the whole run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again;

impl Sealed for Again {}
impl Pass for Again {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        branch!(if W::Once {
            k.call(self, Null)
        } else {
            k.call(self, assign)
        })
    }

    no_region!();
}
