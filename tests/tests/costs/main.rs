//! What loops cost, counted and not clocked: how many values are read, how many rows are opened, how many indices are
//! looked at.

/// How many values of `$a` and of `$b` a loop reads that writes `$y`.
macro_rules! read_for {
    ($a:ident, $b:ident, $y:ident, |$i:ident| $stmt:expr) => {{
        indices!($i);
        let run = || {
            program()
                .declare(&mut $y)
                .body(|($y,)| forall($i, $stmt))
                .run()
                .unwrap()
        };
        $crate::read_by(&$a, &$b, run)
    }};
}

mod conditions;
mod fills;
mod halves;
mod invariants;
mod masks;
mod matrices;
mod places;
mod probes;
mod runs;
mod short;

use finch_formats::{Ragged, SparseInterval, Symmetric, Triangular};
use finch_tests::prelude::*;
use finch_traits::level::Level;

/// A leaf that counts.
type Leaf<T = f64, F = algebra::Zero> = Counted<Element<T, F>>;

/// A nest whose leaf counts.
trait Reads {
    /// How many values were read.
    fn reads(&self) -> u64;
}

impl<T: Copy + 'static, F: algebra::Fill<T>> Reads for Leaf<T, F> {
    fn reads(&self) -> u64 {
        self.count()
    }
}

macro_rules! reads {
    ($($level:ident [$($parameter:tt)*] [$($argument:ty),*];)*) => { $(
        impl<L: Reads, $($parameter)*> Reads for $level<$($argument),*> {
            fn reads(&self) -> u64 {
                self.child().reads()
            }
        }
    )* };
}

reads! {
    Dense [] [L];
    SparseList [Ptr, Idx] [L, Ptr, Idx];
    SparseByteMap [Ptr, Idx, Tbl] [L, Ptr, Idx, Tbl];
    RunList [Ptr, Idx, M] [L, Ptr, Idx, M];
    SparseRunList [Ptr, Idx, M] [L, Ptr, Idx, M];
    SparseInterval [Idx, M] [L, Idx, M];
    Ragged [Ptr] [L, Ptr];
    Triangular [H: finch_formats::triangular::Half] [H, L];
    Symmetric [H: finch_formats::triangular::Half] [H, L];
    SparseCoo [N: generic_array::ArrayLength, Ptr, Idx] [N, L, Ptr, Idx];
}

impl<L: Reads> Reads for Counted<SparseList<L>> {
    fn reads(&self) -> u64 {
        self.level().reads()
    }
}

/// How many values of `a` and of `b` `run` reads.
fn read_by<A: Level + Reads, B: Level + Reads>(a: &Tensor<A>, b: &Tensor<B>, run: impl FnOnce()) -> (u64, u64) {
    let before = (reads(a), reads(b));
    run();
    (reads(a) - before.0, reads(b) - before.1)
}

/// How many values of `a` were read so far.
fn reads<L: Level + Reads>(a: &Tensor<L>) -> u64 {
    a.level().reads()
}
