//! The outputs of a program together: all of them are introduced, opened, frozen.

use crate::scope::FewShapes;
use crate::upper::*;

/// A set of outputs of a program, by their numbers: one bit for each.
#[derive(Clone, Copy, Debug)]
pub struct Which(pub(crate) u32);

impl Which {
    /// All.
    pub(crate) const ALL: Which = Which(u32::MAX);

    /// The first `count`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn first(count: usize) -> Which {
        Which((1 << count) - 1)
    }

    /// That one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn only(number: usize) -> Which {
        Which(1 << number)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }
}

/// The shapes that the outputs of a program get, as the check before it runs has found them.
#[derive(Debug)]
pub struct Shapes<'s> {
    /// As a glance has seen them.
    pub(crate) few: FewShapes,
    /// As a scope has found them, if a glance was not enough.
    pub(crate) found: Option<&'s Scope>,
}

impl Shapes<'_> {
    /// Calls `with` with the shape of an output of so many axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with<R>(&self, number: usize, rank: usize, with: impl FnOnce(&[usize]) -> R) -> R {
        let few;
        let shape = match self.found {
            Some(scope) => scope.shape_of(number),
            None => {
                // A copy, so that the others stay in registers.
                few = self.few.get(number).copied().unwrap_or_default();
                few.get(..rank).unwrap_or(&[])
            }
        };
        with(shape)
    }
}

/// All outputs of a program, as a type-level list: what `run` opens, fills and closes.
pub trait Outputs: Copy + Sealed {
    /// Tells the scope about all.
    fn introduce(self, scope: &mut Scope);
    /// Tells the glance about all.
    fn glance(self, glance: &mut Glance);
    /// The numbers of those that can be opened without being filled: a bit for each.
    const FILLS: u32;
    /// The roots of these.
    type Roots: Copy;
    /// Opens all for writing, those in `unfilled` without filling them; on failure those that were opened are closed again.
    fn open(self, shapes: &Shapes<'_>, unfilled: Which) -> Result<()>;
    /// The roots of those that can be opened without being filled.
    fn roots(self) -> Self::Roots;
    /// Fills those in `which` below those of `indices` that they have.
    ///
    /// # Safety
    ///
    /// They are open, and nobody else uses what is below these indices meanwhile.
    unsafe fn fill(roots: &Self::Roots, which: Which, indices: Range<usize>);
    /// How many bytes the values below an index take in those in `which`.
    fn bytes(roots: &Self::Roots, which: Which) -> usize;
    /// Leaves those in `which` empty and frozen.
    fn empty(self, which: Which);
    /// Seals those whose number is among `which`.
    fn close(self, which: Which);
    /// Opens the output of that number again.
    fn thaw(self, number: usize) -> Result<()>;
    /// Leaves all empty and valid.
    fn reset(self) {
        self.empty(Which::ALL)
    }
}
