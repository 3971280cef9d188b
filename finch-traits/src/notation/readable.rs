//! What a name in front of brackets can stand for in an expression: tensors, outputs, workspaces, frames.

use crate::expr::access::OfOutput;
use crate::index::protocol::{Offers, Walking};
use crate::mask::Frame;
use crate::program::{Out, ReadRoot, Work};
use crate::upper::*;
use crate::view::Rearrange;
use finch_algebra::nat::{Name, Named};

/// What a name in front of brackets can stand for in an expression.
///
/// # Safety
///
/// `Root` and `Label`, `root` and `label` belong to one tensor: `Label` is `&'static str` of a tensor that the program does not write, and
/// that of the handle of an output or a workspace if `root` is the root of this one. Whether it may be read where it stands, and by several
/// threads, is decided by its label.
#[diagnostic::on_unimplemented(
    message = "this cannot be read in a program",
    label = "not a tensor",
    note = "tensors and scalars can be read, workspaces that the program has filled, and arrays, `Vec`s and slices of numbers",
    note = "a name that `let` gave is written without brackets; `a[i][j]` is element `i` of a slice of tensors, at `j`: a matrix is \
            read as `a[i, j]`",
    note = "a function over any format takes a tensor of levels, `&Tensor<impl MatrixOf<f64>>`, not the levels",
    note = "found `{Self}`"
)]
pub unsafe trait Readable {
    /// How many indices an access has.
    type Rank: Nat;
    /// The protocols that each dimension can be read by.
    type Axes: AxisList;
    /// How its indices become those of the tensor behind it, if it is a view; else [`AsItIs`](crate::view::AsItIs).
    type Rearrange: Rearrange;
    /// The name of an access to it, in messages.
    type Label: Label;
    /// The root of the tensor, for reading.
    type Root<'r>: Fiber
    where
        Self: 'r;
    /// The root of the tensor, for reading.
    fn root(&self) -> Self::Root<'_>;
    /// How its indices become those of the tensor behind it, if it is a view.
    fn rearrange(&self) -> Self::Rearrange;
    /// The name of an access to it that is called `name` in the program.
    fn label(&self, name: &'static str) -> Self::Label;
}

/// What is no view says so.
#[macro_export]
#[doc(hidden)]
macro_rules! __no_view {
    () => {
        type Label = &'static str;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn label(&self, name: &'static str) -> &'static str {
            name
        }
        $crate::__no_view!(@view);
    };
    (@view) => {
        type Rearrange = $crate::view::AsItIs;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn rearrange(&self) -> $crate::view::AsItIs {
            $crate::view::AsItIs
        }
    };
}

/// Outputs and workspaces are read through the handle that writes them, under a label that says what they are.
macro_rules! rereads {
    ($($(#[$meta:meta])* [$($generics:tt)*] $of:ty, $label:ty, |$self:ident| $handle:expr;)*) => { $(
        $(#[$meta])*
        // SAFETY: the handle says what it is, and hands out its own root.
        unsafe impl<H: Reread, $($generics)*> Readable for $of {
            type Rank = H::Rank;
            type Axes = H::Axes;
            type Label = $label;
            type Root<'r>
                = ReadRoot<H, N>
            where
                Self: 'r;
            __no_view!(@view);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root(&$self) -> ReadRoot<H, N> {
                $handle.to_read_root()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn label(&self, name: &'static str) -> $label {
                <$label>::new(name)
            }
        }
    )* };
}

rereads! {
    /// An output is read in those passes that do not write it, or as it is at the time: see [`OfOutput`].
    [N: Nat, D, M: Name] Out<H, N, D, M>, OfOutput<Named<N, M>, H>, |self| self;
    /// A workspace in the statement that fills it is read as it is at the time.
    [N: Nat, M: Name] Work<H, N, M>, OfOutput<Named<N, M>, H, Yes>, |self| self;
    /// A workspace behind the statement that fills it is read as it is then.
    [N: Nat, M] Filled<Work<H, N, M>>, OfWorkspace<N>, |self| self.0;
}

/// A frame is read in a condition, `if frame[j, i] { .. }`, which holds everywhere: loops over its indices have its extents, and so have
/// outputs that are written there, whatever extents they had before.
macro_rules! frames {
    ($($extents:literal: $rank:ident, $axes:ty;)*) => { $(
        // SAFETY: a frame is a root of its own, which no program writes.
        unsafe impl Readable for Frame<$extents> {
            type Rank = $rank;
            type Axes = $axes;
            $crate::__no_view!();
            type Root<'r> = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root(&self) -> Self {
                *self
            }
        }
    )* };
}

frames! {
    1: U1, OuterAxis<Offers<Frame<1>, (Walking,)>, NoAxis>;
    2: U2, OuterAxis<Offers<Frame<2>, (Walking,)>, OuterAxis<Offers<Frame<2>, (Walking,)>, NoAxis>>;
}

/// References are read as what they refer to.
macro_rules! references {
    ($($of:ty;)*) => { $(
        // SAFETY: both are those of what it refers to.
        unsafe impl<R: Readable> Readable for $of {
            type Rank = R::Rank;
            type Axes = R::Axes;
            type Rearrange = R::Rearrange;
            type Label = R::Label;
            type Root<'r>
                = R::Root<'r>
            where
                Self: 'r;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root(&self) -> R::Root<'_> {
                R::root(self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn rearrange(&self) -> R::Rearrange {
                R::rearrange(self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn label(&self, name: &'static str) -> R::Label {
                R::label(self, name)
            }
        }
    )* };
}

references! {
    &R;
    &mut R;
}

/// A workspace behind the statement that fills it, where it can be read.
#[derive(Clone, Copy, Debug)]
pub struct Filled<W>(pub(super) W);

impl<W> Filled<W> {
    /// A workspace behind the statement that fills it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(workspace: W) -> Self {
        Filled(workspace)
    }
}
