//! Loops that run down, `for i in (0..n).rev()`, are checked where they stand.

use crate::index::loops::DownOver;
use crate::notation::overload::forall_in;
use crate::program::order::Misplaced;
use crate::upper::*;

/// A loop over index `N` with body `B`, which runs down. If `Ordered` says so, all that it writes can be written so.
pub trait Descends<N, X, B, Ordered> {
    /// The loop. There is none if an output cannot be written so, so that what is around it is not refused as well.
    type Stmt;
    /// The loop.
    fn down(index: Index<N>, range: X, body: B) -> Self::Stmt;
}

impl<J, N: Nat, X: IntoLoopRange, B> Descends<N, X, B, Yes> for J {
    type Stmt = Loop<N, X::LoopRange, B>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn down(index: Index<N>, range: X, body: B) -> Self::Stmt {
        forall_in(index, range, body)
    }
}

impl<J, N: Nat, X, B: Misplaced<DownOver<N>>> Descends<N, X, B, No> for J {
    type Stmt = B::Stmt;
    fn down(_index: Index<N>, _range: X, _body: B) -> Self::Stmt {
        B::none()
    }
}

/// For every value of `index` in `range`, which runs down, `body`. What cannot be written so is reported at the index, which is handed over
/// once more for that.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn down<N: Nat, X, B: Stmt, S, J: Descends<N, X, B, B::Ordered<DownOver<N>>, Stmt = S>>(
    index: Index<N>,
    range: X,
    body: B,
    _same: J,
) -> S {
    J::down(index, range, body)
}
