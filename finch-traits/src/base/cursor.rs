//! The state that a merge moves along: where steppers and jumpers stand.
//!
//! Looplets, expressions and statements all answer these questions; a tree answers for its leaves. What holds no
//! stepper keeps the defaults, which say that it never stops.

use crate::region::EVERYWHERE;
use core::ops::Range;
use finch_algebra::logic::Bool;

/// The current positions of all steppers and jumpers of a node, which a loop over stored entries asks for and moves. Each function has a
/// default for nodes without steppers and jumpers.
pub trait Cursor {
    /// Moves every stepper and jumper to its first child that ends beyond `index`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, _index: usize) {}
    /// The smallest index at which a stepper's current child ends, which `catch_up` and `differs` are going to be asked about;
    /// `usize::MAX` if there is no stepper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look(&mut self) -> usize {
        usize::MAX
    }
    /// The largest index at which a stepper's current child ends, which `catch_up` and `differs` are going to be asked about; 0 if
    /// there is no stepper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn foremost(&mut self) -> usize {
        0
    }
    /// An upper bound of the number of children that are left, of the stepper that has fewest; `usize::MAX` if there is no
    /// stepper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        usize::MAX
    }
    /// The largest end of a jumper's current child, of blocks that of the first index; 0 if there is no jumper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn jump_stop(&self) -> usize {
        0
    }
    /// Seeks to `end - 1`, operand after operand, each to where the one before it landed; returns where the last one
    /// ends, at least `end`. Nobody moves once that is beyond `hi`, which is not beyond what those who lead have stored last. Jumpers lead;
    /// steppers do too if `Steppers` says so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap<Steppers: Bool>(&mut self, end: usize, _hi: usize) -> usize {
        end
    }
    /// The smallest end of a last stored child: nothing is stored by some stepper from there on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        usize::MAX
    }
    /// Zero if every cuttable stepper's and jumper's child ends at index `last`, and every block that leads goes on there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, _last: usize) -> usize {
        0
    }
    /// Whether the children of all cuttable steppers end at the same index, and at which the last of these steppers' does. Each is compared
    /// with the one before it, `before` for the first: two numbers that were loaded differ in one comparison, which is predicted well where
    /// they hardly ever meet, while which of them is less than the larger one is not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn agrees(&self, before: Option<usize>) -> (bool, Option<usize>) {
        (true, before)
    }
    /// Moves every stepper on by one child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(&mut self) {}
    /// Whether some stepper's child ends before index `goal`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lags(&self, _goal: usize) -> bool {
        false
    }
    /// Advances every stepper whose child ends before index `goal`, by one child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn catch_up(&mut self, _goal: usize) {}
    /// The indices that the current children of all steppers have in common, without the [gaps](crate::looplet::Looplet::gap_end) in
    /// front of them: from the largest start to the smallest end, which may come before it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common(&self) -> Range<isize> {
        EVERYWHERE
    }
    /// The smallest end of a jumper's current block; `usize::MAX` if there is no jumper over blocks.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self) -> usize {
        usize::MAX
    }
    /// What is added to an index, modulo the size of `usize`, to find it in the array of the first operand that does not
    /// start with index 0; `None` if all do.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(&self) -> Option<usize> {
        None
    }
}

/// Implements [`Cursor`] for a node by asking the named fields, if it has any that may hold a stepper, and seals it.
macro_rules! forward_cursor {
    ([$($generics:tt)*] $node:ty) => {
        impl<$($generics)*> $crate::sealed::Sealed for $node {}
        impl<$($generics)*> $crate::cursor::Cursor for $node {}
    };
    ([$($generics:tt)*] $node:ty: $($field:tt),*) => {
        impl<$($generics)*> $crate::sealed::Sealed for $node {}
        impl<$($generics)*> $crate::cursor::Cursor for $node {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn seek(&mut self, index: usize) {
                $(self.$field.seek(index);)*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn look(&mut self) -> usize {
                let least = usize::MAX;
                $(
                    let last = self.$field.look();
                    let least = core::hint::select_unpredictable(least < last, least, last);
                )*
                least
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn count(&self) -> usize {
                let least = usize::MAX;
                $(let least = least.min(self.$field.count());)*
                least
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn jump_stop(&self) -> usize {
                let most = 0;
                $(
                    let stop = self.$field.jump_stop();
                    let most = core::hint::select_unpredictable(most > stop, most, stop);
                )*
                most
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn leap<Steppers: finch_algebra::logic::Bool>(&mut self, end: usize, hi: usize) -> usize {
                $(let end = self.$field.leap::<Steppers>(end, hi);)*
                end
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn last(&self) -> usize {
                let least = usize::MAX;
                $(let least = least.min(self.$field.last());)*
                least
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn differs(&self, last: usize) -> usize {
                0 $(| self.$field.differs(last))*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn agrees(&self, before: Option<usize>) -> (bool, Option<usize>) {
                let all = true;
                $(
                    let (same, before) = self.$field.agrees(before);
                    let all = all & same;
                )*
                (all, before)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn advance(&mut self) {
                $(self.$field.advance();)*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn foremost(&mut self) -> usize {
                let most = 0;
                $(let most = most.max(self.$field.foremost());)*
                most
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lags(&self, goal: usize) -> bool {
                false $(| self.$field.lags(goal))*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn catch_up(&mut self, goal: usize) {
                $(self.$field.catch_up(goal);)*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn common(&self) -> core::ops::Range<isize> {
                let common = $crate::region::EVERYWHERE;
                $(let common = $crate::region::meet(common, self.$field.common());)*
                common
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn reach(&self) -> usize {
                let least = usize::MAX;
                $(let least = least.min(self.$field.reach());)*
                least
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn shift(&self) -> Option<usize> {
                let shift = None;
                $(let shift = shift.or_else(|| self.$field.shift());)*
                shift
            }
        }
    };
}
pub(crate) use forward_cursor;
