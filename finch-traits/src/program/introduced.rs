//! How outputs are introduced: declared, updated in place, or as workspaces.

use crate::program::outputs::Shapes;
use crate::scope::Introduction;
use crate::upper::*;

/// An output as a program has introduced it: [`Declared`], [`Updated`] or a workspace, [`IntroducedWorkspace`].
pub trait Introduced: Copy + Sealed {
    /// Tells the scope.
    fn introduce(self, scope: &mut Scope);
    /// Tells the glance, as the output of that number.
    fn glance(self, number: usize, glance: &mut Glance);
    /// Its root, for writing.
    type Root: WriteFiber;
    /// Whether it can be opened without being filled.
    const FILLS: bool;
    /// Opens it for writing, as the output of that number; without filling it if it is `unfilled`, and can be.
    fn open(self, number: usize, shapes: &Shapes<'_>, unfilled: bool) -> Result<()>;
    /// Its root, which is open.
    fn fiber(self) -> Self::Root;
    /// Seals it.
    fn close(self);
    /// Opens it again.
    fn thaw(self) -> Result<()>;
    /// Leaves it empty and valid.
    fn reset(self);
}

/// An output that is declared, `y .= 0`: emptied before the loops, and sized by them.
#[derive(Clone, Copy, Debug)]
pub struct Declared<H>(pub(super) H);

/// An output that is updated, `mut y`: it keeps its shape and what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Updated<H>(pub(super) H);

/// A workspace: an output that is emptied whenever its statement is entered, and read behind it.
#[derive(Clone, Copy, Debug)]
pub struct IntroducedWorkspace<H>(pub(super) H);

macro_rules! introduced {
    ($(
        $name:ident, fills $fills:expr, open |$handle:ident, $number:ident, $shapes:ident, $unfilled:ident| $open:expr,
        close |$sealed:ident| $close:expr;
    )*) => { $(
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
            type Root = H::Fiber;
            const FILLS: bool = $fills;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn open(self, $number: usize, $shapes: &Shapes<'_>, $unfilled: bool) -> Result<()> {
                let $handle = self.0;
                $open
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fiber(self) -> H::Fiber {
                self.0.fiber(Driver::new())
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
    (@how IntroducedWorkspace) => { Introduction::Workspace };
}

introduced! {
    Declared,
        fills H::Fiber::FILLS,
        open |handle, number, shapes, unfilled| {
            let opened = shapes.with(number, H::Rank::VALUE, |shape| match unfilled && Self::FILLS {
                true => handle.declare_unfilled(Driver::new(), shape),
                false => handle.declare(Driver::new(), shape),
            });
            // What cannot have the extents of the program is emptied with its own.
            if opened.is_err() {
                handle.reset(Driver::new())
            }
            opened
        },
        close |handle| handle.freeze(Driver::new());
    Updated,
        fills false,
        open |handle, _number, _shapes, _unfilled| handle.thaw(Driver::new()),
        close |handle| handle.freeze(Driver::new());
    // Its statement declares and freezes it; here it is sized, and frozen in case the statement is never reached.
    IntroducedWorkspace,
        fills false,
        open |handle, number, shapes, _unfilled| {
            shapes.with(number, H::Rank::VALUE, |shape| handle.declare(Driver::new(), shape))?;
            handle.freeze(Driver::new());
            Ok(())
        },
        // It may have been frozen without order.
        close |handle| handle.restore_order(Driver::new());
}
