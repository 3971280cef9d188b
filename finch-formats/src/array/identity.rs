//! The value from which a reduction starts, as a fill.

use crate::imports::*;
use finch_traits::algebra::fill::{Inf, NegInf, One, True};
use finch_traits::algebra::number::{Number, Ordered};
use finch_traits::algebra::reducers;

/// Reducers with an identity: a value that changes no other, from which a reduction of arrays starts.
///
/// | reducer | identity |
/// |---|---|
/// | `Add`, `FastAdd` | zero |
/// | `Mul` | one |
/// | `Min`, `Max` | infinity, negative infinity |
/// | `And`, `Or` of booleans | true, false |
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no identity among values of type `{T}` from which a reduction could start",
    note = "`Add`, `FastAdd`, `Mul`, `Min`, `Max`, `And` and `Or` have one; a reducer of your own implements `Identity`"
)]
pub trait Identity<T: Copy + 'static>: Reducer<T> {
    /// The identity.
    type Fill: Fill<T>;
}

macro_rules! identities {
    ($([$($generic:ident: $bound:ident)?] $reducer:ident is $fill:ident of $ty:ty;)*) => { $(
        impl $(<$generic: $bound>)? Identity<$ty> for reducers::$reducer
        where
            reducers::$reducer: Reducer<$ty>,
        {
            type Fill = $fill;
        }
    )* };
}

identities! {
    [T: Number] Add is Zero of T;
    [T: Number] FastAdd is Zero of T;
    [T: Number] Mul is One of T;
    [T: Ordered] Min is Inf of T;
    [T: Ordered] Max is NegInf of T;
    [] And is True of bool;
    [] Or is Zero of bool;
}
