//! The value from which a reduction starts, as a fill.

use crate::imports::*;
use finch_traits::algebra::fill::{Inf, NegInf, One, True};
use finch_traits::algebra::number::Ordered;
use finch_traits::algebra::{By, reducers};

/// Reducers with an identity: a value that changes no other, from which a reduction of arrays starts.
///
/// | reducer | identity |
/// |---|---|
/// | `Add`, `FastAdd` | zero |
/// | `Mul` | one |
/// | `Min`, `Max` | infinity, negative infinity |
/// | `MinBy`, `MaxBy` of pairs [`By`] | infinity, negative infinity as the key |
/// | `And`, `Or` of booleans | true, false |
/// | [`Choose<F>`](reducers::Choose) | `F` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no identity among values of type `{T}` from which a reduction could start",
    note = "`Add`, `FastAdd`, `Mul`, `Min`, `Max`, `MinBy`, `MaxBy`, `And`, `Or` and `Choose` have one; a reducer of your own implements `Identity`"
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

macro_rules! of_pairs {
    ($($reducer:ident is $fill:ident;)*) => { $(
        impl<Key: Ordered, Value: Copy + 'static> Identity<By<Key, Value>> for reducers::$reducer
        where
            reducers::$reducer: Reducer<By<Key, Value>>,
            $fill: Fill<By<Key, Value>>,
        {
            type Fill = $fill;
        }
    )* };
}

of_pairs! {
    MinBy is Inf;
    MaxBy is NegInf;
}

impl<T: Copy + PartialEq + 'static, F: Fill<T>> Identity<T> for reducers::Choose<F> {
    type Fill = F;
}
