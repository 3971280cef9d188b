//! Ranks: how many dimensions there are, as a type that can also be an array's length.

use core::marker::PhantomData;
use finch_algebra::logic::{Bool, No, Yes};
use finch_algebra::nat::Nat;
use generic_array::{ArrayLength, GenericArray};
use typenum::{U0, U1, U2, U3, U4, U5, U6, U7, U8, U9};

/// How many dimensions a tensor has, as a type-level number.
pub trait Rank: Nat + ArrayLength {
    /// One dimension more.
    type Next: Rank;
    /// As many indices to count down.
    #[doc(hidden)]
    type Depth: Depth;
}

macro_rules! ranks {
    ($($rank:ident then $next:ident, $depth:ty;)*) => { $(
        impl Rank for $rank {
            type Next = $next;
            type Depth = $depth;
        }
    )* };
}

// Index lists have at most eight entries, so a nest of more than nine levels cannot be accessed: its rank is moot.
ranks! {
    U0 then U1, Bottom;
    U1 then U2, Above<<U0 as Rank>::Depth>;
    U2 then U3, Above<<U1 as Rank>::Depth>;
    U3 then U4, Above<<U2 as Rank>::Depth>;
    U4 then U5, Above<<U3 as Rank>::Depth>;
    U5 then U6, Above<<U4 as Rank>::Depth>;
    U6 then U7, Above<<U5 as Rank>::Depth>;
    U7 then U8, Above<<U6 as Rank>::Depth>;
    U8 then U9, Above<<U7 as Rank>::Depth>;
    U9 then U9, Above<<U8 as Rank>::Depth>;
}

/// One dimension more than `R`.
pub type Next<R> = <R as Rank>::Next;

/// The extents of a tensor, outermost first.
pub type Shape<R> = GenericArray<usize, R>;

/// How many indices are left, as a type that can be counted down.
#[doc(hidden)]
pub trait Depth: 'static {
    /// None.
    type IsEmpty: Bool;
    /// One less.
    type Below: Depth;
    /// How many.
    const VALUE: usize;
}

/// No indices.
#[doc(hidden)]
#[derive(Debug)]
pub struct Bottom;

/// One index more.
#[doc(hidden)]
#[derive(Debug)]
pub struct Above<D>(PhantomData<D>);

impl Depth for Bottom {
    type IsEmpty = Yes;
    type Below = Bottom;
    const VALUE: usize = 0;
}

impl<D: Depth> Depth for Above<D> {
    type IsEmpty = No;
    type Below = D;
    const VALUE: usize = D::VALUE + 1;
}
