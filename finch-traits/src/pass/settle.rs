//! Runs of what is read while it is written.
//!
//! In such a run, nothing that the statement reads differs from index to index but what it writes itself. A sum changes at every index.
//! A maximum may change at the first index and not at the second one, so what is written at the second is written at all further
//! indices, as one run. So a running maximum over runs, into runs, takes two steps for each run.

use crate::knot::*;
use crate::reads::WholeLoop;

/// The case of a statement that does not read what it writes is `Else`.
pub(crate) type UnlessSettled<S, Else> = <Recurs<S> as Bool>::SelectCase<NextPass<S>, Settled, Else>;

/// How a statement is lowered that reads what it writes, where nothing but that changes from one index to the next.
#[derive(Debug)]
pub enum Settled {}

impl<S: Stmt> Case<NextPass<S>> for Settled {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(NextPass(stmt, region): NextPass<S>) {
        if S::settles::<WholeLoop<S>>() && region.hi - region.lo > 1 {
            one_by_one(stmt, Region::point(region.lo));
            let rest = Region::new(region.lo + 1, region.hi);
            if !exits!(S, stmt, rest) {
                stmt.traverse(Accept::over(rest), Exec)
            }
        } else {
            one_by_one(stmt, region)
        }
    }
}
