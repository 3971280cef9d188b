//! How outputs are introduced: declared, updated in place, or as workspaces.

use crate::prelude::*;
use crate::program::outputs::Shapes;
use crate::scope::{Glance, Introduction};
use crate::target::output::Output;

/// How an output is introduced.
pub trait Introduced: Copy + Sealed {
    /// Tells the scope.
    fn introduce(self, scope: &mut Scope);
    /// Tells the glance, as the output of that number.
    fn glance(self, number: usize, glance: &mut Glance);
    /// Opens it for writing, as the output of that number.
    fn open(self, number: usize, shapes: &Shapes<'_>) -> Result<()>;
    /// Seals it.
    fn close(self);
    /// Opens it again.
    fn thaw(self) -> Result<()>;
    /// Leaves it empty and valid.
    fn reset(self);
}

/// An output that is emptied, and sized by the loops.
#[derive(Clone, Copy, Debug)]
pub struct Declared<H>(pub(super) H);

/// Opens the output of that number, with the extents that the program gives it, by `declare`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn open_by<H: Output>(
    handle: H,
    number: usize,
    shapes: &Shapes<'_>,
    declare: fn(H, Driver, &[usize]) -> Result<()>,
) -> Result<()> {
    let opened = shapes.with(number, H::Rank::VALUE, |shape| declare(handle, Driver::new(), shape));
    // What cannot have the extents of the program is emptied with its own.
    if opened.is_err() {
        handle.reset(Driver::new())
    }
    opened
}

/// An output that keeps its shape and what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Updated<H>(pub(super) H);

/// A workspace.
#[derive(Clone, Copy, Debug)]
pub struct Scratch<H>(pub(super) H);

macro_rules! introduced {
    ($($name:ident, open |$handle:ident, $number:ident, $shapes:ident| $open:expr, close |$sealed:ident| $close:expr;)*) => { $(
        impl<H: Output> Sealed for $name<H> {}
        impl<H: Output> Introduced for $name<H> {
            fn introduce(self, scope: &mut Scope) {
                let mut shape = scope.empty_shape();
                self.0.shape_into(Driver::new(), &mut shape);
                scope.introduce(self.0.root(), introduced!(@how $name), "", shape)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn glance(self, number: usize, glance: &mut Glance) {
                glance.introduce(number, self.0.root(), introduced!(@how $name), H::Rank::VALUE, |axis| {
                    self.0.extent(Driver::new(), axis)
                })
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn open(self, $number: usize, $shapes: &Shapes<'_>) -> Result<()> {
                let $handle = self.0;
                $open
            }
            fn close(self) {
                let $sealed = self.0;
                $close
            }
            fn thaw(self) -> Result<()> {
                self.0.thaw(Driver::new())
            }
            fn reset(self) {
                self.0.reset(Driver::new())
            }
        }
    )* };
    (@how Declared) => { Introduction::Declared };
    (@how Updated) => { Introduction::Updated };
    (@how Scratch) => { Introduction::Workspace };
}

introduced! {
    Declared,
        open |handle, number, shapes| open_by(handle, number, shapes, H::declare),
        close |handle| handle.freeze(Driver::new());
    Updated,
        open |handle, _number, _shapes| handle.thaw(Driver::new()),
        close |handle| handle.freeze(Driver::new());
    // Its statement declares and freezes it; here it is sized, and frozen in case the statement is never reached.
    Scratch,
        open |handle, number, shapes| {
            shapes.with(number, H::Rank::VALUE, |shape| handle.declare(Driver::new(), shape))?;
            handle.freeze(Driver::new());
            Ok(())
        },
        close |_handle| ();
}
