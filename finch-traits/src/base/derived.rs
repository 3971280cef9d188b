//! What `derive` does, for types whose parameters only name something.

/// Makes a type `Copy` under the bounds that are given: `copied!([T, O: Copy] Put<T, O>)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __copied {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}
    };
}

/// Shows a type by its name, or by what stands behind it: fields, as in `shown!([S, F] Watched<S, F> |it| passed: it.passed)`, its only
/// value, or a text with what belongs in it.
#[doc(hidden)]
#[macro_export]
macro_rules! __shown {
    ([$($generics:tt)*] $Name:ident $(<$($of:tt),*>)? $(|$it:tt| $($how:tt)+)?) => {
        impl<$($generics)*> ::core::fmt::Debug for $Name $(<$($of),*>)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $(let $it = self;)?
                $crate::__shown!(@f $Name $($($how)+)?)
            }
        }
    };
    (@$f:ident $Name:ident) => { $f.write_str(stringify!($Name)) };
    (@$f:ident $Name:ident $text:literal $(, $value:expr)+) => { write!($f, $text $(, $value)+) };
    (@$f:ident $Name:ident $($field:ident: $value:expr),+) => {
        $f.debug_struct(stringify!($Name))$(.field(stringify!($field), &$value))+.finish_non_exhaustive()
    };
    (@$f:ident $Name:ident $value:expr) => { $f.debug_tuple(stringify!($Name)).field(&$value).finish() };
}

pub(crate) use crate::{__copied as copied, __shown as shown};
