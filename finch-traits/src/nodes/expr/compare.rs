//! Comparisons of two indices: `i < j`, `i == j`, `l <= i - j && i - j <= u`, `i.in_chunk(c, 5)`.
//!
//! Whichever index is bound first, the comparison becomes a mask of phases along the other: loops are trimmed, not
//! tested.

/// Implements relations: the masks along the right and the left index, and how the condition is written.
macro_rules! relations {
    ($($name:ident {
        right $right:ident = |$here:ident, $bound:ident| $along_right:expr,
        left $left:ident = |$there:ident, $other:ident| $along_left:expr,
        written |$this:ident, $first:ident, $second:ident| $text:expr
    })*) => { $(
        impl $crate::sealed::Sealed for $name {}
        impl $crate::expr::compare::Relation for $name {
            type Right = $right;
            type Left = $left;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn right(self, $bound: isize) -> $right {
                let $here = self;
                $along_right
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn left(self, $other: isize) -> $left {
                let $there = self;
                $along_left
            }
            fn notation(self, $first: &str, $second: &str) -> String {
                let $this = self;
                $text
            }
        }
    )* };
}

mod difference;
mod division;

pub use difference::{AtLeast, AtMost, Between, Exactly};
pub use division::{Chunks, EvenParts};

use crate::expr::unfurled::Unfurled;
use crate::expr::{plain_leaf, settled};
use crate::index::Index;
use crate::knot::*;
use core::fmt::Debug;

/// A condition on two indices that is a stretch of either for each value of the other.
pub trait Relation: Copy + Debug + Sealed {
    /// The mask along the right index when the left one is bound.
    type Right: Fiber<T = bool>;
    /// The mask along the left index when the right one is bound.
    type Left: Fiber<T = bool>;
    /// The mask along the right index when the left one is `left`.
    fn right(self, left: isize) -> Self::Right;
    /// The mask along the left index when the right one is `right`.
    fn left(self, right: isize) -> Self::Left;
    /// The condition as it is written, of indices called `left` and `right`.
    fn notation(self, left: &str, right: &str) -> String {
        format!("{self:?} of {left} and {right}")
    }
}

/// A condition on two indices.
#[derive(Clone, Copy, Debug)]
pub struct Compare<D, N, M> {
    relation: D,
    left: Index<N>,
    right: Index<M>,
}

impl<D: Relation, N: Nat, M: Nat> Compare<D, N, M> {
    /// `relation` holds of `left` and `right`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(relation: D, left: Index<N>, right: Index<M>) -> Self {
        Compare { relation, left, right }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unfurl<I: Nat, K: OnExpr<Unfurl<I>, bool>>(self, pass: Unfurl<I>, k: K) {
        let Compare {
            left, relation, right, ..
        } = self;
        branch!(if N::Eq<I> {
            let looplet = Lookup(LeftAt(relation));
            k.call(pass, Unfurled { looplet, rest: Cons(right, Nil) })
        } else if M::Eq<I> {
            let looplet = Lookup(RightAt(relation));
            k.call(pass, Unfurled { looplet, rest: Cons(left, Nil) })
        } else {
            k.call(pass, self)
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct LeftAt<D>(D);

#[derive(Clone, Copy, Debug)]
struct RightAt<D>(D);

/// An index that is compared, as a number with a sign.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed(index: usize) -> isize {
    promise!(
        index <= isize::MAX as usize,
        "loops whose indices are compared end where numbers have no sign yet"
    );
    // SAFETY: `Compare` tells the scope which indices are compared, and it refuses loops over them that go on beyond.
    unsafe { core::hint::assert_unchecked(index <= isize::MAX as usize) }
    index as isize
}

// SAFETY: a mask needs no storage.
unsafe impl<D: Relation> At for LeftAt<D> {
    type F = D::Right;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> D::Right {
        self.0.right(signed(index))
    }
}

// SAFETY: a mask needs no storage.
unsafe impl<D: Relation> At for RightAt<D> {
    type F = D::Left;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> D::Left {
        self.0.left(signed(index))
    }
}

forward_cursor!([D, N, M] Compare<D, N, M>);

impl<D: Relation, N: Nat, M: Nat> Expr for Compare<D, N, M> {
    type T = bool;
    type Known = Unknown;
    type WhenCut = Unknown;
    type Alive<C: Context> = Yes;
    type Met<C: Context, X: Context> = Self::Alive<X>;
    type RuntimeKnown = No;
    type Ordered<L: Loops> = And<L::Bind<N>, L::Bind<M>>;
    settled!();
    plain_leaf!();
    holds_no_looplet!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, bool>>(self, pass: P, k: K) {
        pass.compare(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(&self, check: &mut C) -> Result<()> {
        check.compared(SignedIndex::of::<N>())?;
        check.compared(SignedIndex::of::<M>())
    }

    fn describe(&self) -> Expression {
        let (left, right) = (self.left.name(), self.right.name());
        let node = ExprNode::Compare {
            at_left: Nest::of::<Lookup<LeftAt<D>>>,
            at_right: Nest::of::<Lookup<RightAt<D>>>,
        };
        let term = |number, name| Term::new(number, name, Protocol::Walk);
        let terms = vec![term(N::VALUE, left), term(M::VALUE, right)];
        Expression::leaf(node, terms, self.relation.notation(left, right))
    }
}
