//! Index variables, protocols, and the lists of them that accesses carry.
//!
//! An index variable is a value whose type holds its number, so that types can tell which access a loop unfurls. A
//! list is a value too: it is consumed from the front, one [term] per level.
//!
//! A loop finds one of these:
//!
//! * The first term is its index, perhaps moved: the fiber unfurls.
//! * A later term holds its index, or the first one holds it with others: nothing unfurls. The access is
//!   [late](crate::expr::late): when the loop binds the index, the term takes its value.
//! * The first term has a value: the fiber is looked up there, which takes a search where indices are stored.

use crate::prelude::*;
pub mod arithmetic;
pub mod computed;
pub mod gather;
pub mod list;
pub mod loops;
pub mod part;
pub mod permissive;
pub mod protocol;
pub mod set;
pub mod term;
mod tuples;

pub use arithmetic::window;
pub use gather::{gather, gather_named};
pub use list::{Cons, IndexList, Nil};
pub(crate) use loops::InPass;
pub use loops::{ByDepth, LoopNest, Loops, Outermost, Passes};
pub use permissive::permissive;
pub use term::{FollowIndex, GallopIndex, IndexTerm, follow, gallop, walk};
pub use tuples::{Indices, IndicesOf};

/// An index variable: number `N` of its program. The type that is its number also has its name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Index<N>(PhantomData<N>);

impl<N: Nat> Index<N> {
    /// The variable of that number. Loops that are nested in each other need different numbers;
    /// [`indices!`](crate::indices) hands them out.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Index(PhantomData)
    }

    /// What it is called in messages.
    pub const fn name(self) -> &'static str {
        N::NAME
    }
}

/// Declares index variables, numbered in the order given: `indices!(j, i);` for `j` outermost.
///
/// ```
/// finch_traits::indices!(j, k, i);
/// assert_eq!(k.name(), "k");
/// # let _ = (j, i);
/// ```
#[macro_export]
macro_rules! indices {
    (@from $number:ty; ) => {};
    (@from $number:ty; $name:ident $(, $rest:ident)*) => {
        let $name = {
            $crate::algebra::__finch_name!($name);
            $crate::index::Index::<$crate::algebra::nat::Named<$number, __Called>>::new()
        };
        $crate::indices!(@from $crate::algebra::nat::Succ<$number>; $($rest),*);
    };
    ($($name:ident),+ $(,)?) => {
        $crate::indices!(@from $crate::algebra::typenum::U0; $($name),+);
    };
}
