//! Repetition of a loop: where a loop nest inside a run does not depend on the run's index, it runs once and every
//! assignment counts several times.

use crate::knot::*;
use crate::reduction::reducers::Times;
use crate::stmt::assign::OnTargetThenValue;

/// Makes every assignment count `times` times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiply {
    pub(crate) times: usize,
}

impl Sealed for Multiply {}
impl Pass for Multiply {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        let Assign { target, op, value } = assign;
        branch!(if W::Once {
            // A target that stands for the whole run is assigned once.
            k.call(self, assign)
        } else {
            let op = Times { op, times: self.times };
            target.traverse(self, OnTargetThenValue { op, value, k })
        })
    }

    no_region!();
}
