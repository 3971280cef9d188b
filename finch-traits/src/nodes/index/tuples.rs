//! What a user writes between brackets of the typed interface: a tuple of indices.

use crate::index::list::{Cons, IndexList, Nil};
use crate::index::protocol::{AskedAlong, AskedOf, AxisList};
use crate::index::term::IndexTerm;
use crate::sealed::Sealed;
use finch_algebra::nat::{Nat, Succ};
use typenum::U0;

/// What a user writes between brackets: a tuple of indices, as many as the tensor has dimensions.
#[diagnostic::on_unimplemented(
    message = "this is not a list of indices",
    label = "not a tuple, one index per dimension",
    note = "an access takes a tuple of index variables, one per dimension: `a.at((j, i))`, `x.at((i,))`, `s.at(())`"
)]
pub trait Indices: Sealed {
    /// The list.
    type List: IndexList;
    /// How many there are.
    type Rank: Nat;
    /// The list.
    fn list(self) -> Self::List;
}

/// The indices of a tensor of rank `R`: one per dimension.
#[diagnostic::on_unimplemented(
    message = "these are not one index for each dimension of this tensor",
    label = "too many indices, or too few",
    note = "an access takes a tuple of index variables, one per dimension: `a.at((j, i))`, `x.at((i,))`, `s.at(())`"
)]
pub trait IndicesOf<R>: Indices<Rank = R> {}

// Not recommended, so that the compiler says that the number is wrong and not which types stand for it.
#[diagnostic::do_not_recommend]
impl<R, I: Indices<Rank = R>> IndicesOf<R> for I {}

impl<X> AskedAlong<X> for () {}

impl Indices for () {
    type List = Nil;
    type Rank = U0;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list(self) -> Nil {
        Nil
    }
}

macro_rules! index_tuples {
    ($($head:ident $(, $tail:ident)*;)*) => { $(
        impl<X: AxisList, $head: AskedOf<X::First>, $($tail),*> AskedAlong<X> for ($head, $($tail,)*)
        where
            ($($tail,)*): AskedAlong<X::Below>,
        {
        }


        impl<$head: IndexTerm, $($tail: IndexTerm),*> Indices for ($head, $($tail,)*) {
            type List = Cons<$head, <($($tail,)*) as Indices>::List>;
            type Rank = Succ<<($($tail,)*) as Indices>::Rank>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(non_snake_case)]
            fn list(self) -> Self::List {
                let ($head, $($tail,)*) = self;
                Cons($head, ($($tail,)*).list())
            }
        }
    )* };
}

index_tuples! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, G;
    A, B, C, D, E, G, H;
    A, B, C, D, E, G, H, K;
}
