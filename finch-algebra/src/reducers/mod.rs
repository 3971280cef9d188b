//! The reducers: how `y[i] += ..` and its like combine what is there with what comes.
//!
//! Some are operators that reduce as well ([`Add`], [`Sub`], [`Mul`], [`Div`], [`Min`], [`Max`], [`MinBy`], [`MaxBy`], [`And`],
//! [`Or`], [`Any`]), the others live here.
//!
//! | reducer | of | skips | any order | saturates | `n` times |
//! |---|---|---|---|---|---|
//! | [`Add`] | numbers | zero | | | `old + new * n` |
//! | [`FastAdd`] | numbers | zero | yes | | `old + new * n` |
//! | [`Sub`] | numbers | zero | | | `old - new * n` |
//! | [`Mul`] | numbers | one | | | `old * new^n` |
//! | [`Div`] | numbers | one | | | a loop |
//! | [`Min`], [`Max`] | ordered numbers | infinity, negative infinity | yes | | once |
//! | [`MinBy`], [`MaxBy`] | [`By`](crate::by::By) | infinity, negative infinity | | | once |
//! | [`And`], [`Or`] | `bool` | true, false | yes | yes | once |
//! | [`And`], [`Or`] | integers | (nothing), zero | yes | | once |
//! | [`Any`] | numbers, `bool` | zero, false | | yes | once |
//! | [`Overwrite`] | everything | nothing | | | once |
//! | [`InitWrite`] | everything | the target's fill | | | once |
//! | [`Choose<F>`](Choose) | everything | the fill `F` | | yes | once |
//! | [`Reduce`] | everything | nothing | | | a loop |
//!
//! Sums and products of integers, minima, maxima, [`And`] and [`Or`] [commute](crate::reducer::Reducer::Commutes).
//!
//! What is combined once [settles](crate::reducer::Again::Settles): the same values change nothing the second time.
//! [`Overwrite`] and [`InitWrite`] [replace](crate::reducer::Again::Replaces) what is there.
//!
//! What is skipped is *known* to be that value: it is a fill, or was made of fills. Assigning a stored zero is an
//! assignment. Repeating is exact for integers (modulo their width); for floating point numbers `old + new * n` is
//! rounded less often than `n` additions are.

pub use crate::operators::{Add, And, Any, Div, Max, MaxBy, Min, MinBy, Mul, Or, Sub};
pub use arithmetic::FastAdd;
pub use function::Reduce;
pub use write::{Choose, InitWrite, Overwrite};

mod arithmetic;
mod extremum;
mod function;
mod logical;
mod write;

/// Declares how operators reduce, row by row: what is skipped, whether values may come in any order, whether they may be grouped at
/// will, whether the result is the same in any order and grouping, whether there is a value that no further one changes; the instruction
/// that combines atomic values, and the identity, if there are such; how an old value and a new one are combined, and whether that is the
/// new one whatever the old one was; how a new one that comes several times is, which is [combined once](crate::reducer::Again::Settles) unless there is a row for that; and when nothing changes any more.
macro_rules! reducers {
    ($(
        $(#[$doc:meta])*
        impl[$($param:tt)*] $symbol:literal of $t:ty, for $reducer:ty {
            skips($($skips:tt)+), any order: $any:ident, groups: $groups:ty, commutes: $commutes:ty, saturates: $saturates:ident
                $(, $replaces:ident what is there)?;
            $(instruction: $instruction:ident;)?
            $(identity: $identity:expr;)?
            |$this:ident, $old:ident, $new:ident| $combined:expr;
            $(times $count:ident: $repeated:expr;)?
            $(done $value:ident: $done:expr;)?
        }
    )*) => { $(
        $(#[$doc])*
        impl<$($param)*> $crate::reducer::Reducer<$t> for $reducer {
            $crate::skips!($($skips)+);
            type Reassociates = $any;
            type Groups = $groups;
            type Commutes = $commutes;
            type Gathers = $crate::logic::Yes;
            type Saturates = $saturates;
            const SYMBOL: &'static str = $symbol;

            const AGAIN: $crate::reducer::Again = reducers!(@again [$($count)?] [$($replaces)?]);
            $(const INSTRUCTION: Option<$crate::reducer::Instruction> = Some($crate::reducer::Instruction::$instruction);)?

            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn identity() -> Option<$t> {
                    Some($identity)
                }
            )?
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn combine(&self, $old: $t, $new: $t) -> $t {
                let $this = self;
                $combined
            }
            reducers!(@repeat $t; $this, $old, $new $(, $count: $repeated)?);
            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn done(&self, $value: &$t) -> bool {
                    let $value = *$value;
                    $done
                }
            )?
        }
    )* };
    (@again [] []) => { $crate::reducer::Again::Settles };
    (@again [] [replaces]) => { $crate::reducer::Again::Replaces };
    (@again [$count:ident] []) => { $crate::reducer::Again::Counts };
    (@repeat $t:ty; $this:ident, $old:ident, $new:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat(&self, old: $t, new: $t, count: usize) -> $t
        where
            $t: Copy,
        {
            if count == 0 { old } else { self.combine(old, new) }
        }
    };
    (@repeat $t:ty; $this:ident, $old:ident, $new:ident, $count:ident: $repeated:expr) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat(&self, $old: $t, $new: $t, $count: usize) -> $t {
            $repeated
        }
    };
}
use reducers;
