//! Handles of outputs and workspaces: what the accesses of a program name.

use super::{OutputRoot, ReadRoot, WorkspaceRoot};
use crate::expr::access::OfOutput;
use crate::expr::value::Value;
use crate::index::IndicesOf;
use crate::stmt::workspace::{NewWorkspace, Producer};
use crate::upper::*;
use finch_algebra::nat::Unnamed;

/// Output number `N` of a program: what its accesses name. Messages of the compiler call it `M`.
#[derive(Debug)]
pub struct Out<H, N, Declared = Yes, M = Unnamed>(pub(super) H, pub(super) PhantomData<(N, Declared, M)>);

/// Workspace number `N` of a program: what its accesses name. Messages of the compiler call it `M`.
#[derive(Debug)]
pub struct Work<H, N, M = Unnamed>(pub(crate) H, pub(super) PhantomData<(N, M)>);

macro_rules! handles {
    ($([$($generics:ident),*] $of:ident, called $called:ty;)*) => { $(
        // A name need not be copied.
        copied!([H: Copy, $($generics,)* M] $of<H, $($generics,)* M>);

        impl<H, $($generics),*> $of<H, $($generics),*> {
            /// This handle, which messages of the compiler call `M`.
            #[doc(hidden)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn called<M>(self) -> $called {
                $of(self.0, PhantomData)
            }
        }
    )* };
}

handles! {
    [N, Declared] Out, called Out<H, N, Declared, M>;
    [N] Work, called Work<H, N, M>;
}

impl<H: Output, N: Nat, Declared: Bool, M> Out<H, N, Declared, M> {
    /// The output at `indices`, as a target.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at<I: IndicesOf<H::Rank>>(self, indices: I) -> Write<OutputRoot<H>, Place<N, Declared, I::List>> {
        Write::new(self.to_root(), Place::new(indices.list()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn to_root(self) -> OutputRoot<H> {
        OutputRoot::new(self.0)
    }
}

impl<H: Reread, N: Nat, Declared, M> Out<H, N, Declared, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn to_read_root(self) -> ReadRoot<H, N> {
        ReadRoot::new(self.0)
    }

    /// The output at `indices`, as a value. In statements that write it, this is what was written before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read<I: IndicesOf<H::Rank>>(self, indices: I) -> Value<Access<ReadRoot<H, N>, I::List, OfOutput<N, H>>> {
        Value(Access::new(self.to_read_root(), indices.list()).labelled(OfOutput::new("")))
    }
}

impl<H: Reread, N: Nat, M> Work<H, N, M> {
    /// The workspace at `indices`, as a target.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at<I: IndicesOf<H::Rank>>(self, indices: I) -> Write<WorkspaceRoot<H>, Place<N, Yes, I::List>> {
        Write::new(self.to_root(), Place::new(indices.list()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn to_root(self) -> WorkspaceRoot<H> {
        WorkspaceRoot::new(self.0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn to_read_root(self) -> ReadRoot<H, N> {
        ReadRoot::new(self.0)
    }

    /// The workspace at `indices`, as a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read<I: IndicesOf<H::Rank>>(self, indices: I) -> Value<Access<ReadRoot<H, N>, I::List, OfWorkspace<N>>> {
        Value(Access::new(self.to_read_root(), indices.list()).labelled(OfWorkspace::new("")))
    }

    /// Fills the workspace by `producer`, then reads it in `consumer`; it is declared afresh each time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within<P: Stmt, C: Stmt>(self, producer: P, consumer: C) -> <P as Producer<H, N, C>>::Statement {
        NewWorkspace::new(self.0, producer, consumer)
    }
}
