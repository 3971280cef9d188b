//! Looking at a program before it runs, and for faults around it and within.

use super::Outputs;
use super::outputs::Shapes;
#[cfg(debug_assertions)]
use crate::scope::GlanceAndScope;
use crate::scope::{FewShapes, SpareScope};
use crate::upper::*;
use finch_algebra::fault;

/// What was found out about a program before it runs, besides the shapes that a glance has seen: those stay apart, in registers.
#[derive(Debug)]
pub(super) struct Looked {
    /// The shapes of its outputs and the ends of its loops, if a glance was not enough.
    found: Option<SpareScope>,
    /// What a scope has found beside a glance that was enough.
    #[cfg(debug_assertions)]
    beside: Option<SpareScope>,
}

impl Looked {
    /// The shapes of the outputs, of which a glance has seen `few`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shapes(&self, few: FewShapes) -> Shapes<'_> {
        Shapes {
            few,
            found: match &self.found {
                Some(scope) => Some(scope),
                None => None,
            },
        }
    }
}

/// Walks over a program before it runs: by a glance, and by a scope if that is not enough. The scope is given a copy of the body: what is
/// taken by reference is not kept in registers.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(super) fn look<O: Outputs, S: Stmt>(outputs: O, body: &mut S) -> Result<(FewShapes, Looked)> {
    let mut glance = Glance::new();
    outputs.glance(&mut glance);
    let seen = body.infer_passes(&mut glance);
    let mut found = None;
    if seen.is_err() || !glance.is_well() {
        let (scope, checked) = ask(outputs, &mut { *body });
        checked?;
        found = Some(scope)
    }
    Ok((*glance.shapes(), Looked { found }))
}

/// Walks over a program before it runs, by a scope.
#[cfg(not(debug_assertions))]
#[cold]
#[inline(never)]
fn ask<O: Outputs, S: Stmt>(outputs: O, body: &mut S) -> (SpareScope, Result<()>) {
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

#[cfg(not(debug_assertions))]
impl Looked {
    /// A scope, to which names are known. What was found out is gone then.
    #[inline(always)]
    pub(super) fn named<O: Outputs, S: Stmt>(&mut self, outputs: O, body: &mut S) -> SpareScope {
        match self.found.take() {
            Some(scope) => scope,
            None => ask(outputs, body).0,
        }
    }
}

/// Walks over a program before it runs, by a glance and by a scope, which must agree.
#[cfg(debug_assertions)]
pub(super) fn look<O: Outputs, S: Stmt>(outputs: O, body: &mut S) -> Result<(FewShapes, Looked)> {
    let (mut glance, mut scope) = (Glance::new(), Scope::lend());
    outputs.glance(&mut glance);
    outputs.introduce(&mut scope);
    let mut both = GlanceAndScope::new(glance, scope);
    let seen = body.infer_passes(&mut both);
    looked(both, seen)
}

#[cfg(debug_assertions)]
fn looked(both: GlanceAndScope, seen: Result<()>) -> Result<(FewShapes, Looked)> {
    let is_enough = seen.is_ok() && both.is_well();
    let few = both.shapes();
    let (scope, checked) = both.finish(seen);
    let (found, beside) = match is_enough {
        true => (None, Some(scope)),
        false => {
            checked?;
            (Some(scope), None)
        }
    };
    Ok((few, Looked { found, beside }))
}

#[cfg(debug_assertions)]
impl Looked {
    /// A scope, to which names are known. What was found out is gone then.
    pub(super) fn named<O, S>(&mut self, _outputs: O, _body: &mut S) -> SpareScope {
        match self.found.take().or(self.beside.take()) {
            Some(scope) => scope,
            None => crate::total::never(),
        }
    }
}

/// Takes out of the slot for faults what a program around this one has raised. In a box, so that no fault is moved where there is none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fault_around() -> Option<Box<Fault>> {
    if fault::is_clear() { None } else { taken() }
}

#[cold]
#[inline(never)]
fn taken() -> Option<Box<Fault>> {
    fault::take().map(Box::new)
}

/// What this program has raised. The slot is as it was before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fault_within(around: Option<Box<Fault>>) -> Option<Fault> {
    if fault::is_clear() && around.is_none() {
        return None;
    }
    let within = fault::take();
    put_back(around);
    within
}

fn put_back(around: Option<Box<Fault>>) {
    fault::restore(around.map(|fault| *fault))
}

/// Leaves outputs empty and valid, and the slot for faults as it was around the program, if it is dropped: when something panics.
pub(super) struct ResetOnUnwind<O: Outputs> {
    pub(super) outputs: O,
    pub(super) around: Option<Box<Fault>>,
}

impl<O: Outputs> Drop for ResetOnUnwind<O> {
    fn drop(&mut self) {
        self.outputs.reset();
        put_back(self.around.take())
    }
}
