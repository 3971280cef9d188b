//! Looking at a program before it runs.

use super::Outputs;
use crate::prelude::*;
#[cfg(debug_assertions)]
use crate::scope::GlanceAndScope;
use crate::scope::{Glance, SpareScope};
use crate::stmt::Stmt;

/// Walks over a program before it runs, by a glance. What else it returns is for [`ask`].
#[cfg(not(debug_assertions))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn look<O: Outputs, S: Stmt>(_outputs: O, body: &mut S, glance: &mut Glance) -> (Result<()>, ()) {
    (body.infer_passes(glance), ())
}

/// Walks over a program before it runs, by a scope. Given a copy of the body: what is taken by reference is not kept in registers.
#[cfg(not(debug_assertions))]
#[cold]
#[inline(never)]
pub(super) fn ask<O: Outputs, S: Stmt>(outputs: O, body: &mut S, _looked: &mut ()) -> (SpareScope, Result<()>) {
    let mut scope = Scope::lend();
    outputs.introduce(&mut scope);
    let mut checked = scope.tell_apart();
    if checked.is_ok() {
        checked = body.infer_passes(&mut *scope)
    }
    if checked.is_ok() {
        checked = scope.finish()
    }
    (scope, checked)
}

/// Walks over a program before it runs, by a glance and by a scope, which must agree.
#[cfg(debug_assertions)]
pub(super) fn look<O: Outputs, S: Stmt>(
    outputs: O,
    body: &mut S,
    glance: &mut Glance,
) -> (Result<()>, Option<(SpareScope, Result<()>)>) {
    let mut scope = Scope::lend();
    outputs.introduce(&mut scope);
    let mut both = GlanceAndScope::new(glance, scope);
    let seen = body.infer_passes(&mut both);
    let found = both.finish(&seen);
    (seen, Some(found))
}

/// What the scope has found when the program was looked at: asked for once.
#[cfg(debug_assertions)]
pub(super) fn ask<O, S>(
    _outputs: O,
    _body: &mut S,
    looked: &mut Option<(SpareScope, Result<()>)>,
) -> (SpareScope, Result<()>) {
    match looked.take() {
        Some(found) => found,
        None => crate::total::never(),
    }
}
