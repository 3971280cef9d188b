//! Early exit: a target that no further value can change is done, and the rest of the loop goes on without it.
//!
//! Opted in by the kind of scalar (see [`Target::Short`]), because the test at the head of a loop prevents
//! vectorisation. When some statement is done the remainder of the loop is lowered again with it replaced by nothing;
//! other statements of the same loop go on. After Finch.jl's short-circuit scalars.

use crate::knot::*;

/// True if some statement in `$stmt`, of type `$s`, was done, and the rest of the region has been dealt with. A macro, since most
/// statements do not exit early, and a function would be compiled for each of them.
macro_rules! exits {
    ($s:ident, $stmt:expr, $rest:expr) => {{
        let (stmt, rest) = ($stmt, $rest);
        <$s::Exits as finch_algebra::logic::Bool>::then_or(
            false,
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || $crate::pass::early_exit::prune(stmt, rest),
        )
    }};
}
pub(crate) use exits;

/// Lowers what is not done over `rest`, if some of the statement is done. Of one assignment nothing is left then.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn prune<S: Stmt>(stmt: S, rest: Region) -> bool {
    let done = stmt.is_done(Driver::new());
    if done {
        branch!(if Not<<S::Written as WriteSet>::IsOne> { stmt.traverse(Prune(rest), Lower) })
    }
    done
}

/// The pass that drops assignments which cannot change their target any more, so that loops end early.
#[derive(Clone, Copy, Debug)]
pub struct Prune(Region);

impl Sealed for Prune {}
impl Pass for Prune {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        branch!(if <Assign<W, O, E> as Stmt>::Exits {
            if assign.is_done(Driver::new()) {
                k.call(self, Null)
            } else {
                k.call(self, assign)
            }
        } else {
            k.call(self, assign)
        })
    }

    region_field!();
}
