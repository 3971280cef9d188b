//! A glance and a scope in one walk, where debug assertions are on.

use crate::error::Result;
use crate::region::Region;
use crate::scope::affine::SignedIndex;
use crate::scope::check::{Check, Extents, NamedAccess};
use crate::scope::glance::{FewShapes, Glance};
use crate::scope::state::{Scope, SpareScope, When};
use crate::sealed::Sealed;

/// A [`Glance`] and a [`Scope`] in one walk: two walks would be compiled, of which one is enough to compare what they find.
#[derive(Debug)]
pub(crate) struct GlanceAndScope {
    glance: Glance,
    scope: SpareScope,
    /// What the scope has refused first. It is told nothing more then.
    checked: Result<()>,
}

impl GlanceAndScope {
    /// Outputs are introduced to both already.
    pub(crate) fn new(glance: Glance, scope: SpareScope) -> Self {
        let mut both = GlanceAndScope {
            glance,
            scope,
            checked: Ok(()),
        };
        both.tell(|scope| scope.tell_apart());
        both
    }

    /// Whether the glance has found all to be well.
    pub(crate) fn is_well(&self) -> bool {
        self.glance.is_well()
    }

    /// The shapes of the outputs, as the glance has seen them.
    pub(crate) fn shapes(&self) -> FewShapes {
        *self.glance.shapes()
    }

    /// What the scope has found, after a walk that has `seen` the program.
    pub(crate) fn finish(mut self, seen: Result<()>) -> (SpareScope, Result<()>) {
        let is_seen = seen.is_ok();
        self.tell(|scope| {
            seen?;
            scope.finish()
        });
        if is_seen && self.glance.is_well() {
            self.glance.assert_agrees(&self.scope, &self.checked)
        }
        (self.scope, self.checked)
    }

    fn tell<R>(&mut self, tell: impl FnOnce(&mut Scope) -> Result<R>) {
        if self.checked.is_ok() {
            self.checked = tell(&mut self.scope).map(drop)
        }
    }

    fn note(&mut self, note: impl FnOnce(&mut Scope)) {
        if self.checked.is_ok() {
            note(&mut self.scope)
        }
    }
}

impl Sealed for GlanceAndScope {}
impl Check for GlanceAndScope {
    fn begin_pass(&mut self, current: u32) {
        self.glance.begin_pass(current);
        self.note(|scope| scope.begin_pass(current))
    }

    fn enter(&mut self, index: SignedIndex, is_bound: bool, given: Option<Region>) -> Result<()> {
        self.tell(|scope| scope.enter(index, is_bound, given));
        self.glance.enter(index, is_bound, given)
    }

    fn leave(&mut self, index: SignedIndex) -> Result<usize> {
        self.tell(|scope| scope.leave(index));
        self.glance.leave(index)
    }

    fn keep_end(&mut self) {
        self.note(|scope| scope.keep_end());
        self.glance.keep_end()
    }

    fn boundary(&mut self) {
        self.glance.boundary();
        self.note(|scope| scope.boundary())
    }

    fn open_workspace(&mut self, root: *const (), output: usize) -> Result<()> {
        self.tell(|scope| scope.open_workspace(root, output));
        self.glance.open_workspace(root, output)
    }

    fn freeze_workspace(&mut self, root: *const (), output: usize) {
        self.glance.freeze_workspace(root, output);
        self.note(|scope| scope.freeze_workspace(root, output))
    }

    fn close_workspace(&mut self, root: *const (), output: usize) {
        self.glance.close_workspace(root, output);
        self.note(|scope| scope.close_workspace(root, output))
    }

    fn compared(&mut self, index: SignedIndex) -> Result<()> {
        self.tell(|scope| scope.compared(index));
        self.glance.compared(index)
    }

    fn name(&mut self, number: usize) -> Result<()> {
        self.tell(|scope| scope.name(number));
        self.glance.name(number)
    }

    fn forget(&mut self, number: usize) {
        self.glance.forget(number);
        self.note(|scope| scope.forget(number))
    }

    fn variable(&mut self, number: usize) -> Result<()> {
        self.tell(|scope| scope.variable(number));
        self.glance.variable(number)
    }

    fn reduces_by<O>(&mut self, symbol: &'static str) {
        self.glance.reduces_by::<O>(symbol);
        self.note(|scope| scope.reduces_by::<O>(symbol))
    }

    fn read(&mut self, access: NamedAccess<'_>, extents: Extents, when: When) -> Result<()> {
        self.tell(|scope| scope.read(access, extents, when));
        self.glance.read(access, extents, when)
    }

    fn write(&mut self, access: NamedAccess<'_>) -> Result<()> {
        self.tell(|scope| scope.write(access));
        self.glance.write(access)
    }
}
