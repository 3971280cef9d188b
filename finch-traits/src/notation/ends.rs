//! The ends of a range, `for k in lo..hi`, where Rust's `..` does not join them: numbers, or indices of loops around, `0..i`,
//! `i + 1..n`.

use crate::mask::Ranges;
use crate::notation::overload::{Value, forall};
use crate::notation::{in_range, only_if};
use crate::upper::*;

/// The range `lo..hi` of a loop in `finch!`, whose ends are numbers, indices of loops around it, or places that data name.
#[derive(Clone, Copy, Debug)]
pub struct Ends<Lo, Hi>(pub Lo, pub Hi);

/// The range `lo..hi` of a loop: what `finch!` makes of `for i in lo..hi`. An end that cannot be one is a compile error where it stands.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ends<L, H, Lo: End<Is = L>, Hi: End<Is = H>>(lo: Lo, hi: Hi) -> Ends<L, H> {
    Ends(lo.end(), hi.end())
}

/// What a range of indices starts or ends with.
#[diagnostic::on_unimplemented(
    message = "a range of indices does not end with a `{Self}`",
    label = "no end of a range",
    note = "a range ends with `usize`s, `0..n`, with indices of loops around it, `0..i`, `i + 1..n`, or with places that data name, \
            `ptr[j]..ptr[j + 1]`",
    note = "any other number is converted, `0..{{ n as usize }}`; a scalar is read with brackets, `0..s[]`; the extent of a tensor is \
            `x.shape()[0]`, and without a range a loop goes over all of what it reads, `for i {{ s[] += x[i]; }}`"
)]
pub trait End {
    /// What it is.
    type Is;
    /// What it is.
    fn end(self) -> Self::Is;
}

macro_rules! itself {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        impl<$($generics)*> End for $of {
            type Is = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn end(self) -> Self {
                self
            }
        }
    )* };
}

/// Ends of a range that change with the loops around it: indices, sums of them, and names.
pub trait Moving: IndexTerm {}

itself! {
    [] usize;
    [N: Nat] Index<N>;
    [A, B] Sum<A, B>;
    [A, B] Minus<A, B>;
    [O, A, B] Calculated<O, A, B>;
    [V, T, K, Bound] Value<Variable<V, T, K, Bound>>;
}

impl<N: Nat> Moving for Index<N> {}
impl<A, B> Moving for Sum<A, B> where Self: IndexTerm {}
impl<A, B> Moving for Minus<A, B> where Self: IndexTerm {}
impl<O, A, B> Moving for Calculated<O, A, B> where Self: IndexTerm {}
impl<V, T, K, Bound> Moving for Value<Variable<V, T, K, Bound>> where Self: IndexTerm {}

/// Ranges that a loop over index `N` with body `B` can go over. Numbers are the extent of the loop; other ends make a condition on its
/// index.
pub trait LoopBetween<N: Nat, B: Stmt> {
    /// The loop.
    type Loop: Stmt;
    /// The loop.
    fn around(self, index: Index<N>, body: B) -> Self::Loop;
}

/// `body` for every value of `index` between `ends`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ranged<N: Nat, B: Stmt, E: LoopBetween<N, B>>(index: Index<N>, ends: E, body: B) -> E::Loop {
    ends.around(index, body)
}

impl<N: Nat, B: Stmt> LoopBetween<N, B> for Ends<usize, usize> {
    type Loop = Loop<N, <Range<usize> as IntoLoopRange>::LoopRange, B>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn around(self, index: Index<N>, body: B) -> Self::Loop {
        Loop::over(index, self.0..self.1, body)
    }
}

/// `B` where index `N` is in a range.
type InEnds<N, Lo, Hi, B> = Sieve<Access<Ranges, Cons<Lo, Cons<Hi, Cons<Index<N>, Nil>>>, &'static str>, B>;

macro_rules! moving {
    ($([$($end:ident)+] $lo:ty, $hi:ty;)*) => { $(
        impl<N: Nat, B: Stmt, $($end: Moving),+> LoopBetween<N, B> for Ends<$lo, $hi> {
            type Loop = Loop<N, Inferred, InEnds<N, $lo, $hi, B>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn around(self, index: Index<N>, body: B) -> Self::Loop {
                forall(index, only_if(in_range(index, self.0, self.1), body))
            }
        }
    )* };
}

moving! {
    [Hi] usize, Hi;
    [Lo] Lo, usize;
    [Lo Hi] Lo, Hi;
}
