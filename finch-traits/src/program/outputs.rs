//! The outputs of a program together: all of them are introduced, opened, sealed.

use crate::prelude::*;

/// A set of outputs of a program: a bit for the number of each.
#[derive(Clone, Copy, Debug)]
pub struct Which(pub(crate) u32);

impl Which {
    /// All.
    pub(crate) const ALL: Which = Which(u32::MAX);

    /// The first `count`.
    #[inline(always)]
    pub(crate) fn first(count: usize) -> Which {
        Which((1 << count) - 1)
    }

    /// That one.
    #[inline(always)]
    pub(crate) fn only(number: usize) -> Which {
        Which(1 << number)
    }

    #[inline(always)]
    pub(crate) fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }
}

/// The outputs of a program.
pub trait Outputs: Copy + Sealed {
    /// Tells the scope about all.
    fn introduce(self, scope: &mut Scope);
    /// Opens all for writing; on failure those that were opened are closed again.
    fn open(self, scope: &Scope) -> Result<()>;
    /// Seals those whose number is among `which`.
    fn close(self, which: Which);
    /// Opens the output of that number again.
    fn thaw(self, number: usize) -> Result<()>;
    /// Leaves all empty and valid.
    fn reset(self);
}
