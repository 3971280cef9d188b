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

/// Tells both what a walk comes to: `tell` what the scope may refuse, `note` what it may not. The glance answers.
macro_rules! both {
    ($($how:ident $method:ident$(<$reducer:ident>)?($($arg:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {
        impl Check for GlanceAndScope { $(
            fn $method$(<$reducer>)?(&mut self, $($arg: $type),*) $(-> $answer)? {
                self.$how(|scope| scope.$method$(::<$reducer>)?($($arg),*));
                self.glance.$method$(::<$reducer>)?($($arg),*)
            }
        )* }
    };
}

both! {
    note begin_pass(current: u32);
    tell enter(index: SignedIndex, is_bound: bool, given: Option<Region>) -> Result<()>;
    tell leave(index: SignedIndex) -> Result<usize>;
    note keep_end();
    note boundary();
    tell open_workspace(root: *const (), output: usize) -> Result<()>;
    note freeze_workspace(root: *const (), output: usize);
    note close_workspace(root: *const (), output: usize);
    tell compared(index: SignedIndex) -> Result<()>;
    tell name(number: usize) -> Result<()>;
    note forget(number: usize);
    tell variable(number: usize) -> Result<()>;
    note reduces_by<O>(symbol: &'static str);
    note enter_places();
    note leave_places();
    tell read(access: NamedAccess<'_>, extents: Extents, when: When) -> Result<()>;
    tell write(access: NamedAccess<'_>) -> Result<()>;
}
