//! What each pair of `from_parts` and `into_parts` is written as.

use crate::imports::*;

/// Pointers of one fiber, which holds all of `stored` entries.
pub(super) fn one_fiber<P: Width>(stored: usize) -> Result<Vec<P>> {
    ensure!(let Some(end) = P::new(stored), else TooLarge, "{stored} entries do not fit pointers of type {}", P::NAME);
    Ok(vec![P::default(), end])
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
            #[doc = include_str!("../errors/parts.md")]
            ///
            /// The check takes time linear in pointers and indices.
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

/// `from_parts` and `into_parts` of a vector, `Level<Element<T, F, Val>, ..>`: behind the type parameters of the level and
/// the names of its arrays stands that of the values, and which of these has as many elements as its one fiber has entries,
/// if the level has pointers.
macro_rules! vectors {
    ($(
        $(#[$doc:meta])*
        [$($param:tt)*] $level:ident<$($array:ty),*> ($($name:ident: $part:ty),*; $val:ident) $(, pointers by $counted:ident)?;
    )*) => {
        parts! { $(
            $(#[$doc])*
            [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>, $($param)*] $level<Element<T, F, Val>, $($array),*>;
            (len: usize, $($name: $part,)* $val: Val) =>
                $level::new(len, $(one_fiber::<P>($counted.as_slice().len())?,)? $($name,)* Element::new($val));
            |level| {
                let (len, $(skipped!($counted),)? $($name,)* leaf) = level.into_parts();
                (len, $($name,)* leaf.into_val())
            };
        )* }
    };
}
pub(super) use vectors;

/// What is not returned of a level that is taken apart.
macro_rules! skipped {
    ($name:ident) => {
        _
    };
}
pub(super) use skipped;

/// `from_parts` and `into_parts` of a matrix, `Dense<Level<Element<T, F, Val>, ..>>`: behind the type parameters of the level
/// stand the names of its arrays.
macro_rules! matrices {
    ($(
        $(#[$doc:meta])*
        [$($param:tt)*] $level:ident<$($array:ty),*> ($($name:ident: $part:ty),*);
    )*) => {
        parts! { $(
            $(#[$doc])*
            [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>, $($param)*] Dense<$level<Element<T, F, Val>, $($array),*>>;
            (rows: usize, cols: usize, $($name: $part,)* val: Val) =>
                Dense::new(rows, $level::new(cols, $($name,)* Element::new(val)));
            |level| {
                let rows = level.extent();
                let (cols, $($name,)* leaf) = level.into_child().into_parts();
                (rows, cols, $($name,)* leaf.into_val())
            };
        )* }
    };
}
pub(super) use matrices;
