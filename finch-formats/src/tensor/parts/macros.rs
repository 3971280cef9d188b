//! What each pair of `from_parts` and `into_parts` is written as.

use crate::width::Width;
use finch_traits::Result;

/// Pointers of one fiber, which holds all of `stored` entries.
pub(super) fn one_fiber<P: Width>(stored: usize) -> Result<Vec<P>> {
    match P::new(stored) {
        Some(end) => Ok(vec![P::default(), end]),
        None => Err(error!(
            TooLarge,
            "{stored} entries do not fit pointers of type {}",
            P::NAME
        )),
    }
}

/// `from_parts` and `into_parts` of a nest: what they take, the level that is made of it, and how it is taken apart.
macro_rules! parts {
    ($(
        $(#[$doc:meta])*
        [$($param:tt)*] $nest:ty;
        ($($name:ident: $part:ty),* $(,)?) => $make:expr;
        |$level:ident| $take:expr;
    )*) => { $(
        impl<$($param)*> Tensor<$nest> {
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// * [`Invalid`](crate::ErrorKind::Invalid), [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the arrays violate
            ///   their format. The message names level, fiber and index.
            /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent or a number of entries does not fit the types of the
            ///   arrays.
            ///
            /// The check takes time linear in what is stored.
            #[allow(clippy::too_many_arguments)]
            pub fn from_parts($($name: $part),*) -> Result<Self> {
                Tensor::new($make)
            }

            /// Takes the tensor apart: returns what [`from_parts`](Self::from_parts) takes.
            pub fn into_parts(self) -> ($($part),*) {
                let $level = self.level;
                $take
            }
        }
    )* };
}
pub(super) use parts;
