//! The reducers: how `y[i] += ..` and its like combine what is there with what comes.
//!
//! Some are operators that reduce as well ([`Add`], [`Sub`], [`Mul`], [`Min`], [`Max`], [`MinBy`], [`MaxBy`], [`And`], [`Or`],
//! [`Any`]), the others live here.
//!
//! | reducer | of | skips | any order | saturates | `n` times |
//! |---|---|---|---|---|---|
//! | [`Add`] | numbers | zero | | | `old + new * n` |
//! | [`FastAdd`] | numbers | zero | yes | | `old + new * n` |
//! | [`Sub`] | numbers | zero | | | `old - new * n` |
//! | [`Mul`] | numbers | one | | | `old * new^n` |
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
//! What is skipped is *known* to be that value: it is a fill, or was made of fills. Assigning a stored zero is an
//! assignment. Repeating is exact for integers (modulo their width); for floating point numbers `old + new * n` is
//! rounded less often than `n` additions are.

mod arithmetic;
mod extremum;
mod function;
mod logical;
mod write;

pub use crate::operators::{Add, And, Any, Max, MaxBy, Min, MinBy, Mul, Or, Sub};
pub use arithmetic::FastAdd;
pub use function::Reduce;
pub use write::{Choose, InitWrite, Overwrite};

use crate::reducer::Reducer;

/// What repeating an idempotent reducer amounts to.
#[inline(always)]
fn once<T, R: Reducer<T>>(reducer: &R, old: T, new: T, count: usize) -> T {
    if count == 0 { old } else { reducer.combine(old, new) }
}
