//! Permissive terms: beyond the extent there is nothing, and that is no mistake.

use crate::error::Result;
use crate::explain::Term;
use crate::index::affine::Affine;
use crate::index::term::IndexTerm;
use crate::scope::Scope;
use finch_algebra::logic::{No, Yes};
use finch_algebra::nat::Nat;

/// `~term`: what is read beyond the extent is missing, what is written there is dropped. It says nothing about the extents
/// of loops.
#[derive(Clone, Copy, Debug)]
pub struct Permissive<A> {
    term: A,
    extent: usize,
}

/// The extent is not known yet.
const UNKNOWN: usize = usize::MAX;

/// `term`, where what lies beyond the extent is missing.
pub fn permissive<A: IndexTerm>(term: A) -> Permissive<A> {
    Permissive { term, extent: UNKNOWN }
}

// SAFETY: says what is inside.
unsafe impl<A: IndexTerm> IndexTerm for Permissive<A> {
    type Indices = A::Indices;
    type IsStructural = A::IsStructural;
    type IsPlain = No;
    type IsPermissive = Yes;
    type IsChecked = No;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = Permissive<A::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Permissive {
            term: self.term.bind::<N>(index),
            extent: self.extent,
        }
    }

    #[inline(always)]
    fn position(self) -> isize {
        self.term.position()
    }

    #[inline(always)]
    fn sized(self, extent: impl Fn() -> Option<usize>) -> Self {
        match self.extent {
            UNKNOWN => Permissive {
                extent: extent().unwrap_or(UNKNOWN),
                ..self
            },
            _ => self,
        }
    }

    #[inline(always)]
    fn extent(self) -> Option<usize> {
        if self.extent == UNKNOWN {
            None
        } else {
            Some(self.extent)
        }
    }

    fn affine(self, sum: &mut Affine) {
        self.term.affine(sum);
        sum.permit()
    }

    fn infer(self, scope: &mut Scope) -> Result<()> {
        self.term.infer(scope)
    }

    fn describe(self) -> Term {
        self.term.describe().permissive()
    }
}
