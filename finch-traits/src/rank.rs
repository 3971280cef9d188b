//! Ranks: how many dimensions there are, as a type that can also be an array's length.

use finch_algebra::nat::Nat;
use generic_array::{ArrayLength, GenericArray};
use typenum::{U0, U1, U2, U3, U4, U5, U6, U7};

/// A rank known at compile time.
pub trait Rank: Nat + ArrayLength {
    /// One dimension more.
    type Next: Rank;
}

macro_rules! ranks {
    ($($rank:ident then $next:ident;)*) => { $(
        impl Rank for $rank {
            type Next = $next;
        }
    )* };
}

// Index lists have at most six entries, so a nest of more than seven levels cannot be accessed: its rank is moot.
ranks! {
    U0 then U1;
    U1 then U2;
    U2 then U3;
    U3 then U4;
    U4 then U5;
    U5 then U6;
    U6 then U7;
    U7 then U7;
}

/// One dimension more than `R`.
pub type Next<R> = <R as Rank>::Next;

/// The extents of a tensor, outermost first.
pub type Shape<R> = GenericArray<usize, R>;
